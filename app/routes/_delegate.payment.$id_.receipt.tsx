import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Card } from "~/components/card.tsx";
import { Moment } from "~/components/moment.tsx";
import { Page } from "~/components/page.tsx";
import { PaymentTag } from "~/components/payment-state.tsx";
import { PriceTable } from "~/components/price-table.tsx";
import { SummaryList } from "~/components/summary-list.tsx";
import { isGivenBack, whatBecameOf } from "~/domain/attempts.ts";
import { conferenceName } from "~/domain/conferences.ts";
import { messages } from "~/domain/messages.ts";
import { dollars } from "~/domain/money.ts";
import { RECEIPT_STATES, receiptLines } from "~/domain/receipts.ts";
import { readStanding } from "~/models/standing.server.ts";
import { orUnavailable, refuse, requireViewer } from "~/session.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Receipt ${data.id} · HPAIR` : "Receipt · HPAIR" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const { viewer, settings, now } = await requireViewer(args, undefined, messages.notLoggedInForPayments);
  const standing = await orUnavailable(
    args,
    readStanding(context, settings.conferenceId, viewer.uid, now),
    messages.paymentsLoadFailed,
  );
  const payment = standing.payments.find(({ id }) => id === params["id"]);
  if (!payment || !RECEIPT_STATES.has(payment.state)) refuse(404, messages.notFound);
  const { id, passType, lines, amountCents, cardBrand, cardLastFour, settledAt, createdAt } = payment;
  const title = standing.catalogue.tickets.find((ticket) => ticket.id === passType)?.title ?? passType;
  const returned = standing.refunds.filter(({ paymentId }) => paymentId === id);
  return {
    id,
    state: payment.state,
    conference: conferenceName(standing.conference),
    name: standing.fullName,
    email: viewer.email,
    card: cardLastFour && `${cardBrand ?? "Card"} ending in ${cardLastFour}`,
    date: settledAt ?? createdAt,
    lines: receiptLines(lines, title, amountCents).map(({ title, variant, cents }) => ({
      title,
      detail: variant,
      amount: cents === 0 ? "Included" : dollars(cents),
    })),
    total: dollars(amountCents),
    what: isGivenBack(payment) ? whatBecameOf(payment, returned, title, false) : null,
    refunds: returned.map(({ kind, amountCents, createdAt, settledAt }) => ({
      term: kind === "credit" ? "Kept as credit" : settledAt ? "Refunded" : "Refund on its way",
      amount: dollars(amountCents),
      date: settledAt ?? createdAt,
    })),
  };
}

/** The browser can print it or save it as a PDF. */
export default function Receipt() {
  const receipt = useLoaderData<typeof loader>();
  return (
    <Page title="Receipt" lead={receipt.conference}>
      <Card>
        <SummaryList
          rows={[
            { term: "Receipt number", value: receipt.id },
            { term: "Date", value: <Moment at={receipt.date} /> },
            { term: "Paid by", value: receipt.name || receipt.email },
            ...(receipt.name ? [{ term: "E-mail", value: receipt.email }] : []),
            { term: "Card", value: receipt.card },
            { term: "State", value: <PaymentTag state={receipt.state} /> },
            ...receipt.refunds.map(({ term, amount, date }) => ({
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
      </Card>
      <p className="no-print">
        <a href="/payment-info">All your payments</a>
      </p>
    </Page>
  );
}
