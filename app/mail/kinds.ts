import type { MailKind } from "~/values/types.ts";

type MailClass = {
  /** Whether its reader finds a copy of it in the portal. A mail with a link that works once has none. */
  isCopied: boolean;
  /** Whether readers can stop all mails of this kind, because nobody needs them. */
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

/** Whether readers can stop mails of this kind. Mails that are older than kinds have null. */
export const isOptional = (kind: MailKind | null): boolean => kind !== null && MAIL_CLASSES[kind].isOptional;
