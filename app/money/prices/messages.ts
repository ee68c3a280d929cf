/** Sentences about registering for a pass and its add-ons. */
export const passMessages = {
  // Specification, section 8: the error catalogue
  /** Logged, never shown (specification, section 8). */
  passTypeFailed: "Error getting pass type",

  // Specification, section 5: validation
  confirmTerms:
    "By continuing with registration, you hereby accept to the terms and conditions outlined above.",

  // Specification, sections 2, 4 and 6: gate, waiver, eligibility, deadline bar
  termsRefused: "You must accept the terms and conditions to register for the conference.",
  acceptTermsButton: "I accept to the terms and conditions outlined above.",

  // Our own sentences; the specification does not give them
  alreadyRegistered: (passTitle: string) => `You have already registered for the ${passTitle}.`,
  includedInPass: (passTitle: string, otherTitle: string) =>
    `The ${passTitle} is included in your ${otherTitle}. There is nothing more to pay.`,
  notOnSale: (passTitle: string) => `The ${passTitle} is not on sale at the moment.`,
  passSoldOut: (passTitle: string) =>
    `The ${passTitle} is sold out. If somebody gives up their place, you can buy a pass here.`,
  addOnSoldOut: (title: string) => `${title} is sold out. Nothing has been charged.`,
  reduced: (list: string, reductions: string) => `${list} less ${reductions}.`,
  takePass: "Take the pass",
  chooseAddOn: "Choose an add-on first. Its price is added here.",
  takeAddOns: "Add to my pass",
  chooseAddOns: "Choose at least one add-on.",
  alreadyHave: (title: string) => `You already have this: ${title}. Please remove it and try again.`,
  passFirst: (passTitle: string) => `You can buy add-ons when you have the ${passTitle}.`,
  addOnsOver: "The event is over. You cannot buy add-ons any more.",
  nothingToAdd: "There are no more add-ons for your pass at the moment.",
  soldOut: "Sold out",
  left: (number: number) => `${number} left`,
  placesLeft: (places: number) => (places === 1 ? "1 place left" : `${places} places left`),
  waiverFirst: "Accept the terms and conditions first.",
  unknownAddOn: "One of the chosen add-ons is not available. Please check your choice and try again.",
  addOnUnavailable: (title: string) => `${title} is no longer available. Please remove it and try again.`,
  chooseVariant: (title: string) => `Choose an option for ${title}.`,
  priceChanged: (total: string) =>
    `The total is now ${total}. Nothing has been charged. Please check it and pay again.`,
  awardGiven: (title: string, size: string) =>
    `${title}: ${size} off the price of your pass. You get this when you register.`,
  codeUnusable: "You cannot use this code for this pass. Please check the code, or pay without a code.",
  cardIsSafe: "Encrypted on its way to our card processor. We never keep the number of your card.",
  invoiceInstead: "Ask for an invoice instead",
  nothingToPay: "There is nothing to pay. No card is needed.",
  anotherEdition: "Registration is now for another conference. Nothing has been charged.",
} as const;
