import { DAY } from "~/values/durations.ts";
import type { MailReport } from "~/values/types.ts";
import { MAIL_TEXT_KEPT } from "./lives.ts";

/** How many days the portal shows a mail to its reader. */
export const COPY_DAYS = MAIL_TEXT_KEPT / DAY;

/** The most mails that a page lists, the newest. */
export const MOST_COPIES = 100;

/** Why a mail did not arrive: it came back, or it was not sent at all. */
export type MailTrouble = "cameBack" | "notSent";

/**
 * What went wrong with a mail; null if nothing is known to have gone wrong. A reader who called the mail spam knows that
 * themselves, so this is not one of the troubles.
 */
export function troubleOf({
  sentAt,
  report,
}: {
  /** UTC ms; null if the mail was never taken by the provider. */
  sentAt: number | null;
  report: MailReport | null;
}): MailTrouble | null {
  if (report === "bounced") return "cameBack";
  return sentAt === null ? "notSent" : null;
}
