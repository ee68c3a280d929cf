import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import styles from "~/modules/paper.css?inline";
import { ContinueAtProcessor } from "~/money/cards/processor-page.tsx";
import { payerOrder } from "~/money/payers/payer-order.ts";
import { OrderOfPayer } from "~/money/payers/payer-order.tsx";
import { paymentMessages } from "~/money/payments/messages.ts";
import { resumeOnProcessorsPage } from "~/money/payments/payments.server.ts";
import { findOrder } from "~/money/reconciler/payer-orders.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { PrintHint } from "~/ui/letterhead.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { INVOICED } from "~/values/types.ts";

export const meta = titled("What you paid for others");
export const handle = { processor: true, styles };

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args, undefined, paymentMessages.notLoggedInForPayments);
  const found = await findOrder(args.context, visit, args.params["id"]!);
  if (!found) refuse(404, messages.notFound);
  // What was not paid for yet is on its invoice.
  if (found[0]?.payment.gateway === INVOICED) return redirect(`/payment/${args.params["id"]}/invoice`);
  return {
    ...payerOrder(found),
    email: visit.viewer.email,
    paidTo: visit.settings.site.name,
    contact: visit.settings.supportEmail,
    mayBeElsewhere: args.context.config.cardEntry.mode === "token",
  };
}

/** Leads back to the card processor's page. */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireViewer(args, await readForm(args), paymentMessages.notLoggedInForPayments);
  return resumeOnProcessorsPage(args.context, visit, args.params["id"]!);
}

export default function PaidForOthers() {
  const order = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>();
  const back = <a href="/paying">Back to the requests</a>;
  return (
    <Page title="What you paid for others" noticesFollow>
      {page && <ContinueAtProcessor page={page} />}
      <OrderOfPayer order={order} isResumed={Boolean(page)} />
      {order.state === "captured" ? <PrintHint>{back}</PrintHint> : <p>{back}</p>}
    </Page>
  );
}
