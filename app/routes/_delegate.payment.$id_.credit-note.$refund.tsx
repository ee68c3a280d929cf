import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { CreditNoteDocument } from "~/money/invoices/credit-note.tsx";
import { readCreditNote } from "~/money/invoices/credit-notes.server.ts";
import { creditNoteMessages } from "~/money/invoices/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { PrintHint } from "~/ui/letterhead.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data ? `Credit note ${data.note.number}` : "Credit note") },
];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireViewer(args, undefined, paymentMessages.notLoggedInForPayments);
  const asked = { orderId: args.params["id"]!, refundId: args.params["refund"]! };
  const note = (await readCreditNote(args.context, asked, viewer.uid)) ?? refuse(404, messages.notFound);
  return { note, invoiceAt: `/payment/${asked.orderId}/invoice` };
}

/** A page that the browser can print or save as a PDF. */
export default function CreditNote() {
  const { note, invoiceAt } = useLoaderData<typeof loader>();
  return (
    <Page noticesFollow title={`Credit note ${note.number}`} lead={creditNoteMessages.lead(note.invoice)}>
      <CreditNoteDocument note={note} invoiceAt={invoiceAt} />
      <PrintHint>
        <a href={invoiceAt}>Invoice {note.invoice}</a> <a href="/payment-info">All your payments</a>
      </PrintHint>
    </Page>
  );
}
