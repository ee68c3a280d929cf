import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { readRegistration } from "~/money/checkout/registration-page.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { pricedLines } from "~/money/payments/receipts.ts";
import { grantsOf } from "~/money/prices/grants.ts";
import { PAYER_PATHS } from "~/money/prices/passes.ts";
import { type Quote, quote, shownPrice } from "~/money/prices/pricing.ts";
import { selectionIn, withoutCleared } from "~/money/prices/selection.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { titleOf } from "~/standing/standing.ts";
import type { Catalogue } from "~/values/catalogue.ts";
import { dollars } from "~/values/money.ts";
import { type Problems, parseForm } from "~/values/parse.form.ts";
import { PASS_TYPES, type PassType } from "~/values/types.ts";
import { payerMessages } from "./messages.ts";
import { PayerForm } from "./payer-request.form.ts";
import type { PayerReply } from "./payer-request-reply.ts";
import { askToPay, takeRequestBack } from "./payer-requests.server.ts";

/** Loader of the two pages (one for each pass) that ask somebody else to pay. */
export async function loadPayerRequest(args: LoaderFunctionArgs, passType: PassType) {
  const { standing, stage, title, selection, heldPass } = await readRegistration(args, passType);
  const { catalogue, pricedAt, award } = standing;
  const asked = standing.asked.find((one) => one.passType === passType);
  const priced = asked && quote(catalogue, passType, pricedAt, asked.addOns, grantsOf(award, null));
  return {
    ...{ passType, stage, title, catalogue, heldPass },
    selection: asked && Object.keys(selection).length === 0 ? asked.addOns : selection,
    hasChosen: Object.keys(selection).length > 0,
    price: shownPrice(standing, passType),
    request:
      asked && priced
        ? {
            ...{ id: asked.id, email: asked.email },
            order: priced.allowed
              ? { lines: pricedLines(priced.lines), total: dollars(priced.totalCents) }
              : null,
            problem:
              problemOf(priced) ?? unknownBeside(standing.catalogue, passType, heldPass, asked.heldPass),
          }
        : null,
  };
}

/** Why nobody can pay for a request at this price; null if somebody can. */
const problemOf = (priced: Quote): string | null => {
  if (!priced.allowed) return priced.reason;
  return priced.totalCents === 0 ? payerMessages.costsNothing : null;
};

/**
 * The sentence for a delegate who holds another pass now (`held`), but did not hold it when they asked. Nobody can pay
 * until the delegate has read the sentence and asked again. Null for any other delegate.
 */
const unknownBeside = (
  catalogue: Catalogue,
  passType: PassType,
  held: PassType | null,
  told: PassType | null,
): string | null =>
  held === null || held === told
    ? null
    : `${paymentMessages.notCreditedYet(titleOf(catalogue, held), titleOf(catalogue, passType))} ${payerMessages.askAgain}`;

/** Asks somebody to pay, or takes the request back. */
export async function postPayerRequest(args: ActionFunctionArgs, passType: PassType) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const { context } = args;
  const cleared = form.get("clear");
  const intent = cleared ? "change" : intentIn(form, ["ask", "take back", "change"], "ask");
  if (intent === "take back") {
    await takeRequestBack(context, visit, passType);
    return redirect(PAYER_PATHS[passType]);
  }
  const selection = withoutCleared(selectionIn(form), cleared);
  const email = String(form.get("payerEmail") || form.get("email") || "").slice(0, 320);
  const again = (status: number, reply: { problems: Problems; reason?: string }) =>
    data<PayerReply>({ email, selection, ...reply }, status);
  if (intent === "change") return again(200, { problems: {} });
  const parsed = parseForm(PayerForm, form);
  if ("problems" in parsed) return again(400, parsed);
  const heldPass = PASS_TYPES.find((one) => one === form.get("heldPass")) ?? null;
  const answer = await askToPay(context, visit, {
    ...{ passType, selection, heldPass },
    ...{ email: parsed.request.payerEmail, insteadOf: String(form.get("insteadOf") ?? "") },
  });
  if ("asked" in answer) return redirect(PAYER_PATHS[passType]);
  if ("problems" in answer) return again(answer.status, answer);
  return again(answer.status, { problems: {}, reason: answer.refused });
}
