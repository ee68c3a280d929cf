import { cardSummary } from "~/money/cards/card.ts";
import { cardAllowances, releaseBrake } from "~/money/cards/card-budget.server.ts";
import type { ChangedCard } from "~/money/cards/card-entry.server.ts";
import { chargeMessages } from "~/money/cards/messages.ts";
import type { RefusedPayment } from "~/money/payments/orders.ts";
import { processorOf } from "~/money/processor/processors.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { take } from "~/platform/counters.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CardProcessor, ChangeCardOutcome } from "~/platform/ports/card-processor.server.ts";
import { isAdmitted } from "~/standing/admission.server.ts";
import { subscriptionMessages } from "./messages.ts";
import { accessEnd } from "./subscription.ts";
import { beginCardChange, endCardChange, recordCard } from "./subscription-card-steps.server.ts";
import { CHANGEABLE_STATES, newestSubscription, type Subscription } from "./subscription-rows.server.ts";

/** Why the card of a subscription cannot be changed now; null if it can. `now` is real time, UTC ms. */
export function cardChangeProblem(
  row: Pick<Subscription, "state" | "paidUntil"> | null,
  now: number,
): string | null {
  if (row?.state === "cancelled") return subscriptionMessages.cardOfCancelled;
  if (row?.state === "charged") return subscriptionMessages.cardTooEarly;
  const isRunning = row && CHANGEABLE_STATES.some((state) => state === row.state);
  return isRunning && accessEnd(row.state, row.paidUntil!) > now ? null : subscriptionMessages.notRunning;
}

/**
 * Changes the card of the viewer's subscription: from now on, another card is charged, or the same card with a later
 * expiry date. If several changes are sent at the same time, only one of them reaches the processor, and only once. If
 * the processor does not answer, it is asked later which card the subscription has now. Each change that begins counts
 * as an attempt with a card.
 *
 * @returns `changed`, or `open` if the outcome is not known yet.
 */
export async function changeCard(
  context: Context,
  visit: SignedIn,
  card: ChangedCard,
): Promise<"changed" | "open" | RefusedPayment> {
  // If card numbers must not reach us, a number that arrives anyway is not used.
  if (context.config.cardEntry.mode === "token" && !("dataValue" in card)) {
    return { refused: chargeMessages.noCardNumbers, status: 400 };
  }
  const { uid } = visit.viewer;
  const { subscription: row } = await newestSubscription(context, uid);
  const problem = cardChangeProblem(row, Date.now());
  if (problem || !row) return { refused: problem ?? subscriptionMessages.notRunning, status: 409 };
  const cards = processorOf(context, row.gateway);
  if (!cards) return { refused: subscriptionMessages.cardNotNow, status: 503 };
  const allowances = cardAllowances(context, uid, await isAdmitted(context, visit));
  if (!(await beginCardChange(context, row))) {
    return { refused: subscriptionMessages.cardInProgress, status: 409 };
  }
  const wait = await take(context, allowances);
  if (wait > 0) {
    await endCardChange(context, row);
    return { refused: chargeMessages.tooManyCards(wait), status: 429 };
  }
  // If the browser tab is closed, the work between the processor's answer and its record must still finish.
  const asking = ask(context, cards, row, card).then((answer) => {
    if (answer === "changed") releaseBrake(context, allowances);
    return answer;
  });
  const working = asking.catch((error: unknown) => {
    logFault(error, { requestId: context.requestId, method: "changeCard", path: `subscriptions/${row.id}` });
    return "open" as const;
  });
  context.waitUntil(working);
  return working;
}

async function ask(
  context: Context,
  cards: CardProcessor,
  row: Subscription,
  card: ChangedCard,
): Promise<"changed" | "open" | RefusedPayment> {
  const outcome = await cards.updateSubscription(row.gatewaySubscriptionId!, card);
  switch (outcome.outcome) {
    case "changed":
      await recordCard(context, row, nowPaying(outcome, row, card), row.uid);
      return "changed";
    case "declined":
      await endCardChange(context, row);
      return { refused: subscriptionMessages.cardRefused, status: 402 };
    case "notChanged": {
      await endCardChange(context, row);
      const fault = new Error(`A card was not changed: ${outcome.reason}`);
      logFault(fault, {
        requestId: context.requestId,
        method: "changeCard",
        path: `subscriptions/${row.id}`,
      });
      return { refused: subscriptionMessages.cardNotNow, status: 503 };
    }
    case "unknown":
      await endCardChange(context, row, true);
      return "open";
  }
}

/**
 * The brand and last four digits of the card that is charged from now on. They come from the number that was typed. If
 * no number was typed, they come from our row or from the processor's answer.
 */
function nowPaying(
  { card: said }: ChangeCardOutcome & { outcome: "changed" },
  { cardBrand, cardLastFour }: Subscription,
  card: ChangedCard,
) {
  if ("cardNumber" in card) {
    const typed = cardSummary(card.cardNumber);
    return { brand: typed.cardBrand, lastFour: typed.cardLastFour };
  }
  if ("keptLastFour" in card) return { brand: cardBrand, lastFour: cardLastFour };
  return said ?? { brand: null, lastFour: null };
}
