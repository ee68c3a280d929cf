import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, applications, documents } from "#db/schema/applications.ts";
import { conferences, editions, rounds } from "#db/schema/conference.ts";
import { editionPublications } from "#db/schema/editions.ts";
import { outbox } from "#db/schema/mail.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { insertMail } from "~/mail/outbox.server.ts";
import { isUnreachable } from "~/mail/unreachable.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { forEachRow } from "~/platform/log.server.ts";
import type { Round } from "~/values/catalogue.ts";
import { addressNone } from "~/values/email-addresses.ts";
import { inZone } from "~/values/times.ts";
import { applicationMails } from "./mails.ts";
import { AT_WORK, movedRound, nearRound, type Reminder, reminderKey, reminderOf } from "./reminders.ts";

const MOST_AT_ONCE = 500;

const queued = alias(outbox, "queued");

/** Whether a mail was put aside before it was sent, because it was no longer true. The delegate has not been told. */
const wasPutAside = and(
  ...[isNull(queued.sentAt), isNull(queued.dueAt), isNull(queued.report), eq(queued.failures, 0)],
)!;

/**
 * If a deadline is near, reminds everybody with a draft, except people who are still filling in the form (`AT_WORK`).
 * Nobody is reminded twice in a round. The cron calls this every hour.
 */
export async function remindOfDrafts(context: Context): Promise<void> {
  const { now, settings } = await context.visit();
  const conferenceId = settings.currentEdition;
  const round = nearRound(await roundRows(context.db, conferenceId), now);
  if (!round) return;
  const isAtWork = sql`(${applications.createdAt} > ${now - AT_WORK} OR EXISTS (SELECT 1 FROM ${answers}
    WHERE ${answers.conferenceId} = ${applications.conferenceId} AND ${answers.uid} = ${applications.uid}
      AND ${answers.savedAt} > ${now - AT_WORK})
    OR EXISTS (SELECT 1 FROM ${documents}
    WHERE ${documents.conferenceId} = ${applications.conferenceId} AND ${documents.uid} = ${applications.uid}
      AND ${documents.uploadedAt} > ${now - AT_WORK}))`;
  const about: Reminder = { kind: "near", conferenceId, roundId: round.id, deadline: round.deadline };
  await writeToDrafts(context, about, { title: round.title, move: null }, sql`NOT ${isAtWork}`);
}

/**
 * Tells everybody with a draft if a publication has moved the draft's deadline. The cron calls this every minute. If a
 * run stops in between, the next one goes on, and nobody is told twice.
 */
export async function tellOfMovedDeadlines(context: Context): Promise<void> {
  const { db, requestId } = context;
  const untold = await db
    .select({
      id: editionPublications.id,
      conferenceId: editionPublications.conferenceId,
      moved: editionPublications.movedDeadlines,
    })
    .from(editionPublications)
    .where(isNotNull(editionPublications.movedDeadlines));
  const where = { requestId, method: "tellOfMovedDeadlines" };
  const objectOf = ({ id }: { id: string }) => `publications/${id}`;
  await forEachRow(untold, where, objectOf, async ({ id, conferenceId, moved }) => {
    await tellOfMove(context, conferenceId, {
      id,
      moved: moved ?? [],
      rounds: await roundRows(db, conferenceId),
    });
    await db.update(editionPublications).set({ movedDeadlines: null }).where(eq(editionPublications.id, id));
  });
}

/**
 * Tells everybody with a draft if the deadline of the open round was moved, and the edition is the current one.
 *
 * @param move the deadlines that were moved, and an `id` of this move, so that nobody is told of it twice. `rounds` are
 *   the rounds as they are now.
 */
export async function tellOfMove(
  context: Context,
  conferenceId: string,
  { id, moved, rounds }: { id: string; moved: Pick<Round, "id" | "deadline">[]; rounds: Round[] },
): Promise<void> {
  const { now, settings } = await context.visit();
  const round = conferenceId === settings.currentEdition ? movedRound(moved, rounds, now) : null;
  if (!round) return;
  const about: Reminder = { kind: "moved", conferenceId, roundId: round.id, deadline: round.deadline };
  await writeToDrafts(context, about, { title: round.title, move: id }, sql`true`);
}

/** Queues a mail for everybody whose draft meets the condition, in statements for a few hundred people each. */
async function writeToDrafts(
  { db, origin }: Context,
  about: Reminder,
  { title, move }: { title: string; move: string | null },
  condition: SQL,
): Promise<void> {
  const { kind, conferenceId, deadline } = about;
  const [[conference], [edition]] = await db.batch([
    db.select().from(conferences).where(eq(conferences.id, conferenceId)),
    db.select().from(editions).where(eq(editions.conferenceId, conferenceId)),
  ]);
  const when = inZone(deadline, edition!.deadlineZone);
  const text = applicationMails[kind](conferenceName(conference!), title, when, `${origin}/application`);
  const own = sql`${reminderKey(about, move)} || ${users.uid} || '/'`;
  const eventKey = sql`${own} || ${String(deadline)}`;
  for (;;) {
    const createdAt = Date.now();
    const written = await insertMail(
      db,
      {
        ...{ kind: "reminder", uid: sql`${users.uid}`, id: sql`lower(hex(randomblob(10)))`, eventKey },
        ...{ recipient: sql`${users.email}`, ...text, createdAt, failures: 0, dueAt: createdAt },
      },
      sql`FROM ${applications} JOIN ${users} ON ${users.uid} = ${applications.uid}
        WHERE ${applications.conferenceId} = ${conferenceId} AND ${isDraft} AND ${isStillDeadline(about, deadline)}
          AND ${users.disabledAt} IS NULL AND ${users.email} NOT LIKE ${addressNone("%")}
          AND NOT ${isUnreachable(sql`${users.emailKey}`)} AND ${condition}
          AND NOT EXISTS (SELECT 1 FROM ${outbox} AS ${queued}
            WHERE ${queued.eventKey} >= ${own} AND ${queued.eventKey} < ${own} || ':'
              AND (${queued.eventKey} = ${eventKey} OR NOT ${wasPutAside}))
        LIMIT ${MOST_AT_ONCE}`,
    ).returning({ id: outbox.id });
    if (written.length < MOST_AT_ONCE) return;
  }
}

/**
 * Whether an application is a draft to which the deadlines of the edition apply. They do not apply if staff have opened
 * the application again, or have given its delegate a deadline of their own. In both cases the delegate has already had
 * a mail about it. Their own deadline no longer counts once the edition's last deadline is later.
 */
const isDraft = and(
  isNull(applications.submittedAt),
  isNull(applications.reopenedFrom),
  sql`(${applications.ownDeadline} IS NULL OR ${applications.ownDeadline} < (SELECT max(${rounds.deadline})
    FROM ${rounds} WHERE ${rounds.conferenceId} = ${applications.conferenceId}))`,
)!;

const isStillDeadline = (
  { conferenceId, roundId }: Pick<Reminder, "conferenceId" | "roundId">,
  deadline: number,
) =>
  sql`EXISTS (SELECT 1 FROM ${rounds} WHERE ${rounds.conferenceId} = ${conferenceId}
    AND ${rounds.id} = ${roundId} AND ${rounds.deadline} = ${deadline})`;

/**
 * Whether a mail about a deadline should still be sent: the application is still a draft, and the deadline is ahead.
 */
export async function isStillAhead(context: Context, eventKey: string): Promise<boolean> {
  const about = reminderOf(eventKey);
  if (!about) return true;
  const { now } = await context.visit();
  const { conferenceId, roundId, deadline, uid } = about;
  const [round, draft] = await readDraftAndRound(context.db, conferenceId, roundId, uid);
  if (!round || !draft || round.deadline < now) return false;
  return deadline === round.deadline;
}

async function readDraftAndRound(db: Database, conferenceId: string, roundId: string, uid: string) {
  const [[round], [draft]] = await db.batch([
    db
      .select({ deadline: rounds.deadline })
      .from(rounds)
      .where(and(eq(rounds.conferenceId, conferenceId), eq(rounds.id, roundId))),
    db
      .select({ uid: applications.uid })
      .from(applications)
      .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid), isDraft)),
  ]);
  return [round, draft] as const;
}
