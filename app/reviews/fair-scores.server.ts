import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type Database, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { conferences } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { outbox } from "#db/schema/mail.ts";
import { assignments, comments, reviews } from "#db/schema/reviews.ts";
import { staff } from "#db/schema/staff.ts";
import { called, calledRows } from "~/accounts/addresses.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { inZone } from "~/values/times.ts";
import type { Refused } from "~/values/types.ts";
import { byCorrected, byMean, calibrate, closeToLine, disagreements } from "./calibration.ts";
import { isReader } from "./distribution-rows.server.ts";
import { type FairScores, MOST_REVIEWS, type Named, type ScoresAsked } from "./fair-scores.ts";
import { reviewMails } from "./mails.ts";
import { reviewMessages } from "./messages.ts";
import { isFarApart } from "./review.ts";

const PAGE = 50;
const MOST_CLOSE = 20;
const MOST_APART = 10;
/**
 * An application is close to the line between accepted and other applications if one more reading moves it across that
 * line with at least this probability.
 */
const CLOSE = 0.05;
/** The share of applications that is assumed to be accepted if none is accepted yet and the address gives no number. */
const USUALLY_ACCEPTED = 0.3;

/**
 * Compares the scores of all readers, for the people who decide. Null if there are too many reviews. Two round trips.
 */
export async function readFairScores(
  { db }: Context,
  { settings: { conferenceId } }: SignedIn,
  asked: ScoresAsked,
): Promise<FairScores | null> {
  const [given, people, open] = await db.batch([
    db
      .select({
        uid: reviews.uid,
        staffUid: reviews.staffUid,
        score: reviews.score,
        decision: decisions.decision,
      })
      .from(reviews)
      .innerJoin(
        applications,
        and(eq(applications.conferenceId, conferenceId), eq(applications.uid, reviews.uid)),
      )
      .leftJoin(decisions, and(eq(decisions.conferenceId, conferenceId), eq(decisions.uid, reviews.uid)))
      .where(and(eq(reviews.conferenceId, conferenceId), isNotNull(applications.submittedAt)))
      .limit(MOST_REVIEWS + 1),
    db
      .select({ uid: staff.uid, called, onLeaveSince: staff.onLeaveSince })
      .from(staff)
      .innerJoin(users, eq(users.uid, staff.uid))
      .where(isReader),
    db
      .select({ uid: assignments.uid, staffUid: assignments.staffUid })
      .from(assignments)
      .where(and(eq(assignments.conferenceId, conferenceId), isOpen(conferenceId))),
  ]);
  if (given.length > MOST_REVIEWS) return null;
  const found = calibrate(given);
  const scoreOf = new Map(found.applications.map((application) => [application.uid, application]));
  const decided = new Map(given.map(({ uid, decision }) => [uid, decision]));
  const accepted = [...decided.values()].filter((decision) => decision === "Accepted").length;
  const scored = found.applications.length;
  const places = asked.places ?? (accepted || Math.round(USUALLY_ACCEPTED * scored));
  const waiting = new Set(open.map(({ uid }) => uid));
  const near = closeToLine(found, places);
  const close = near
    .filter(({ uid, chance }) => chance >= CLOSE && !decided.get(uid) && !waiting.has(uid))
    .slice(0, MOST_CLOSE);
  const apart = disagreements(given, found)
    .filter((pair) => isFarApart(pair.apart))
    .slice(0, MOST_APART);
  const ordered = (asked.sort === "corrected" ? byCorrected : byMean)(found.applications);
  const rows = ordered.slice(asked.from, asked.from + PAGE);
  const shown = [...new Set([...rows, ...close, ...apart].map(({ uid }) => uid))];
  const readers = found.readers.map(({ staffUid }) => staffUid);
  const [names, known, said] = await db.batch([
    nameRows(db, conferenceId, shown),
    calledRows(db, [...shown, ...readers]),
    db
      .select({ uid: comments.uid, staffUid: comments.staffUid, text: comments.text })
      .from(comments)
      .where(
        and(
          eq(comments.conferenceId, conferenceId),
          sql`${comments.uid} IN ${listed(apart.map(({ uid }) => uid))}`,
        ),
      )
      .orderBy(comments.createdAt, comments.id),
  ]);
  const nameOf = namesIn(names);
  const calledOf = new Map(known.map((person) => [person.uid, person.called]));
  const named = <Row extends { uid: string }>(row: Row): Named<Row> => ({
    ...row,
    name: nameOf.get(row.uid)?.name || calledOf.get(row.uid) || row.uid,
  });
  const wrote = (uid: string, staffUid: string) =>
    said
      .filter((comment) => comment.uid === uid && comment.staffUid === staffUid)
      .map(({ text }) => text)
      .join("\n\n");
  const offsets = new Map(found.readers.map((reader) => [reader.staffUid, reader]));
  const leftOf = (staffUid: string) => open.filter((row) => row.staffUid === staffUid).length;
  const atWork = new Map(people.map((reader) => [reader.uid, reader]));
  return {
    isComparable: found.isComparable,
    isNeeded: found.isNeeded,
    deviation: found.deviations.reader,
    readers: [...new Set([...readers, ...open.map(({ staffUid }) => staffUid)])]
      .map((uid) => ({
        uid,
        called: atWork.get(uid)?.called ?? calledOf.get(uid) ?? uid,
        scores: offsets.get(uid) ?? null,
        left: leftOf(uid),
        isAsked: atWork.get(uid)?.onLeaveSince === null,
      }))
      .sort((a, b) => (a.called < b.called ? -1 : 1)),
    rows: rows.map(named),
    scored,
    next: asked.from + PAGE < scored ? asked.from + PAGE : null,
    places,
    close: near.length === 0 ? null : close.map(({ uid, chance }) => named({ ...scoreOf.get(uid)!, chance })),
    apart: apart.map((pair) =>
      named({
        ...pair,
        higherComment: wrote(pair.uid, pair.higher.staffUid),
        lowerComment: wrote(pair.uid, pair.lower.staffUid),
      }),
    ),
  };
}

/** For a row of `assignments`: the condition that the application is submitted and the reader has not scored it. */
const isOpen = (conferenceId: string) =>
  sql`EXISTS (SELECT 1 FROM ${applications} WHERE ${applications.conferenceId} = ${conferenceId}
      AND ${applications.uid} = ${assignments.uid} AND ${applications.submittedAt} IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.conferenceId} = ${conferenceId}
      AND ${reviews.uid} = ${assignments.uid} AND ${reviews.staffUid} = ${assignments.staffUid})`;

/**
 * The text of a reminder contains this in place of the number of applications. The SQL statement replaces it with the
 * number.
 */
const LEFT = "{left}";

/**
 * Queues a mail to every reader who still has applications to review, except readers on leave. The mail says how many
 * applications these are, and has a link. A second call with the same id queues nothing.
 *
 * @param id the id that the form contains.
 * @param day the day by which the readers should finish, YYYY-MM-DD.
 */
export async function remindReaders(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  id: string,
  day: string,
): Promise<{ reminded: true } | Refused<409>> {
  const { db, origin } = context;
  const [[conference], readers] = await db.batch([
    db.select().from(conferences).where(eq(conferences.id, conferenceId)),
    db
      .select({ uid: staff.uid })
      .from(staff)
      .innerJoin(users, eq(users.uid, staff.uid))
      .where(and(isReader, isNull(staff.onLeaveSince))),
  ]);
  const text = reviewMails.behind(
    {
      conference: conferenceName(conference!),
      left: LEFT,
      day: inZone(Date.parse(`${day}T00:00Z`), "UTC", "date"),
    },
    `${origin}/admin/delegates/next?show=mine`,
  );
  const asked = sql`json_each(${JSON.stringify(readers.map(({ uid }) => uid))}) AS item`;
  const left = sql`(SELECT count(*) FROM ${assignments} WHERE ${assignments.conferenceId} = ${conferenceId}
    AND ${assignments.staffUid} = item.value AND ${isOpen(conferenceId)})`;
  const prefix = `reviews/${id}/`;
  const isQueued = sql`EXISTS (SELECT 1 FROM ${outbox}
    WHERE ${outbox.eventKey} >= ${prefix} AND ${outbox.eventKey} < ${`${prefix.slice(0, -1)}0`})`;
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "remindReaders", object: `editions/${conferenceId}` },
      detail: { by: day },
    },
    sql`NOT ${isQueued} AND EXISTS (SELECT 1 FROM ${asked} WHERE ${left} > 0)`,
  );
  const [, , [queued]] = await db.batch([
    entry,
    queueMail(
      db,
      {
        kind: "staff",
        eventKey: sql`${prefix} || ${users.uid}`,
        recipient: sql`${users.email}`,
        text: { subject: text.subject, body: sql`replace(${text.body}, ${LEFT}, ${left})` },
      },
      sql`FROM ${asked} JOIN ${users} ON ${users.uid} = item.value
        WHERE ${left} > 0 AND ${users.admin} = 1 AND ${users.disabledAt} IS NULL AND ${isDone}`,
    ).onConflictDoNothing(),
    db.select({ isThere: sql<number>`${isQueued}`.as("is_there") }).from(sql`(SELECT 1)`),
  ]);
  return queued?.isThere ? { reminded: true } : { refused: reviewMessages.scores.nobodyBehind, status: 409 };
}

/**
 * How many applications a reader has scored, and the mean of their scores in hundredths (null if there are no scores).
 */
export const ownScoreRows = (db: Database, conferenceId: string, staffUid: string) =>
  db
    .select({
      number: sql<number>`count(*)`.as("own_number"),
      mean: sql<number | null>`CAST(round(avg(${reviews.score})) AS INTEGER)`.as("own_mean"),
    })
    .from(reviews)
    .where(and(eq(reviews.conferenceId, conferenceId), eq(reviews.staffUid, staffUid)));
