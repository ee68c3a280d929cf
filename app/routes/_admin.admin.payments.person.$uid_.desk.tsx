import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import styles from "~/modules/paying.css?inline";
import { loadDesk, postDesk } from "~/money/invoices/desk-page.server.ts";
import { DeskPage } from "~/money/invoices/desk-page.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Record cash");
export const handle = { styles };

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "money");
  return loadDesk(args.context, visit, args.params["uid"]!, new URL(args.request.url).searchParams);
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "money", "recordSale", form);
  return postDesk(args.context, visit, args.params["uid"]!, form);
}

/** The page on which staff sell a pass to a person who brings money. */
export default function Desk() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <DeskPage {...loaded} reply={reply} />;
}
