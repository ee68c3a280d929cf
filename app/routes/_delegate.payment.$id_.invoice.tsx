import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { InvoiceDocument } from "~/money/invoices/invoice.tsx";
import { ownInvoice } from "~/money/invoices/invoice-page.server.ts";
import { cancelInvoice } from "~/money/invoices/invoices.server.ts";
import { invoiceMessages } from "~/money/invoices/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { refuseOthersPayment } from "~/money/transfers/transfers.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Button } from "~/ui/button.tsx";
import { PrintHint } from "~/ui/letterhead.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data ? `Invoice ${data.number}` : "Invoice") },
];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireViewer(args, undefined, paymentMessages.notLoggedInForPayments);
  const found = await ownInvoice(args.context, viewer.uid, args.params["id"]!);
  return found ?? refuseOthersPayment(args.context, viewer.uid, args.params["id"]!);
}

/** Cancels the invoice. */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireViewer(args, await readForm(args), paymentMessages.notLoggedInForPayments);
  const id = args.params["id"]!;
  if (!(await ownInvoice(args.context, visit.viewer.uid, id))) refuse(404, messages.notFound);
  const answer = await cancelInvoice(args.context, visit, id, visit.viewer.uid);
  if ("refused" in answer) return data({ reason: answer.refused }, answer.status);
  return redirect(`/payment/${id}/invoice`);
}

/** A page that the browser can print or save as a PDF. */
export default function InvoicePage() {
  const invoice = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { id, number, state, things, isForOthers } = invoice;
  return (
    <Page isForm noticesFollow title={`Invoice ${number}`} lead={isForOthers ? `For the ${things}` : things}>
      {reply && (
        <Notice tone="error">
          <p>{reply.reason}</p>
        </Notice>
      )}
      <InvoiceDocument invoice={invoice} notesAt={`/payment/${id}/credit-note/`} />
      {state === "open" && (
        <details className="no-print">
          <summary>Pay by card instead</summary>
          {invoice.came.length > 0 ? (
            <p>{invoiceMessages.partPaid}</p>
          ) : (
            <>
              {isForOthers && <p>{invoiceMessages.allOrNobody}</p>}
              <p>{invoiceMessages.card}</p>
              <PostForm>
                <Button variant="danger">Cancel this invoice</Button>
              </PostForm>
            </>
          )}
        </details>
      )}
      <PrintHint>
        {state === "paid" && <a href={isForOthers ? `/payment/${id}` : `/payment/${id}/receipt`}>Receipt</a>}{" "}
        {isForOthers ? (
          <a href="/paying">Back to the requests</a>
        ) : (
          <a href="/payment-info">All your payments</a>
        )}
      </PrintHint>
    </Page>
  );
}
