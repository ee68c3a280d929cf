import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadGroupInvoice, postGroupInvoice } from "~/money/invoices/group-invoice-page.server.ts";
import { GroupInvoicePage } from "~/money/invoices/group-invoice-page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Ask for one invoice");

export const loader = (args: LoaderFunctionArgs) => loadGroupInvoice(args);
export const action = (args: ActionFunctionArgs) => postGroupInvoice(args);

export default function InvoiceForOthers() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <GroupInvoicePage {...loaded} reply={reply} />;
}
