import { readDeadlineZone } from "~/conference/conferences.server.ts";
import { type Act, conferenceOfAct } from "~/money/payments/acts.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { replayedBooking } from "~/values/bookings.ts";
import { replayMove } from "./replayed-moves.server.ts";
import { replayFree, replayTaking } from "./replayed-payments.server.ts";
import {
  replayBankDecision,
  replayBankReturn,
  replayRecordedRefund,
  replayRefund,
  replayReversal,
} from "./replayed-refunds.server.ts";
import type { BookingOf, ReplayOutcome } from "./replaying.server.ts";

/**
 * Repeats an act that a restored database has lost. Its money is booked today, and marked as restored. People who were
 * told about the act when it happened are not told again.
 */
export async function replayAct(context: Context, act: Act): Promise<ReplayOutcome> {
  const { now } = await context.visit();
  const deadlineZone = await readDeadlineZone(context.db, conferenceOfAct(act));
  const booked: BookingOf = (at) => replayedBooking(at, now, deadlineZone);
  if (act.kind === "free") return replayFree(context, act, booked);
  if (act.kind === "moved") return replayMove(context, act);
  if (act.kind === "given back") return replayRefund(context, act, booked);
  if (act.kind === "gone back") return replayRecordedRefund(context, act, booked);
  if (act.kind === "reversed") return replayReversal(context, act, booked);
  if (act.kind === "bank took") return replayBankReturn(context, act, booked);
  if (act.kind === "bank said") return replayBankDecision(context, act, booked);
  return replayTaking(context, act, booked);
}
