import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/button.tsx";
import { Notice } from "~/components/notice.tsx";
import { Page } from "~/components/page.tsx";
import { Panel } from "~/components/panel.tsx";
import { messages } from "~/domain/messages.ts";
import { dollars } from "~/domain/money.ts";
import { PASS_PATHS } from "~/domain/passes.ts";
import { findAttempt } from "~/models/payments.server.ts";
import { refuse, requireViewer } from "~/session.server.ts";

/** How long after a payment its page leads home by itself; later it can be read in peace. */
const FRESH = 60 * 1000;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: "Your payment · HPAIR" },
  ...(data?.fresh ? [{ httpEquiv: "refresh", content: "1;url=/" }] : []),
];

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args, undefined, messages.notLoggedInForPayments);
  const attempt = await findAttempt(args.context, visit, args.params["id"]!);
  if (!attempt) refuse(404, messages.notFound);
  const { state, passType, amountCents, settledAt } = attempt;
  const fresh = state === "captured" && settledAt !== null && visit.now - settledAt < FRESH;
  return { state, passType, amountCents, fresh };
}

export default function PaymentPage() {
  const { state, passType, amountCents } = useLoaderData<typeof loader>();
  switch (state) {
    case "captured":
      return (
        <Page title="Thank you">
          <Panel title={`${dollars(amountCents)} paid`}>
            <p>{messages.paymentSucceeded}</p>
          </Panel>
          <p>
            <LinkButton href="/">Go to the home page</LinkButton>
          </p>
        </Page>
      );
    case "reserved":
    case "charging":
    case "unknown":
      return (
        <Page title="Your payment">
          <Notice tone="warning" title="Being checked">
            <p>{messages.paymentBeingChecked}</p>
            <p>
              <a href="?">Check again</a>
            </p>
          </Notice>
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
