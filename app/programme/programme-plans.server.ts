import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Database, excluded, insertFrom, listed } from "#db/client.ts";
import {
  places,
  programmeSessions,
  rooms,
  scheduleLines,
  sessionEntries,
  sessionSpeakers,
  tracks,
} from "#db/schema/programme.ts";
import { planMessages } from "~/plans/messages.ts";
import type { Applying, Plan, PlanHead, PlanUse, Proposed } from "~/plans/plans.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { tellPromoted } from "./agenda.server.ts";
import { type JudgedSession, undoLine } from "./judged-session.ts";
import { programmeMessages } from "./messages.ts";
import { promoteWaiting } from "./programme.server.ts";
import { type ScheduleSummary, scheduleSummaryOf, storeSchedule } from "./programme-planning.server.ts";
import { missingSpeakers, movedLines, takenOutSessions, writtenSessions } from "./schedule-lines.server.ts";

/**
 * Plans of the programme. A plan is refused if a line has an error, or if the programme has changed since the plan was
 * made. If there are free places afterwards, people on the waiting lists get them.
 */
export const schedulePlans: PlanUse<ScheduleSummary> = {
  kind: "schedule",
  acts: { apply: "applySchedule", undo: "undoSchedule" },
  summaryOf: scheduleSummaryOf,
  tally: ({ create, change, refused, rooms, tracks }) => ({
    refused,
    changing: create + change,
    detail: { added: create, changed: change, rooms: rooms.length, tracks: tracks.length },
  }),
  sentences: { nothingToDo: planMessages.nothingToDo, moved: programmeMessages.file.moved },
  async obstacle(db, { id }) {
    const missing = await db
      .select({ id: sql<string>`missing.id`.as("speaker_id") })
      .from(sql`(${missingSpeakers(id)}) AS missing`);
    if (missing.length === 0) return null;
    return programmeMessages.file.speakersGone(missing.map((speaker) => speaker.id));
  },
  unmoved: (plan) =>
    and(
      ...movedLines(plan).map((found) => sql`NOT EXISTS (${found})`),
      sql`NOT EXISTS (SELECT 1 FROM ${scheduleLines} WHERE ${scheduleLines.planId} = ${plan.id}
        AND ${scheduleLines.act} = 'refused')`,
      sql`NOT EXISTS (${missingSpeakers(plan.id)})`,
    )!,
  writes: writeProgramme,
  storeUndo,
};

/** The statements that carry out a plan, each under the condition `isOurs`. */
function writeProgramme(context: Context, { now }: Applying, plan: Plan, isOurs: SQL) {
  const { db } = context;
  const { conferenceId } = plan;
  const summary = scheduleSummaryOf(plan);
  // Sessions that leave the programme without being deleted keep their speakers.
  const goes = sql`${programmeSessions.id} IN (${takenOutSessions(plan.id)})
    AND NOT EXISTS (SELECT 1 FROM ${places} WHERE ${places.sessionId} = ${programmeSessions.id})
    AND NOT EXISTS (SELECT 1 FROM ${sessionEntries} WHERE ${sessionEntries.sessionId} = ${programmeSessions.id})`;
  const changed = sql`(SELECT json_group_array(id) FROM (${writtenSessions(plan.id)}) WHERE ${isOurs})`;
  return [
    ...([rooms, tracks] as const).map((table) =>
      insertFrom(
        db,
        table,
        {
          conferenceId,
          id: sql`item.value ->> 'id'`,
          title: sql`item.value ->> 'title'`,
          position: sql`item.key + (SELECT coalesce(max(${table.position}), -1) + 1 FROM ${table}
            WHERE ${table.conferenceId} = ${conferenceId})`,
        },
        sql`FROM json_each(${JSON.stringify(table === rooms ? summary.rooms : summary.tracks)}) AS item
          WHERE ${isOurs}`,
      ),
    ),
    writeSessions(db, plan, isOurs, now),
    db.delete(sessionSpeakers).where(
      sql`${sessionSpeakers.sessionId} IN (${writtenSessions(plan.id)}) AND ${isOurs}
        AND (${sessionSpeakers.sessionId} NOT IN (${takenOutSessions(plan.id)})
          OR ${sessionSpeakers.sessionId} IN (SELECT ${programmeSessions.id} FROM ${programmeSessions} WHERE ${goes}))`,
    ),
    insertFrom(
      db,
      sessionSpeakers,
      { conferenceId, sessionId: sql`${scheduleLines.sessionId}`, speakerId: sql`speaker.value` },
      sql`FROM ${scheduleLines} JOIN json_each(${scheduleLines.session}, '$.speakers') AS speaker
        WHERE ${scheduleLines.planId} = ${plan.id} AND ${scheduleLines.act} IN ('create', 'change')
          AND ${isOurs}`,
    ),
    takeOut(db, plan.id, isOurs, now),
    db.delete(programmeSessions).where(sql`${goes} AND ${isOurs}`),
    ...([rooms, tracks] as const).map((table) => {
      const place = table === rooms ? programmeSessions.roomId : programmeSessions.trackId;
      const made = table === rooms ? summary.removes.rooms : summary.removes.tracks;
      return db.delete(table).where(
        sql`${table.conferenceId} = ${conferenceId} AND ${table.id} IN ${listed(made)} AND ${isOurs}
          AND NOT EXISTS (SELECT 1 FROM ${programmeSessions}
            WHERE ${programmeSessions.conferenceId} = ${conferenceId}
            AND ${place} = ${table.id})`,
      );
    }),
    tellPromoted(context, changed, now),
    promoteWaiting(db, changed, now),
  ];
}

/**
 * The statement that writes the sessions that a plan adds or changes. It leaves recordings and cancellations as they
 * are. Sessions that leave the programme are not written here (`takeOut`).
 */
function writeSessions(db: Database, { id, conferenceId }: Plan, isOurs: SQL, now: number) {
  const value = (key: string) => sql`${scheduleLines.session} ->> ${sql.raw(`'${key}'`)}`;
  return insertFrom(
    db,
    programmeSessions,
    {
      id: sql`${scheduleLines.sessionId}`,
      conferenceId,
      title: value("title"),
      description: value("description"),
      day: value("day"),
      startsAt: value("startsAt"),
      endsAt: value("endsAt"),
      roomId: value("roomId"),
      trackId: value("trackId"),
      speakers: sql`json_extract(${scheduleLines.session}, '$.speakers')`,
      accessLevel: value("accessLevel"),
      capacity: value("capacity"),
      giveAwayMinutes: value("giveAwayMinutes"),
      recordingId: null,
      cancelledAt: null,
      version: 1,
      changedAt: now,
    },
    sql`FROM ${scheduleLines} WHERE ${scheduleLines.planId} = ${id}
      AND ${scheduleLines.act} IN ('create', 'change')
      AND ${scheduleLines.session} ->> 'isTakenOut' IS NULL AND ${isOurs}`,
  ).onConflictDoUpdate({
    target: programmeSessions.id,
    set: {
      title: excluded(programmeSessions.title),
      description: excluded(programmeSessions.description),
      day: excluded(programmeSessions.day),
      startsAt: excluded(programmeSessions.startsAt),
      endsAt: excluded(programmeSessions.endsAt),
      roomId: excluded(programmeSessions.roomId),
      trackId: excluded(programmeSessions.trackId),
      speakers: excluded(programmeSessions.speakers),
      accessLevel: excluded(programmeSessions.accessLevel),
      capacity: excluded(programmeSessions.capacity),
      giveAwayMinutes: excluded(programmeSessions.giveAwayMinutes),
      version: sql`${programmeSessions.version} + 1`,
      changedAt: excluded(programmeSessions.changedAt),
    },
  });
}

/**
 * The statement that cancels the sessions which leave the programme. People who have chosen such a session see the
 * cancellation in their agenda.
 */
const takeOut = (db: Database, planId: string, isOurs: SQL, now: number) =>
  db
    .update(programmeSessions)
    .set({ cancelledAt: now, version: sql`${programmeSessions.version} + 1`, changedAt: now })
    .where(sql`${programmeSessions.id} IN (${takenOutSessions(planId)}) AND ${isOurs}`);

/**
 * Stores the plan that undoes another one. Sessions that the other plan changed become what they were before. Sessions
 * that it added leave the programme: sessions that nobody has chosen and that have no session entry are deleted, and
 * the others are cancelled. The rooms and tracks that it added are removed if nothing is in them. A plan that undoes
 * another one cannot be undone itself.
 */
async function storeUndo({ db }: Context, _visit: SignedIn, head: PlanHead, done: Plan): Promise<Proposed> {
  if (done.undoes !== null) return { refused: programmeMessages.plan.undoOnce, status: 409 };
  const [lines, present] = await db.batch([
    db
      .select()
      .from(scheduleLines)
      .where(and(eq(scheduleLines.planId, done.id), inArray(scheduleLines.act, ["create", "change"])))
      .orderBy(scheduleLines.line),
    db
      .select({ id: programmeSessions.id, version: programmeSessions.version })
      .from(programmeSessions)
      .where(sql`${programmeSessions.id} IN (${writtenSessions(done.id)})`),
  ]);
  const versions = new Map(present.map(({ id, version }) => [id, version]));
  const made = scheduleSummaryOf(done);
  const ids = (named: ScheduleSummary["rooms"]) => named.map(({ id }) => id);
  return storeSchedule(
    db,
    head,
    lines.map((line) => undoLine(line as JudgedSession, versions.get(line.sessionId ?? ""))),
    { removes: { rooms: ids(made.rooms), tracks: ids(made.tracks) } },
  );
}
