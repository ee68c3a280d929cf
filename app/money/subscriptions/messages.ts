/** Sentences about buying, renewing and ending a subscription to the library. */
export const subscriptionMessages = {
  notOnSale: "You cannot subscribe at the moment.",
  priceChanged: (price: string) =>
    `The price has changed: it is now ${price}. Nothing was charged. Please look at the new price and try again.`,
  confirmFirst:
    "Please confirm your e-mail address before you pay. Nothing was charged. Open the link in our mail to you, then send the form again.",
  alreadySubscribed: "You are already subscribed. Nothing was charged.",
  inProgress: "You have already begun to subscribe. Please wait until we know the result.",
  beingChecked:
    "We are confirming your payment with the card processor. Please do not pay again. You will see the result here.",
  beingSetUp:
    "Your payment has arrived. We are setting up your subscription. This takes a few minutes at most. Please do not pay again.",
  beingResumed:
    "Your subscription is being resumed. This takes a few minutes at most. Nothing is charged now.",
  givenBack:
    "We could not set up your card for further periods, so you are not subscribed. The money goes back to your card. Please try another card, or a card that is valid for longer.",
  refunded: "Your last payment goes back to the card you paid with. You are not subscribed.",
  ended: "Your subscription has ended. You are welcome to subscribe again.",
  pastDue:
    "Our card processor could not charge your card for the next period. Change your card, and the card processor will try again. If no payment succeeds, your subscription ends.",
  cardChanged: "Your card was changed. We charge the new card for the next periods.",
  cardChangedPastDue:
    "Your card was changed. Our card processor will try the failed payment again with the new card, usually within a day.",
  cardUnchanged: "Nothing was changed. We still charge the same card.",
  cardBeingChecked:
    "Our card processor has not yet told us whether your card was changed. We have asked, and will show your card here. You can also change your card once more. That does no harm.",
  cardRefused:
    "This card was not accepted, so we still charge the previous card. Please check what you typed, or use another card.",
  cardInProgress:
    "Your card is being changed right now, perhaps in another tab. Please look again in a moment.",
  cardNotNow: "Our card processor cannot change your card at the moment. Please try again later.",
  cardOfCancelled:
    "Your subscription is cancelled, so no card is charged. Resume your subscription first to change the card.",
  cardTooEarly:
    "Your subscription is still being set up. Please come back in a few minutes to change the card.",
  notRunning: "This subscription is no longer running, so there is no card to change.",
  cancelEndsLater: "You can still watch everything until",
  cancelEndsNow: "The time you have paid for is over, so your access ends at once.",
  notCancellable: "This subscription is no longer running, so there was nothing to cancel.",
  notResumable:
    "Your subscription could not be resumed. Nothing was charged. You can subscribe again when it has ended.",
  waitToResume: "Our card processor is still stopping your subscription. Please try again in a few minutes.",
  nothingToRefund: "This subscription is not running, or its last payment is not known: nothing was done.",
} as const;
