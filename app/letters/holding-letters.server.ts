import { and, eq, type SQL, sql } from "drizzle-orm";
import { applications } from "#db/schema/applications.ts";
import { decisions } from "#db/schema/decisions.ts";
import { doorEntries } from "#db/schema/door.ts";
import { letters } from "#db/schema/letters.ts";
import { holdings, payments, refunds } from "#db/schema/money.ts";
import { seenDecision } from "~/standing/visible-decision.server.ts";
import type { LetterKind } from "~/values/types.ts";

/** A letter in a statement: columns of its row, or the values that are about to be written into them. */
type About = Record<"conferenceId" | "uid" | "about" | "issuedAt", SQL>;

/** Whether a person came in with a pass (`pass` is the id of its holding), and the entry was not taken back. */
export const hasComeIn = (pass: SQL | typeof holdings.id): SQL =>
  sql`coalesce((SELECT ${doorEntries.times} FROM ${doorEntries} WHERE ${doorEntries.thing} = ${pass}
    ORDER BY ${doorEntries.number} DESC LIMIT 1), 0) > 0`;

/**
 * The condition on which a kind of letter rests. `now` is UTC ms on the portal's clock. When the condition no longer
 * holds, the letter no longer holds either, although nobody has withdrawn it.
 */
function ground(kind: LetterKind, { conferenceId, uid, about, issuedAt }: About, now: number): SQL {
  switch (kind) {
    case "payment":
      return sql`(EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${about}
          AND ${payments.delegateUid} = ${uid} AND ${payments.state} = 'captured')
        AND EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.paymentId} = ${about} AND ${holdings.uid} = ${uid}
          AND ${holdings.item} = ${holdings.passType} AND ${holdings.state} = 'held')
        AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.paymentId} = ${about}
          AND ${refunds.state} <> 'refused'))`;
    case "attendance":
      return hasComeIn(about);
    case "thanks":
      return sql`true`;
    default:
      // A person who gave their pass back, or gave it to another person, is no longer expected.
      return sql`(EXISTS (SELECT 1 FROM ${applications} JOIN ${decisions}
          ON ${decisions.conferenceId} = ${applications.conferenceId} AND ${decisions.uid} = ${applications.uid}
          WHERE ${applications.conferenceId} = ${conferenceId} AND ${applications.uid} = ${uid}
            AND ${seenDecision(now)} = 'Accepted')
        AND NOT EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.conferenceId} = ${conferenceId}
          AND ${holdings.uid} = ${uid} AND ${holdings.item} = 'goldPlus' AND ${holdings.passType} = 'goldPlus'
          AND ${holdings.state} IN ('ending', 'ended') AND ${holdings.since} IS NOT NULL
          AND ${holdings.until} >= ${issuedAt}))`;
  }
}

/** For a row of `letters` in a query: whether the condition on which the letter rests still holds. `now` is UTC ms. */
export const stillHolds = (now: number): SQL<number> => {
  const own: About = {
    conferenceId: sql`${letters.conferenceId}`,
    uid: sql`${letters.uid}`,
    about: sql`${letters.about}`,
    issuedAt: sql`${letters.issuedAt}`,
  };
  return sql<number>`(CASE ${letters.kind} WHEN 'payment' THEN ${ground("payment", own, now)}
    WHEN 'attendance' THEN ${ground("attendance", own, now)} WHEN 'thanks' THEN true
    ELSE ${ground("acceptance", own, now)} END)`;
};

/**
 * Whether a letter would hold if it were issued now. In a statement about many letters, `uid` and `about` may be SQL
 * expressions.
 */
export const wouldHold = (
  {
    kind,
    conferenceId,
    uid,
    about,
  }: { kind: LetterKind; conferenceId: string; uid: string | SQL; about: string | SQL },
  now: number,
): SQL =>
  ground(
    kind,
    // The letter counts as issued after this moment. So a pass that ended at this very moment counts as given back
    // before the letter was issued.
    {
      conferenceId: sql`${conferenceId}`,
      uid: sql`${uid}`,
      about: sql`${about}`,
      issuedAt: sql`${now + 1}`,
    },
    now,
  );

/** The condition for one person's letters of one kind, without letters that were withdrawn. */
export const standingOnes = (one: { kind: LetterKind; conferenceId: string; uid: string; about: string }) =>
  and(
    eq(letters.conferenceId, one.conferenceId),
    eq(letters.uid, one.uid),
    eq(letters.kind, one.kind),
    eq(letters.about, one.about),
    sql`${letters.withdrawnAt} IS NULL`,
  );
