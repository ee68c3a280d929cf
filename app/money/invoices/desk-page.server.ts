import { data, redirect } from "@remix-run/cloudflare";
import { emailRows } from "~/accounts/addresses.server.ts";
import { intendedIn } from "~/money/checkout/payment-form.server.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { entryIn } from "~/money/payments/entries.form.ts";
import { heldBeside, registrationStage } from "~/money/payments/registration.ts";
import { shownPrice } from "~/money/prices/pricing.ts";
import { selectionIn, withoutCleared } from "~/money/prices/selection.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { titleOf } from "~/standing/standing.ts";
import { messages } from "~/values/messages.ts";
import { dollarAmount, dollars } from "~/values/money.ts";
import { parseForm, typedIn } from "~/values/parse.form.ts";
import { isoDay } from "~/values/times.ts";
import { PASS_TYPES, type PassType } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { checkDeskSale, type DeskSale, sellAtDesk } from "./desk.server.ts";
import { DeskForm } from "./invoices.form.ts";
import { takingMessages } from "./messages.ts";
import type { CashReply } from "./replies.ts";

const passIn = (value: unknown): PassType | null => PASS_TYPES.find((one) => one === value) ?? null;

/**
 * The data of the page on which staff sell a pass to a delegate: each pass, with its price and its stage for this
 * delegate.
 */
export async function loadDesk(
  context: Context,
  { settings: { conferenceId }, now }: SignedIn,
  uid: string,
  fields: URLSearchParams,
) {
  const [[account], standing] = await Promise.all([
    emailRows(context.db, [uid]),
    readStanding(context, conferenceId, uid, now),
  ]);
  if (!account) refuse(404, messages.notFound);
  const { catalogue, edition, fullName } = standing;
  const passes = catalogue.tickets.map(({ id, title }) => ({
    id,
    title,
    stage: registrationStage(id, standing),
    price: shownPrice(standing, id),
  }));
  const chosen = passIn(fields.get("pass")) ?? passes.find(({ stage }) => stage.stage === "pay")?.id;
  const heldPass = chosen ? heldBeside(chosen, standing.passes) : null;
  return {
    ...{ uid, catalogue, passes, entry: newId(), name: fullName || account.email, email: account.email },
    passType: chosen ?? passes[0]?.id ?? null,
    today: isoDay(now, edition.deadlineZone),
    heldPass,
    heldTitle: heldPass && titleOf(catalogue, heldPass),
  };
}

/** Shows the cost and the effect of the sale. A second post makes the sale. */
export async function postDesk(context: Context, visit: SignedIn, uid: string, form: FormData) {
  const cleared = form.get("clear");
  const intent = cleared ? "change" : intentIn(form, ["check", "change", "record"]);
  const passType = passIn(form.get("passType")) ?? refuse(400, messages.badRequest);
  const selection = withoutCleared(selectionIn(form), cleared);
  const values = {
    ...typedIn(form, ["means", "reference", "receivedOn"]),
    ...{ amount: "", kind: "" },
  };
  const entry = entryIn(form) ?? newId();
  const again = (status: number, more: Partial<CashReply> = {}) =>
    data<CashReply>({ passType, values, entry, selection, problems: {}, ...more }, status);
  if (intent === "change") return again(200);
  const parsed = parseForm(DeskForm, form);
  if ("problems" in parsed) return again(400, parsed);
  const intended = intent === "record" ? intendedIn(form) : { passCost: undefined, total: undefined };
  const heldPass = passIn(form.get("heldPass"));
  const sale: DeskSale = { uid, entry, passType, selection, heldPass, intended, ...parsed.request };
  if (intent === "record") {
    if (!entryIn(form)) refuse(400, messages.badRequest);
    const sold = await sellAtDesk(context, visit, sale);
    if ("refused" in sold) return again(sold.status, { reason: sold.refused });
    return redirect(`/admin/payments/invoices/${sold.payment}`);
  }
  const checked = await checkDeskSale(context, visit, sale);
  if ("refused" in checked) return again(checked.status, { reason: checked.refused });
  const { lines, passCents, dueCents, isSecondNeeded, limitCents, fullName } = checked;
  const things = listInWords(lines.map(lineTitle));
  const amount = dollars(dueCents);
  const { receipt, details, effect, effectLater, holding } = takingMessages;
  const holds = holding(fullName, things, []);
  const later = isSecondNeeded ? effectLater(holds, dollars(limitCents)) : effect(holds);
  return again(200, {
    intended: { intendedPassCost: dollarAmount(passCents), total: dollarAmount(dueCents) },
    ...(heldPass && { heldPass }),
    checked: {
      sentences: [receipt(amount, sale.means, things), details(sale.reference, sale.receivedOn), later],
      label: `Record ${amount}`,
    },
  });
}
