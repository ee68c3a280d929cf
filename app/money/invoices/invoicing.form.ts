import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { centsOf } from "~/values/money.ts";
import { line, lines, needed } from "~/values/text.form.ts";
import { MOST_INVOICE_DAYS } from "./invoicing-changes.ts";
import { invoicingMessages, takingMessages } from "./messages.ts";

/** The most money that may come in without a second person (cents). */
const MOST_LIMIT = 100_000_00;

const limit = z.string({ error: messages.required }).transform((typed, issues) => {
  const cents = centsOf(
    typed
      .trim()
      .replace(/^\$\s?/, "")
      .replaceAll(",", ""),
  );
  if (cents === null) issues.addIssue({ code: "custom", message: takingMessages.notAnAmount });
  else if (cents > MOST_LIMIT)
    issues.addIssue({ code: "custom", message: invoicingMessages.tooHigh(MOST_LIMIT) });
  return cents ?? 0;
});

const days = z
  .string({ error: messages.required })
  .regex(/^\s*\d{1,3}\s*$/, invoicingMessages.days)
  .transform(Number)
  .refine((number) => number >= 1 && number <= MOST_INVOICE_DAYS, { error: invoicingMessages.days });

/** What invoices shall say, and above what a second person confirms money. */
export const InvoicingForm = z
  .object({
    seller: lines(1000),
    payTo: lines(2000),
    tax: needed(line(300)),
    days,
    secondPersonCents: limit,
  })
  .refine(({ seller, payTo }) => payTo === "" || seller !== "", {
    path: ["seller"],
    error: invoicingMessages.noSeller,
  });
