import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/button.tsx";
import { Notice } from "~/components/notice.tsx";
import { Page } from "~/components/page.tsx";
import { Panel } from "~/components/panel.tsx";
import { PAYMENT_WORDS } from "~/components/payment-state.tsx";
import { PostForm } from "~/components/post-form.tsx";
import { ContinueAtProcessor } from "~/components/processor-page.tsx";
import type { Context } from "~/context.server.ts";
import { whatBecameOf } from "~/domain/attempts.ts";
import { messages } from "~/domain/messages.ts";
import { dollars } from "~/domain/money.ts";
import { PASS_PATHS } from "~/domain/passes.ts";
import { receiptLines } from "~/domain/receipts.ts";
import { isForSale, registrationStage } from "~/domain/registration.ts";
import type { PassType, PaymentState } from "~/domain/types.ts";
import { resumePassOnProcessorsPage } from "~/models/payments.server.ts";
import { findAttempt } from "~/models/reconciler.server.ts";
import { readStanding } from "~/models/standing.server.ts";
import { readForm, refuse, requireViewer, type SignedIn } from "~/session.server.ts";

/**
 * For how long after a payment (ms) its page redirects home by itself. Later it stays, so that it can be read
 * at leisure.
 */
const FRESH = 60 * 1000;

const NOT_PAID: ReadonlySet<PaymentState> = new Set(["declined", "released"]);

export const handle = { processor: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: "Your payment · HPAIR" },
  ...(data?.fresh ? [{ httpEquiv: "refresh", content: "1;url=/" }] : []),
];

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args, undefined, messages.notLoggedInForPayments);
  const attempt = await findAttempt(args.context, visit, args.params["id"]!);
  if (!attempt) refuse(404, messages.notFound);
  const { id, state, passType, amountCents, lines, settledAt, refunds } = attempt;
  const title = receiptLines(lines, passType, amountCents)[0]!.title;
  const mayTryAgain = NOT_PAID.has(state) && (await isStillForSale(args.context, visit, attempt));
  const what = whatBecameOf(attempt, refunds, title, mayTryAgain);
  const fresh = state === "captured" && settledAt !== null && visit.now - settledAt < FRESH;
  const elsewhere = state === "charging" && args.context.config.cardEntry.mode === "token";
  return { id, state, passType, amountCents, fresh, elsewhere, what, mayTryAgain };
}

/** Whether the pass of an unpaid attempt can be paid for now. */
async function isStillForSale(
  context: Context,
  { viewer, now }: SignedIn,
  { conferenceId, passType }: { conferenceId: string; passType: PassType },
) {
  const standing = await readStanding(context, conferenceId, viewer.uid, now);
  return isForSale(registrationStage(passType, standing));
}

/** Leads back to the card processor's page. */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireViewer(args, await readForm(args), messages.notLoggedInForPayments);
  return resumePassOnProcessorsPage(args.context, visit, args.params["id"]!);
}

export default function PaymentPage() {
  const { id, state, passType, amountCents, fresh, elsewhere, what, mayTryAgain } =
    useLoaderData<typeof loader>();
  const page = useActionData<typeof action>();
  switch (state) {
    case "captured":
      return (
        <Page title={fresh ? "Thank you" : "Your payment"}>
          <Panel title={`${dollars(amountCents)} paid`}>
            <p>{fresh ? messages.paymentSucceeded : what}</p>
          </Panel>
          <p className="cluster">
            <LinkButton href="/">Go to the home page</LinkButton>
            <a href={`/payment/${id}/receipt`}>Receipt</a>
          </p>
        </Page>
      );
    case "reserved":
    case "charging":
    case "unknown":
      return (
        <Page title="Your payment">
          {page && <ContinueAtProcessor page={page} />}
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
          <Notice tone={state === "declined" ? "error" : "info"} title="Not paid">
            {state === "declined" && mayTryAgain && <p>{messages.paymentFailed}</p>}
            <p>{what}</p>
            {mayTryAgain && (
              <p>
                <LinkButton href={PASS_PATHS[passType]}>Try again</LinkButton>
              </p>
            )}
          </Notice>
        </Page>
      );
  }
}
