import { data, redirect } from "@remix-run/cloudflare";
import { entryIn } from "~/money/payments/entries.form.ts";
import type { LeaveStatements } from "~/money/refunds/giving-back.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";
import { centsOf, dollarAmount, dollars } from "~/values/money.ts";
import { parseForm, typedIn } from "~/values/parse.form.ts";
import { noteIn } from "~/values/text.form.ts";
import { isoDay } from "~/values/times.ts";
import { WRITTEN_OFF } from "~/values/types.ts";
import { sameReferences } from "./bank-csv.server.ts";
import { LONGEST_REFERENCE } from "./bank-file.ts";
import { shownWarning } from "./bank-shown.ts";
import { confirmTaking } from "./confirming.server.ts";
import { staffInvoice } from "./invoice-page.server.ts";
import { TakingForm } from "./invoices.form.ts";
import { cancelInvoice } from "./invoices.server.ts";
import { takingMessages } from "./messages.ts";
import type { TakingReply } from "./replies.ts";
import { confirmReversal, reverseTaking, withdrawReversal } from "./reversals.server.ts";
import { checkTaking, recordTaking, settleTaking } from "./takings.server.ts";

const LONGEST_NOTE = 300;

/** An invoice for the staff's page, with what the viewer may confirm; a 404 page if there is no such invoice. */
export async function loadStaffInvoice(context: Context, { viewer, now }: SignedIn, id: string) {
  const found = (await staffInvoice(context, id, viewer.uid)) ?? refuse(404, messages.notFound);
  const { uid, name, email, document, things, paidFor, missingCents, hasParts, money } = found;
  return {
    ...{ id, uid, name, email, document, things, paidFor },
    entry: newId(),
    amount: String(dollarAmount(missingCents)),
    missing: hasParts ? { id: newId(), cents: missingCents } : null,
    today: isoDay(now, document.zone),
    money: money.map((taking) => ({
      ...{ id: taking.id, state: taking.state, means: taking.means, reference: taking.reference },
      ...{ receivedOn: taking.receivedOn, amountCents: taking.amountCents, note: taking.note },
      ...{ recordedAt: taking.recordedAt, settledAt: taking.settledAt },
      ...{ recorder: taking.recorder, settler: taking.settler },
      ...{ confirmedAt: taking.confirmedAt, confirmer: taking.confirmer },
      ...{ whyNot: taking.whyNot, hasOthers: taking.hasOthers },
      missingCents: taking.missingCents,
      reversal: newId(),
      reversals: taking.reversals.map(({ id, state, reason, askedAt, settledAt, ...back }) => ({
        ...{ id, state, reason, askedAt, settledAt },
        ...{ asker: back.asker, settler: back.settler, whyNot: back.whyNot },
      })),
    })),
  };
}

/**
 * Acts on an invoice for the staff: records, confirms, withdraws, gives back or reverses money, writes off the unpaid
 * rest, or cancels the invoice.
 *
 * @param leaving makes the statements that take people out of sessions when their holdings end.
 */
export async function postStaffInvoice(
  context: Context,
  visit: SignedIn,
  id: string,
  form: FormData,
  leaving: LeaveStatements,
) {
  const here = () => redirect(`/admin/payments/invoices/${id}`);
  const values = typedIn(form, ["means", "amount", "reference", "receivedOn", "kind"]);
  const entry = entryIn(form) ?? newId();
  const again = (status: number, more: Partial<TakingReply> = {}) =>
    data<TakingReply>({ values, entry, problems: {}, ...more }, status);
  const intent = intentIn(form, [
    "check",
    "change",
    "record",
    "confirm",
    "withdraw",
    "return",
    "cancel",
    "write-off",
    "reverse",
    "confirm-reversal",
    "withdraw-reversal",
  ]);
  switch (intent) {
    case "change":
      return again(200);
    case "cancel": {
      const answer = await cancelInvoice(context, visit, id, null);
      return "refused" in answer ? again(answer.status, { said: answer.refused }) : here();
    }
    case "confirm": {
      const { viewer, now } = visit;
      const answer = await confirmTaking(context, { uid: viewer.uid, now }, String(form.get("id") ?? ""));
      return "refused" in answer ? again(answer.status, { said: answer.refused }) : here();
    }
    case "withdraw":
    case "return": {
      const taking = String(form.get("id") ?? "");
      const { noteNeeded, howNeeded } = takingMessages;
      const missing = intent === "withdraw" ? noteNeeded : howNeeded;
      const read = noteIn(form, `note-${taking}`, { longest: LONGEST_NOTE, missing });
      const about = { id: taking, intent };
      if ("reason" in read) return again(400, { settling: { ...about, ...read } });
      const { note } = read;
      const as = intent === "withdraw" ? "withdrawn" : "returned";
      const answer = await settleTaking(context, visit, taking, note, as);
      if (!("refused" in answer)) return here();
      return again(answer.status, { settling: { ...about, reason: answer.refused, typed: note } });
    }
    case "write-off": {
      const read = noteIn(form, "why", { longest: LONGEST_REFERENCE, missing: takingMessages.noteNeeded });
      if ("reason" in read) return again(400, { writingOff: read });
      const { note: reason } = read;
      const amountCents = centsOf(String(form.get("missing") ?? "")) ?? refuse(400, messages.badRequest);
      const answer = await recordTaking(context, visit, {
        id: entryIn(form) ?? refuse(400, messages.badRequest),
        ...{ orderId: id, amountCents, isOwed: false },
        ...{ means: WRITTEN_OFF, reference: reason, receivedOn: isoDay(visit.now, "UTC") },
      });
      if (!("refused" in answer)) return here();
      return again(answer.status, { writingOff: { reason: answer.refused, typed: reason } });
    }
    case "reverse": {
      const taking = String(form.get("taking") ?? "");
      const missing = takingMessages.noteNeeded;
      const read = noteIn(form, `reason-${taking}`, { longest: LONGEST_NOTE, missing });
      const about = { id: taking, intent };
      if ("reason" in read) return again(400, { settling: { ...about, ...read } });
      const { note: reason } = read;
      const reversal = entryIn(form) ?? refuse(400, messages.badRequest);
      const asked = { id: reversal, takingId: taking, reason };
      const answer = await reverseTaking(context, visit, asked, leaving);
      if (!("refused" in answer)) return here();
      return again(answer.status, { settling: { ...about, reason: answer.refused, typed: reason } });
    }
    case "confirm-reversal":
    case "withdraw-reversal": {
      const reversal = String(form.get("id") ?? "");
      const answer =
        intent === "confirm-reversal"
          ? await confirmReversal(context, visit, reversal, leaving)
          : await withdrawReversal(context, visit, reversal);
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
  orderId: string,
  form: FormData,
  intent: "check" | "record",
  again: (status: number, more?: Partial<TakingReply>) => ReturnType<typeof data<TakingReply>>,
) {
  const parsed = parseForm(TakingForm, form);
  if ("problems" in parsed) return again(400, parsed);
  const { amount: amountCents, ...coming } = parsed.request;
  const isOwed = form.get("kind") === "owed";
  const taken = { orderId, amountCents, isOwed, ...coming };
  if (intent === "record") {
    const entry = entryIn(form) ?? refuse(400, messages.badRequest);
    const answer = await recordTaking(context, visit, { id: entry, ...taken });
    if ("refused" in answer) {
      if (answer.status === 404) refuse(404, answer.refused);
      return again(answer.status, { reason: answer.refused });
    }
    return redirect(`/admin/payments/invoices/${orderId}`);
  }
  const checked = await checkTaking(context, visit, taken);
  if ("refused" in checked) {
    if (checked.status === 404) refuse(404, checked.refused);
    return again(checked.status, { reason: checked.refused });
  }
  const [found, repeated] = await Promise.all([
    staffInvoice(context, orderId, visit.viewer.uid),
    sameReferences(context, coming.reference, entryIn(form) ?? ""),
  ]);
  const { name, things, paidFor } = found!;
  const amount = dollars(amountCents);
  const { isSecondNeeded, missingCents } = checked;
  const limit = dollars(checked.limitCents);
  const { owed, owedLater, part, partEffect, partLater, receipt, details, effect, effectLater, holding } =
    takingMessages;
  const [first, ...then] = isOwed
    ? [owed(amount, coming.means), ...(isSecondNeeded ? [owedLater(limit)] : [])]
    : missingCents > 0
      ? [
          part(amount, coming.means, dollars(missingCents)),
          partEffect(name),
          ...(isSecondNeeded ? [partLater(limit)] : []),
        ]
      : [
          receipt(amount, coming.means, things),
          isSecondNeeded
            ? effectLater(holding(name, things, paidFor), limit)
            : effect(holding(name, things, paidFor)),
        ];
  const warnings = repeated.map(shownWarning);
  const sentences = [first!, details(coming.reference, coming.receivedOn), ...then];
  return again(200, { checked: { sentences, label: `Record ${amount}`, warnings } });
}
