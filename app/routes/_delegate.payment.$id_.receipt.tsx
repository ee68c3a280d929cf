import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { eventWithDays } from "~/conference/events.ts";
import styles from "~/modules/paper.css?inline";
import { boughtWith, isGivenBack, isTakenByBank, whatBecameOf } from "~/money/payments/attempts.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { readPaymentStanding } from "~/money/payments/payment-standing.server.ts";
import { PaymentTag } from "~/money/payments/payment-state.tsx";
import { paidBy, RECEIPT_STATES, receiptLines, shownRefund } from "~/money/payments/receipts.ts";
import { shortReference } from "~/money/payments/references.ts";
import { WriteToUs } from "~/money/refunds/bank-returns.tsx";
import { refuseOthersPayment } from "~/money/transfers/transfers.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import type { DelegateStanding } from "~/standing/standing.server.ts";
import { Card } from "~/ui/card.tsx";
import { Letterhead, PrintHint } from "~/ui/letterhead.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { PriceTable } from "~/ui/price-table.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";

export const handle = { styles };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data ? `Receipt ${data.id}` : "Receipt") },
];

export async function loader(args: LoaderFunctionArgs) {
  const asked = args.params["id"]!;
  const { standing, settings, viewer } = await readPaymentStanding(
    args,
    paymentMessages.paymentsLoadFailed,
    asked,
  );
  const payment = standing.payments.find(({ id }) => id === asked);
  if (!payment) return refuseOthersPayment(args.context, viewer.uid, asked);
  if (!RECEIPT_STATES.has(payment.state)) refuse(404, messages.notFound);
  const { id, passType, lines, amountCents, resolvedAt, createdAt } = payment;
  const title = standing.catalogue.tickets.find((ticket) => ticket.id === passType)?.title ?? passType;
  const returned = standing.refunds.filter(({ paymentId }) => paymentId === id);
  return {
    id,
    state: payment.state,
    event: eventWithDays({ ...standing, ...standing.catalogue }, passType),
    name: standing.fullName,
    email: viewer.email,
    paidTo: settings.site.name,
    paidBy: paidBy(payment),
    isForOther: payment.payer !== null,
    date: resolvedAt ?? createdAt,
    lines: receiptLines(lines).map(({ title, variant, cents }) => ({
      title,
      detail: variant,
      amount: cents === 0 ? "Included" : dollars(cents),
    })),
    total: dollars(amountCents),
    credit: payment.creditCents > 0 ? dollars(payment.creditCents) : null,
    isWithBank: isTakenByBank(returned),
    contact: isTakenByBank(returned) ? settings.supportEmail : "",
    what:
      isGivenBack(payment) || isTakenByBank(returned)
        ? whatBecameOf(
            payment,
            returned,
            boughtWith(payment, title, heldOf(standing, id)),
            false,
            standing.edition.deadlineZone,
          )
        : null,
    refunds: returned.filter(({ amountCents }) => amountCents > 0).map(shownRefund),
  };
}

/** The things that one of the delegate's payments bought, if the delegate still holds them. */
const heldOf = ({ holdings }: Pick<DelegateStanding, "holdings">, id: string) =>
  holdings.filter(({ paymentId, state }) => paymentId === id && state === "held");

/** A page that the browser can print or save as a PDF. */
export default function Receipt() {
  const receipt = useLoaderData<typeof loader>();
  return (
    <Page title="Receipt" lead={receipt.event} noticesFollow>
      <Card>
        <Letterhead />
        <SummaryList
          rows={[
            { term: "Receipt number", value: receipt.id },
            { term: "Reference", value: shortReference(receipt.id) },
            { term: "Date", value: <Moment at={receipt.date} /> },
            { term: receipt.isForOther ? "For" : "Paid by", value: receipt.name || receipt.email },
            ...(receipt.name ? [{ term: "E-mail", value: receipt.email }] : []),
            { term: "Paid to", value: receipt.paidTo },
            ...(receipt.credit ? [{ term: "Paid with credit", value: receipt.credit }] : []),
            ...(receipt.paidBy ? [receipt.paidBy] : []),
            { term: "State", value: <PaymentTag state={receipt.state} isTakenByBank={receipt.isWithBank} /> },
            ...receipt.refunds.map(({ term, amount, date }) => ({
              id: `${term} ${date}`,
              term,
              value: (
                <>
                  {amount}, <Moment at={date} style="date" />
                </>
              ),
            })),
          ]}
        />
        <PriceTable
          lines={receipt.lines}
          total={receipt.total}
          totalLabel="Total paid"
          caption="What was paid for"
        />
        {receipt.what && <p>{receipt.what}</p>}
        <WriteToUs contact={receipt.contact} />
      </Card>
      <PrintHint>
        <a href="/payment-info">All your payments</a>
      </PrintHint>
    </Page>
  );
}
