import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { WithdrawalForm } from "~/money/refunds/withdrawal.form.ts";
import { readWithdrawal, withdraw } from "~/money/refunds/withdrawal.server.ts";
import { NoWithdrawal, WithdrawalPage, type WithdrawalReply } from "~/money/refunds/withdrawal-page.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { leavesClosed } from "~/programme/agenda.server.ts";
import { titled } from "~/ui/site.tsx";
import { parseForm } from "~/values/parse.form.ts";

export const meta = titled("Give up the pass");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args, undefined, paymentMessages.notLoggedInForPayments);
  const found = await readWithdrawal(args.context, visit, args.params["id"]!);
  if ("refused" in found && found.status === 404) refuse(404, found.refused);
  return found;
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const again = (status: number, reply: WithdrawalReply) => data(reply, status);
  const parsed = parseForm(WithdrawalForm, form);
  if ("problems" in parsed) return again(400, parsed);
  const paymentId = args.params["id"]!;
  const request = { paymentId, ...parsed.request };
  const answer = await withdraw(args.context, visit, request, leavesClosed(args.context, visit));
  if ("refund" in answer) return redirect("/payment-info");
  if (answer.status === 404) refuse(404, answer.refused);
  return again(answer.status, { problems: {}, reason: answer.refused });
}

export default function GiveUpPass() {
  const found = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if ("refused" in found) return <NoWithdrawal refused={found.refused} />;
  return <WithdrawalPage found={found} reply={reply} />;
}
