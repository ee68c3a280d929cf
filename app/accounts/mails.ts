import { mailText } from "~/mail/mail-text.ts";
import { lifeOf } from "./links.ts";

const notMine = (password: string) =>
  `If it was not you, choose another password here at once, and tell a director: ${password}`;

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
      "Somebody, hopefully you, wants to log in to your account on the conference registration portal. Too many wrong passwords have been tried for this account.",
      `Open this link within ${lifeOf("known-device")}, on the device you want to use: ${link}`,
      "You still need your password there. If it was not you, ignore this mail: nothing changes.",
    ),
  signedUpAgain: (home: string, forgotten: string) =>
    mailText(
      "You already have an account",
      "Somebody, hopefully you, tried to create an account with this address on the conference registration portal. There is one already.",
      `Log in with it here: ${home}`,
      `Have you forgotten the password, or did somebody else make the account with your address? Choose a new password here. Then only you can use the account: ${forgotten}`,
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
      "Somebody, hopefully you, has chosen a new password for your account on the conference registration portal. They knew the old password. All other devices are logged out.",
      "If it was you, you do not need to do anything.",
      `If it was not you, choose another password here at once. Then nobody else can use your account: ${forgotten}`,
    ),
  factor: {
    switchFactorOn: (page: string, password: string) =>
      mailText(
        "Your second factor is on",
        "From now on your account on the conference registration portal asks for a code of your app when you log in. All other devices are logged out.",
        `Keep the recovery codes where your phone is not. You can make new ones here: ${page}`,
        notMine(password),
      ),
    replaceFactor: (page: string, password: string) =>
      mailText(
        "Your second factor was replaced",
        "Codes for your account on the conference registration portal now come from another app, and there are new recovery codes. The old ones no longer work, nor do passkeys. All other devices are logged out.",
        `See your second factor: ${page}`,
        notMine(password),
      ),
    renewRecoveryCodes: (page: string, password: string) =>
      mailText(
        "You have new recovery codes",
        "Your account on the conference registration portal has new recovery codes. The old ones no longer work.",
        `See your second factor: ${page}`,
        notMine(password),
      ),
    addPasskey: (page: string, password: string) =>
      mailText(
        "A passkey was added",
        "Your account on the conference registration portal has a new passkey. It can be used in place of a code.",
        `See your passkeys: ${page}`,
        notMine(password),
      ),
    removePasskey: (page: string, password: string) =>
      mailText(
        "A passkey was removed",
        "One of the passkeys of your account on the conference registration portal no longer works.",
        `See your passkeys: ${page}`,
        notMine(password),
      ),
    switchFactorOff: (page: string, password: string) =>
      mailText(
        "Your second factor is off",
        "Your account on the conference registration portal no longer asks for a code. Your password alone opens it.",
        `You can set a second factor up again: ${page}`,
        notMine(password),
      ),
  },
  recoveryCodeUsed: (page: string) =>
    mailText(
      "A recovery code was used",
      "Somebody, hopefully you, used a recovery code for your account on the conference registration portal. This code no longer works.",
      `If your phone is lost, set up another one. If it was not you, make new codes at once, here: ${page}`,
    ),
  emailChanged: (newEmail: string, link: string) =>
    mailText(
      "Your e-mail address is being changed",
      `Your account on the conference registration portal has this address. The address changes to ${newEmail} when somebody confirms the new address.`,
      "If you asked for this, you do not need to do anything here.",
      `If it was not you, take the account back within ${lifeOf("revert-email")}: ${link}`,
    ),
};
