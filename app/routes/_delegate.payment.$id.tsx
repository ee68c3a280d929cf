import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import styles from "~/modules/paper.css?inline";
import type { ProcessorPage } from "~/money/cards/card-reply.ts";
import { cardDeclined } from "~/money/cards/messages.ts";
import { ContinueAtProcessor } from "~/money/cards/processor-page.tsx";
import { payerOrder } from "~/money/payers/payer-order.ts";
import { OrderOfPayer } from "~/money/payers/payer-order.tsx";
import { boughtWith, isTakenByBank, whatBecameOf } from "~/money/payments/attempts.ts";
import { isForProcessorsPage } from "~/money/payments/leases.ts";
import { bankMessages, paymentMessages } from "~/money/payments/messages.ts";
import { BEING_CONFIRMED, PAYMENT_WORDS } from "~/money/payments/payment-state.tsx";
import { resumeOnProcessorsPage } from "~/money/payments/payments.server.ts";
import { NOT_PAID_STATES } from "~/money/payments/receipts.ts";
import { addOnStage, isForSale, registrationStage } from "~/money/payments/registration.ts";
import { ADD_ON_PATHS, PASS_PATHS } from "~/money/prices/passes.ts";
import { isOfAddOns } from "~/money/prices/pricing.ts";
import { findOrder } from "~/money/reconciler/payer-orders.server.ts";
import { findAttempt } from "~/money/reconciler/reconciler.server.ts";
import { WriteToUs } from "~/money/refunds/bank-returns.tsx";
import { refuseOthersPayment } from "~/money/transfers/transfers.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { PrintHint } from "~/ui/letterhead.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { Panel } from "~/ui/panel.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { MINUTE } from "~/values/durations.ts";
import { dollars } from "~/values/money.ts";
import type { Line } from "~/values/shapes.ts";
import { INVOICED, type PassType } from "~/values/types.ts";

/**
 * For how long after a payment (ms) its page redirects to the home page. After this time, the page does not redirect,
 * so that it can be read at leisure.
 */
const FRESH = MINUTE;

const FOR_OTHERS = "What you paid for others";

export const handle = { processor: true, styles };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data?.order ? FOR_OTHERS : "Your payment") },
  ...(data?.attempt?.fresh ? [{ httpEquiv: "refresh", content: "1;url=/" }] : []),
];

/** The outcome of the viewer's own payment, or of their order for other people. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args, undefined, paymentMessages.notLoggedInForPayments);
  const id = args.params["id"]!;
  const attempt = await findAttempt(args.context, visit, id);
  if (attempt) return { attempt: await shownAttempt(args.context, visit, attempt), order: null };
  const order = await findOrder(args.context, visit, id);
  if (!order) return refuseOthersPayment(args.context, visit.viewer.uid, id);
  // If the invoice of an order is not paid, the page of the order is that invoice.
  if (order[0]?.payment.means === INVOICED) return redirect(`/payment/${id}/invoice`);
  return {
    attempt: null,
    order: {
      ...payerOrder(order),
      email: visit.viewer.email,
      paidTo: visit.settings.site.name,
      contact: visit.settings.supportEmail,
      mayBeElsewhere: isForProcessorsPage(order[0]!.payment.leaseUntil, Date.now()),
    },
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

async function shownAttempt(context: Context, visit: SignedIn, attempt: Found) {
  const { id, state, passType, amountCents, lines, resolvedAt, refunds, held, zone } = attempt;
  const bought = boughtWith(attempt, lines[0]!.title, held);
  const mayTryAgain = NOT_PAID_STATES.has(state) && (await isStillForSale(context, visit, attempt));
  const what = whatBecameOf(attempt, refunds, bought, mayTryAgain, zone);
  const again = (isOfAddOns(attempt) ? ADD_ON_PATHS : PASS_PATHS)[passType];
  const isWithBank = isTakenByBank(refunds);
  const fresh =
    state === "captured" &&
    !isWithBank &&
    bought.isHeld &&
    resolvedAt !== null &&
    visit.now - resolvedAt < FRESH;
  const isOwn = attempt.payer === null;
  const elsewhere = isOwn && state === "charging" && isForProcessorsPage(attempt.leaseUntil, Date.now());
  const isPassHeld = held.some(({ item }) => item === passType);
  const contact = isWithBank ? visit.settings.supportEmail : "";
  return {
    ...{ id, state, again, amountCents, fresh, elsewhere, what, mayTryAgain, isPassHeld, isOwn },
    isConfirming: attempt.isConfirming,
    ...{ isWithBank, contact },
  };
}

/** Whether the delegate can still buy the things that an unpaid attempt was meant to pay for. */
async function isStillForSale(
  context: Context,
  { viewer, now }: SignedIn,
  { conferenceId, passType, lines }: { conferenceId: string; passType: PassType; lines: Line[] },
) {
  const standing = await readStanding(context, conferenceId, viewer.uid, now);
  if (isOfAddOns({ passType, lines })) return addOnStage(passType, standing, now).stage === "pay";
  return isForSale(registrationStage(passType, standing));
}

/** Redirects back to the card processor's page. */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireViewer(args, await readForm(args), paymentMessages.notLoggedInForPayments);
  const answer = await resumeOnProcessorsPage(args.context, visit, args.params["id"]!);
  return answer && "refused" in answer
    ? data({ page: null, reason: answer.refused }, answer.status)
    : data({ page: answer?.page ?? null, reason: null });
}

export default function PaymentPage() {
  const { attempt, order } = useLoaderData<typeof loader>();
  const { page = null, reason = null } = useActionData<typeof action>() ?? {};
  if (attempt) return <OwnPayment attempt={attempt} page={page} reason={reason} />;
  const back = <a href="/paying">Back to the requests</a>;
  return (
    <Page title={FOR_OTHERS} noticesFollow>
      {page && <ContinueAtProcessor page={page} />}
      <ErrorSummary problems={reason === null ? [] : [{ message: reason }]} />
      <OrderOfPayer order={order} isResumed={Boolean(page)} />
      {order.state === "captured" ? <PrintHint>{back}</PrintHint> : <p>{back}</p>}
    </Page>
  );
}

function OwnPayment({
  attempt,
  page,
  reason,
}: {
  attempt: Awaited<ReturnType<typeof shownAttempt>>;
  page: ProcessorPage | null;
  reason: string | null;
}) {
  const { id, state, again, amountCents, fresh, elsewhere, what, mayTryAgain, ...more } = attempt;
  const { isPassHeld, isOwn, isWithBank, contact } = more;
  switch (state) {
    case "captured":
      return (
        <Page title={fresh && !isWithBank ? "Thank you" : "Your payment"}>
          {isWithBank ? (
            <Notice tone="warning" title={bankMessages.title}>
              <p>{what}</p>
              <WriteToUs contact={contact} />
            </Notice>
          ) : (
            <Panel title={`${dollars(amountCents)} paid`}>
              <p>{fresh ? paymentMessages.paymentSucceeded : what}</p>
            </Panel>
          )}
          <p className="actions">
            <LinkButton href="/">{isPassHeld ? "See your ticket" : "Go to the home page"}</LinkButton>
            <LinkButton href={`/payment/${id}/receipt`} variant="secondary">
              Receipt
            </LinkButton>
            {isPassHeld && <a href={`/payment/${id}/transfer`}>Transfer the pass</a>}
          </p>
        </Page>
      );
    case "reserved":
      return (
        <Page title="Your payment">
          <Notice tone="info" title={attempt.isConfirming ? BEING_CONFIRMED : PAYMENT_WORDS.reserved.words}>
            <p>{what}</p>
            {isOwn && (
              <p>
                <LinkButton href={`/payment/${id}/invoice`}>See the invoice</LinkButton>
              </p>
            )}
          </Notice>
        </Page>
      );
    case "charging":
    case "unknown":
      return (
        <Page title="Your payment">
          {page && <ContinueAtProcessor page={page} />}
          <ErrorSummary problems={reason === null ? [] : [{ message: reason }]} />
          <Notice tone="warning" title="Being checked">
            <p>{what}</p>
            <p>
              <a href="?">Check again</a>
            </p>
          </Notice>
          {elsewhere && !page && (
            <PostForm>
              <p>If you have not typed your card yet, you can go on.</p>
              <Button variant="secondary">Back to the card page</Button>
            </PostForm>
          )}
        </Page>
      );
    case "voided":
    case "refund_pending":
    case "refunded":
      return (
        <Page title="Your payment">
          <Notice tone="info" title={PAYMENT_WORDS[state].words}>
            <p>{what}</p>
            <p>
              <a href={`/payment/${id}/receipt`}>Receipt</a>
            </p>
          </Notice>
        </Page>
      );
    default:
      return (
        <Page title="Your payment">
          <Notice
            tone={state === "declined" ? "error" : "info"}
            title={state === "declined" ? cardDeclined().title : "Not paid"}
          >
            <p>{what}</p>
            {mayTryAgain && (
              <p>
                <LinkButton href={again}>Try again</LinkButton>
              </p>
            )}
          </Notice>
        </Page>
      );
  }
}
