import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { findReceipt } from "~/money/subscriptions/subscription-list.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Card } from "~/ui/card.tsx";
import { Moment, Period } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { PriceTable } from "~/ui/price-table.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data ? `Receipt ${data.id}` : "Receipt", "library") },
];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, shown } = await requireViewer(
    args,
    undefined,
    paymentMessages.notLoggedInForPayments,
  );
  const found = await findReceipt(args.context, viewer.uid, args.params["id"]!);
  if (!found) refuse(404, messages.notFound);
  const { period, subscription, isGivenBack, isCardKnown } = found;
  return {
    id: period.id,
    email: viewer.email,
    paidTo: settings.site.name,
    title: subscription.title,
    card:
      isCardKnown &&
      subscription.cardLastFour &&
      `${subscription.cardBrand ?? "Card"} ending in ${subscription.cardLastFour}`,
    date: shown(period.createdAt),
    from: shown(period.periodFrom),
    until: shown(period.periodUntil),
    amount: dollars(period.amountCents),
    transaction: period.transactionId,
    isGivenBack,
  };
}

/** A page that the browser can print or save as a PDF. */
export default function Receipt() {
  const { id, email, paidTo, title, card, transaction, date, from, until, amount, isGivenBack } =
    useLoaderData<typeof loader>();
  return (
    <Page title="Receipt" lead={title}>
      <Card>
        <SummaryList
          rows={[
            { term: "Receipt number", value: id },
            { term: "Date", value: <Moment at={date} /> },
            { term: "Paid by", value: email },
            { term: "Paid to", value: paidTo },
            ...(card ? [{ term: "Card", value: card }] : []),
            ...(transaction ? [{ term: "Transaction", value: transaction }] : []),
            ...(isGivenBack ? [{ term: "State", value: "Given back" }] : []),
          ]}
        />
        <PriceTable
          lines={[{ title, detail: <Period from={from} until={until} />, amount }]}
          total={amount}
          totalLabel="Total paid"
          caption="What was paid for, in US dollars"
        />
      </Card>
      <p className="no-print">
        <a href="/plus/subscribe">Your subscription</a>
      </p>
    </Page>
  );
}
