import { expect, test } from "vitest";
import { money } from "~/editions/edition-fields.ts";
import { BudgetForm } from "~/money/awards/grants.form.ts";
import { TakingForm } from "~/money/invoices/invoices.form.ts";
import { InvoicingForm } from "~/money/invoices/invoicing.form.ts";
import { sizeOf } from "~/money/prices/grants.ts";
import { parseRefundForm } from "~/money/refunds/refund.form.ts";
import { parseForm } from "~/values/parse.form.ts";

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

/** Each field for an amount: the cents that it reads, or null if it refuses what was typed. */
const READERS: Record<string, (amount: string) => number | null | undefined> = {
  "money for an invoice": (amount) => {
    const coming = { means: "bank transfer", reference: "1", receivedOn: "2023-01-02" };
    const parsed = parseForm(TakingForm, formOf({ ...coming, amount }));
    return "problems" in parsed ? null : parsed.request.amount;
  },
  "a limit of invoices": (amount) => {
    const others = { tax: "None", days: "14", writeOffCents: "0", moneyOutCents: "0" };
    const parsed = parseForm(InvoicingForm, formOf({ ...others, secondPersonCents: amount }));
    return "problems" in parsed ? null : parsed.request.secondPersonCents;
  },
  "a price of an edition": (amount) => {
    const read = money("cents", "Price", 10_000_000).read(amount);
    return "problem" in read ? null : (read.value as number);
  },
  "an award": (amount) => sizeOf(amount)?.amountCents ?? null,
  "a budget": (amount) => {
    const parsed = parseForm(BudgetForm, formOf({ title: "Aid", amount }));
    return "problems" in parsed ? null : parsed.request.amount;
  },
  "a refund": (amount) => {
    const parsed = parseRefundForm(formOf({ kind: "money", reason: "Ill", amount }));
    return "problems" in parsed ? null : parsed.request.amountCents;
  },
};

test.each(
  Object.entries(READERS),
)("%s: a comma stands before thousands and never before cents", (_, read) => {
  expect(["550.50", "$1,250", "550,50"].map(read)).toEqual([55_050, 125_000, null]);
});
