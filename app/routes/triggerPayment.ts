import { callable, refuseGet } from "~/api/callable.server.ts";
import { selectionOf } from "~/money/passes/add-ons.ts";
import { payForPass } from "~/money/passes/payments.server.ts";
import { messages } from "~/values/messages.ts";
import { dollarAmount } from "~/values/money.ts";

export const loader = refuseGet;

export const action = callable("triggerPayment", async (context, visit, payload) => {
  const { passType, intendedPassCost, items, card, heldPass = null } = payload;
  const answer = await payForPass(context, visit, {
    passType,
    selection: selectionOf(items),
    heldPass,
    card,
    intended: { passCost: intendedPassCost, items: items.map(({ id, cost }) => ({ id, cost })) },
  });
  if ("refused" in answer) return answer;
  const { id: paymentId, state, amountCents } = answer.attempt;
  switch (state) {
    case "captured":
      return { data: { message: messages.paymentSucceeded, paymentId, total: dollarAmount(amountCents) } };
    case "declined":
    case "released":
      return { refused: messages.paymentFailed, status: "FAILED_PRECONDITION", details: { paymentId } };
    default:
      // The result is neither yes nor no, so neither the program nor its user may try again.
      return { refused: messages.paymentBeingChecked, status: "ABORTED", details: { paymentId } };
  }
});
