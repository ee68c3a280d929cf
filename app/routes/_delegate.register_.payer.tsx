import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import styles from "~/modules/paying.css?inline";
import { loadPayerRequest, postPayerRequest } from "~/money/payers/payer-request-page.server.ts";
import { PayerRequestPage } from "~/money/payers/payer-request-page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Somebody else pays");
export const handle = { styles };

export const loader = (args: LoaderFunctionArgs) => loadPayerRequest(args, "goldPlus");
export const action = (args: ActionFunctionArgs) => postPayerRequest(args, "goldPlus");

export default function RegisterPayerPage() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <PayerRequestPage {...loaded} reply={reply} />;
}
