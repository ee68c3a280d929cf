import { mailText } from "~/mail/mail-text.ts";

/** Until when the places are kept that an invoice is for, and how many. */
type Kept = { due: string; people: number };

const places = (people: number) => (people === 1 ? "Your place is" : `The places of ${people} people are`);

/** Mails about invoices. */
export const invoiceMails = {
  issued: (amount: string, { due, people }: Kept, link: string) =>
    mailText(
      "Your invoice",
      `You have asked for an invoice of ${amount}. ${places(people)} kept until ${due}; please pay it by then.`,
      `The invoice, to print or to pass on: ${link}`,
      "If you did not ask for it, please write to us.",
    ),
  reminder: (number: string, amount: string, { due, people }: Kept, link: string) =>
    mailText(
      `Your invoice ${number} is due soon`,
      `We have not received ${amount} yet. ${places(people)} kept until ${due}; after that the invoice ends. If you have paid in the last days, there is nothing to do.`,
      `The invoice: ${link}`,
    ),
  ended: (number: string, people: number, link: string) =>
    mailText(
      `Your invoice ${number} has ended`,
      `It was not paid by its due date, so ${places(people).toLowerCase()} no longer kept. Please do not pay it any more.`,
      `You can pay by card or ask for another invoice as long as there are places: ${link}`,
      "If you have paid it already, please write to us.",
    ),
};
