import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom, listed } from "#db/client.ts";
import { payments } from "#db/schema.ts";
import { decisionsFor } from "~/domain/eligibility.ts";
import { statesInTheWay } from "~/domain/registration.ts";
import { LIVE_PAYMENT_STATES, type PassType } from "~/domain/types.ts";
import { catalogueVersion } from "./catalogue.server.ts";
import { type Allowance, countOneMore, isUsedUp, readCounters, waitOf } from "./counters.server.ts";
import { isVisible } from "./decisions.server.ts";

/** What was checked before a payment, and has to be so still when its row is reserved. */
export type Checked = {
  /** Of the application, which the price follows; UTC ms. */
  submittedAt: number;
  /** Of the agreement that was accepted. */
  agreementVersion: number;
  /** What the price was made of. */
  catalogueVersion: string;
  /** The pass that is held already, and that the delegate was told of. */
  beside: PassType | null;
  /** The portal's, UTC ms: which decisions may be seen. */
  now: number;
};

type Row = typeof payments.$inferInsert;

/**
 * Takes the delegate's place for a pass and says in the same batch that its charge begins: the unique index
 * grants it once, and the statement sees for itself that all is still as it was checked. Where an allowance is
 * used up the row goes again before the batch is over; only what stays is counted.
 *
 * @returns whether it is theirs; "moved" where something has changed since it was checked, or another payment
 *   was quicker; else the minutes to wait.
 */
export async function reserve(
  db: Database,
  row: Row,
  checked: Checked,
  allowances: Allowance[],
): Promise<"reserved" | "moved" | { wait: number }> {
  const own = and(eq(payments.id, row.id), eq(payments.state, "charging"));
  const isThere = sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${own})`;
  const [[taken], held] = await db.batch([
    reservation(db, { ...row, state: "charging" }, checked),
    readCounters(db, allowances),
    db.delete(payments).where(and(own, isUsedUp(allowances))),
    countOneMore(db, allowances, isThere),
  ]);
  if (!taken) return "moved";
  const wait = waitOf(allowances, held);
  return wait > 0 ? { wait } : "reserved";
}

/**
 * The statement that takes the delegate's place for a pass, returning the id; no row where it is taken, by this
 * pass or by the other one. It reads the ground of the right to pay itself, keeps it with the row, and where it
 * is told what was checked (a charge that stands already is not), inserts nothing unless that still is so.
 */
export function reservation(db: Database, row: Row, checked: Checked | null) {
  const { conferenceId, delegateUid, passType } = row;
  const ofDelegate = (table: string) =>
    sql`${sql.raw(table)}.conference_id = ${conferenceId} AND ${sql.raw(table)}.uid = ${delegateUid}`;
  const seen = sql`(SELECT applications.submitted_at AS submitted_at,
    CASE WHEN ${isVisible(checked?.now ?? 0)} THEN decisions.decision END AS decision,
    (SELECT accepted.version FROM acceptances AS accepted WHERE ${ofDelegate("accepted")} AND accepted.version =
      (SELECT max(version) FROM agreements WHERE conference_id = ${conferenceId})) AS agreement_version,
    (SELECT other.state FROM ${payments} AS other WHERE other.conference_id = ${conferenceId}
      AND other.delegate_uid = ${delegateUid} AND other.pass_type <> ${passType}
      AND other.state IN ${listed(LIVE_PAYMENT_STATES)}) AS beside
    FROM (SELECT 1) LEFT JOIN applications ON ${ofDelegate("applications")}
    LEFT JOIN decisions ON ${ofDelegate("decisions")}) AS seen`;
  const isFree = sql`coalesce(seen.beside NOT IN ${listed(statesInTheWay(passType, checked ? checked.beside : "gold"))}, true)`;
  const grounds = sql`json_object('submittedAt', seen.submitted_at, 'decision', seen.decision,
    'agreementVersion', seen.agreement_version, 'beside', seen.beside)`;
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

const isUnchanged = ({ conferenceId, passType }: Row, checked: Checked): SQL =>
  sql`seen.submitted_at = ${checked.submittedAt}
    AND seen.decision IN ${listed(decisionsFor(passType))}
    AND seen.agreement_version = ${checked.agreementVersion}
    AND ${catalogueVersion(conferenceId)} = ${checked.catalogueVersion}`;
