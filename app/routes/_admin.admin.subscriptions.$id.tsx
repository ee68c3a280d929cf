import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { processorOf } from "~/money/processor/processors.server.ts";
import { refundMessages } from "~/money/refunds/messages.ts";
import { NotDone, SubscriptionRefundForm, type SubscriptionRefundReply } from "~/money/refunds/refunds.tsx";
import { parseSubscriptionRefundForm } from "~/money/subscriptions/subscription.form.ts";
import { everyMonths } from "~/money/subscriptions/subscription.ts";
import { findListed } from "~/money/subscriptions/subscription-list.server.ts";
import { SUBSCRIPTION_WORDS, SubscriptionTag } from "~/money/subscriptions/subscription-state.tsx";
import { refundSubscription } from "~/money/subscriptions/subscriptions.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Card } from "~/ui/card.tsx";
import { Moment, Period } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { backTo, stillFrom } from "~/ui/paging.ts";
import { titled } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";

export const meta = titled("Subscription");

export async function loader(args: LoaderFunctionArgs) {
  const { shown } = await requireAbility(args, "money");
  const found = await findListed(args.context, args.params["id"]!);
  if (!found) refuse(404, messages.notFound);
  const { subscription, periods } = found;
  const { id, email, state, amountCents, intervalMonths, cardBrand, cardLastFour } = subscription;
  const isHeld = state === "active" || state === "past_due" || state === "cancelled";
  return {
    id,
    list: backTo("/admin/subscriptions", args.request.url, id),
    email,
    state,
    plan: `${subscription.title}, ${dollars(amountCents)} ${everyMonths(intervalMonths)}`,
    card: cardLastFour && `${cardBrand ?? "Card"} ending in ${cardLastFour}`,
    since: shown(subscription.createdAt),
    until: shown(subscription.paidUntil),
    cancelled: shown(subscription.cancelledAt),
    gatewaySubscriptionId: subscription.gatewaySubscriptionId,
    processor: subscription.gateway,
    away: processorOf(args.context, subscription.gateway)
      ? null
      : refundMessages.staff.processorAway(subscription.gateway),
    isRefundable: isHeld && periods[0]?.transactionId != null,
    isGoingBack: state === "refunded" && subscription.resolvedAt === null,
    amount: dollars(periods[0]?.amountCents ?? amountCents),
    periods: periods.map((period) => ({
      id: period.id,
      from: shown(period.periodFrom),
      until: shown(period.periodUntil),
      amount: dollars(period.amountCents),
      transactionId: period.transactionId,
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "money", "refundSubscription", form);
  const id = args.params["id"]!;
  const values = { reason: String(form.get("reason") ?? "") };
  const parsed = parseSubscriptionRefundForm(form);
  if ("problems" in parsed) return data<SubscriptionRefundReply>({ values, problems: parsed.problems }, 400);
  const refused = await refundSubscription(args.context, visit, { id, ...parsed.request });
  if (!refused) return redirect(`/admin/subscriptions/${id}${stillFrom(args.request.url)}`);
  if (refused.status === 404) refuse(404, refused.refused);
  return data<SubscriptionRefundReply>({ values, problems: {}, reason: refused.refused }, refused.status);
}

export default function Subscription() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const isRefundOffered = loaded.isRefundable && loaded.away === null;
  return (
    <Page title="Subscription" lead={loaded.email} eyebrow={<a href={loaded.list}>Subscriptions</a>}>
      {loaded.away && (
        <Notice tone="warning">
          <p>{loaded.away}</p>
        </Notice>
      )}
      <Card>
        <SummaryList
          rows={[
            { term: "State", value: <SubscriptionTag state={loaded.state} /> },
            { term: "Plan", value: loaded.plan },
            { term: "Card", value: loaded.card },
            { term: "Since", value: <Moment at={loaded.since} style="date" /> },
            { term: "Paid until", value: loaded.until && <Moment at={loaded.until} style="date" /> },
            ...(loaded.cancelled
              ? [{ term: "Cancelled", value: <Moment at={loaded.cancelled} style="date" /> }]
              : []),
            { term: "Reference", value: loaded.id },
            { term: "Card processor", value: loaded.processor },
            { term: "At the processor", value: loaded.gatewaySubscriptionId },
          ]}
        />
        {loaded.isGoingBack && <p className="hint">The last payment is on its way back.</p>}
      </Card>
      <Card title="Paid periods">
        {loaded.periods.length === 0 ? (
          <p>None.</p>
        ) : (
          <SummaryList
            rows={loaded.periods.map(({ id, from, until, amount, transactionId }) => ({
              term: `Transaction ${transactionId ?? `not known (${id})`}`,
              value: (
                <>
                  {amount}, <Period from={from} until={until} />
                </>
              ),
            }))}
          />
        )}
      </Card>
      {isRefundOffered && <SubscriptionRefundForm amount={loaded.amount} reply={reply} />}
      {!isRefundOffered && reply?.reason && <NotDone reason={reply.reason} typed={reply.values.reason} />}
      {!loaded.isRefundable && (
        <p className="hint">
          {SUBSCRIPTION_WORDS[loaded.state].words}: {refundMessages.staff.nothingToRefund}
        </p>
      )}
    </Page>
  );
}
