/** Sentences about who may register, and about the terms to be accepted before that. */
export const standingMessages = {
  // Specification, section 5: validation
  acceptTermsFirst: "Please accept the terms and conditions before proceeding.",

  // Specification, sections 2, 4 and 6: gate, waiver, eligibility, deadline bar
  noDecisionYet: "You have not yet received a decision. Please try again later.",
  onlyIfAccepted: (passTitle: string) =>
    `Unfortunately, you may only register for the ${passTitle} if your application was accepted.`,
  onlyIfAcceptedOrDeferred: (passTitle: string) =>
    `Unfortunately, you may only register for the ${passTitle} if your application was accepted or deferred to virtual.`,

  // Our own sentences, where the specification gives none
  tickCodeOfConduct: "Tick that you have read the security rules and the campus code of conduct.",
  tickRefundPolicy: "Tick that you have read the refund policy.",
  enterDate: "Enter today’s date.",
  notSubmitted: "Submit your application first. You can buy a pass when your application is accepted.",
  agreementChanged:
    "The terms and conditions have changed since you opened this page. Please read them again.",
} as const;
