import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/button.tsx";
import { Card, EmptyState } from "~/components/card.tsx";
import { LivePart } from "~/components/live-part.tsx";
import { Moment } from "~/components/moment.tsx";
import { Page } from "~/components/page.tsx";
import { PaymentTag } from "~/components/payment-state.tsx";
import { SummaryList } from "~/components/summary-list.tsx";
import { whatBecameOf, whileInProgress } from "~/domain/attempts.ts";
import { messages } from "~/domain/messages.ts";
import { dollars } from "~/domain/money.ts";
import { PASS_PATHS } from "~/domain/passes.ts";
import { passPrice } from "~/domain/pricing.ts";
import { RECEIPT_STATES } from "~/domain/receipts.ts";
import { isForSale, registrationStage } from "~/domain/registration.ts";
import type { Handle } from "~/hydration.ts";
import { paymentsVersion } from "~/models/live-versions.server.ts";
import { readStanding } from "~/models/standing.server.ts";
import { orUnavailable, requireViewer } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Payment information · HPAIR" }];

export const handle: Handle = { enhance: "live" };

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireViewer(args, undefined, messages.notLoggedInForPayments);
  const standing = await orUnavailable(
    args,
    readStanding(args.context, settings.conferenceId, viewer.uid, now),
    messages.paymentsLoadFailed,
  );
  const { catalogue, payments, refunds, submittedAt } = standing;
  const stages = new Map(catalogue.tickets.map(({ id }) => [id, registrationStage(id, standing)]));
  const titleOf = (id: string) =>
    [...catalogue.tickets, ...catalogue.addOns].find((item) => item.id === id)?.title ?? id;
  return {
    version: paymentsVersion(standing),
    versionAt: `/payment-info/version?${new URLSearchParams({ conference: settings.conferenceId })}`,
    passes: catalogue.tickets.map(({ id, title }) => ({
      title,
      href: PASS_PATHS[id],
      price: dollars(passPrice(catalogue, id, submittedAt ?? now)),
      stage: stages.get(id)!,
    })),
    attempts: payments.map((attempt) => {
      const { id, passType, addOns, amountCents, state, cardBrand, cardLastFour, createdAt } = attempt;
      const returned = refunds.filter((refund) => refund.paymentId === id);
      return {
        id,
        state,
        title: titleOf(passType),
        what: whatBecameOf(attempt, returned, titleOf(passType), isForSale(stages.get(passType))),
        addOns: Object.entries(addOns).map(([addOn, variant]) =>
          variant === true ? titleOf(addOn) : `${titleOf(addOn)} (${variant})`,
        ),
        amount: dollars(amountCents),
        card: cardLastFour && `${cardBrand ?? "Card"} ending in ${cardLastFour}`,
        date: createdAt,
        hasReceipt: RECEIPT_STATES.has(state),
        refunds: returned.map((refund) => ({
          kind: refund.kind,
          state: refund.state,
          amount: dollars(refund.amountCents),
          date: refund.settledAt ?? refund.createdAt,
        })),
      };
    }),
  };
}

export default function PaymentInfoPage() {
  const { passes, attempts, version, versionAt } = useLoaderData<typeof loader>();
  return (
    <Page title="Payment information" lead="What each pass costs you, and every payment you have made.">
      <LivePart id="payments" src="/payment-info" version={version} versionAt={versionAt}>
        <div className="stack">
          <div className="grid">
            {passes.map(({ title, href, price, stage }) => (
              <Card key={href} title={title}>
                <p className="price">{price}</p>
                {isForSale(stage) ? (
                  <p>
                    <LinkButton href={href}>
                      Register<span className="visually-hidden"> for the {title}</span>
                    </LinkButton>
                  </p>
                ) : (
                  <p className="hint">
                    {stage.stage === "in progress" ? whileInProgress(stage.state) : stage.reason}
                  </p>
                )}
              </Card>
            ))}
          </div>
          <h2>Your payments</h2>
          {attempts.length === 0 && (
            <EmptyState title="No payments yet">
              <p>Once you pay for a pass, it is listed here.</p>
            </EmptyState>
          )}
          {attempts.map(({ id, state, title, what, addOns, amount, card, date, refunds, hasReceipt }) => (
            <Card key={id}>
              <div className="cluster between">
                <h3>{title}</h3>
                <PaymentTag state={state} />
              </div>
              <p className="hint">{what}</p>
              <SummaryList
                rows={[
                  { term: "Amount", value: amount },
                  ...(addOns.length > 0 ? [{ term: "With", value: addOns.join(", ") }] : []),
                  { term: "Card", value: card },
                  { term: "Date", value: <Moment at={date} /> },
                  ...refunds.map(({ kind, state, amount, date }) => ({
                    term: kind === "credit" ? "Kept as credit" : "Refund",
                    value: (
                      <>
                        {amount}, {state !== "done" && "asked for "}
                        <Moment at={date} style="date" />
                      </>
                    ),
                  })),
                  { term: "Reference", value: <a href={`/payment/${id}`}>{id}</a> },
                ]}
              />
              {hasReceipt && (
                <p>
                  <a href={`/payment/${id}/receipt`}>
                    Receipt<span className="visually-hidden"> for {title}</span>
                  </a>
                </p>
              )}
            </Card>
          ))}
        </div>
      </LivePart>
    </Page>
  );
}
