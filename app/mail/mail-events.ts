import { MINUTE } from "~/values/durations.ts";
import { MAIL_REPORTS, type MailedLink, type MailReport, type UnreachableBecause } from "~/values/types.ts";

/**
 * How much (ms) the time of a signature may differ from the time on our clock. The provider makes a new signature for
 * every attempt.
 */
export const SIGNATURE_LIFE = 5 * MINUTE;

/** How many forged events of one network are answered in an hour. */
export const MOST_FORGED = 20;

/**
 * The report that an event gives about its mail. `ends` is the reason why nothing more is sent to the address; null if
 * mail may still be sent to it.
 */
export type MailNews = { report: MailReport; ends: UnreachableBecause | null };

/**
 * The meaning of an event of the provider (https://resend.com/docs/webhooks/event-types); null if it says nothing about
 * whether a mail arrives. A mail also comes back if the mailbox is full. So a bounce makes an address unreachable only
 * if it is permanent. A complaint makes an address unreachable too, and so does the provider's refusal to write to an
 * address that bounced before.
 */
export function mailNews(type: string, bounceType: string | undefined): MailNews | null {
  switch (type) {
    case "email.sent":
      return { report: "sent", ends: null };
    case "email.delivery_delayed":
      return { report: "delayed", ends: null };
    case "email.delivered":
      return { report: "delivered", ends: null };
    case "email.bounced":
      return { report: "bounced", ends: bounceType === "Permanent" ? "bounced" : null };
    case "email.suppressed":
      return { report: "bounced", ends: "bounced" };
    case "email.failed":
      return { report: "bounced", ends: null };
    case "email.complained":
      return { report: "complained", ends: "complained" };
    default:
      return null;
  }
}

/**
 * The reports that the report `report` replaces. All other reports say more than `report`, so they are kept, whenever
 * they came.
 */
export const replacedBy = (report: MailReport): readonly MailReport[] =>
  MAIL_REPORTS.slice(0, MAIL_REPORTS.indexOf(report));

const ASKED_FOR: readonly MailedLink["purpose"][] = ["reset-password", "known-device", "verify-email"];

/**
 * Whether a mail is sent even to an unreachable address, because it contains a link that a person has just asked for.
 * Without such links, nobody could show that an address works again.
 */
export const isAskedFor = (link: MailedLink | null): boolean =>
  link !== null && ASKED_FOR.includes(link.purpose);
