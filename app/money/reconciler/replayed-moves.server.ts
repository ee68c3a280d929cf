import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { excluded, hasRow, insertFrom, listed } from "#db/client.ts";
import { grantUses } from "#db/schema/grants.ts";
import { holdings } from "#db/schema/money.ts";
import { transfers } from "#db/schema/transfers.ts";
import type { MovedAct } from "~/money/payments/acts.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { LIVE_HOLDING_STATES } from "~/values/types.ts";
import { type ReplayOutcome, rebuilt } from "./replaying.server.ts";

/**
 * Replays a transfer or an exchange. This happens only if every holding that the act replaced is held now, and the new
 * holder has no other live holding of the same things.
 */
export async function replayMove(context: Context, act: MovedAct): Promise<ReplayOutcome> {
  const { db } = context;
  const { began, transfer } = act;
  const [first] = began;
  if (!first) return "left";
  const { uid, conferenceId, paymentId, since } = first;
  const from = listed(began.map(({ fromHolding }) => fromHolding ?? ""));
  const isHeld = and(sql`${holdings.id} IN ${from}`, eq(holdings.state, "held"));
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.conferenceId} = ${conferenceId}
    AND ${holdings.uid} = ${uid} AND ${holdings.item} IN ${listed(began.map(({ item }) => item))}
    AND ${holdings.state} IN ${listed(LIVE_HOLDING_STATES)} AND ${holdings.id} NOT IN ${from})`;
  const isWhole = sql`${began.length} = (SELECT count(*) FROM ${holdings} WHERE ${isHeld}) AND ${isFree}`;
  const isDone = sql`EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.id} = ${first.id})`;
  const row = Object.fromEntries(
    Object.keys(getTableColumns(holdings)).map((name) => [name, sql`value ->> ${`$.${name}`}`]),
  ) as Record<keyof typeof first, SQL>;
  const moved = audited(
    context,
    rebuilt(act, `payments/${paymentId}`),
    hasRow(holdings, and(isHeld, isWhole)),
  );
  const [, ended, , , found] = await db.batch([
    moved.entry,
    db
      .update(holdings)
      .set({ state: "ended", until: since })
      .where(and(isHeld, moved.isDone))
      .returning({ id: holdings.id }),
    insertFrom(db, holdings, row, sql`FROM json_each(${JSON.stringify(began)}) WHERE ${moved.isDone}`),
    db
      .update(grantUses)
      .set({
        holdingId: sql`(SELECT ${holdings.id} FROM ${holdings} WHERE ${holdings.fromHolding} = ${grantUses.holdingId})`,
      })
      .where(and(sql`${grantUses.holdingId} IN ${from}`, isDone)),
    db.select({ state: holdings.state }).from(holdings).where(sql`${holdings.id} IN ${from}`),
    ...(transfer
      ? [
          insertFrom(db, transfers, transfer, sql`WHERE ${isDone}`).onConflictDoUpdate({
            target: transfers.id,
            set: {
              state: excluded(transfers.state),
              grounds: excluded(transfers.grounds),
              closedAt: excluded(transfers.closedAt),
              closedBy: excluded(transfers.closedBy),
            },
          }),
        ]
      : []),
  ]);
  if (ended.length > 0) return "written";
  const isOnItsWay = found.some(({ state }) => state === "pending" || state === "ending");
  return found.length < began.length || isOnItsWay ? "waits" : "left";
}
