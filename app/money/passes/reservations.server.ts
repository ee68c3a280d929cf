import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom, listed } from "#db/client.ts";
import { acceptances, applications } from "#db/schema/applications.ts";
import { tickets } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { payments } from "#db/schema/money.ts";
import { settings } from "#db/schema/site.ts";
import { catalogueVersion } from "~/conference/catalogue.server.ts";
import { type Allowance, countOneMore, isUsedUp, readCounters, waitOf } from "~/platform/counters.server.ts";
import { countedFrom } from "~/standing/agreements.server.ts";
import { decisionsFor } from "~/standing/eligibility.ts";
import { isVisible } from "~/standing/visible-decision.server.ts";
import { LIVE_PAYMENT_STATES, type PassType } from "~/values/types.ts";
import { statesInTheWay } from "./registration.ts";

/** What was checked before a payment and must still be true when its row is reserved. */
export type CheckedPayment = {
  /** When the application was submitted, on which the price depends; UTC ms. */
  submittedAt: number;
  /** The newest accepted version of the agreement that counts. */
  agreementVersion: number;
  /** Names what the price was made of. */
  catalogueVersion: string;
  /** The pass that the delegate already holds and was told of. */
  beside: PassType | null;
  /** The portal's clock, UTC ms: it decides which decisions may be seen and what is on sale. */
  now: number;
};

type Row = typeof payments.$inferInsert;

/**
 * Reserves a pass for the delegate and notes in the same batch that its charge begins. The unique index allows
 * this once, and the statement itself makes sure that everything is still as it was checked. If an allowance is
 * used up, or the edition is no longer the current one, the row is deleted before the batch ends, and only rows that
 * stay are counted.
 *
 * @returns whether the delegate got the reservation; "moved" if something has changed since the check or
 *   another payment was quicker; "over" if another edition is the current one; else the minutes to wait.
 */
export async function reserve(
  db: Database,
  row: Row,
  checked: CheckedPayment,
  allowances: Allowance[],
): Promise<"reserved" | "moved" | "over" | { wait: number }> {
  const own = and(eq(payments.id, row.id), eq(payments.state, "charging"));
  const isThere = sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${own})`;
  const [[taken], held, ended] = await db.batch([
    reservation(db, { ...row, state: "charging" }, checked),
    readCounters(db, allowances),
    db
      .delete(payments)
      .where(and(own, isNotCurrent(row.conferenceId)))
      .returning({ id: payments.id }),
    db.delete(payments).where(and(own, isUsedUp(allowances))),
    countOneMore(db, allowances, isThere),
  ]);
  if (!taken) return "moved";
  if (ended.length > 0) return "over";
  const wait = waitOf(allowances, held);
  return wait > 0 ? { wait } : "reserved";
}

/**
 * The statement that reserves a pass for the delegate, returning the id; no row if this pass or the other one
 * stands in the way. The statement itself reads why the delegate may pay and stores that with the row. If
 * `checked` is given, it inserts nothing unless all of it still holds (a charge that already exists comes
 * without `checked`).
 */
export function reservation(db: Database, row: Row, checked: CheckedPayment | null) {
  const { conferenceId, delegateUid, passType } = row;
  const ofDelegate = (table: typeof acceptances | typeof applications | typeof decisions) =>
    and(eq(table.conferenceId, conferenceId), eq(table.uid, delegateUid));
  const seen = sql`(SELECT ${applications.submittedAt} AS submittedAt,
    CASE WHEN ${isVisible(checked?.now ?? 0)} THEN ${decisions.decision} END AS decision,
    (SELECT max(${acceptances.version}) FROM ${acceptances} WHERE ${ofDelegate(acceptances)}
      AND ${acceptances.version} >= ${countedFrom(conferenceId)}) AS agreementVersion,
    (SELECT ${payments.state} FROM ${payments} WHERE ${payments.conferenceId} = ${conferenceId}
      AND ${payments.delegateUid} = ${delegateUid} AND ${payments.passType} <> ${passType}
      AND ${payments.state} IN ${listed(LIVE_PAYMENT_STATES)}) AS beside
    FROM (SELECT 1) LEFT JOIN ${applications} ON ${ofDelegate(applications)}
    LEFT JOIN ${decisions} ON ${ofDelegate(decisions)}) AS seen`;
  const isFree = sql`coalesce(seen.beside NOT IN ${listed(statesInTheWay(passType, checked ? checked.beside : "gold"))}, true)`;
  const grounds = sql`json_object('submittedAt', seen.submittedAt, 'decision', seen.decision,
    'agreementVersion', seen.agreementVersion, 'beside', seen.beside)`;
  const condition = checked ? sql`${isFree} AND ${isUnchanged(row, checked)}` : isFree;
  return insertFrom(
    db,
    payments,
    { ...row, ...(checked && { grounds }) },
    sql`FROM ${seen} WHERE ${condition}`,
  )
    .onConflictDoNothing()
    .returning({ id: payments.id });
}

const isNotCurrent = (conferenceId: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${settings} WHERE ${settings.key} = 'currentConference'
    AND ${settings.value} = ${conferenceId})`;

const isUnchanged = ({ conferenceId, passType }: Row, checked: CheckedPayment): SQL =>
  sql`seen.submittedAt = ${checked.submittedAt}
    AND seen.decision IN ${listed(decisionsFor(passType))}
    AND seen.agreementVersion = ${checked.agreementVersion}
    AND ${catalogueVersion(conferenceId)} = ${checked.catalogueVersion}
    AND EXISTS (SELECT 1 FROM ${tickets} WHERE ${tickets.conferenceId} = ${conferenceId}
      AND ${tickets.id} = ${passType} AND ${tickets.onSale}
      AND coalesce(${tickets.saleFrom} <= ${checked.now}, true)
      AND coalesce(${checked.now} <= ${tickets.saleUntil}, true))`;
