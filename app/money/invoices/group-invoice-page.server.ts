import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { groupOrder } from "~/money/payers/groups.server.ts";
import { begunOrder } from "~/money/payers/orders-under-way.server.ts";
import { readAskedOf, requestsIn } from "~/money/payers/paying-page.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { centsOf } from "~/values/money.ts";
import { parseForm, typedIn } from "~/values/parse.form.ts";
import { BuyerForm } from "./invoices.form.ts";
import { askForInvoice } from "./issuing.server.ts";
import type { BuyerReply } from "./replies.ts";

/** Loader of the page on which the viewer asks for an invoice for the people named in the address. */
export async function loadGroupInvoice(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args, undefined, paymentMessages.notLoggedInForPayments);
  const chosen = requestsIn(args.request.url);
  const [{ people, offersInvoice }, begun] = await Promise.all([
    readAskedOf(args.context, visit),
    begunOrder(args.context, visit, chosen),
  ]);
  if (begun) throw redirect(`/payment/${begun}`);
  return { people: people.filter(({ id }) => chosen.includes(id)), number: chosen.length, offersInvoice };
}

/** Writes the invoice, if everything is still as the page showed it. */
export async function postGroupInvoice(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const values = typedIn(form, ["buyerName", "buyerAddress"]);
  const parsed = parseForm(BuyerForm, form);
  if ("problems" in parsed) return data<BuyerReply>({ values, ...parsed }, 400);
  const ids = requestsIn(args.request.url);
  const order = groupOrder({
    ids,
    seenCents: centsOf(form.get("total")) ?? -1,
  });
  const answer = await askForInvoice(args.context, visit, order, parsed.request);
  if ("refused" in answer) {
    const begun = await begunOrder(args.context, visit, ids);
    if (begun) return redirect(`/payment/${begun}`);
    return data<BuyerReply>({ values, problems: {}, reason: answer.refused }, answer.status);
  }
  return redirect(`/payment/${answer.id}/invoice`);
}
