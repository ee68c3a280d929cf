import {
  and,
  asc,
  type Column,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  ne,
  type SQL,
  sql,
} from "drizzle-orm";
import { listed } from "#db/client.ts";
import { reversals, takings } from "#db/schema/invoices.ts";
import { holdings, orders, payments, refundLines, refunds } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import { transfers } from "#db/schema/transfers.ts";
import {
  type Act,
  actOf,
  BACK,
  DECIDED,
  GONE,
  idOfAct,
  keepAct,
  keptActs,
  readAct,
  timeOfAct,
} from "~/money/payments/acts.server.ts";
import { auditFact } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import { HAND_MEANS } from "~/values/types.ts";
import { replayAct } from "./replayed-acts.server.ts";

const MOST_AT_ONCE = 100;

const LEFT = "act left to a person";

/**
 * Compares the acts in the file store with our rows, because the database may have been restored to an earlier state.
 * An act that is missing from the database is done again. An act that is missing from the file store is written to it.
 */
export async function compareActs(context: Context): Promise<void> {
  const { requestId } = context;
  const kept = JSON.stringify(await keptActs(context));
  const lost = await lostActs(context, kept);
  for (const act of await unkeptActs(context, kept)) await keepAct(context, act);
  // Acts are done again in their original order: a pass is paid for, then transferred, then given back.
  for (const act of lost.sort((one, other) => timeOfAct(one) - timeOfAct(other))) {
    const object = `acts/${idOfAct(act)}`;
    try {
      if ((await replayAct(context, act)) === "left")
        await auditFact(context, { actorUid: null, action: LEFT, object });
    } catch (error) {
      logFault(error, { requestId, method: "rebuild", path: object });
    }
  }
}

/**
 * The acts that our rows do not contain. They come in random order, so that acts that have to wait do not hold up the
 * others.
 */
async function lostActs(context: Context, kept: string): Promise<Act[]> {
  const lost = await context.db.all<{ id: string }>(sql`
    SELECT value AS id FROM json_each(${kept})
    WHERE NOT EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.id} = value)
      AND NOT EXISTS (SELECT 1 FROM ${reversals} WHERE ${reversals.id} = value AND ${reversals.state} = 'done')
      AND NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = value)
      AND NOT EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.id} IN (value, value || '-01')
        AND ${holdings.fromHolding} IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = replace(value, ${GONE}, '')
        AND (${refunds.id} = value OR ${refunds.state} = 'done'))
      AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = replace(value, ${DECIDED}, '')
        AND ${refunds.bankState} = 'decided' AND ${refunds.id} <> value)
      AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = replace(value, ${BACK}, '')
        AND ${refunds.bankState} = 'decided' AND ${refunds.id} <> value
        AND (${refunds.state} = 'refused' OR ${refunds.amountCents} = 0))
      AND NOT EXISTS (SELECT 1 FROM ${audit} WHERE ${audit.object} = 'acts/' || value AND ${audit.action} = ${LEFT})
    ORDER BY random() LIMIT ${MOST_AT_ONCE}`);
  const acts = await Promise.all(
    lost.map(({ id }) =>
      readAct(context, id).catch((error: unknown) => {
        logFault(error, { requestId: context.requestId, method: "rebuild", path: `acts/${id}` });
        return null;
      }),
    ),
  );
  return acts.filter((act) => act !== null);
}

/** Acts that could not be written to the file store when they were done. */
async function unkeptActs({ db }: Context, kept: string): Promise<Act[]> {
  const isUnkept = (id: SQL | Column) => sql`${id} NOT IN (SELECT value FROM json_each(${kept}))`;
  const isMoved = isNotNull(holdings.fromHolding);
  const [free, freeBills, moved, offers, given, lines, gone, reversed, takenBack, banks] = await db.batch([
    db
      .select()
      .from(orders)
      .where(and(eq(orders.means, "none"), isUnkept(orders.id)))
      .orderBy(asc(orders.id))
      .limit(MOST_AT_ONCE),
    db
      .select(getTableColumns(payments))
      .from(payments)
      .innerJoin(orders, isItsOrder)
      .where(and(eq(orders.means, "none"), isUnkept(orders.id))),
    db
      .select({ ...getTableColumns(holdings), act: actOf(holdings.id).as("act") })
      .from(holdings)
      .where(
        and(
          isMoved,
          sql`${actOf(holdings.id)} IN (SELECT DISTINCT ${actOf(holdings.id)} FROM ${holdings}
            WHERE ${isMoved} AND ${isUnkept(actOf(holdings.id))} LIMIT ${MOST_AT_ONCE})`,
        ),
      )
      .orderBy(asc(holdings.id)),
    db
      .select()
      .from(transfers)
      .where(and(eq(transfers.state, "accepted"), isUnkept(transfers.id))),
    db
      .select()
      .from(refunds)
      .where(
        and(
          ne(refunds.state, "refused"),
          isNull(refunds.reversalId),
          isNull(refunds.bankState),
          isUnkept(refunds.id),
        ),
      ),
    db
      .select(getTableColumns(refundLines))
      .from(refundLines)
      .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
      .where(isUnkept(sql`coalesce(${refunds.reversalId}, ${refunds.id})`)),
    db
      .select(getTableColumns(refunds))
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(orders, isItsOrder)
      .where(
        and(
          sql`${orders.means} IN ${listed([...HAND_MEANS])}`,
          isNotNull(refunds.transactionId),
          isUnkept(sql`${refunds.id} || ${GONE}`),
        ),
      ),
    db
      .select()
      .from(reversals)
      .where(and(eq(reversals.state, "done"), isUnkept(reversals.id))),
    db
      .select()
      .from(refunds)
      .where(and(isNotNull(refunds.reversalId), isUnkept(sql`${refunds.reversalId}`))),
    db
      .select({
        refund: getTableColumns(refunds),
        orderId: payments.orderId,
        isKept: sql<number>`NOT ${isUnkept(refunds.id)}`.as("is_kept"),
        isBackKept: sql<number>`NOT ${isUnkept(sql`${refunds.id} || ${BACK}`)}`.as("is_back_kept"),
        isDecidedKept: sql<number>`NOT ${isUnkept(sql`${refunds.id} || ${DECIDED}`)}`.as("is_decided_kept"),
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(isNotNull(refunds.bankState))
      .orderBy(desc(sql`${payments.id} = ${payments.orderId}`), asc(payments.id)),
  ]);
  const acts = [...new Set(moved.map(({ act }) => act))];
  return [
    ...free.map(
      (order): Act => ({
        ...{ kind: "free", order, invoice: null, taking: null, parts: [] },
        bills: freeBills.filter(({ orderId }) => orderId === order.id),
      }),
    ),
    ...acts.map(
      (id): Act => ({
        kind: "moved",
        began: moved.filter(({ act }) => act === id).map(({ act: _, ...row }) => row),
        transfer: offers.find((transfer) => transfer.id === id) ?? null,
      }),
    ),
    ...given.map(
      (refund): Act => ({
        kind: "given back",
        refund,
        lines: lines.filter(({ refundId }) => refundId === refund.id),
      }),
    ),
    ...gone.map((refund): Act => ({ kind: "gone back", refund })),
    ...reversed.map((reversal): Act => {
      const back = takenBack.filter(({ reversalId }) => reversalId === reversal.id);
      const ids = back.map(({ id }) => id);
      const theirs = lines.filter(({ refundId }) => ids.includes(refundId));
      return { kind: "reversed", reversal, refunds: back, lines: theirs };
    }),
    ...banksUnkept(banks, lines),
  ];
}

type BankRow = {
  refund: typeof refunds.$inferSelect;
  orderId: string;
  isKept: number;
  isBackKept: number;
  isDecidedKept: number;
};

/**
 * Acts about banks that are missing from the file store: a bank took money, or something was recorded later about this
 * money. The rows of an order must begin with its first payment, because the id of that payment's refund is the id of
 * the act.
 */
function banksUnkept(banks: BankRow[], lines: (typeof refundLines.$inferSelect)[]): Act[] {
  const acts = new Map<string, BankRow[]>();
  for (const row of banks) {
    const key = `${row.orderId} ${row.refund.createdAt}`;
    acts.set(key, [...(acts.get(key) ?? []), row]);
  }
  return [
    ...[...acts.values()]
      .filter(([first]) => !first!.isKept)
      .map((rows): Act => {
        const ids = rows.map(({ refund }) => refund.id);
        return {
          ...{
            kind: "bank took",
            refused: [],
            lines: lines.filter(({ refundId }) => ids.includes(refundId)),
          },
          refunds: rows.map(({ refund }) => ({ ...refund, state: "done", bankState: "open" })),
        };
      }),
    ...banks.flatMap(({ refund, isBackKept, isDecidedKept }): Act[] => {
      if (refund.bankState !== "decided") return [];
      if (refund.state === "refused") return isBackKept ? [] : [{ kind: "bank said", refund, isBack: true }];
      return isDecidedKept || (refund.amountCents === 0 && isBackKept)
        ? []
        : [{ kind: "bank said", refund, isBack: false }];
    }),
  ];
}
