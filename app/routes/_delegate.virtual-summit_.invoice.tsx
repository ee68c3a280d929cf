import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import styles from "~/modules/paying.css?inline";
import { loadAsking, postAsking } from "~/money/invoices/asking.server.ts";
import { AskingPage } from "~/money/invoices/asking-page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Ask for an invoice");
export const handle = { styles };

export const loader = (args: LoaderFunctionArgs) => loadAsking(args, "gold");
export const action = (args: ActionFunctionArgs) => postAsking(args, "gold");

export default function VirtualSummitInvoicePage() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <AskingPage {...loaded} reply={reply} />;
}
