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

  // Our own sentences, where the specification gives none
  commonPassword: "This password is one of the first that anybody would try. Please choose another.",
  otherAddress: "Log in if this is your address, or use another one.",
  busy: "A great many people are logging in at this moment. Please wait a few seconds and press the button again.",
  passwordHint: `At least ${SHORTEST_PASSWORD} characters.`,
  adminPasswordHint: `At least ${SHORTEST_ADMIN_PASSWORD} characters.`,
  weakAdminPassword: `Password should be at least ${SHORTEST_ADMIN_PASSWORD} characters.`,
  longPasswordNeeded: `Staff need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters. Choose a new one through “Forgot your password?”.`,
  emailChangedMeanwhile: "Your e-mail address was changed in another tab. Please look at it again.",
  emailTaken:
    "Another account has confirmed this address, so your account keeps its old address. If the other account is yours too, log in there with this address.",
  addressTakenAway:
    "Your account has no e-mail address at the moment. The owner of the address that you gave uses it for their own account. We keep your application. Please give another address, or we cannot write to you.",
  sameEmail: "This is already your e-mail address.",
  freshPasswordNeeded: "Please log in again to change your e-mail.",
  pleaseConfirmEmail:
    "Please confirm your e-mail address, so that you do not miss our mail about decisions and payments.",
  unreachable: {
    bounced: (email: string) =>
      `A mail that we sent to ${email} came back, so we no longer write to this address.`,
    complained: (email: string) =>
      `A mail that we sent to ${email} was marked as spam, so we no longer write to this address.`,
  },
  emailConfirmed: (email: string) =>
    `Your e-mail address ${email} is confirmed. The home page says what to do next.`,
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
    "Is it you? We can mail you a link. It lets you log in on this device at once, even if others tried wrong passwords.",
  deviceLinkSent: `If there is an account for this address, we have sent a link. Open the link on this device within ${lifeOf("known-device")}. Then log in.`,
  deviceKnown: "You can log in on this device now.",
  deviceLinkInvalid: "This link has expired or was already used. Please log in, or ask for a new link there.",
  wrongOldPassword:
    "This is not your present password. If you do not know your password, log out and ask for a link.",
  ownPasswordChanged:
    "Your password has been changed. You are logged out on all other devices and in all programs. If your calendar had a private address, make a new one on the page of your agenda.",
  resetLinkInvalid: "This link has expired or was already used. Please ask for a new one.",
  passwordChanged: "Your password has been changed. Please log in with it.",
  signedInAgain:
    "Your session had ended. Please log in again. We have kept what you typed and will send it on.",
  signedInAgainForSecrets:
    "Your session had ended, and nothing was done. Please log in again. We have kept what you typed, but we never keep card details and passwords. Please type those again.",
  tooLongToKeep:
    "Nothing was done, and what you typed is too long to be kept here. Go back in your browser and copy it before you go on.",
  fileNotKept: "Only the file could not be kept: please choose it again afterwards.",
  factor: {
    asked: "Six digits that your app shows now, or one of your recovery codes.",
    beforeAct: (does: string) =>
      `Nothing has been done yet. Type a code from your app to ${does}. It is then done at once, with what you typed.`,
    changesFactor: "change your second factor",
    wrong:
      "That code did not work. Type the code that your app shows now. Each code works once: if you have just used this one, wait for the next.",
    passkeyWrong: "That passkey did not work. Try again, or type a code.",
    passkeyNotUsed: "No passkey was used. Try again, or type a code.",
    passkeyCancelled:
      "No passkey was added. Your browser was stopped, or this device already has one for you. You can try again.",
    passkeyUnsupported: "This browser cannot make passkeys. Codes from your app work everywhere.",
    passkeyNotMade: "The passkey was not added. Try again, with another device or browser if you can.",
    firstWrong:
      "That code did not match. Check that you read the right entry in your app, and that your phone sets its time by itself.",
    offerOver: "This page was open for too long. Please scan the new drawing.",
    passwordAgain: "Too much time has passed since you typed your password. Please type it again.",
    changedMeanwhile: "Your second factor was changed in another tab. Please look at it again.",
    off: "Your second factor is off: your password alone opens your account. Delete the entry from your app.",
    mustHave: "Your role requires a second factor. Set yours up, and the staff's pages open again.",
    saveCodes:
      "Your second factor is on. Save these codes now: nobody can show them to you again. If you lose your phone, log in with one of them. Each works once.",
  },
  afterPause: "Nothing was done here for half an hour. Pages about money then ask again who you are.",
  afterPauseKept:
    "Nothing was done here for half an hour. Pages about money then ask again who you are. We have kept what you typed and will send it on.",
  otherAccount:
    "This page was opened by a different account from the one that is logged in now. Nothing was saved.",
} as const;
