import { answered, foundCharge } from "~/money/processor/processors.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { MINUTE } from "~/values/durations.ts";
import { billingDay, COMPLETE_WITHIN } from "./subscription.ts";
import { markNotResumed, markRefunded } from "./subscription-endings.server.ts";
import { postpone } from "./subscription-leases.server.ts";
import { type Subscription, subscriptionObject } from "./subscription-rows.server.ts";
import { activate } from "./subscription-steps.server.ts";

/**
 * Makes the recurring subscription for a row that is paid and claimed. On every try after the first, the processor is
 * asked beforehand whether it already has the subscription. Even if the processor gets the same request twice, it makes
 * only one subscription. If the processor refuses, or does not answer for hours, the charge is given back. A
 * subscription that was to be resumed stays cancelled instead.
 */
export async function complete(context: Context, row: Subscription, isFirstTry = false): Promise<void> {
  const now = Date.now();
  const isResumed = row.gatewaySubscriptionId !== null;
  const giveUp = () =>
    isResumed ? markNotResumed(context, row) : markRefunded(context, row, ["charged"]).then(() => {});
  if (isResumed && row.paidUntil! <= now) return giveUp();

  if (!isFirstTry) {
    const existing = await answered(context, row.gateway, subscriptionObject(row), (cards) =>
      cards.subscriptionsOf(row.id),
    );
    if (!existing) return postpone(context, row, now + MINUTE);
    const living = existing.find(({ status }) => status !== "ended");
    if (living) return activate(context, row, living.subscriptionId);
    // The subscription was made at an earlier try and has ended in the meantime. Nobody asked for another one.
    const [over] = existing;
    if (over && !isResumed) return activate(context, row, over.subscriptionId, "cancelled");
    const charge = await foundCharge(context, row.gateway, subscriptionObject(row), (cards) =>
      cards.find(row.transactionId!),
    );
    if (charge?.outcome === "voided" || row.resolvedAt! + COMPLETE_WITHIN <= now) return giveUp();
  }
  const outcome = await answered(context, row.gateway, subscriptionObject(row), (cards) =>
    cards.subscribe({
      invoiceNumber: row.id,
      name: row.title,
      amountCents: row.amountCents,
      carried: { uid: row.uid, months: row.intervalMonths },
      startDate: billingDay(row.paidUntil!),
      transactionId: row.transactionId!,
    }),
  );
  switch (outcome?.outcome) {
    case "subscribed":
      return activate(context, row, outcome.subscriptionId);
    case "declined": {
      const fault = new Error(`A recurring subscription was refused: ${outcome.reason}`);
      logFault(fault, { requestId: context.requestId, method: "complete", path: subscriptionObject(row) });
      return giveUp();
    }
    default:
      return postpone(context, row, Date.now() + MINUTE);
  }
}
