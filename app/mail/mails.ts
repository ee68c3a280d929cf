import { lifeOf } from "~/values/links.ts";
import { SHORTEST_ADMIN_PASSWORD } from "~/values/password-lengths.ts";

/**
 * The text of a mail: plain text, with an empty line between paragraphs, and each link at the end of its
 * sentence.
 */
export type MailText = { subject: string; body: string };

const mail = (subject: string, ...paragraphs: string[]): MailText => ({
  subject,
  body: paragraphs.join("\n\n"),
});

/** Every mail the portal sends. */
export const mails = {
  resetPassword: (link: string) =>
    mail(
      "Choose a new password",
      "Somebody, hopefully you, asked for a new password on the conference registration portal.",
      `Choose one here within ${lifeOf("reset-password")}: ${link}`,
      "If it was not you, ignore this mail: nothing changes.",
    ),
  knownDevice: (link: string) =>
    mail(
      "Log in on a new device",
      "Somebody, hopefully you, wants to log in to your account on the conference registration portal, and too many wrong passwords have been tried for it.",
      `Open this within ${lifeOf("known-device")}, on the device on which you want to log in: ${link}`,
      "You still need your password there. If it was not you, ignore this mail: nothing changes.",
    ),
  signedUpAgain: (home: string, forgotten: string) =>
    mail(
      "You already have an account",
      "Somebody, hopefully you, tried to create an account with this address on the conference registration portal. There is one already.",
      `Log in with it here: ${home}`,
      `If you do not know its password, or somebody else made it with your address, choose a new one here, and the account is yours alone: ${forgotten}`,
      "If it was not you, ignore this mail: nothing changes.",
    ),
  confirmEmail: (link: string) =>
    mail(
      "Confirm your e-mail address",
      "Somebody, hopefully you, entered this address on the conference registration portal. We will write to it about decisions and payments.",
      `Confirm within ${lifeOf("verify-email")} that it is yours: ${link}`,
      "If you have no account with us, ignore this mail.",
    ),
  receipt: (link: string) =>
    mail(
      "Your receipt",
      "We have received your payment. Thank you, and welcome to the conference.",
      `The receipt, to print or to keep: ${link}`,
    ),
  refunded: (link: string) =>
    mail(
      "Your payment was given back",
      "One of your payments was cancelled, refunded or kept as credit for a later conference. The pass it bought is no longer valid.",
      `All your payments: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
  partlyRefunded: (link: string) =>
    mail(
      "Part of your payment was given back",
      "Part of what you paid was refunded or kept as credit for a later conference. You still hold your pass, with everything that you bought with it.",
      `All your payments: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
  /** Replaces a decision's own mail when that cannot be written. It only says where to look. */
  decided: (link: string) =>
    mail(
      "Your application has been decided",
      "There is a decision on your application on the conference registration portal.",
      `Read it here: ${link}`,
    ),
  reopened: (link: string) =>
    mail(
      "Your application was opened again",
      "The staff of the conference opened your application again, so that you can change it. It counts as submitted only once you submit it again. The time of your first submission is kept.",
      `Change and submit it here: ${link}`,
    ),
  joinedStaff: (role: string, link: string) =>
    mail(
      "You are on the staff of the conference",
      `A director has made you a ${role} on the conference registration portal. You have been logged out everywhere.`,
      `Staff need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters. If yours is shorter, choose a new one through “Forgot your password?” on the page where you log in.`,
      `Log in here: ${link}`,
    ),
  invitedToStaff: (role: string, link: string) =>
    mail(
      "Join the staff of the conference",
      `A director invites you to be a ${role} on the conference registration portal.`,
      `Open this within 7 days, logged in with your account or a new one: ${link}`,
      "If you did not expect this, ignore this mail: nothing changes.",
    ),
  subscriptionReceipt: (link: string) =>
    mail(
      "Your HPAIR+ receipt",
      "We have received your payment for HPAIR+. Thank you.",
      `The receipt, to print or to keep: ${link}`,
    ),
  subscriptionCancelled: (link: string) =>
    mail(
      "Your HPAIR+ subscription is cancelled",
      "Your card is not charged again. You can watch everything until the end of the period you have paid for.",
      `See when that is, and how to resume before then: ${link}`,
      "If you did not expect this, please write to us.",
    ),
  subscriptionOfDisabled: mail(
    "Your HPAIR+ subscription is cancelled",
    "The organisers have disabled your account, so your HPAIR+ subscription is cancelled with it. Your card is not charged again.",
    "If this is a mistake, or if you have paid for time that you now cannot use, please write to us.",
  ),
  notResumed: (link: string) =>
    mail(
      "Your HPAIR+ subscription could not be resumed",
      "Our card processor did not accept the card you paid with for further payments. Nothing was charged, and your subscription stays cancelled.",
      `You can subscribe again once it has ended: ${link}`,
    ),
  renewalFailed: (link: string) =>
    mail(
      "Your HPAIR+ subscription could not be renewed",
      "Our card processor could not charge your card for the next period. You can still watch everything for a few days.",
      `Change your card before then, and your subscription continues: ${link}`,
    ),
  cardChanged: (link: string) =>
    mail(
      "The card of your HPAIR+ subscription was changed",
      "The next periods of your HPAIR+ subscription will be paid for with the card that our card processor has just received.",
      `See which card that is: ${link}`,
      "If you did not do this, change your password and write to us.",
    ),
  subscriptionEnded: (link: string) =>
    mail(
      "Your HPAIR+ subscription has ended",
      "The period you paid for is over, and your card is not charged again.",
      `You are welcome to subscribe again: ${link}`,
    ),
  subscriptionRefunded: (link: string) =>
    mail(
      "Your HPAIR+ payment goes back to you",
      "Your HPAIR+ subscription could not be set up, or was ended. Its last payment goes back to the card it was made with, and nothing more is charged.",
      `See where it stands, and how to subscribe again: ${link}`,
      "Your bank may need a few days to show it. If you did not expect this, please write to us.",
    ),
  /** `title` is the session's. */
  placeFree: (title: string, link: string) =>
    mail(
      "You have a place now",
      `A place has become free in “${title}”. You were next on the waiting list, so it is yours.`,
      `See it in your agenda, or leave it to somebody else: ${link}`,
    ),
  emailChanged: (newEmail: string, link: string) =>
    mail(
      "Your e-mail address is being changed",
      `Your account on the conference registration portal has this address. It will change to ${newEmail} as soon as somebody confirms it there.`,
      "If you asked for this, you do not need to do anything here.",
      `If it was not you, take the account back within ${lifeOf("revert-email")}: ${link}`,
    ),
};
