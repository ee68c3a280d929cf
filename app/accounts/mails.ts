import { mailText } from "~/mail/mail-text.ts";
import { lifeOf } from "./links.ts";

/** Mails about accounts, addresses and passwords. */
export const accountMails = {
  resetPassword: (link: string) =>
    mailText(
      "Choose a new password",
      "Somebody, hopefully you, asked for a new password on the conference registration portal.",
      `Choose one here within ${lifeOf("reset-password")}: ${link}`,
      "If it was not you, ignore this mail: nothing changes.",
    ),
  knownDevice: (link: string) =>
    mailText(
      "Log in on a new device",
      "Somebody, hopefully you, wants to log in to your account on the conference registration portal, and too many wrong passwords have been tried for it.",
      `Open this within ${lifeOf("known-device")}, on the device on which you want to log in: ${link}`,
      "You still need your password there. If it was not you, ignore this mail: nothing changes.",
    ),
  signedUpAgain: (home: string, forgotten: string) =>
    mailText(
      "You already have an account",
      "Somebody, hopefully you, tried to create an account with this address on the conference registration portal. There is one already.",
      `Log in with it here: ${home}`,
      `If you do not know its password, or somebody else made it with your address, choose a new one here, and the account is yours alone: ${forgotten}`,
      "If it was not you, ignore this mail: nothing changes.",
    ),
  confirmEmail: (link: string) =>
    mailText(
      "Confirm your e-mail address",
      "Somebody, hopefully you, entered this address on the conference registration portal. We will write to it about decisions and payments.",
      `Confirm within ${lifeOf("verify-email")} that it is yours: ${link}`,
      "If you have no account with us, ignore this mail.",
    ),
  passwordChanged: (forgotten: string) =>
    mailText(
      "Your password has been changed",
      "Somebody, hopefully you, who knew the password of your account on the conference registration portal, has chosen a new one. Everybody who was logged in elsewhere is logged out.",
      "If it was you, you do not need to do anything.",
      `If it was not you, choose another password here at once; it ends what others can do with your account: ${forgotten}`,
    ),
  emailChanged: (newEmail: string, link: string) =>
    mailText(
      "Your e-mail address is being changed",
      `Your account on the conference registration portal has this address. It will change to ${newEmail} as soon as somebody confirms it there.`,
      "If you asked for this, you do not need to do anything here.",
      `If it was not you, take the account back within ${lifeOf("revert-email")}: ${link}`,
    ),
};
