import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import styles from "~/modules/paying.css?inline";
import { loadAddOns, postAddOns } from "~/money/checkout/add-ons-page.server.ts";
import { AddOnsPage } from "~/money/checkout/add-ons-page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("More add-ons");
export const handle = { enhance: "payment", processor: true, styles };

export const loader = (args: LoaderFunctionArgs) => loadAddOns(args, "gold");
export const action = (args: ActionFunctionArgs) => postAddOns(args, "gold");

export default function VirtualSummitAddOnsPage() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <AddOnsPage {...loaded} reply={reply} />;
}
