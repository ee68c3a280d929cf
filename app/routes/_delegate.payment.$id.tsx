import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/button.tsx";
import { Notice } from "~/components/notice.tsx";
import { Page } from "~/components/page.tsx";
import { Panel } from "~/components/panel.tsx";
import { PostForm } from "~/components/post-form.tsx";
import { ContinueAtProcessor } from "~/components/processor-page.tsx";
import { messages } from "~/domain/messages.ts";
import { dollars } from "~/domain/money.ts";
import { PASS_PATHS } from "~/domain/passes.ts";
import { resumeOnProcessorsPage } from "~/models/payments.server.ts";
import { findAttempt } from "~/models/reconciler.server.ts";
import { readForm, refuse, requireViewer } from "~/session.server.ts";

/** How long after a payment its page leads home by itself; later it can be read in peace. */
const FRESH = 60 * 1000;

export const handle = { processor: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: "Your payment · HPAIR" },
  ...(data?.fresh ? [{ httpEquiv: "refresh", content: "1;url=/" }] : []),
];

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args, undefined, messages.notLoggedInForPayments);
  const attempt = await findAttempt(args.context, visit, args.params["id"]!);
  if (!attempt) refuse(404, messages.notFound);
  const { id, state, passType, amountCents, settledAt } = attempt;
  const fresh = state === "captured" && settledAt !== null && visit.now - settledAt < FRESH;
  const elsewhere = state === "charging" && args.context.config.cardEntry.mode === "token";
  return { id, state, passType, amountCents, fresh, elsewhere };
}

/** The card processor's page once more. */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireViewer(args, await readForm(args), messages.notLoggedInForPayments);
  return resumeOnProcessorsPage(args.context, visit, args.params["id"]!);
}

export default function PaymentPage() {
  const { id, state, passType, amountCents, elsewhere } = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>();
  switch (state) {
    case "captured":
      return (
        <Page title="Thank you">
          <Panel title={`${dollars(amountCents)} paid`}>
            <p>{messages.paymentSucceeded}</p>
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
            <p>{messages.paymentBeingChecked}</p>
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
    default:
      return (
        <Page title="Your payment">
          <Notice tone={state === "declined" ? "error" : "info"} title="Not paid">
            {state === "declined" && <p>{messages.paymentFailed}</p>}
            <p>{messages.nothingCharged}</p>
            <p>
              <LinkButton href={PASS_PATHS[passType]}>Try again</LinkButton>
            </p>
          </Notice>
        </Page>
      );
  }
}
