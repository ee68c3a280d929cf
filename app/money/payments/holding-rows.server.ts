import { asc, eq, sql } from "drizzle-orm";
import { type Database, subquery } from "#db/client.ts";
import { holdings, refundLines, refunds } from "#db/schema/money.ts";

/** The holdings of a payment, for `billLines`. */
export const holdingRows = (db: Database, paymentId: string) =>
  db
    .select({
      id: holdings.id,
      item: holdings.item,
      passType: holdings.passType,
      uid: holdings.uid,
      fromHolding: holdings.fromHolding,
      title: holdings.title,
      variant: holdings.variant,
      cents: holdings.cents,
      state: holdings.state,
      returnedCents: subquery(sql<number>`(SELECT coalesce(sum(${refundLines.cents}), 0)
        FROM ${refundLines} JOIN ${refunds} ON ${refunds.id} = ${refundLines.refundId}
        WHERE ${refundLines.holdingId} = ${holdings.id} AND ${refunds.state} <> 'refused')`).as(
        "returned_cents",
      ),
    })
    .from(holdings)
    .where(eq(holdings.paymentId, paymentId))
    .orderBy(asc(holdings.id));
