import { data, redirect } from "@remix-run/cloudflare";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { intentIn } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";
import { dollarAmount, dollars } from "~/values/money.ts";
import { parseForm, typedIn } from "~/values/parse.form.ts";
import { tidyLine } from "~/values/plain-text.ts";
import { isoDay } from "~/values/times.ts";
import { staffInvoice } from "./invoice-page.server.ts";
import { TakingForm } from "./invoices.form.ts";
import { cancelInvoice } from "./invoices.server.ts";
import { needsSecondPerson } from "./invoices.ts";
import { takingMessages } from "./messages.ts";
import type { TakingReply } from "./replies.ts";
import { checkTaking, confirmTaking, recordTaking, settleTaking } from "./takings.server.ts";

const LONGEST_NOTE = 300;

/** An invoice for the staff's page, with what whoever looks may confirm; a 404 page if there is none. */
export async function loadStaffInvoice(context: Context, { viewer, now }: SignedIn, id: string) {
  const found = (await staffInvoice(context, id)) ?? refuse(404, messages.notFound);
  const { uid, name, email, document, things, paidFor, limitCents, dueCents, money } = found;
  return {
    ...{ id, uid, name, email, document, things, paidFor },
    amount: String(dollarAmount(dueCents)),
    today: isoDay(now, document.zone),
    money: money.map(({ recordedBy, ...taking }) => ({
      ...{ id: taking.id, state: taking.state, means: taking.means, reference: taking.reference },
      ...{ receivedOn: taking.receivedOn, amountCents: taking.amountCents, note: taking.note },
      ...{ recordedAt: taking.recordedAt, settledAt: taking.settledAt },
      ...{ recorder: taking.recorder, settler: taking.settler },
      isConfirmable: recordedBy !== viewer.uid || !needsSecondPerson(taking.amountCents, limitCents),
    })),
  };
}

/** Records, confirms, withdraws or gives back money for an invoice, or cancels it. */
export async function postStaffInvoice(context: Context, visit: SignedIn, id: string, form: FormData) {
  const here = () => redirect(`/admin/payments/invoices/${id}`);
  const values = typedIn(form, ["means", "amount", "reference", "receivedOn", "kind"]);
  const again = (status: number, more: Partial<TakingReply> = {}) =>
    data<TakingReply>({ values, problems: {}, ...more }, status);
  const intent = intentIn(form, ["check", "change", "record", "confirm", "withdraw", "return", "cancel"]);
  switch (intent) {
    case "change":
      return again(200);
    case "cancel": {
      const answer = await cancelInvoice(context, visit, id, null);
      return "refused" in answer ? again(answer.status, { said: answer.refused }) : here();
    }
    case "confirm": {
      const answer = await confirmTaking(context, visit, String(form.get("id") ?? ""));
      return "refused" in answer ? again(answer.status, { said: answer.refused }) : here();
    }
    case "withdraw":
    case "return": {
      const taking = String(form.get("id") ?? "");
      const note = tidyLine(String(form.get(`note-${taking}`) ?? "")).slice(0, LONGEST_NOTE);
      const { noteNeeded, howNeeded } = takingMessages;
      const needed = intent === "withdraw" ? noteNeeded : howNeeded;
      if (note === "") return again(400, { settling: { id: taking, reason: needed } });
      const as = intent === "withdraw" ? "withdrawn" : "returned";
      const answer = await settleTaking(context, visit, taking, note, as);
      return "refused" in answer ? again(answer.status, { said: answer.refused }) : here();
    }
    case "check":
    case "record":
      return recordFrom(context, visit, id, form, intent, again);
  }
}

async function recordFrom(
  context: Context,
  visit: SignedIn,
  paymentId: string,
  form: FormData,
  intent: "check" | "record",
  again: (status: number, more?: Partial<TakingReply>) => ReturnType<typeof data<TakingReply>>,
) {
  const parsed = parseForm(TakingForm, form);
  if ("problems" in parsed) return again(400, parsed);
  const { amount: amountCents, ...coming } = parsed.request;
  const isOwed = form.get("kind") === "owed";
  const taken = { paymentId, amountCents, isOwed, ...coming };
  if (intent === "record") {
    const answer = await recordTaking(context, visit, taken);
    if ("refused" in answer) {
      if (answer.status === 404) refuse(404, answer.refused);
      return again(answer.status, { reason: answer.refused });
    }
    return redirect(`/admin/payments/invoices/${paymentId}`);
  }
  const checked = await checkTaking(context, visit, taken);
  if ("refused" in checked) {
    if (checked.status === 404) refuse(404, checked.refused);
    return again(checked.status, { reason: checked.refused });
  }
  const { name, things, paidFor } = (await staffInvoice(context, paymentId))!;
  const amount = dollars(amountCents);
  const { owed, receipt, effect, effectLater, holding } = takingMessages;
  const sentences = isOwed
    ? [owed(amount, coming.means, name)]
    : [
        receipt(amount, coming.means, name, things),
        checked.isSecondNeeded
          ? effectLater(holding(name, things, paidFor), dollars(checked.limitCents))
          : effect(holding(name, things, paidFor)),
      ];
  return again(200, { checked: { sentences, label: `Record ${amount}` } });
}
