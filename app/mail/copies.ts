import { DAY } from "~/values/durations.ts";
import type { MailReport } from "~/values/types.ts";
import { MAIL_TEXT_KEPT } from "./lives.ts";

/** For how many days the portal shows a mail to its reader. */
export const COPY_DAYS = MAIL_TEXT_KEPT / DAY;

/** A page lists at most this many mails, the newest ones. */
export const MOST_COPIES = 100;

/** Why a mail did not arrive: it came back ("cameBack"), or it was not sent at all ("notSent"). */
export type MailTrouble = "cameBack" | "notSent";

/**
 * The trouble with a mail; null if nothing is known to have gone wrong. If the reader called the mail spam, the result
 * is null, because they know that themselves.
 */
export function troubleOf({
  sentAt,
  report,
}: {
  /** UTC ms; null if the provider never accepted the mail. */
  sentAt: number | null;
  report: MailReport | null;
}): MailTrouble | null {
  if (report === "bounced") return "cameBack";
  return sentAt === null ? "notSent" : null;
}
