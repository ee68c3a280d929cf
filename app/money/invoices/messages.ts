import type { HandMeans } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";

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
    `You have asked for several invoices in a short time. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`}, or pay by card.`,
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
  notWaiting: "Somebody else has confirmed or withdrawn this meanwhile. Nothing was done: look at it again.",
  notKept:
    "It was recorded, but could not be written into the second log, and so it does not count yet. Confirm it in a moment.",
  notOwed: "Somebody else has recorded meanwhile that this went back. Nothing was done.",
  noteNeeded: "Say why. It is kept.",
  howNeeded: "Say how it went back, such as the reference of the transfer. It is kept.",
  receipt: (amount: string, means: HandMeans, who: string, things: string) =>
    `${who} has paid ${amount} ${BY[means]} for the ${things}.`,
  owed: (amount: string, means: HandMeans, who: string) =>
    `${who} has paid ${amount} ${BY[means]}, and it buys nothing. It is owed to them until you record that it went back.`,
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
