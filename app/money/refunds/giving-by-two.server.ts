import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { outLimitInForce } from "~/conference/catalogue.server.ts";
import { outgoingMessages } from "~/money/outgoings/messages.ts";
import {
  confirmOutgoing,
  givenAlone,
  openOfPayment,
  outLimitRows,
  proposeOutgoing,
  shownOutgoings,
} from "~/money/outgoings/outgoings.server.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { messages } from "~/values/messages.ts";
import type { OutgoingRequest } from "~/values/shapes.ts";
import type { Refused } from "~/values/types.ts";
import {
  type CheckedRefund,
  checkRefund,
  giveLinesBack,
  type LeaveStatements,
  type RefundRequest,
} from "./giving-back.server.ts";

// Refunds by the staff. If a refund is above the limit of the edition, one person proposes it and another person
// confirms it.

/**
 * The sum (cents) that is compared with the limit: this refund, and everything that the same person has already given
 * back without a second person (`givenAlone`). If this refund gives back nothing, the sum is 0.
 */
const standing = (paymentId: string, uid: string, amountCents: number): SQL<number> =>
  sql<number>`iif(${amountCents} = 0, 0, ${amountCents} + ${givenAlone(paymentId, uid)})`;

const standingRows = (db: Database, paymentId: string, uid: string, amountCents: number) =>
  db.select({ cents: standing(paymentId, uid, amountCents).as("standing_cents") }).from(sql`(SELECT 1)`);

/** What a refund by the viewer would do. `above` is the limit (cents) if the refund is above it; otherwise null. */
export async function checkGivingBack(
  context: Context,
  visit: SignedIn,
  request: RefundRequest,
): Promise<(CheckedRefund & { above: number | null }) | Refused<400 | 404 | 409>> {
  const checked = await checkRefund(context, visit, request);
  if ("refused" in checked) return checked;
  const { db } = context;
  const { payment, amountCents } = checked;
  const [[limits], [stands]] = await db.batch([
    outLimitRows(db, payment.conferenceId),
    standingRows(db, payment.id, visit.viewer.uid, amountCents),
  ]);
  const { limitCents } = limits!;
  return { ...checked, above: stands!.cents > limitCents ? limitCents : null };
}

/**
 * Gives back a payment or some of its lines. Above the limit, the refund is only proposed. The statement that writes
 * the refund checks the limit once more.
 *
 * @param entry the id of the proposal, which its form carries.
 * @param leaving as in `giveLinesBack`.
 */
export async function giveBackByStaff(
  context: Context,
  visit: SignedIn,
  entry: string,
  request: RefundRequest,
  leaving: LeaveStatements,
): Promise<{ refund: string } | { proposed: string } | Refused<400 | 404 | 409>> {
  const checked = await checkGivingBack(context, visit, request);
  if ("refused" in checked) return checked;
  const { uid } = visit.viewer;
  const { payment, holder, amountCents, above } = checked;
  const { id: paymentId, conferenceId } = payment;
  const stands = standing(paymentId, uid, amountCents);
  const limit = outLimitInForce(conferenceId);
  if (above === null) {
    const asking = { by: uid, may: sql`${stands} <= ${limit}`, settle: () => [] };
    const done = await giveLinesBack(context, visit, { ...request, amountCents }, leaving, asking);
    if (!("refused" in done)) return done;
    const after = await checkGivingBack(context, visit, request);
    const isMoved = !("refused" in after) && after.above !== null;
    return isMoved ? { refused: outgoingMessages.limitMoved, status: 409 } : done;
  }
  const { items, kind, seenCents, reason } = request;
  const asked: OutgoingRequest = {
    ...{ does: "refund", items, amountCents, kind, seenCents },
    ...{ seenHolder: holder, reason: reason.trim() },
  };
  return proposeOutgoing(
    context,
    visit,
    { id: entry, conferenceId, paymentId, request: asked, amountCents },
    sql`${stands} > ${limit}`,
  );
}

type ProposedRefund = Extract<OutgoingRequest, { does: "refund" }>;

const requestOf = (paymentId: string, asked: ProposedRefund): RefundRequest => ({
  ...{ paymentId, items: asked.items, amountCents: asked.amountCents, kind: asked.kind },
  ...{ seenCents: asked.seenCents, seenHolder: asked.seenHolder ?? undefined, reason: asked.reason },
});

/**
 * Confirms a proposed refund and makes it exactly as it was proposed. If the refund is not possible any more, the
 * refusal says why, and the proposal stays until somebody withdraws it.
 */
export const confirmRefund = (
  context: Context,
  visit: SignedIn,
  paymentId: string,
  id: string,
  leaving: LeaveStatements,
): Promise<{ done: true } | Refused<400 | 403 | 404 | 409>> =>
  confirmOutgoing<400 | 404 | 409>(context, visit, id, async ({ request, ...row }, approval) => {
    if (request.does !== "refund" || row.paymentId !== paymentId)
      return { refused: messages.notFound, status: 404 };
    const done = await giveLinesBack(context, visit, requestOf(paymentId, request), leaving, approval);
    if ("refund" in done) return { done: true };
    return done.status === 404
      ? done
      : { refused: outgoingMessages.noLonger(done.refused), status: done.status };
  });

/**
 * The refund that is proposed for a payment: what it would do now, or why it is not possible any more. Null if no
 * refund is proposed. One round trip, and three more if a refund is proposed.
 */
export async function readProposedRefund(context: Context, visit: SignedIn, paymentId: string) {
  const [outgoing] = await shownOutgoings(context, visit, await openOfPayment(context.db, paymentId));
  if (outgoing?.request.does !== "refund") return null;
  const { request, ...shown } = outgoing;
  const checked = await checkRefund(context, visit, requestOf(paymentId, request));
  const isRefused = "refused" in checked;
  return {
    outgoing: shown,
    reason: request.reason,
    amountCents: request.amountCents,
    noLonger: isRefused ? checked.refused : null,
    effect: isRefused
      ? null
      : {
          ...{ amountCents: checked.amountCents, creditCents: checked.creditCents, kind: checked.kind },
          ...{ ended: checked.ended.map(lineTitle), kept: checked.kept.map(lineTitle), later: checked.later },
        },
  };
}
