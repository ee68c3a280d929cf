import { WAIT_HOURS } from "~/accounts/second-person.ts";
import { NO_INVOICING } from "~/conference/invoicing.ts";
import { dateInWords } from "~/values/days.ts";
import { dollars } from "~/values/money.ts";
import type { HandMeans } from "~/values/types.ts";
import { grouped, listInWords, minutesInWords, quantity } from "~/values/words.ts";
import { MOST_INVOICE_DAYS } from "./invoicing-changes.ts";

type Holding = { holds: string; told: string };

const BY = { "bank transfer": "by bank transfer", cash: "in cash" } as const satisfies Record<
  HandMeans,
  string
>;

/** Sentences about invoices, read by delegates. */
export const invoiceMessages = {
  about:
    "Does a university or an employer pay for you, or can you not pay by card? Then you can pay an invoice by bank transfer. We keep your place until the invoice is due.",
  totalNext: "The next page shows the total before we write the invoice.",
  binding:
    "We write the invoice at these prices. Until it is due or you cancel it, you cannot pay for a pass by card.",
  forSeveral:
    "You get one invoice for all of them, and pay it by one bank transfer. We keep their places until the invoice is due. When you have paid, each of them has a pass and gets a receipt.",
  bindingForSeveral:
    "We write the invoice at these prices. Until it is due or you cancel it, none of these people can pay for their pass by card.",
  allOrNobody: "You pay the whole invoice at once. You cannot add or remove people later.",
  notOffered: "Invoices are not offered at the moment. You can pay by card.",
  nothingToPay: "There is nothing to pay, so you need no invoice. Take the pass on its own page.",
  tooMany: (minutes: number) =>
    `You have asked for several invoices in a short time. Please wait ${minutesInWords(minutes)}, or pay by card.`,
  notOpen: "This invoice is not open any more. Nothing was changed. Please look at it again.",
  moneyRecorded:
    "We are recording the payment of this invoice, so you cannot cancel it any more. If this is a mistake, please write to us.",
  partPaid:
    "A part of this invoice is paid, so you cannot cancel it yourself. If you do not want the pass any more, please write to us.",
  kept: (title: string, due: string) => `We keep your place until ${due}: ${title}.`,
  card: "You can still pay by card instead. Cancel the invoice first, and do not pay the invoice then.",
  paid: (means: string) => `Paid ${BY[means as HandMeans] ?? ""}. Thank you.`,
  cameIn: (day: string) => `Came in on ${dateInWords(day)}`,
  notAskedFor: "Waived: nobody has to pay it",
  restOf: (rest: string, total: string) => `${rest} of ${total} is still to be paid.`,
  waiting: "Your payment has come in and is being confirmed.",
  ended: "This invoice was not paid and has ended. Please do not pay this invoice.",
  givenBack: "This invoice was paid. The money was given back or is on its way back.",
  partBack: (amount: string, left: string) => `${amount} of it was given back. ${left} stays paid.`,
  wasPaid: "This invoice was paid.",
} as const;

/** Sentences on a credit note, read by the payer and by the staff. */
export const creditNoteMessages = {
  lead: (invoice: string) => `The amount of invoice ${invoice} that was given back`,
  isVoid: "This credit note is void. The money came back to us, so this amount counts as paid again.",
  mistake:
    "We had recorded the payment of this invoice by mistake. This credit note takes the whole payment back. No money moves.",
  bank: "The bank took this amount back.",
  asCredit: "No money was sent. The person who paid has this amount as credit for a later order.",
  partAsCredit: (amount: string) =>
    `${amount} of it was paid with credit. This part is credit again, which pays for a later order.`,
} as const;

/** Sentences about money that the staff record, read by staff. */
export const takingMessages = {
  notAnAmount: "Enter an amount in dollars, such as 550 or 550.50.",
  notADay: "Enter the day on which it came in, such as 2022-12-17.",
  inFuture: "This day is still to come. Enter the day on which the money came in.",
  tooMuch: (missing: string, more: string) =>
    `${missing} is missing, and ${more} too much came in. Record ${missing} here, and then ${more} as money to give back.`,
  otherRest:
    "Other money was recorded for this invoice meanwhile. This does not count. Look at the invoice, withdraw this, and begin again from what is missing now.",
  notOpen:
    "This invoice is not open any more. Nothing was recorded. Look at it again. If money has come in for it, record it as money to give back.",
  isWaiting: "Money for this invoice is recorded already and waits for a second person.",
  otherPerson: "You recorded this yourself. Somebody else with the right to payments has to confirm it.",
  newPerson:
    "You got “Money” after this was recorded, so you cannot be the second person. Somebody who had “Money” before can confirm it. If there is nobody else, take the entry back and record it again.",
  enteredOtherwise: (amount: string) =>
    `This entry was made already, with ${amount} and other details. Nothing was recorded: look at the invoice, and begin again from its page.`,
  notWaiting: "Somebody else has confirmed or withdrawn this meanwhile. Nothing was done: look at it again.",
  notKept:
    "This was recorded, but we could not write it into the second log. It does not count yet. The portal tries again. You can also confirm it in a moment.",
  notOwed: "Somebody else has recorded meanwhile that this went back. Nothing was done.",
  reversal: {
    why: "Why it was a mistake",
    title: "Recorded by mistake",
    lead: "Reverse this entry if the money never came in, or belongs to another person. The entry stays as it is. You see the reversal beside it.",
    endsOwed: "Nothing is owed any more.",
    ends: ({ holds, told }: Holding) =>
      `The invoice is not paid any more and ends. This ends at once, too: ${holds}. ${told}.`,
    endsPart: "It does not count towards the invoice any more. The invoice stays open.",
    others: "Other money that paid this invoice is owed to its sender then.",
    later: "Above the limit of the edition, it is reversed once a second person has confirmed it.",
    asked: "Somebody has asked to reverse this entry.",
    otherPerson:
      "You have asked for this yourself. Somebody else with the right to payments has to confirm it.",
    notPossible:
      "This entry cannot be reversed any more. Somebody else has reversed it or recorded that it went back.",
    partGone:
      "Part of this money has been given back or is on its way. Give back the rest, and record how you did it.",
    changed: "This money has changed since the request. Withdraw the request, and make a new one.",
    notAsked: "Somebody else has confirmed or withdrawn this meanwhile. Nothing was done: look at it again.",
  },
  noteNeeded: "Say why. We keep the reason.",
  howNeeded: "Say how you gave the money back, such as the reference of the transfer. We keep this.",
  /**
   * The sentence does not say who sent the money, because the sender may be the buyer on the invoice, the invoice's
   * delegate, or somebody else.
   */
  receipt: (amount: string, means: HandMeans, things: string) =>
    `${amount} was paid ${BY[means]} for the ${things}.`,
  owed: (amount: string, means: HandMeans) =>
    `${amount} was paid ${BY[means]}, and this money buys nothing. We owe it to its sender until you record that you gave it back.`,
  /** The reference and the day of a taking, in words. */
  details: (reference: string, day: string) =>
    `The reference is “${reference}”, and the money came in on ${dateInWords(day)}.`,
  owedLater: (limit: string) =>
    `This is more than ${limit}, so it counts only when a second person has confirmed it.`,
  confirmOwed:
    "Confirm this only if you have seen the money yourself, on the bank statement or in the till. Then we owe it to its sender.",
  unfinished:
    "This was recorded, but does not count yet. The portal finishes it within minutes, or you can finish it now.",
  /** Who will hold what, and who is told about it. `paidFor` are the people for whom somebody else pays. */
  holding: (who: string, things: string, paidFor: string[]) =>
    paidFor.length === 0
      ? { holds: `${who} has the ${things}`, told: "We tell them by mail" }
      : { holds: `${listInWords(paidFor)} have their passes`, told: "We tell each of them by mail" },
  part: (amount: string, means: HandMeans, missing: string) =>
    `${amount} was paid ${BY[means]}, a part of the invoice. ${missing} is still missing.`,
  partEffect: (who: string) =>
    `The invoice stays open, and nobody has the pass yet. We tell ${who} by mail what is missing.`,
  partLater: (limit: string) =>
    `Together with what one person has already recorded alone, this is more than ${limit}. So a second person must confirm it.`,
  writeOff: {
    title: "Write off the rest",
    lead: (missing: string) =>
      `${missing} is missing. If a bank has kept it as a fee, you need not ask for it: write it off, and the invoice is paid.`,
    later: "Above the limit of the edition, it counts once a second person has confirmed it.",
    why: "Why nobody has to pay it",
    says: (missing: string) => `Nobody has to pay the missing ${missing}. The books show it as written off.`,
    button: (missing: string) => `Write off ${missing}`,
    effect: ({ holds, told }: Holding) => `Then ${holds} at once. ${told}.`,
    confirm: ({ holds, told }: Holding) =>
      `Confirm this only if you know why the rest does not come. Then ${holds} at once. ${told}.`,
  },
  effect: ({ holds, told }: Holding) => `${holds} at once. ${told}.`,
  effectLater: ({ holds, told }: Holding, limit: string) =>
    `This is more than ${limit}, so a second person must confirm it. Then ${holds}. ${told}.`,
  confirm: ({ holds, told }: Holding) =>
    `Confirm this only if you have seen the money yourself, on the bank statement or in the till. Then ${holds} at once. ${told}.`,
  confirmPart: (who: string) =>
    `Confirm this only if you have seen the money yourself, on the bank statement or in the till. The invoice stays open. We tell ${who} by mail what is missing.`,
  cannotCancel:
    "Money for this invoice waits for a second person, so nothing was cancelled. Confirm that money or withdraw it first.",
  cancelled: (people: number) =>
    people === 0
      ? "The place is free again, and the delegate can pay by card or ask for another invoice."
      : `The places of all ${people} are free again. Each of them can pay by card. The person who was to pay can ask for another invoice.`,
  partBack: "It went back",
  partsOwed: "What has come in for it is owed to its sender until you record that you gave it back.",
  cannotPay: (reason: string) => `They cannot take this pass now. Their own page says: ${reason}`,
  costsNothing: "This pass costs them nothing. They take it on their own page.",
  deskPrice: "without add-ons. Add-ons cost extra. The next page shows the total.",
  desk: "First ask whether they can pay by card or have an invoice. This page writes a new invoice and records its money.",
} as const;

/** Sentences about what invoices say and about the sums above which a second person confirms money, read by staff. */
export const invoicingMessages = {
  lead: (edition: string) =>
    `The text of the invoices of the ${edition}, and the amounts above which a second person confirms money in and out. Delegates pay into this account, so nobody changes it alone.`,
  nobodySaid: `Nothing is set up yet. Delegates cannot ask for invoices, and a second person confirms money in or out above ${dollars(NO_INVOICING.secondPersonCents)}.`,
  howItGoes: `A change takes effect when another person with “Money” confirms it. A person who got “Money” less than ${WAIT_HOURS} hours ago cannot confirm. If nobody else can confirm, we tell all the staff at once. Then the change takes effect after ${WAIT_HOURS} hours, unless somebody withdraws it.`,
  filledIn: (edition: string) => `Filled in as in ${edition}. Check whether it is still right.`,
  onlyNew: "Earlier invoices and money keep the rules of the day when they were written.",
  waits: "It waits for a second person",
  waitsFor: (who: string) =>
    `Nothing has changed yet. Confirm this only if you know from ${who} that it is right. A mail can be forged, so ask them in person or by telephone.`,
  applies: "It takes effect without a second person",
  appliesAlone:
    "Nobody else could confirm this when it was proposed. All the staff were told by mail. Anybody with “Money” can withdraw the proposal until then.",
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
    left: "The person who proposed this does not have “Money” any more, so it cannot take effect. Withdraw it, and propose it again if it is right.",
    moved:
      "Something else took effect after this was proposed, so this proposal cannot take effect. Withdraw it, and propose it again.",
  },
  days: `Enter a number of days from 1 to ${MOST_INVOICE_DAYS}.`,
  tooHigh: (most: number) => `Enter ${dollars(most)} at most.`,
  notARate: (most: string) =>
    `Enter a rate in percent, such as 7.7, and ${most} at most. Leave it empty if prices include no tax.`,
  noTaxNumber: "Prices include a tax, but invoices show no tax number. Enter the tax number.",
  taxesDiffer: `Prices include a tax, but invoices say “${NO_INVOICING.tax}” Write what invoices say about the tax.`,
  noTaxRate:
    "Invoices show a tax number, but prices include no tax. Enter the rate, or leave the tax number empty.",
  noSeller: "Invoices are offered, but they do not say who sends them. Write the name and the address.",
  hints: {
    seller: "Name and address as they stand on an invoice, in several lines.",
    payTo:
      "The bank account, and everything else that people must know to pay. While this is empty, delegates cannot ask for invoices.",
    tax: "A sentence under the lines of an invoice, even if no tax is charged.",
    taxRate:
      "Such as 7.7. An invoice then says how much tax its total includes. The prices stay the same. Leave it empty if you charge no tax.",
    taxNumber: "The number under which you pay this tax. It stands on every invoice.",
    days: "We keep a place for this many days, but never after the end of the sale. An invoice that nobody pays ends by itself.",
    secondPerson:
      "The staff record bank transfers and cash. Above this amount, the delegate gets the pass only when another person has confirmed the money.",
    writeOff:
      "The staff can write off a small amount that is missing. Above this amount, another person confirms that.",
    moneyOut:
      "Refunds, gestures of goodwill, and awards and codes without a budget. Above this amount, and for a share of 100%, another person confirms them.",
  },
  home: {
    title: "What invoices say is about to change",
    applies: (who: string, edition: string) =>
      `${who} has proposed other bank details, limits or texts for the invoices of the ${edition}, and nobody else can confirm them. They take effect on:`,
    waits: (who: string, edition: string) =>
      `${who} has proposed other bank details, limits or texts for the invoices of the ${edition}. They change nothing before a second person has confirmed them.`,
    unexpected: "If you did not expect this, ask them today. Anybody with “Money” can withdraw the proposal.",
    look: "Look at it",
  },
} as const;

/** Sentences about a bank's file, read by staff. */
export const bankFileMessages = {
  lead: "Choose the CSV file of the bank account. The next page shows which transfer pays which invoice. You record them there.",
  notKept: "We do not keep the file.",
  nothingGiven: "Choose a file, or paste its text.",
  tooLarge: "This file is larger than 1 MB. Download fewer days from the bank.",
  notText: "This is not a CSV file. Download the transfers from the bank as CSV and choose that file.",
  empty: "This file has no lines.",
  noTable: "This file has only one column. Choose the CSV file that you downloaded from the bank.",
  openQuote: (line: number) => `A quotation mark is not closed in line ${grouped(line)}.`,
  tooManyLines: (most: number) =>
    `A file can have ${grouped(most)} lines at most. Download fewer days from the bank.`,
  whichColumns: "Say which column has the day and which one has the amount.",
  whichDays: "The days in this file can be read in two ways. Say how the bank writes them.",
  noLines: "No line has a day and an amount in these columns. Choose other columns.",
  dayNeeded: "Choose the column with the day.",
  amountNeeded: "Choose a column with the amount, or with the money that came in.",
  hints: {
    amount: "Money that went out has a minus here, or stands in brackets.",
    credit: "Only if money in and money out have a column each.",
    side: "Only if one column says whether money came in or went out.",
    reference: "The bank’s own number of a transfer. If there is none, the text is the reference.",
    texts: "Here we look for numbers of invoices and for names. If you tick none, we look in all of them.",
  },
  read: (incoming: number, outgoing: number) =>
    `The file has ${quantity(incoming, "transfer")} into the account. ${
      outgoing === 0
        ? "No money went out."
        : `${quantity(outgoing, "line")} of money that went out ${outgoing === 1 ? "is" : "are"} left out.`
    }`,
  nothingYet: "Nothing is recorded yet.",
  unreadable: (lines: number) =>
    `We could not read ${quantity(lines, "line")}. Look ${lines === 1 ? "at it" : "at them"} in the file.`,
  unreadableLine: (line: number, cell: string) => `Line ${grouped(line)}: “${cell}”`,
  tickOne: "Tick at least one transfer.",
  recorded: (number: number) =>
    number === 1 ? "1 transfer is recorded." : `${grouped(number)} transfers are recorded.`,
  wait: (waiting: number, recorded: number) => {
    const who = waiting < recorded ? `${grouped(waiting)} of them` : waiting === 1 ? "It" : "They";
    return waiting === 1
      ? `${who} waits for a second person and does not count yet.`
      : `${who} wait for a second person and do not count yet.`;
  },
  notRecorded: (number: number) =>
    number === 1
      ? "1 transfer is not recorded. You read the reason beside it."
      : `${grouped(number)} transfers are not recorded. You read the reason beside each.`,
  refused: "Not recorded.",
  left: (number: number, most: number) =>
    `We record ${most} at a time. Press the button again for the other ${grouped(number)}.`,
  exact: (number: string, name: string) => `It pays ${number} of ${name}.`,
  byName: (number: string, name: string) =>
    `We found no invoice by its number. ${number} of ${name} has this amount, and the name is in the text. Please look.`,
  less: (number: string, due: string, missing: string) =>
    `It pays a part of the ${due} still to be paid for ${number}. The invoice stays open, and ${missing} will then be missing.`,
  more: (number: string, due: string, more: string) =>
    `It is for ${number}. We record ${due} for the invoice and ${more} as money to give back.`,
  closed: {
    paid: (number: string) => `${number} is paid already. If this is other money, we must give it back.`,
    "given back": (number: string) => `The money for ${number} was given back. We must give this back, too.`,
    ended: (number: string) => `${number} has ended. We must give the money back.`,
  },
  waits: (number: string) => `Money for ${number} is recorded already and waits for a second person.`,
  foreign: (number: string, currency: string) =>
    `It is for ${number}, but not in dollars (${currency}). Record on the page of the invoice how many dollars came in.`,
  sameInvoice: (number: string, line: number) =>
    `Line ${grouped(line)} of the file is for ${number}, too. Record that line first.`,
  repeated: (line: number) =>
    `Line ${grouped(line)} of the file has the same reference, day and amount. If this is another transfer, record it on the page of its invoice.`,
  duplicate: (amount: string, number: string, day: string) =>
    `It is recorded already: ${amount} for ${number}, which came in on ${day}.`,
  several: (numbers: readonly string[]) =>
    `It names several invoices: ${listInWords(numbers)}. Record each amount on the page of its invoice.`,
  unknownNumber: (numbers: readonly string[]) =>
    `There is no invoice ${listInWords(numbers)}. Find out which invoice it pays, and record it by hand on the page of that invoice.`,
  otherEdition: (numbers: readonly string[]) =>
    `It names ${listInWords(numbers)}, which belongs to another conference. Change to that conference and open the file there.`,
  none: "It names no invoice.",
  recordedFor: (amount: string, number: string) => `${amount} for ${number}.`,
  owedOfIt: (amount: string) => `${amount} of it pays nothing and has to go back.`,
  leftOfIt: (amount: string) => `${amount} of it is not recorded.`,
  sameReference: (reference: string, amount: string, number: string, day: string) =>
    `The reference “${reference}” is recorded already: ${amount} for ${number}, which came in on ${day}.`,
  takenBack: (amount: string, number: string) =>
    `The same reference was recorded before and taken back: ${amount} for ${number}.`,
} as const;
