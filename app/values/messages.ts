import { cardMessages } from "./card-messages.ts";
import { lifeOf } from "./links.ts";
import { SHORTEST_ADMIN_PASSWORD, SHORTEST_PASSWORD } from "./password-lengths.ts";
import { counted } from "./words.ts";

/**
 * Every sentence that a user may read and that is not part of one page's own text. Sentences that only staff
 * read are in staff-messages.ts. Sentences of the specification (sections 2, 4, 5, 6 and 8) are spelled
 * exactly as there.
 */
export const messages = {
  ...cardMessages,
  // Specification, section 8: the error catalogue
  uploadRefused:
    "We were unable to upload your files. Make sure they are within the given sizes and try again.",
  weakPassword: `Password should be at least ${SHORTEST_PASSWORD} characters.`,
  invalidCredentials:
    "Invalid email/password combination. Please double-check your credentials and try again.",
  /** Logged, never shown: specification, section 8. */
  passTypeFailed: "Error getting pass type",
  authCheckFailed:
    "There was an unexpected error checking for your account. Please try refreshing your browser and contact us if the issue persists.",
  paymentsLoadFailed:
    "There was an error loading your payments. Please try refreshing your browser and contact us if the issue persists.",
  notLoggedIn: "You must be logged in to access this content!",
  notLoggedInForPayments: "You must be logged in to access payments!",
  paymentFailed:
    "An error occurred with your payment. Please double-check your card details and try again and contact us if the error persists.",
  paymentSucceeded:
    "You have successfully completed the transaction! We hope you enjoy the HPAIR experience! Redirecting...",
  existingPaymentCheckFailed:
    "There was an error checking for existing payments. Please try again or contact us if the issue persists.",
  notDismissed: "Not dismissed: you seem to be offline or logged out. Please try again.",
  notificationsLoadFailed: "There was an error loading notifications.",
  unexpected: (code: string, message: string) => `An unexpected error occurred (${code}): ${message}`,

  // Section 5: validation
  fileTooLarge:
    "Maximum file size exceeded. Please upload a PDF or Microsoft Word Document no more than 5 MB.",
  acceptTermsFirst: "Please accept the terms and conditions before proceeding.",
  confirmTerms:
    "By continuing with registration, you hereby accept to the terms and conditions outlined above.",
  invalidConferenceId: "Invalid conference ID",
  mustBeOneImage: "Must be only one image",
  unexpectedFileType: "Unexpected error parsing file type",

  // Sections 2, 4 and 6: gate, waiver, eligibility, deadline bar
  onlyForPurchasers: (label: string) => `This is only available for users who have purchased ${label}`,
  termsRefused: "You must accept the terms and conditions to register for the conference.",
  acceptTermsButton: "I accept to the terms and conditions outlined above.",
  noDecisionYet: "You have not yet received a decision. Please try again later.",
  onlyIfAccepted: (passTitle: string) =>
    `Unfortunately, you may only register for the ${passTitle} if your application was accepted.`,
  onlyIfAcceptedOrDeferred: (passTitle: string) =>
    `Unfortunately, you may only register for the ${passTitle} if your application was accepted or deferred to virtual.`,
  applicationsClosed: "Applications are now closed.",

  // Ours, where the specification is silent
  emptyFile: "This file is empty. Please upload a PDF or Microsoft Word Document no more than 5 MB.",
  wrongFileType: "This is not a PDF or Microsoft Word Document. Please upload a .pdf, .doc or .docx file.",
  photoOfDocument:
    "This is a picture. Please make a PDF of it and upload that. On an iPhone: open the picture, tap Share, then Print, then Share again, and Save to Files. On Android: open the picture, tap the menu, then Print, and choose Save as PDF.",
  activePdf:
    "This PDF contains a script, a file or something else that we cannot look into, which we do not accept. Please print it into a new PDF (Print, then Save as PDF) and upload that.",
  activeWord:
    "This Word document contains macros, or parts from other programs or other places, which we do not accept. Please save it as a PDF and upload that.",
  protectedFile:
    "This file is protected, so we cannot look into it. Please print it into a new PDF without a password and upload that.",
  tooManyUploads: (limit: number, minutes: number) =>
    `You have uploaded ${counted(limit, "file")} within a day. Please wait ${inWords(minutes)} and try again.`,
  noFileChosen: "Choose a file first.",
  notAnOption: "Choose one of the options.",
  notANumber: "Enter a number, using digits only.",
  notADate: "Enter a real date, such as 2001-09-24.",
  notInFormat: (hint: string) => `This does not have the expected form. ${hint}`,
  notATelephone:
    "We cannot read this as a telephone number. Start with + and the country code, such as +852 5123 4567.",
  inTheFuture: "This is in the future. Check the year.",
  tooLongAgo: (years: number) => `This is more than ${counted(years, "year")} ago. Check the year.`,
  tooFarAhead: (years: number) => `This is more than ${counted(years, "year")} from now. Check the year.`,
  tooLong: (limit: number) => `Shorten this to ${limit.toLocaleString("en-US")} characters or fewer.`,
  tooYoungInPerson: (age: number) =>
    `You must be ${age} or older on the first day of the conference to take part in person. You can still apply for the virtual summit.`,
  commonPassword: "This password is one of the first that anybody would try. Please choose another.",
  busy: "A great many people are logging in at this moment. Please wait a few seconds and press the button again.",
  passwordHint: `At least ${SHORTEST_PASSWORD} characters.`,
  adminPasswordHint: `At least ${SHORTEST_ADMIN_PASSWORD} characters.`,
  weakAdminPassword: `Password should be at least ${SHORTEST_ADMIN_PASSWORD} characters.`,
  emailChangedMeanwhile: "Your e-mail address was changed in another tab. Please look at it again.",
  emailTaken:
    "Another account has confirmed this address, so yours keeps the address it has. If the other one is yours too, log in to it with this address.",
  addressTakenAway:
    "Your account has no e-mail address at the moment: the owner of the one you gave uses it for their own account. Your application is kept. Please give another address, or we cannot write to you.",
  sameEmail: "This is already your e-mail address.",
  accountKept:
    "This account cannot be deleted here: an application, a payment, a subscription or work on the staff is kept with it. Please write to us.",
  freshPasswordNeeded: "Please log in again to change your e-mail.",
  pleaseConfirmEmail:
    "Please confirm your e-mail address, so that we know our mail about decisions and payments reaches you.",
  emailConfirmed: (email: string) =>
    `Your e-mail address ${email} is confirmed. There is nothing more to do.`,
  confirmationSent: `We have sent a link to confirm your e-mail address. It works for ${lifeOf("verify-email")}.`,
  confirmLinkInvalid:
    "This link has expired, was already used, or belongs to another account. Please ask for a new one.",
  revertLinkInvalid:
    "This link has expired or was already used. If somebody else has changed your account, please contact us.",
  invalidEmail: "Enter an e-mail address, such as name@example.com.",
  tooManyAttempts: (minutes: number) => `Too many attempts. Please wait ${inWords(minutes)} and try again.`,
  resetMailSent: `If there is an account for this address, we have sent a link to choose a new password. It works for ${lifeOf("reset-password")}.`,
  deviceLinkOffer:
    "Is it you? We can mail you a link that lets you log in on this device at once, whatever others have tried.",
  deviceLinkSent: `If there is an account for this address, we have sent a link. Open it on this device within ${lifeOf("known-device")}; then log in.`,
  deviceKnown: "You can log in on this device now.",
  deviceLinkInvalid: "This link has expired or was already used. Please log in, or ask for a new one there.",
  resetLinkInvalid: "This link has expired or was already used. Please ask for a new one.",
  passwordChanged: "Your password has been changed. Please log in with it.",
  signedInAgain: "Your session had ended. Log in again: what you typed is kept and will be sent on.",
  sessionEnded: "Your session has ended. Press Save draft to log in again: what you typed is kept.",
  otherAccount:
    "This page was opened by a different account from the one that is logged in now. Nothing was saved.",
  staleDraft:
    "This section was saved in another tab or on another device after you opened it. What you typed is still here and not saved yet.",
  alreadySubmitted: "Your application has been submitted and can no longer be changed.",
  applicationChanged:
    "Your application was changed in another tab after you opened this page. Please check the answers below and submit again.",
  draftSaved: "Draft saved.",
  savedWithProblems: "What you typed is saved. Correct it now, or continue and come back before you submit.",
  documentSaved: "Document saved.",
  notSubmitted: "Submit your application first. Passes can be bought once it has been accepted.",
  alreadyRegistered: (passTitle: string) => `You have already registered for the ${passTitle}.`,
  refundsOver: "The time for refunds is over.",
  refundLessDeposit: (deposit: string) =>
    `Everything paid, less the non-refundable ${deposit} deposit, which is part of the registration fee.`,
  includedInPass: (passTitle: string, otherTitle: string) =>
    `The ${passTitle} is included in your ${otherTitle}. There is nothing more to pay.`,
  noCardNumbers:
    "Card numbers are not accepted here: they go to the card processor, which answers with a token.",
  notOnSale: (passTitle: string) => `The ${passTitle} is not on sale at the moment.`,
  waiverFirst: "Accept the terms and conditions first.",
  agreementChanged:
    "The terms and conditions have changed since you opened this page. Please read them again.",
  unknownAddOn: "One of the chosen add-ons is not available. Please check your choice and try again.",
  addOnUnavailable: (title: string) => `${title} is no longer available. Please remove it and try again.`,
  chooseVariant: (title: string) => `Choose an option for ${title}.`,
  priceChanged: (total: string) =>
    `The total is now ${total}. Nothing has been charged. Please check it and pay again.`,
  nothingCharged: "Nothing was charged. You can try again.",
  paymentBeingChecked:
    "We are confirming your payment with the card processor. Please do not pay again: the result will be under Payment information.",
  payloadNeeded: "Send an object.",
  noPayload: "This function takes no data.",
  requiredField: (field: string) => `This field is required: ${field}`,
  textNeeded: "This must be text.",
  amountNeeded: "This must be an amount in dollars.",
  unreadableField: "This is not the kind of value expected here.",
  onlyOwnPass: "You may not ask for this person’s pass.",
  tookTooLong:
    "This took too long. What has begun will still be completed: check the result before you try again.",
  notFound: "This page does not exist.",
  methodNotAllowed: "This address does not accept that kind of request.",
  unreadableCall:
    'We could not read what was sent. Send {"data": …}, with nothing beside it, as application/json.',
  noFunction: "There is no function with this name.",
  notForPrograms: "This address only answers pages of the portal.",
  httpsOnly: (origin: string) =>
    `Nothing was accepted: anything sent over http can be read on the way. Please use ${origin}.`,
  otherAddress: (origin: string) => `This portal is at ${origin} and does not answer anywhere else.`,
  badRequest: "We could not read what was sent. Please go back, reload the page and try again.",
  tooLarge: "What was sent is too large.",
  foreignRequest: "This request did not come from this site. Please go back, reload the page and try again.",
  notSetUp: "This portal is not set up correctly yet. Please come back later.",
  serverFault: "Something went wrong on our side. Nothing was lost. Please try again in a moment.",
  reopened: "The staff opened your application again. Change what is needed and submit it again.",
  library: {
    cannotPlay:
      "This video cannot be played at the moment: the service that holds it is not connected. Please come back later, or contact us if the issue persists.",
    placeLost: "Your place in this video is not being saved: log in again, and continue from here.",
    nothingFound: "No lecture has all of these words in its title or in the names of its speakers.",
    nothingFoundHere:
      "No lecture in this category has all of these words in its title or in the names of its speakers.",
    emptyCategory: "Nothing has been published in this category yet.",
    nothingYet: "The first lectures will be here soon.",
  },
  subscription: {
    notOnSale: "You cannot subscribe to HPAIR+ at the moment.",
    priceChanged: (price: string) =>
      `The price of HPAIR+ has changed: it is now ${price}. Nothing was charged. Please look at the new price and try again.`,
    alreadySubscribed: "You are already subscribed. Nothing was charged.",
    inProgress: "You have already begun to subscribe. Please wait until we know the result.",
    beingChecked:
      "We are confirming your payment with the card processor. Please do not pay again: the result will be shown here.",
    beingSetUp:
      "Your payment has arrived and your subscription is being set up. This takes a few minutes at most: please do not pay again.",
    beingResumed:
      "Your subscription is being resumed. This takes a few minutes at most. Nothing is charged now.",
    givenBack:
      "Your card could not be set up to pay for further periods, so you are not subscribed, and what was charged goes back to your card. Please try another card, or one that is valid for longer.",
    refunded: "Your last payment goes back to the card it was made with. You are not subscribed.",
    ended: "Your subscription has ended. You are welcome to subscribe again.",
    pastDue:
      "Our card processor could not charge your card for the next period. Change your card, and it will try again. If no payment succeeds, your subscription ends.",
    cardChanged: "Your card was changed: the new one pays for the next periods.",
    cardChangedPastDue:
      "Your card was changed. Our card processor will try the failed payment again with it, usually within a day.",
    cardUnchanged: "Nothing was changed: the same card still pays.",
    cardBeingChecked:
      "Our card processor has not yet told us whether your card was changed. We are asking, and will show here which card it has. You can also change it once more: that does no harm.",
    cardRefused:
      "This card was not accepted, so the previous card still pays. Please check what you typed, or use another card.",
    cardInProgress:
      "Your card is being changed right now, perhaps in another tab. Please look again in a moment.",
    cardNotNow: "Our card processor cannot change your card at the moment. Please try again later.",
    cardOfCancelled:
      "This subscription is cancelled, so no card is charged for it. Resume it first to change the card.",
    cardTooEarly:
      "Your subscription is still being set up. Please come back in a few minutes to change the card.",
    cardNeedsScript:
      "Your card goes from your browser straight to our card processor, which needs JavaScript. Without it, cancel your subscription, and subscribe again with another card once it has ended.",
    notRunning: "This subscription is no longer running, so there is no card to change.",
    notCancellable: "This subscription is no longer running, so there was nothing to cancel.",
    notResumable:
      "Your subscription could not be resumed. Nothing was charged, and you can subscribe again once it has ended.",
    waitToResume:
      "Our card processor is still stopping your subscription. Please try again in a few minutes.",
    nothingToRefund: "This subscription is not running, or its last payment is not known: nothing was done.",
  },
  agenda: {
    cancelled: "This session is cancelled.",
    over: "This session is over.",
    gone: "This session is no longer in the programme.",
    moved: "This session changed while you were choosing it. Nothing was done: look at it again.",
    waiting: (position: string) =>
      `You are ${position} on the waiting list. We will write to you when you have a place.`,
    noPlaces: "No places left. You can join the waiting list.",
    placesLeft: (left: number) => `${counted(left, "place")} left`,
    sameTime: (titles: string, isChosen: boolean) =>
      isChosen ? `Clashes with ${titles}.` : `At the same time as ${titles}, which you have chosen.`,
    nothingFound: "No session on this day has all of these words in its title, description or speakers.",
    nothingChosen: "Choose sessions in the programme, and they will appear here.",
    clashes: (number: number) =>
      `${counted(number, "session")} in your agenda ${number === 1 ? "is" : "are"} at the same time as another one. You can keep both and leave one later.`,
    addressOnce:
      "Give this address to your calendar now: it is not shown again. Whoever has it can read your agenda.",
    addressNone:
      "With a private address your calendar follows your agenda: it shows the sessions you have a place in, and when they change or are cancelled.",
    addressMade:
      "Your calendar can follow your agenda by a private address. It was shown once: if you have lost it, make a new one, and the old one stops working.",
  },
} as const;

const inWords = (minutes: number): string =>
  minutes > 90 ? counted(Math.ceil(minutes / 60), "hour") : counted(minutes, "minute");
