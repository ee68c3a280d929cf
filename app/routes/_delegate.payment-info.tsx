import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { whatBecameOf, whileInProgress } from "~/money/passes/attempts.ts";
import { exchangeables } from "~/money/passes/exchanges.ts";
import { grantsOf } from "~/money/passes/grants.ts";
import { paymentsVersion } from "~/money/passes/live-versions.server.ts";
import { paymentMessages } from "~/money/passes/messages.ts";
import { PASS_PATHS } from "~/money/passes/passes.ts";
import { PaymentCard } from "~/money/passes/payment-card.tsx";
import { readPaymentStanding } from "~/money/passes/payment-standing.server.ts";
import { passPrice } from "~/money/passes/pricing.ts";
import { RECEIPT_STATES, shownRefund } from "~/money/passes/receipts.ts";
import { lineTitle } from "~/money/passes/refunds.ts";
import { isForSale, registrationStage } from "~/money/passes/registration.ts";
import type { Handle } from "~/platform/hydration.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { LivePart } from "~/ui/live-part.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { dollars } from "~/values/money.ts";

export const meta = titled("Payment information");

export const handle: Handle = { enhance: "live" };

export async function loader(args: LoaderFunctionArgs) {
  const { standing, settings, now } = await readPaymentStanding(args, paymentMessages.paymentsLoadFailed);
  const { award, catalogue, edition, payments, refunds, holdings, submittedAt } = standing;
  const stages = new Map(catalogue.tickets.map(({ id }) => [id, registrationStage(id, standing)]));
  const titleOf = (id: string) =>
    [...catalogue.tickets, ...catalogue.addOns].find((item) => item.id === id)?.title ?? id;
  return {
    version: paymentsVersion(standing),
    versionAt: `/payment-info/version?${new URLSearchParams({ conference: settings.conferenceId })}`,
    passes: catalogue.tickets.map(({ id, title }) => ({
      title,
      href: PASS_PATHS[id],
      price: dollars(passPrice(catalogue, id, submittedAt ?? now, grantsOf(award, null))),
      stage: stages.get(id)!,
    })),
    attempts: payments.map((attempt) => {
      const { id, passType, addOns, amountCents, state, cardBrand, cardLastFour, createdAt } = attempt;
      const returned = refunds.filter((refund) => refund.paymentId === id);
      const bought = Object.entries(addOns).map(([addOn, variant]) => ({
        title: titleOf(addOn),
        variant: variant === true ? null : variant,
      }));
      // In the order of the bill, whatever was exchanged.
      const held = Object.keys(addOns).flatMap((item) =>
        holdings.filter((one) => one.paymentId === id && one.item === item && one.state === "held"),
      );
      return {
        id,
        state,
        title: titleOf(passType),
        what: whatBecameOf(
          ...([attempt, returned, titleOf(passType)] as const),
          isForSale(stages.get(passType)),
          edition.deadlineZone,
        ),
        addOns: (state === "captured" ? held : bought).map(lineTitle),
        amount: dollars(amountCents),
        card: cardLastFour && `${cardBrand ?? "Card"} ending in ${cardLastFour}`,
        date: createdAt,
        hasReceipt: RECEIPT_STATES.has(state),
        isHeld: state === "captured",
        isExchangeable: exchangeables(held, catalogue.addOns, { isStaff: false }).length > 0,
        refunds: returned.filter(({ amountCents }) => amountCents > 0).map(shownRefund),
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
          {attempts.map((payment) => (
            <PaymentCard key={payment.id} payment={payment} />
          ))}
        </div>
      </LivePart>
    </Page>
  );
}
