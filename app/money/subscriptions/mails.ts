import { mailText } from "~/mail/mail-text.ts";

/** Mails about a subscription to the library; `title` is its name. */
export const subscriptionMails = {
  receipt: (title: string, link: string) =>
    mailText(
      `Your ${title} receipt`,
      `We have received your payment for ${title}. Thank you.`,
      `The receipt, to print or to keep: ${link}`,
    ),
  cancelled: (title: string, link: string) =>
    mailText(
      `Your ${title} subscription is cancelled`,
      "Your card is not charged again. You can watch everything until the end of the period you have paid for.",
      `See when that is, and how to resume before then: ${link}`,
      "If you did not expect this, please write to us.",
    ),
  ofDisabled: mailText(
    "Your subscription is cancelled",
    "The organisers have disabled your account, so they have also cancelled your subscription to the library. Your card is not charged again.",
    "If this is a mistake, or if you have paid for time that you cannot use now, please write to us.",
  ),
  notResumed: (title: string, link: string) =>
    mailText(
      `Your ${title} subscription could not be resumed`,
      "Our card processor did not accept your card for further payments. Nothing was charged, and your subscription stays cancelled.",
      `You can subscribe again once it has ended: ${link}`,
    ),
  renewalFailed: (title: string, link: string) =>
    mailText(
      `Your ${title} subscription could not be renewed`,
      "Our card processor could not charge your card for the next period. You can still watch everything for a few days.",
      `Change your card before then, and your subscription continues: ${link}`,
    ),
  cardChanged: (title: string, link: string) =>
    mailText(
      `The card of your ${title} subscription was changed`,
      `Our card processor has a new card for your ${title} subscription. It charges this card for the next periods.`,
      `See which card that is: ${link}`,
      "If you did not do this, change your password and write to us.",
    ),
  ended: (title: string, link: string) =>
    mailText(
      `Your ${title} subscription has ended`,
      "The period you paid for is over, and your card is not charged again.",
      `You are welcome to subscribe again: ${link}`,
    ),
  refunded: (title: string, link: string) =>
    mailText(
      `Your ${title} payment goes back to you`,
      `Your ${title} subscription could not be set up, or was ended. Your last payment goes back to your card. Nothing more is charged.`,
      `See your subscription, and how to subscribe again: ${link}`,
      "Your bank may need a few days to show the refund. If you did not expect this, please write to us.",
    ),
};
