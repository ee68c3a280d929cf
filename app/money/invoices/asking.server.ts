import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { offersInvoices } from "~/conference/invoicing.ts";
import { intendedIn } from "~/money/checkout/payment-form.server.ts";
import { readRegistration } from "~/money/checkout/registration-page.server.ts";
import { checkPayment, ownOrder, type PaymentRequest } from "~/money/payments/checked-payment.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { pricedLines } from "~/money/payments/receipts.ts";
import { grantsOf, LONGEST_CODE } from "~/money/prices/grants.ts";
import { dueOf, quote } from "~/money/prices/pricing.ts";
import { selectionIn, withoutCleared } from "~/money/prices/selection.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { dollarAmount, dollars } from "~/values/money.ts";
import { parseForm, typedIn } from "~/values/parse.form.ts";
import { PASS_TYPES, type PassType } from "~/values/types.ts";
import { BuyerForm } from "./invoices.form.ts";
import { creditLine } from "./invoices.ts";
import { askForInvoice, dueFrom } from "./issuing.server.ts";
import { invoiceMessages } from "./messages.ts";
import type { AskingReply } from "./replies.ts";

/** Loader of the two pages (one for each pass) that ask for an invoice. */
export async function loadAsking(args: LoaderFunctionArgs, passType: PassType) {
  const { standing, stage, title, selection, code, grant, heldPass, now } = await readRegistration(
    args,
    passType,
  );
  const { catalogue, edition, fullName, pricedAt, award } = standing;
  const priced = quote(catalogue, passType, pricedAt, {}, grantsOf(award, grant));
  return {
    ...{ passType, stage, title, catalogue, selection, heldPass, fullName },
    code: code.typed,
    isOffered: offersInvoices(edition),
    price: priced.allowed ? dollars(priced.passCents) : null,
    dueAt: dueFrom(now, standing, [passType], [standing.waitingOffer?.endsAt ?? null]),
    timeZone: edition.deadlineZone,
  };
}

/** Shows the invoice as it would be. A second post, when the person confirms, writes it. */
export async function postAsking(args: ActionFunctionArgs, passType: PassType) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const { context } = args;
  const cleared = form.get("clear");
  const intent = cleared ? "change" : intentIn(form, ["check", "ask", "change"], "check");
  const selection = withoutCleared(selectionIn(form), cleared);
  const values = typedIn(form, ["buyerName", "buyerAddress", "code"]);
  const again = (status: number, more: Partial<AskingReply> = {}) =>
    data<AskingReply>({ values, selection, problems: {}, ...more }, status);
  if (intent === "change") return again(200);
  const parsed = parseForm(BuyerForm, form);
  if ("problems" in parsed) return again(400, parsed);
  const request: PaymentRequest = {
    ...{ buys: "pass", passType, selection },
    code: values.code.slice(0, LONGEST_CODE),
    intended: intent === "ask" ? intendedIn(form) : { passCost: undefined, total: undefined },
    heldPass: PASS_TYPES.find((one) => one === form.get("heldPass")) ?? null,
  };
  if (intent === "ask") {
    const issued = await askForInvoice(context, visit, ownOrder(request), parsed.request);
    if ("refused" in issued) return again(issued.status, { reason: issued.refused });
    return redirect(`/payment/${issued.id}/invoice`);
  }
  const found = await checkPayment(context, visit, request);
  if ("refused" in found) return again(found.status, { reason: found.refused });
  const { priced, checked } = found;
  const { spentCents, dueCents } = dueOf(priced.totalCents, checked.creditCents);
  if (dueCents === 0) return again(409, { reason: invoiceMessages.nothingToPay });
  const lines = [...pricedLines(priced.lines), ...creditLine(spentCents)];
  return again(200, {
    checked: {
      lines,
      total: dollars(dueCents),
      intended: { intendedPassCost: dollarAmount(priced.passCents), total: dollarAmount(dueCents) },
    },
  });
}
