import { minutesInWords } from "~/values/words.ts";
import { lifeOf } from "./links.ts";
import { SHORTEST_ADMIN_PASSWORD, SHORTEST_PASSWORD } from "./password-lengths.ts";

/** Sentences about accounts, addresses, passwords and the links that are mailed for them. */
export const accountMessages = {
  // Specification, section 8: the error catalogue
  weakPassword: `Password should be at least ${SHORTEST_PASSWORD} characters.`,
  invalidCredentials:
    "Invalid email/password combination. Please double-check your credentials and try again.",
  authCheckFailed:
    "There was an unexpected error checking for your account. Please try refreshing your browser and contact us if the issue persists.",
  notLoggedIn: "You must be logged in to access this content!",

  // Ours, where the specification is silent
  commonPassword: "This password is one of the first that anybody would try. Please choose another.",
  busy: "A great many people are logging in at this moment. Please wait a few seconds and press the button again.",
  passwordHint: `At least ${SHORTEST_PASSWORD} characters.`,
  adminPasswordHint: `At least ${SHORTEST_ADMIN_PASSWORD} characters.`,
  weakAdminPassword: `Password should be at least ${SHORTEST_ADMIN_PASSWORD} characters.`,
  longPasswordNeeded: `Staff need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters. Choose a new one through “Forgot your password?”.`,
  emailChangedMeanwhile: "Your e-mail address was changed in another tab. Please look at it again.",
  emailTaken:
    "Another account has confirmed this address, so yours keeps the address it has. If the other one is yours too, log in to it with this address.",
  addressTakenAway:
    "Your account has no e-mail address at the moment: the owner of the one you gave uses it for their own account. Your application is kept. Please give another address, or we cannot write to you.",
  sameEmail: "This is already your e-mail address.",
  freshPasswordNeeded: "Please log in again to change your e-mail.",
  pleaseConfirmEmail:
    "Please confirm your e-mail address, so that you do not miss our mail about decisions and payments.",
  emailConfirmed: (email: string) =>
    `Your e-mail address ${email} is confirmed. There is nothing more to do.`,
  confirmationSent: `We have sent a link to confirm your e-mail address. It works for ${lifeOf("verify-email")}.`,
  confirmLinkInvalid:
    "This link has expired, was already used, or belongs to another account. Please ask for a new one.",
  revertLinkInvalid:
    "This link has expired or was already used. If somebody else has changed your account, please contact us.",
  invalidEmail: "Enter an e-mail address, such as name@example.com.",
  tooManyAttempts: (minutes: number) =>
    `Too many attempts. Please wait ${minutesInWords(minutes)} and try again.`,
  resetMailSent: `If there is an account for this address, we have sent a link to choose a new password. It works for ${lifeOf("reset-password")}.`,
  deviceLinkOffer:
    "Is it you? We can mail you a link that lets you log in on this device at once, whatever others have tried.",
  deviceLinkSent: `If there is an account for this address, we have sent a link. Open it on this device within ${lifeOf("known-device")}; then log in.`,
  deviceKnown: "You can log in on this device now.",
  deviceLinkInvalid: "This link has expired or was already used. Please log in, or ask for a new one there.",
  wrongOldPassword: "This is not your present password. If you do not know it, log out and ask for a link.",
  ownPasswordChanged:
    "Your password has been changed. You are logged out on all other devices and in all programs.",
  resetLinkInvalid: "This link has expired or was already used. Please ask for a new one.",
  passwordChanged: "Your password has been changed. Please log in with it.",
  signedInAgain: "Your session had ended. Log in again: what you typed is kept and will be sent on.",
  signedInAgainForSecrets:
    "Your session had ended, and nothing was done. Log in again: what you typed is kept, but card details and passwords never are. You will be asked for those once more.",
  otherAccount:
    "This page was opened by a different account from the one that is logged in now. Nothing was saved.",
} as const;
