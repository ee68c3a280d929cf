import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import styles from "~/modules/paying.css?inline";
import { loadRegistration, postRegistration } from "~/money/checkout/registration-page.server.ts";
import { RegistrationPage } from "~/money/checkout/registration-page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Virtual summit");
export const handle = { enhance: "payment", processor: true, styles };

export const loader = (args: LoaderFunctionArgs) => loadRegistration(args, "gold");
export const action = (args: ActionFunctionArgs) => postRegistration(args, "gold");

export default function VirtualSummitPage() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <RegistrationPage {...loaded} reply={reply} />;
}
