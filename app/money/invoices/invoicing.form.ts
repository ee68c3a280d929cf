import * as z from "zod";
import { NO_INVOICING } from "~/conference/invoicing.ts";
import { messages } from "~/values/messages.ts";
import { typedCents } from "~/values/money.ts";
import { line, lines, needed } from "~/values/text.form.ts";
import { MOST_INVOICE_DAYS } from "./invoicing-changes.ts";
import { invoicingMessages, takingMessages } from "./messages.ts";
import { percentage, rateOf } from "./tax.ts";

/** No sum that the form asks for may be higher than this (cents). */
const MOST_LIMIT = 100_000_00;

/** No tax is higher than this (hundredths of a percent). A higher rate is a typing error, such as 77 for 7.7. */
const MOST_TAX = 50_00;

const limit = z.string({ error: messages.required }).transform((typed, issues) => {
  const cents = typedCents(typed);
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

const rate = line(20).transform((typed, issues) => {
  const read = typed === "" ? 0 : rateOf(typed);
  if (read === null || read > MOST_TAX) {
    issues.addIssue({ code: "custom", message: invoicingMessages.notARate(percentage(MOST_TAX)) });
  }
  return read ?? 0;
});

/** The fields of the form: what invoices say, and the sums above which a second person must confirm money. */
export const InvoicingForm = z
  .object({
    seller: lines(1000),
    payTo: lines(2000),
    tax: needed(line(300)),
    taxRate: rate,
    taxNumber: line(60),
    days,
    secondPersonCents: limit,
    writeOffCents: limit,
    moneyOutCents: limit,
  })
  .refine(({ seller, payTo }) => payTo === "" || seller !== "", {
    path: ["seller"],
    error: invoicingMessages.noSeller,
  })
  .refine(({ taxRate, taxNumber }) => taxRate === 0 || taxNumber !== "", {
    path: ["taxNumber"],
    error: invoicingMessages.noTaxNumber,
  })
  .refine(({ taxRate, taxNumber }) => taxNumber === "" || taxRate !== 0, {
    path: ["taxRate"],
    error: invoicingMessages.noTaxRate,
  })
  .refine(({ taxRate, tax }) => taxRate === 0 || tax !== NO_INVOICING.tax, {
    path: ["tax"],
    error: invoicingMessages.taxesDiffer,
  });
