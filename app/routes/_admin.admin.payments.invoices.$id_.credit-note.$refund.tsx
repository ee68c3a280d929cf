import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { CreditNoteDocument } from "~/money/invoices/credit-note.tsx";
import { readCreditNote } from "~/money/invoices/credit-notes.server.ts";
import { creditNoteMessages } from "~/money/invoices/messages.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { PrintHint } from "~/ui/letterhead.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data ? `Credit note ${data.note.number}` : "Credit note") },
];

export async function loader(args: LoaderFunctionArgs) {
  await requireAbility(args, "money");
  const asked = { orderId: args.params["id"]!, refundId: args.params["refund"]! };
  const note = (await readCreditNote(args.context, asked, null)) ?? refuse(404, messages.notFound);
  return { note, invoiceAt: `/admin/payments/invoices/${asked.orderId}` };
}

/** A page that the browser can print or save as a PDF. */
export default function StaffCreditNote() {
  const { note, invoiceAt } = useLoaderData<typeof loader>();
  return (
    <Page
      title={`Credit note ${note.number}`}
      eyebrow={<a href={invoiceAt}>Invoice {note.invoice}</a>}
      lead={creditNoteMessages.lead(note.invoice)}
    >
      <CreditNoteDocument note={note} invoiceAt={invoiceAt} />
      <PrintHint />
    </Page>
  );
}
