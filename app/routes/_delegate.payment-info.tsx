import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { GivingUp, PaymentCard } from "~/money/books/payment-card.tsx";
import { paymentInfo } from "~/money/books/payment-info.ts";
import { ToPayNotice } from "~/money/payers/payer-request-page.tsx";
import { paymentsVersion } from "~/money/payments/live-versions.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { readPaymentStanding } from "~/money/payments/payment-standing.server.ts";
import { isForSale } from "~/money/payments/registration.ts";
import { OfferNotices, ReceivedPassCard } from "~/money/transfers/transfers.tsx";
import type { Handle } from "~/platform/hydration.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { LivePart } from "~/ui/live-part.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Payment information");

export const handle: Handle = { enhance: "live" };

export async function loader(args: LoaderFunctionArgs) {
  const { standing, settings, now, toPay } = await readPaymentStanding(
    args,
    paymentMessages.paymentsLoadFailed,
  );
  return {
    toPay,
    version: paymentsVersion(standing),
    versionAt: `/payment-info/version?${new URLSearchParams({ conference: settings.conferenceId })}`,
    offers: standing.offers,
    ...paymentInfo(standing, now),
  };
}

export default function PaymentInfoPage() {
  const { isSubmitted, toPay, credit, passes, attempts, takenOver, offers, version, versionAt } =
    useLoaderData<typeof loader>();
  const refusals = new Set(passes.map(({ stage }) => (stage.stage === "refused" ? stage.reason : null)));
  const sharedReason = passes.length > 1 && refusals.size === 1 ? [...refusals][0] : null;
  const [again, others] = [attempts.filter((one) => one.again), attempts.filter((one) => !one.again)];
  return (
    <Page title="Payment information" lead="Your passes and your payments.">
      <LivePart id="payments" src="/payment-info" version={version} versionAt={versionAt}>
        <div className="stack">
          <ToPayNotice {...toPay} />
          <OfferNotices offers={offers} />
          {takenOver.map((pass) => (
            <ReceivedPassCard key={pass.paymentId} pass={pass} />
          ))}
          {credit && (
            <Notice tone="info">
              <p>{credit}</p>
            </Notice>
          )}
          {again.map((payment) => (
            <PaymentCard key={payment.id} payment={payment} heading="h2" />
          ))}
          {passes.length > 0 && (
            <div className="grid">
              {passes.map(({ title, href, price, stage, addOns }, index) => (
                <Card key={href} title={title}>
                  {price && <p className="price">{price}</p>}
                  {isForSale(stage) ? (
                    <p>
                      <LinkButton
                        href={href}
                        variant={index === 0 && again.length === 0 ? "primary" : "secondary"}
                      >
                        Register<span className="visually-hidden"> for the {title}</span>
                      </LinkButton>
                    </p>
                  ) : (
                    !sharedReason && (
                      <p className="hint">
                        {stage.stage === "in progress" ? paymentMessages.seeBelow : stage.reason}
                      </p>
                    )
                  )}
                  {addOns && (
                    <p>
                      <a href={addOns}>
                        Buy more add-ons<span className="visually-hidden"> for the {title}</span>
                      </a>
                    </p>
                  )}
                </Card>
              ))}
            </div>
          )}
          {attempts.length === 0 && (
            <EmptyState
              title="No payments yet"
              action={!isSubmitted && <LinkButton href="/application">Go to your application</LinkButton>}
            >
              <p>{sharedReason ?? "When you pay for a pass, you see it here."}</p>
            </EmptyState>
          )}
          {attempts.length > 0 && sharedReason && <p>{sharedReason}</p>}
          {others.length > 0 && <h2>{again.length > 0 ? "Earlier payments" : "Your payments"}</h2>}
          {others.map((payment) => (
            <PaymentCard key={payment.id} payment={payment} />
          ))}
          <GivingUp passes={attempts.filter(({ isPassHeld }) => isPassHeld)} />
        </div>
      </LivePart>
    </Page>
  );
}
