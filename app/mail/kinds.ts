import type { MailKind } from "~/values/types.ts";

type MailClass = {
  /**
   * Whether the recipient finds a copy of the mail in the portal. A mail with a link that works only once has no copy.
   */
  isCopied: boolean;
  /** Whether recipients can unsubscribe from all mails of this kind. They can if nobody needs these mails. */
  isOptional: boolean;
};

/** The properties of each kind of mail. */
const MAIL_CLASSES = {
  application: { isCopied: true, isOptional: false },
  decision: { isCopied: true, isOptional: false },
  payment: { isCopied: true, isOptional: false },
  programme: { isCopied: true, isOptional: false },
  reminder: { isCopied: true, isOptional: true },
  news: { isCopied: false, isOptional: true },
  account: { isCopied: false, isOptional: false },
  staff: { isCopied: false, isOptional: false },
  request: { isCopied: false, isOptional: false },
} as const satisfies Record<MailKind, MailClass>;

/** The kinds of mails that the portal keeps as copies for their recipients. */
export type CopiedKind = {
  [Kind in MailKind]: (typeof MAIL_CLASSES)[Kind]["isCopied"] extends true ? Kind : never;
}[MailKind];

/**
 * Whether recipients can unsubscribe from mails of this kind. `kind` is null for a mail that was queued when mails had
 * no kinds yet.
 */
export const isOptional = (kind: MailKind | null): boolean => kind !== null && MAIL_CLASSES[kind].isOptional;
