import { SHORTEST_ADMIN_PASSWORD } from "~/accounts/password-lengths.ts";
import { mailText } from "~/mail/mail-text.ts";
import { dayInWords } from "~/programme/agenda.ts";
import { zoneInWords } from "~/values/times.ts";
import { quantity } from "~/values/words.ts";
import { lastDayBefore } from "./last-days.ts";
import { INVITATION_DAYS, RESET_HOURS } from "./limits.ts";

/** The sentence about the last day of the ability "door"; empty if the ability does not end. */
const untilDay = (until: number | null, zone: string): string[] =>
  until === null
    ? []
    : [
        `Your last day at the door is ${dayInWords(lastDayBefore(until, zone))}. It ends at midnight, ${zoneInWords(zone)} time.`,
      ];

/**
 * Mails to people who join the staff. `zone` is the time zone of the event. The last day at the door ends in this zone.
 */
export const staffMails = {
  joined: (noun: string, link: string, doorUntil: number | null, zone: string) =>
    mailText(
      "You are on the staff of the conference",
      `A director has made you ${noun} on the conference registration portal. You have been logged out everywhere.`,
      ...untilDay(doorUntil, zone),
      `Staff need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters. If yours is shorter, choose a new one through “Forgot your password?” on the page where you log in.`,
      `Log in here: ${link}`,
    ),
  factorResetAsked: (director: string, password: string) =>
    mailText(
      "Somebody asked to reset your second factor",
      `${director} asked to take away the second factor of your account on the conference registration portal, because you lost your phone. Another director has to confirm it within ${quantity(RESET_HOURS, "hour")}.`,
      `If you did not lose it, tell the other directors at once, and choose another password here: ${password}`,
    ),
  factorReset: (by: string, whose: string) =>
    mailText(
      "A second factor was reset",
      `The second factor of ${whose} on the conference registration portal was taken away, ${by}, because the phone was lost. All devices of this account are logged out.`,
      "If it is yours, log in with your password, open “Second factor” in the navigation and set up another one at once.",
      "If nobody lost a phone, tell the other directors at once.",
    ),
  invited: (noun: string, link: string, doorUntil: number | null, zone: string) =>
    mailText(
      "Join the staff of the conference",
      `A director invites you to be ${noun} on the conference registration portal.`,
      ...untilDay(doorUntil, zone),
      `Open this within ${quantity(INVITATION_DAYS, "day")}, logged in with your account or a new one: ${link}`,
      "If you did not expect this, ignore this mail: nothing changes.",
    ),
};
