import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import styles from "~/modules/paying.css?inline";
import { loadPaying, postPaying } from "~/money/passes/paying-page.server.ts";
import { PayingPage } from "~/money/passes/paying-page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Pay for others");
export const handle = { enhance: "payment", processor: true, styles };

export const loader = (args: LoaderFunctionArgs) => loadPaying(args);
export const action = (args: ActionFunctionArgs) => postPaying(args);

export default function PayForOthers() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <PayingPage {...loaded} reply={reply} />;
}
