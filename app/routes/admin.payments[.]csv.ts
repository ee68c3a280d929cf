import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAct } from "~/access/gate.server.ts";
import { paymentFilterOf } from "~/money/books/payment-filter.form.ts";
import { exportPayments, type ListedPayment } from "~/money/books/payment-list.server.ts";
import { RECEIPT_STATES } from "~/money/payments/receipts.ts";
import { isOfAddOns, totalOf } from "~/money/prices/pricing.ts";
import { csvFile } from "~/platform/csv-file.server.ts";
import { csvInstant } from "~/values/csv.ts";
import { dollarAmount } from "~/values/money.ts";

const inDollars = (cents: number) => dollarAmount(cents).toFixed(2);

/** The amounts that awards and codes took off the prices. */
const reductionsIn = (lines: ListedPayment["lines"]) => lines.flatMap(({ reductions = [] }) => reductions);

const COLUMNS: [name: string, value: (payment: ListedPayment) => string][] = [
  ["reference", ({ id }) => id],
  ["email", ({ email }) => email],
  ["name", ({ name }) => name],
  // The person who holds what was bought. After a transfer, this is not the person who paid.
  ["holder", ({ holder }) => holder],
  ["payer", ({ payer }) => payer],
  ["pass", ({ passType }) => passType],
  [
    "addOns",
    ({ addOns }) =>
      Object.entries(addOns)
        .map(([id, variant]) => (variant === true ? id : `${id}=${variant}`))
        .join(" "),
  ],
  ["amount", ({ amountCents }) => inDollars(amountCents)],
  [
    "refunded",
    ({ state, returnedCents, underWayCents, bankCents }) =>
      inDollars(RECEIPT_STATES.has(state) ? returnedCents - underWayCents - bankCents : 0),
  ],
  // The payment's amount in the ledger. These amounts, together with the money that came in but buys nothing, add up to
  // the total of the journal.
  ["net", ({ moneyCents }) => inDollars(moneyCents)],
  ["credit", ({ creditCents }) => inDollars(creditCents)],
  ["reduced", ({ lines }) => inDollars(totalOf(reductionsIn(lines).map(({ cents }) => cents)))],
  [
    "reducedBy",
    ({ lines }) =>
      reductionsIn(lines)
        .map(({ title }) => title)
        .join("; "),
  ],
  ["buys", (payment) => (isOfAddOns(payment) ? "add-ons" : "pass")],
  ["state", ({ state }) => state],
  ["paidBy", ({ means }) => means],
  [
    "card",
    ({ cardBrand, cardLastFour }) => (cardLastFour ? `${cardBrand ?? ""} ${cardLastFour}`.trim() : ""),
  ],
  ["transaction", ({ transactionId }) => transactionId ?? ""],
  ["created", ({ createdAt }) => csvInstant(createdAt)],
  ["settled", ({ resolvedAt }) => csvInstant(resolvedAt)],
  // Money that a bank took back; we did not give it back.
  ["takenByBank", ({ bankCents }) => inDollars(bankCents)],
  ["creditGiven", ({ creditGivenCents }) => inDollars(creditGivenCents)],
  // Refunds that were requested, but are not in the ledger yet.
  ["refundUnderWay", ({ underWayCents }) => inDollars(underWayCents)],
];

/** All payments that the filter selects, as a file for spreadsheets. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAct(args, "money", "export");
  const { filter } = paymentFilterOf(new URL(args.request.url).searchParams);
  async function* pages() {
    for await (const payments of exportPayments(args.context, visit.settings.conferenceId, filter))
      yield payments.map((payment) => COLUMNS.map(([, value]) => value(payment)));
  }
  return csvFile(
    args.context,
    visit,
    "payments.csv",
    COLUMNS.map(([name]) => name),
    pages(),
  );
}
