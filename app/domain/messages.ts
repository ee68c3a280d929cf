/**
 * Every sentence a user may read that is not part of one page's own text. Those of the specification
 * (sections 2, 4, 5, 6 and 8) are spelled exactly as there.
 */
export const messages = {
  // Specification, section 8: the error catalogue
  uploadRefused:
    "We were unable to upload your files. Make sure they are within the given sizes and try again.",
  weakPassword: "Password should be at least 6 characters.",
  invalidCredentials:
    "Invalid email/password combination. Please double-check your credentials and try again.",
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
  notificationsLoadFailed: "There was an error loading notifications.",
  unexpected: (code: string, message: string) => `An unexpected error occurred (${code}): ${message}`,

  // Section 5: validation
  required: "This field is required",
  fileTooLarge:
    "Maximum file size exceeded. Please upload a PDF or Microsoft Word Document no more than 5 MB.",
  invalidCardNumber: "Invalid card number",
  invalidExpiry: "Invalid month or year.",
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
  invalidSecurityCode: (digits: number) => `Enter the ${digits}-digit security code.`,
  emptyFile: "This file is empty. Please upload a PDF or Microsoft Word Document no more than 5 MB.",
  wrongFileType: "This is not a PDF or Microsoft Word Document. Please upload a .pdf, .doc or .docx file.",
  noFileChosen: "Choose a file first.",
  notAnOption: "Choose one of the options.",
  notANumber: "Enter a number, using digits only.",
  notADate: "Enter a real date, such as 2001-09-24.",
  notInFormat: (hint: string) => `This does not have the expected form. ${hint}`,
  tooLong: (limit: number) => `Shorten this to ${limit.toLocaleString("en-US")} characters or fewer.`,
  tooYoungInPerson: (age: number) =>
    `You must be ${age} or older on the first day of the conference to take part in person. You can still apply for the virtual summit.`,
  weakAdminPassword: (length: number) => `Password should be at least ${length} characters.`,
  sameEmail: "This is already your e-mail address.",
  freshPasswordNeeded: "Please log in again to change your e-mail.",
  pleaseConfirmEmail:
    "Please confirm your e-mail address, so that we know our mail about decisions and payments reaches you.",
  emailConfirmed: (email: string) =>
    `Your e-mail address ${email} is confirmed. There is nothing more to do.`,
  confirmationSent: "We have sent a link to confirm your e-mail address. It works for 72 hours.",
  confirmLinkInvalid:
    "This link has expired, was already used, or belongs to another account. Please ask for a new one.",
  revertLinkInvalid:
    "This link has expired or was already used. If somebody else has changed your account, please contact us.",
  invalidEmail: "Enter an e-mail address, such as name@example.com.",
  tooManyAttempts: (minutes: number) => `Too many attempts. Please wait ${inWords(minutes)} and try again.`,
  resetMailSent:
    "If there is an account for this address, we have sent a link to choose a new password. It works for 30 minutes.",
  resetLinkInvalid: "This link has expired or was already used. Please ask for a new one.",
  passwordChanged: "Your password has been changed. Please log in with it.",
  signedInAgain: "Your session had ended. Log in again: what you typed is kept and will be sent on.",
  sessionEnded: "Your session has ended. Press Save draft to log in again: what you typed is kept.",
  otherAccount:
    "This page was opened by another account than the one that is logged in now. Nothing was saved.",
  staleDraft:
    "This section was saved in another tab or on another device after you opened it. What you typed is still here and not saved yet.",
  alreadySubmitted: "Your application has been submitted and can no longer be changed.",
  applicationChanged:
    "Your application was changed in another tab after you opened this page. Please check the answers below and submit again.",
  draftSaved: "Draft saved.",
  documentSaved: "Document saved.",
  notSubmitted: "Submit your application first. Passes can be bought once it has been accepted.",
  alreadyRegistered: (passTitle: string) => `You have already registered for the ${passTitle}.`,
  refundsOver: "The time for refunds is over.",
  refundLessDeposit: (deposit: string) =>
    `Everything paid, less the non-refundable deposit of ${deposit} of the registration fee.`,
  includedInPass: (passTitle: string, otherTitle: string) =>
    `The ${passTitle} is included in your ${otherTitle}. There is nothing more to pay.`,
  notAnAmount: "Enter an amount in dollars, such as 445 or 445.50.",
  nothingToRefund: "there is nothing to give back.",
  directorsOnly: "Only directors can do this. Ask one of them, or to become one.",
  noCardNumbers:
    "Card numbers are not accepted here: they go to the card processor, which answers with a token.",
  reasonNeeded: "Give a reason. It is kept with the refund.",
  refundAmount: (paid: string) => `Enter an amount above $0 and up to the ${paid} that were paid.`,
  notRefundable: "This payment is not held any more, or somebody else is refunding it. Nothing was done.",
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
  paymentInProgress: "A payment for this pass is already being processed. Nothing more will be charged.",
  paymentBeingChecked:
    "We are confirming your payment with the card processor. Please do not pay again: the result will be under Payment information.",
  payloadNeeded: "Send an object.",
  noPayload: "This function takes no data.",
  textNeeded: "This must be text.",
  amountNeeded: "This must be an amount in dollars.",
  unreadableField: "This is not of the expected kind.",
  onlyOwnPass: "Only administrators may ask for the pass of somebody else.",
  tookTooLong: "This took too long. What was begun is brought to its end: look before you try again.",
  notATime: "Enter a date and a time, such as 2022-12-16T13:00.",
  endsBeforeItBegins: "The end must be after the beginning.",
  changedMeanwhile:
    "Somebody else changed or deleted this after you opened it. What you typed is still below and not saved; what is there now is above.",
  notFound: "This page does not exist.",
  methodNotAllowed: "This address does not accept that kind of request.",
  badRequest: "We could not read what was sent. Please go back, reload the page and try again.",
  tooLarge: "What was sent is too large.",
  foreignRequest: "This request did not come from this site. Please go back, reload the page and try again.",
  serverFault: "Something went wrong on our side. Nothing was lost. Please try again in a moment.",
  hub: {
    findings: (number: number) => `The last check found ${counted(number, "thing")} wrong.`,
    unknownPayments: (number: number) =>
      `${counted(number, "payment has", "payments have")} waited for an answer of the card processor for over an hour.`,
    unknownRefunds: (number: number) =>
      `${counted(number, "refund has", "refunds have")} waited for an answer of the card processor for over an hour.`,
    lostMails: (number: number) =>
      `${counted(number, "mail", "mails")} could not be sent and ${number === 1 ? "was" : "were"} given up.`,
    unread: (number: number) =>
      `${counted(number, "undecided application has", "undecided applications have")} nobody to read ${number === 1 ? "it" : "them"}.`,
    undecided: (number: number, round: string) =>
      `${round}: ${counted(number, "application is", "applications are")} undecided.`,
    unreleased: (number: number, round: string) =>
      `${round}: ${counted(number, "decision is", "decisions are")} not released.`,
  },
} as const;

function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}

function inWords(minutes: number): string {
  const [count, unit] = minutes > 90 ? [Math.ceil(minutes / 60), "hour"] : [minutes, "minute"];
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}
