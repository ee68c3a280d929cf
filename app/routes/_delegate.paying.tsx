import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import styles from "~/modules/paying.css?inline";
import { InvoicesForOthers } from "~/money/invoices/group-invoice-page.tsx";
import { invoicesForOthers } from "~/money/invoices/invoice-page.server.ts";
import { ordersBeingChecked } from "~/money/payers/orders-under-way.server.ts";
import { loadPaying, postPaying } from "~/money/payers/paying-page.server.ts";
import { PayingPage } from "~/money/payers/paying-page.tsx";
import { paymentMessages } from "~/money/payments/messages.ts";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Pay for others");
export const handle = { enhance: "payment", processor: true, styles };

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args, undefined, paymentMessages.notLoggedInForPayments);
  const { conferenceId } = visit.settings;
  const [paying, checked, invoices] = await Promise.all([
    loadPaying(args, visit),
    ordersBeingChecked(args.context, conferenceId, visit.viewer.uid),
    invoicesForOthers(args.context, conferenceId, visit.viewer.uid),
  ]);
  return { ...paying, checked, invoices };
}

export const action = (args: ActionFunctionArgs) => postPaying(args);

export default function PayForOthers() {
  const { invoices, ...loaded } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <PayingPage {...loaded} hasInvoice={invoices.some(({ state }) => state === "open")} reply={reply}>
      <InvoicesForOthers invoices={invoices} isNext={loaded.people.length === 0} />
    </PayingPage>
  );
}
