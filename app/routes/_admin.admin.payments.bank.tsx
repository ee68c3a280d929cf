import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { postBankFile } from "~/money/invoices/bank-page.server.ts";
import { BankPage } from "~/money/invoices/bank-page.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Transfers from the bank");

export async function loader(args: LoaderFunctionArgs) {
  await requireAbility(args, "money");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "money", "recordFile", form);
  return postBankFile(args.context, visit, form);
}

export default function TransfersFromTheBank() {
  return <BankPage reply={useActionData<typeof action>()} />;
}
