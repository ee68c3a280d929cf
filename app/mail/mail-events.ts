import { MINUTE } from "~/values/durations.ts";
import { MAIL_REPORTS, type MailedLink, type MailReport, type UnreachableBecause } from "~/values/types.ts";

/** How far (ms) the time of a signature may be from ours; the provider signs anew for every attempt. */
export const SIGNATURE_LIFE = 5 * MINUTE;

/** How many forged events are answered for a network in an hour. */
export const MOST_FORGED = 20;

/**
 * What an event says about its mail, and why nothing more is sent to the address; null if mail may still be sent to it.
 */
export type MailNews = { report: MailReport; ends: UnreachableBecause | null };

/**
 * What an event of the provider means (https://resend.com/docs/webhooks/event-types); null if it says nothing about
 * whether a mail arrives. A mail can come back from a full mailbox too: only a permanent bounce ends an address, and so
 * does the provider's own refusal to write to one that bounced.
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
 * The reports that a newer one replaces. All other reports say more than the newer one, whenever they came, and so are
 * kept.
 */
export const replacedBy = (report: MailReport): readonly MailReport[] =>
  MAIL_REPORTS.slice(0, MAIL_REPORTS.indexOf(report));

const ASKED_FOR: readonly MailedLink["purpose"][] = ["reset-password", "known-device", "verify-email"];

/**
 * Whether a mail is sent even to an unreachable address: it is if it contains a link that a person has just asked for.
 * Without them, nobody could show that an address works again.
 */
export const isAskedFor = (link: MailedLink | null): boolean =>
  link !== null && ASKED_FOR.includes(link.purpose);
