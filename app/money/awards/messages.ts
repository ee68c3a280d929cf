/** Sentences about awards, codes and budgets, read by staff. */
export const grantMessages = {
  notASize: "Enter a share such as 50%, an amount such as $100, or whole.",
  notAnAmount: "Enter an amount in dollars, such as 5000.",
  notACode: "Use 4 to 40 letters and digits.",
  notANumber: "Enter a whole number of uses, or leave it empty.",
  notADay: "Enter a day, or leave it empty.",
  codeTaken: "This code is in use already. End the other one first, or choose another name.",
  madeOtherwise: (title: string, amount: string) =>
    `This form has made the budget “${title}” of ${amount} already, so nothing was added. Open the page again to add another one.`,
  byTwo:
    "Without a budget, a second person must confirm a share of 100%, and any amount above the limit of the edition.",
  unknownBudget: "Choose a budget of this conference.",
  notALine: "is not an address followed by a share or an amount.",
  noAccount: "belongs to no account.",
  noApplication: "has submitted no application.",
  hasAward: "has an award already. End it first.",
  awardEnded: "got an award from this form, and it has ended. Press again to give another one.",
  applicationOpen: "This application is not submitted at the moment. Give the award once it is.",
  awardThere: "This applicant has an award already. End it first.",
  madeAlready:
    "This form was sent before, with other values, or what it made has ended. So nothing was added. Press again to add this one too.",
  onlySome: (given: number, left: number) =>
    `${given === 0 ? "No award was" : given === 1 ? "1 award was" : `${given} awards were`} given. ${left === 1 ? "1 line was" : `${left} lines were`} not, and ${left === 1 ? "stays" : "stay"} below.`,
  onlySomeProposed: (given: number, left: number) =>
    `${given === 0 ? "No award was" : given === 1 ? "1 award was" : `${given} awards were`} proposed. ${left === 1 ? "1 line was" : `${left} lines were`} not, and ${left === 1 ? "stays" : "stay"} below.`,
  newest: (number: number) => `Only the newest ${number} are shown.`,
  proposed: {
    awards: (number: number) =>
      number === 1 ? "Give this award, without a budget." : `Give these ${number} awards, without a budget.`,
    code: (code: string, size: string) => `Make the code ${code} of ${size}, without a budget.`,
  },
} as const;
