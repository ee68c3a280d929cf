import { callable, refuseGet } from "~/api/callable.server.ts";
import { chargeMessages } from "~/money/cards/messages.ts";
import { ownOrder } from "~/money/payments/checked-payment.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { payByCard } from "~/money/payments/payments.server.ts";
import { selectionOf } from "~/money/prices/selection.ts";
import { dollarAmount } from "~/values/money.ts";

export const loader = refuseGet;

export const action = callable("triggerPayment", async (context, visit, payload) => {
  const { passType, intendedPassCost, items, card, heldPass = null, code = "" } = payload;
  const order = ownOrder({
    buys: "pass",
    passType,
    selection: selectionOf(items),
    heldPass,
    code,
    intended: { passCost: intendedPassCost, items: items.map(({ id, cost }) => ({ id, cost })) },
  });
  const answer = await payByCard(context, visit, order, card);
  if ("refused" in answer) return answer;
  const { id: paymentId, state, chargedCents } = answer.attempt;
  switch (state) {
    case "captured":
      return {
        data: { message: paymentMessages.paymentSucceeded, paymentId, total: dollarAmount(chargedCents) },
      };
    case "declined":
    case "released":
      return { refused: chargeMessages.paymentFailed, status: "FAILED_PRECONDITION", details: { paymentId } };
    default:
      // The outcome is not known yet. So neither the program nor its user may pay again now.
      return { refused: paymentMessages.paymentBeingChecked, status: "ABORTED", details: { paymentId } };
  }
});
