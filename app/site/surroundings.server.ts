import { and, eq, sql } from "drizzle-orm";
import { type Database, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { applications } from "#db/schema/applications.ts";
import { editions } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { holdings } from "#db/schema/money.ts";
import { editionRows, roundRows } from "~/conference/catalogue.server.ts";
import { zoneOfDeadlines } from "~/conference/conferences.server.ts";
import { type OwnDeadline, ownRounds } from "~/conference/rounds.ts";
import type { Context, Visit } from "~/platform/context.server.ts";
import { seenDecision } from "~/standing/visible-decision.server.ts";
import type { Edition, Round } from "~/values/catalogue.ts";
import type { Decision, NoticeAudience } from "~/values/types.ts";
import { isFor, type NoticeReader } from "./notice-audiences.ts";
import { noticesFor, unseenNotifications } from "./notifications.server.ts";

/** The data that the layout shows around every delegate's page. One round trip. */
export async function readSurroundings(context: Context, visit: Visit) {
  return surroundingsFrom(visit, await context.db.batch(surroundingRows(context, visit)));
}

/** The statements of `readSurroundings`, for a page that includes them in its own round trip. */
export function surroundingRows({ db }: Context, { viewer, settings: { conferenceId }, now }: Visit) {
  const uid = viewer?.uid ?? "";
  return [
    unseenNotifications(db, uid, now),
    roundRows(db, conferenceId),
    editionRows(db, conferenceId),
    submissionRows(db, uid, now),
  ] as const;
}

const visibleDecision = (now: number) =>
  subquery(
    sql<Decision | null>`(SELECT ${seenDecision(now)} FROM ${decisions} WHERE ${decisions.conferenceId} = ${applications.conferenceId}
      AND ${decisions.uid} = ${applications.uid})`,
  );

const hasPass = subquery(
  sql<number>`EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.conferenceId} = ${applications.conferenceId}
    AND ${holdings.uid} = ${applications.uid} AND ${holdings.item} = ${holdings.passType} AND ${holdings.state} = 'held')`,
).mapWith(Boolean);

/**
 * A person's applications to all editions, with the outcome of each as far as the delegate may see it. An application
 * that staff opened again keeps its submission time, and deadlines do not apply to it. The query is cheap: there are
 * few editions, and each edition's application is found by its key.
 */
const submissionRows = prepared((db: Database, uid: string, now: number) =>
  db
    .select({
      conferenceId: applications.conferenceId,
      submittedAt: sql<number | null>`coalesce(${applications.submittedAt}, ${applications.reopenedFrom})`,
      ...{ ownDeadline: applications.ownDeadline, lateRound: applications.lateRound },
      visibleDecision: visibleDecision(now),
      hasPass,
    })
    .from(editions)
    // SQLite keeps the order of tables in a cross join. In another order it would read all applications.
    .crossJoin(applications)
    .where(and(eq(applications.conferenceId, editions.conferenceId), eq(applications.uid, uid))),
);

type Submission = Pick<NoticeReader, "visibleDecision" | "hasPass"> &
  OwnDeadline & {
    conferenceId: string;
    submittedAt: number | null;
  };

/** @param results the results of `surroundingRows`. */
export function surroundingsFrom<
  Notification extends { audience: NoticeAudience },
  Period extends Pick<Round, "id" | "deadline">,
>(
  { settings, viewer }: Visit,
  [notifications, rounds, [edition], submissions]: readonly [
    Notification[],
    Period[],
    Edition[],
    Submission[],
  ],
) {
  const isThis = ({ conferenceId }: Submission) => conferenceId === settings.conferenceId;
  const application = submissions.find(isThis);
  const reader: NoticeReader = {
    isStaff: viewer?.admin ?? false,
    applies: application !== undefined,
    visibleDecision: application?.visibleDecision ?? null,
    hasPass: application?.hasPass ?? false,
  };
  return {
    notifications: noticesFor(notifications, (audience) => isFor(audience, reader)),
    rounds: application ? ownRounds(rounds, application) : rounds,
    zone: zoneOfDeadlines(edition),
    submittedAt: application?.submittedAt ?? null,
    applies: application !== undefined,
    /** Whether the person has something to pay, or has paid something. */
    pays: reader.hasPass || isFor("accepted", reader),
    /** Whether the person has applied to an edition other than this one. */
    appliedBefore: submissions.some((one) => !isThis(one) && one.submittedAt !== null),
  };
}
