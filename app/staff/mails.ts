import { SHORTEST_ADMIN_PASSWORD } from "~/accounts/password-lengths.ts";
import { mailText } from "~/mail/mail-text.ts";
import { quantity } from "~/values/words.ts";
import { INVITATION_DAYS } from "./limits.ts";

/** Mails to people who join the staff. */
export const staffMails = {
  joined: (noun: string, link: string) =>
    mailText(
      "You are on the staff of the conference",
      `A director has made you ${noun} on the conference registration portal. You have been logged out everywhere.`,
      `Staff need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters. If yours is shorter, choose a new one through “Forgot your password?” on the page where you log in.`,
      `Log in here: ${link}`,
    ),
  invited: (noun: string, link: string) =>
    mailText(
      "Join the staff of the conference",
      `A director invites you to be ${noun} on the conference registration portal.`,
      `Open this within ${quantity(INVITATION_DAYS, "day")}, logged in with your account or a new one: ${link}`,
      "If you did not expect this, ignore this mail: nothing changes.",
    ),
};
