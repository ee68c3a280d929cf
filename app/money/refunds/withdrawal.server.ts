import { lineTitle } from "~/money/payments/bill-lines.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { isForOthers } from "~/money/payments/orders.ts";
import { chargedOf } from "~/money/prices/pricing.ts";
import { processorOf } from "~/money/processor/processors.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { liveHoldings } from "~/standing/holdings.server.ts";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import { isByHand, type Refused } from "~/values/types.ts";
import {
  billFrom,
  billReads,
  giveLinesBack,
  type LeaveStatements,
  paidBack,
  type RefundRequest,
} from "./giving-back.server.ts";
import { withdrawalMessages } from "./messages.ts";
import { creditPart, endedBy, refundQuote } from "./refunds.ts";
import { takenOverBy, type Withdrawal, withdrawalStage } from "./withdrawal.ts";

/** What happens if the delegate gives up the pass of this payment now, or why they cannot. */
export async function readWithdrawal(
  context: Context,
  { viewer, settings, now }: SignedIn,
  paymentId: string,
): Promise<Withdrawal | Refused<404 | 409>> {
  const { db } = context;
  const [live, ...found] = await db.batch([
    liveHoldings(db, settings.conferenceId, viewer.uid),
    ...billReads(db, paymentId),
  ]);
  const bill = billFrom(found);
  if (!bill) return { refused: messages.notFound, status: 404 };
  if (bill.payment.delegateUid !== viewer.uid) {
    const takenOver = takenOverBy(viewer.uid, found[1]);
    return takenOver ? { refused: takenOver, status: 409 } : { refused: messages.notFound, status: 404 };
  }
  const { payment, lines, policy, isRefundUnderWay } = bill;
  const pass = lines.find(({ isPass }) => isPass);
  if (!pass) return { refused: messages.notFound, status: 404 };
  // A delegate cannot give up a pass that they have transferred to another person.
  if (pass.state === "held" && pass.uid !== viewer.uid)
    return { refused: withdrawalMessages.theyHoldIt(pass.title), status: 409 };
  const isHere =
    payment.conferenceId === settings.currentEdition &&
    (chargedOf(payment) === 0 || isByHand(payment.means) || processorOf(context, payment.means) !== null);
  switch (withdrawalStage(pass.state, { isRefundUnderWay, isHere })) {
    case "being paid":
      return { refused: paymentMessages.paymentBeingChecked, status: 409 };
    case "refund on its way":
      return { refused: paymentMessages.refundOnItsWay, status: 409 };
    case "part on its way":
      return { refused: withdrawalMessages.partOnItsWay, status: 409 };
    case "gone":
      return { refused: paymentMessages.passGone(pass.title), status: 409 };
    case "not here":
      return { refused: withdrawalMessages.notHere, status: 409 };
    case "possible": {
      const ended = endedBy(lines, [pass.item]);
      const { cents, reason } = refundQuote(policy, ended, now);
      const { refundsUntil, timeZone } = policy;
      const other = live.find(
        (one) => one.item === one.passType && one.item !== pass.item && one.state === "held",
      );
      return {
        passType: pass.item,
        title: pass.title,
        amountCents: cents,
        creditCents: creditPart(payment, cents),
        isPaidByOther: isForOthers(payment),
        isByHand: isByHand(payment.means),
        reason,
        until: refundsUntil !== null && now <= refundsUntil ? refundsUntil : null,
        timeZone,
        lost: ended.map(lineTitle),
        later: bill.later,
        kept: other?.title ?? null,
        seenCents: paidBack(lines),
      };
    }
  }
}

/**
 * Gives up a delegate's own pass, with everything on its bill that is held, and gives back what the refund policy says.
 * If that differs from what the page said (`expectedCents`, `seenCents`), nothing is done.
 *
 * @param leaving as in `giveLinesBack`.
 */
export async function withdraw(
  context: Context,
  visit: SignedIn,
  { paymentId, expectedCents, seenCents }: { paymentId: string; expectedCents: number; seenCents: number },
  leaving?: LeaveStatements,
): Promise<{ refund: string } | Refused<400 | 404 | 409>> {
  const found = await readWithdrawal(context, visit, paymentId);
  if ("refused" in found) return found;
  const { amountCents, passType } = found;
  if (amountCents !== expectedCents || found.seenCents !== seenCents) return changedTo(amountCents);
  const request: RefundRequest = {
    ...{ paymentId, items: [passType], amountCents, kind: "money", seenCents },
    ...{ seenHolder: visit.viewer.uid, reason: withdrawalMessages.reason, isWithdrawal: true },
  };
  const done = await giveLinesBack(context, visit, request, leaving);
  if ("refund" in done) return done;
  // Something else happened first. If the pass cannot be given up any more, the answer says why.
  const again = await readWithdrawal(context, visit, paymentId);
  return "refused" in again ? again : changedTo(again.amountCents);
}

/** The refusal if the amount that goes back is no longer the amount on the page. */
const changedTo = (amountCents: number): Refused<409> => ({
  refused: withdrawalMessages.changed(dollars(amountCents)),
  status: 409,
});
