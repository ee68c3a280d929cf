import type { MailKind } from "~/values/types.ts";

type MailClass = {
  /** Whether its reader finds a copy of it in the portal. A mail with a link that works once has none. */
  isCopied: boolean;
  /** Whether nobody needs it, so that its reader may do without all mails of its kind. */
  isOptional: boolean;
};

/** What follows from the kind of a mail. */
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

/** The kinds of which there are copies in the portal. */
export type CopiedKind = {
  [Kind in MailKind]: (typeof MAIL_CLASSES)[Kind]["isCopied"] extends true ? Kind : never;
}[MailKind];

/** Whether a mail of this kind is left out if its reader wants none; `null` is the kind of an old mail. */
export const isOptional = (kind: MailKind | null): boolean => kind !== null && MAIL_CLASSES[kind].isOptional;
