import { NO_INVOICING } from "~/conference/invoicing.ts";
import { dollars } from "~/values/money.ts";
import type { HandMeans } from "~/values/types.ts";
import { listInWords, minutesInWords } from "~/values/words.ts";
import { MOST_INVOICE_DAYS, WAIT_HOURS } from "./invoicing-changes.ts";

type Holding = { holds: string; told: string };

const BY = { "bank transfer": "by bank transfer", cash: "in cash" } as const satisfies Record<
  HandMeans,
  string
>;

/** Sentences about invoices, read by delegates. */
export const invoiceMessages = {
  about:
    "If a university or an employer pays for you, or you cannot pay by card, you can pay an invoice by bank transfer. Your place is kept until it is due.",
  totalNext: "The next page shows the total before anything is written.",
  binding:
    "The invoice is written at these prices. Until it is due or you cancel it, you cannot pay for a pass by card.",
  forSeveral:
    "One invoice for all of them, paid by one bank transfer. Their places are kept until it is due. Once it is paid, each of them holds their pass and gets a receipt.",
  bindingForSeveral:
    "The invoice is written at these prices. Until it is due or you cancel it, none of these people can pay for their pass by card.",
  allOrNobody: "It is paid as a whole: for whom it is cannot be changed once it is written.",
  notOffered: "Invoices are not offered at the moment. You can pay by card.",
  nothingToPay: "There is nothing to pay, so there is nothing to invoice. Take the pass on its own page.",
  tooMany: (minutes: number) =>
    `You have asked for several invoices in a short time. Please wait ${minutesInWords(minutes)}, or pay by card.`,
  notOpen: "This invoice is not open any more. Nothing was changed: look at it again.",
  moneyRecorded:
    "The payment of this invoice is being recorded, so it cannot be cancelled any more. Please write to us if that is a mistake.",
  kept: (title: string, due: string) => `Your place is kept until ${due}: ${title}.`,
  card: "You can still pay by card instead: cancel the invoice, and do not pay it then.",
  paid: (means: string) => `Paid ${BY[means as HandMeans] ?? ""}. Thank you.`,
  waiting: "Your payment has come in and is being confirmed.",
  ended: "This invoice was not paid and has ended. Please do not pay it.",
  givenBack: "This invoice was paid, and what was paid for it was given back or is on its way back.",
} as const;

/** Sentences about money that comes in by hand, read by staff. */
export const takingMessages = {
  notAnAmount: "Enter an amount in dollars, such as 550 or 550.50.",
  notADay: "Enter the day on which it came in, such as 2022-12-17.",
  inFuture: "This day is still to come. Enter the day on which the money came in.",
  tooLittle: (due: string, missing: string) =>
    `The invoice is for ${due}, and ${missing} of it is missing. Ask for the rest and record all of it once it is there; or record what came in as money that is given back.`,
  tooMuch: (due: string, more: string) =>
    `The invoice is for ${due}, and ${more} more than that came in. Record ${due} here, and then ${more} as money that is given back.`,
  notOpen:
    "This invoice is not open any more. Nothing was recorded: look at it again. Money that has come in for it all the same is recorded as money that is given back.",
  isWaiting: "Money for this invoice is recorded already and waits for a second person.",
  otherPerson: "You recorded this yourself. Somebody else with the right to payments has to confirm it.",
  newPerson:
    "You were given “Money” after this was recorded, so you cannot be the second person for it. Somebody who had it before can confirm it. If there is nobody else, take it back and record it once more.",
  enteredOtherwise: (amount: string) =>
    `This entry was made already, with ${amount} and other details. Nothing was recorded: look at the invoice, and begin again from its page.`,
  notWaiting: "Somebody else has confirmed or withdrawn this meanwhile. Nothing was done: look at it again.",
  notKept:
    "It was recorded, but could not be written into the second log, and so it does not count yet. The portal goes on trying; you can also confirm it in a moment.",
  notOwed: "Somebody else has recorded meanwhile that this went back. Nothing was done.",
  reversal: {
    title: "Recorded by mistake",
    lead: "Reverse this entry if the money never came in, or is another person’s. The entry stays as it is, and the reversal stands beside it.",
    endsOwed: "Nothing is owed any more.",
    ends: ({ holds, told }: Holding) =>
      `The invoice is not paid any more and ends, and what was paid for it ends at once: that ${holds} is over. Whoever held something ${told}.`,
    later: "Above the limit of the edition, it is reversed once a second person has confirmed it.",
    asked: "Somebody has asked to reverse this entry.",
    otherPerson:
      "You have asked for this yourself. Somebody else with the right to payments has to confirm it.",
    notPossible:
      "This entry cannot be reversed any more. Somebody else has reversed it or recorded that it went back.",
    partGone:
      "Something of what this money paid for has been given back or is on its way. Give back the rest, and record how it went.",
    notAsked: "Somebody else has confirmed or withdrawn this meanwhile. Nothing was done: look at it again.",
  },
  noteNeeded: "Say why. It is kept.",
  howNeeded: "Say how it went back, such as the reference of the transfer. It is kept.",
  receipt: (amount: string, means: HandMeans, who: string, things: string) =>
    `${who} has paid ${amount} ${BY[means]} for the ${things}.`,
  owed: (amount: string, means: HandMeans, who: string) =>
    `${who} has paid ${amount} ${BY[means]}, and it buys nothing. It is owed to them until you record that it went back.`,
  owedLater: (limit: string) => `It is more than ${limit}: it counts once a second person has confirmed it.`,
  confirmOwed:
    "Confirm it only if you have seen the money yourself, on the bank statement or in the till. Then it is owed to them.",
  unfinished:
    "It was recorded, and does not count yet. The portal finishes it within minutes, or you do now.",
  /** Who will hold what, and is told so; `paidFor` are the several people for whom somebody pays. */
  holding: (who: string, things: string, paidFor: string[]) =>
    paidFor.length === 0
      ? { holds: `${who} holds the ${things}`, told: "is told by mail" }
      : { holds: `${listInWords(paidFor)} hold their passes`, told: "each of them is told by mail" },
  effect: ({ holds, told }: Holding) => `${holds} at once and ${told}.`,
  effectLater: ({ holds, told }: Holding, limit: string) =>
    `It is more than ${limit}: once a second person has confirmed it, ${holds} and ${told}.`,
  confirm: ({ holds, told }: Holding) =>
    `Confirm it only if you have seen the money yourself, on the bank statement or in the till. Then ${holds} at once and ${told}.`,
  cancelled: (people: number) =>
    people === 0
      ? "The place is free again, and the delegate can pay by card or ask for another invoice."
      : `The places of all ${people} are free again. Each of them can pay by card, and whoever was to pay can ask for another invoice.`,
  cannotPay: (reason: string) => `They cannot take this pass now. Their own page says: ${reason}`,
  deskPrice: "without add-ons, whose prices come on top. The next page says what it comes to.",
  desk: "Ask whether they can pay by card or have an invoice first: this writes an invoice of its own and records its money.",
} as const;

/** Sentences about what invoices say and above what a second person confirms money, read by staff. */
export const invoicingMessages = {
  lead: (edition: string) =>
    `What the invoices of the ${edition} say, and above which amount a second person confirms money. Delegates pay into this account, so nobody changes it alone.`,
  nobodySaid: `Nobody has said anything yet: delegates are offered no invoices, and a second person confirms money above ${dollars(NO_INVOICING.secondPersonCents)}.`,
  howItGoes: `It takes effect when another person with “Money” confirms it. Whoever got “Money” less than ${WAIT_HOURS} hours ago cannot confirm. If nobody else can, all the staff are told at once, and it takes effect after ${WAIT_HOURS} hours unless it is withdrawn.`,
  filledIn: (edition: string) => `Filled in as in ${edition}. Look whether it still holds.`,
  onlyNew: "Invoices and money that are there already keep what was in force when they were written.",
  waits: "It waits for a second person",
  waitsFor: (who: string) =>
    `Nothing has changed yet. Confirm it only if you know from ${who} that it is right: a mail can be forged, so ask them in person or by telephone.`,
  applies: "It takes effect without a second person",
  appliesAlone:
    "Nobody else could confirm it when it was proposed. All the staff were told of it by mail. Whoever has “Money” can withdraw it until then.",
  confirm: "Confirm and put into force",
  withdraw: "Withdraw",
  proposed: "It is proposed. Nothing has changed yet.",
  nothingNew: "This is what is in force already. Nothing was proposed.",
  moved:
    "Something else was proposed or confirmed after you opened this page. Nothing was done: look at it again.",
  settled: "It has been confirmed or withdrawn meanwhile. Nothing was done: look at it again.",
  whyNot: {
    own: "You proposed this yourself. Somebody else with “Money” has to confirm it.",
    new: `You had not had “Money” for ${WAIT_HOURS} hours when this was proposed, so you cannot confirm it. You can withdraw it.`,
    left: "Whoever proposed this does not have “Money” any more, so it cannot hold. Withdraw it, and propose it again if it is right.",
    moved:
      "Something else has come into force since this was proposed, so it cannot hold. Withdraw it, and propose it again.",
  },
  days: `Enter a number of days from 1 to ${MOST_INVOICE_DAYS}.`,
  tooHigh: (most: number) => `Enter ${dollars(most)} at most.`,
  noSeller: "Invoices are offered, but they do not say who sends them. Write the name and the address.",
  hints: {
    seller: "Name and address as they stand on an invoice, in several lines.",
    payTo:
      "The bank account and what else somebody must know who pays an invoice. While this is empty, delegates are offered no invoices.",
    tax: "A sentence that stands under the lines of an invoice, even if none are charged.",
    days: "A place is kept for so long, and never beyond the end of the sale. An invoice that nobody pays ends by itself.",
    secondPerson:
      "Bank transfers and cash are recorded by the staff. Above this amount the pass is given only once somebody else has confirmed it.",
  },
  home: {
    title: "What invoices say is about to change",
    applies: (who: string, edition: string) =>
      `${who} has proposed other bank details, limits or texts for the invoices of the ${edition}, and nobody else can confirm them. They hold from then on:`,
    waits: (who: string, edition: string) =>
      `${who} has proposed other bank details, limits or texts for the invoices of the ${edition}. They change nothing before a second person has confirmed them.`,
    unexpected: "If you did not expect this, ask them today. Whoever has “Money” can withdraw it.",
    look: "Look at it",
  },
} as const;
