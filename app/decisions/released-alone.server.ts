import { and, eq, gte, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, subquery } from "#db/client.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { conferences, rounds } from "#db/schema/conference.ts";
import { decisionLines, decisions } from "#db/schema/decisions.ts";
import { outbox } from "#db/schema/mail.ts";
import { mailTemplates } from "#db/schema/staff.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import {
  isReleased,
  isReleasedAlone,
  mayBeReleased,
  roundOfApplication,
  seenDecision,
} from "~/standing/visible-decision.server.ts";
import { writeDecisionMail } from "./decision-mails.server.ts";
import { sameApplication } from "./decisions.server.ts";
import { decisionMails } from "./mails.ts";

/** Whose decisions are meant: one person's, or those that a plan set and that nothing has changed since. */
export type Few = { uid: string } | { planId: string };

const isOneOf = (conferenceId: string, few: Few): SQL | undefined =>
  and(
    eq(decisions.conferenceId, conferenceId),
    "uid" in few
      ? eq(decisions.uid, few.uid)
      : and(
          eq(decisions.planId, few.planId),
          sql`${decisions.uid} IN (SELECT ${decisionLines.uid} FROM ${decisionLines}
            WHERE ${decisionLines.planId} = ${few.planId} AND ${decisionLines.state} = 'change')`,
        ),
  );

/** A text that identifies exactly those of the decisions in a query that could be released alone now. */
const readyOnes = (now: number): SQL<string> => sql`count(*) FILTER (WHERE ${mayBeReleased(now)})
  || '-' || coalesce(sum(${decisions.setAt}) FILTER (WHERE ${mayBeReleased(now)}), 0)
  || '-' || coalesce(max(${decisions.planId}) FILTER (WHERE ${mayBeReleased(now)}), '')`;

/**
 * How far the release of these decisions alone is. `now` is UTC ms. One row: how many could be released now (`ready`,
 * and `seen`, a text that identifies them), how many are released, how many of those only alone, how many people have
 * no mail yet (`unwritten`), and when the first of the others could be released (null if there are no others).
 */
export const fewRows = (db: Database, conferenceId: string, few: Few, now: number) => {
  const numberOf = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})`;
  const dueAt = subquery(sql<number>`(SELECT ${rounds.decisionRelease} FROM ${rounds}
    WHERE ${rounds.conferenceId} = ${applications.conferenceId} AND ${rounds.id} = ${roundOfApplication}
      AND ${rounds.decisionRelease} > ${now})`);
  return db
    .select({
      ready: numberOf(mayBeReleased(now)).as("ready"),
      seen: sql<string>`${readyOnes(now)}`.as("seen"),
      released: numberOf(isReleased(now)).as("released"),
      alone: numberOf(isReleasedAlone(now)).as("alone"),
      unwritten: numberOf(sql`${decisions.toldAt} IS NULL AND ${isReleased(now)}`).as("unwritten"),
      dueAt: sql<number | null>`min(${dueAt})`.as("due_at"),
    })
    .from(decisions)
    .innerJoin(applications, sameApplication)
    .where(isOneOf(conferenceId, few));
};

export type FewStanding = Awaited<ReturnType<typeof fewRows>>[number];

/** Somebody's decision as it is stored, and the one that they see; no row if none is stored. `now` is UTC ms. */
export const ownDecisionRows = (db: Database, conferenceId: string, uid: string, now: number) =>
  db
    .select({
      decision: decisions.decision,
      planId: decisions.planId,
      seenNow: subquery(seenDecision(now)).as("seen_now"),
      isOut: subquery(sql<boolean>`${isReleased(now)}`)
        .mapWith(Boolean)
        .as("is_out"),
    })
    .from(decisions)
    .innerJoin(applications, sameApplication)
    .where(and(eq(decisions.conferenceId, conferenceId), eq(decisions.uid, uid)));

/**
 * The statements that read the mails about decisions that wait, and those that were given up: about an edition's, or
 * about one person's. The key of a mail ends with the version of its decision.
 */
export const openMailRows = (db: Database, conferenceId: string, uid?: string) => {
  const prefix = ["decision", conferenceId, ...(uid === undefined ? [] : [uid])].join("/");
  // Of an edition, fewer mails are open than there are keys; of one person, there are only a few keys.
  const key = uid === undefined ? sql`+${outbox.eventKey}` : sql`${outbox.eventKey}`;
  const ofThose = sql`${key} >= ${`${prefix}/`} AND ${key} < ${`${prefix}0`} AND ${outbox.sentAt} IS NULL`;
  const keys = (state: SQL | undefined) =>
    db.select({ key: outbox.eventKey }).from(outbox).where(and(state, ofThose));
  return [keys(gte(outbox.dueAt, 0)), keys(and(isNull(outbox.dueAt), ne(outbox.failures, 0)))] as const;
};

type Mails = { key: string }[];

/** How many of these mails wait, and how many were given up; `isOurs` leaves others out by their key. */
export const mailsOf = (
  [waiting, givenUp]: readonly [Mails, Mails],
  isOurs: (key: string) => boolean = () => true,
) => ({
  waiting: waiting.filter(({ key }) => isOurs(key)).length,
  givenUp: givenUp.filter(({ key }) => isOurs(key)).length,
});

/**
 * Releases these decisions without the rest of their round, from their round's `decisionRelease` on and never before.
 * They must be exactly those that the page showed (`seen`, from `fewRows`). Nobody's decision is released while they are
 * paying for a pass, because the outcome of that payment must be known first. Pressing twice releases once.
 */
export async function releaseAlone(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  few: Few,
  seen: string,
): Promise<"done" | "moved" | "paying"> {
  const { db } = context;
  const isReady = sql`EXISTS (SELECT 1 FROM ${applications} WHERE ${sameApplication} AND ${mayBeReleased(now)})`;
  const ready = and(isOneOf(conferenceId, few), isReady);
  const isPaying = and(ready, hasPass(conferenceId, sql`${decisions.uid}`, ["pending"]));
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "releaseAlone", object: objectOf(conferenceId, few) },
      detail: { decisions: Number(seen.split("-")[0]) },
    },
    sql`(SELECT ${readyOnes(now)} FROM ${decisions} JOIN ${applications} ON ${sameApplication}
      WHERE ${isOneOf(conferenceId, few)}) = ${seen}
      AND ${hasRow(decisions, ready)} AND NOT ${hasRow(decisions, isPaying)}`,
  );
  const [, released, paying, [after]] = await db.batch([
    entry,
    db
      .update(decisions)
      // A mail that was put aside when an earlier release was taken back must be able to come back.
      .set({ releasedAt: sql`max(${now}, ${decisions.setAt})`, toldAt: null })
      .where(and(ready, isDone))
      .returning({ uid: decisions.uid }),
    db.select({ uid: decisions.uid }).from(decisions).where(isPaying).limit(1),
    fewRows(db, conferenceId, few, now),
  ]);
  if (released.length > 0) return "done";
  if (paying.length > 0) return "paying";
  return after && after.ready === 0 && after.released > 0 ? "done" : "moved";
}

/**
 * Takes the release of these decisions alone back. What the release of their round covers stays visible.
 *
 * @returns whether anything was taken back.
 */
export async function takeBackAlone(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  few: Few,
): Promise<boolean> {
  const { db } = context;
  const isIts = and(
    isOneOf(conferenceId, few),
    sql`EXISTS (SELECT 1 FROM ${applications} WHERE ${sameApplication} AND ${isReleasedAlone(now)})`,
  );
  const { entry, isDone } = audited(
    context,
    { actorUid: viewer.uid, action: "takeBackAlone", object: objectOf(conferenceId, few) },
    hasRow(decisions, isIts),
  );
  const [, changed] = await db.batch([
    entry,
    db
      .update(decisions)
      .set({ releasedAt: null })
      .where(and(isIts, isDone))
      .returning({ uid: decisions.uid }),
  ]);
  return changed.length > 0;
}

/**
 * Sends the mails about these decisions to whoever asks: for each decision, the mail as its first applicant gets it.
 * Nobody else gets anything.
 *
 * @param pressId the id of the form, so that pressing twice sends once.
 */
export async function sendTestMails(
  { db, origin }: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  few: Few,
  pressId: string,
): Promise<void> {
  const [[conference], templates, found] = await db.batch([
    db.select().from(conferences).where(eq(conferences.id, conferenceId)),
    db.select().from(mailTemplates).where(eq(mailTemplates.conferenceId, conferenceId)),
    db
      .select({
        uid: sql<string>`min(${decisions.uid})`.as("first_uid"),
        decision: decisions.decision,
        answers: answers.answers,
      })
      .from(decisions)
      .innerJoin(applications, sameApplication)
      .leftJoin(answers, answersOf(conferenceId, "about"))
      .where(isOneOf(conferenceId, few))
      .groupBy(decisions.decision),
  ]);
  const link = `${origin}/decision`;
  const values = { conference: conferenceName(conference!), link };
  const mails = found.map(({ decision, answers }) => ({
    decision,
    text:
      writeDecisionMail(
        templates.find((template) => template.decision === decision),
        answers ?? {},
        values,
      ) ?? decisionMails.decided(link),
  }));
  const [first, ...others] = mails.map(({ decision, text }) =>
    queueMail(
      db,
      {
        kind: "staff",
        eventKey: `test-decision:${pressId}:${decision}`,
        recipient: viewer.email,
        text: decisionMails.test(text),
      },
      sql`WHERE 1`,
    ).onConflictDoNothing(),
  );
  if (first) await db.batch([first, ...others]);
}

const objectOf = (conferenceId: string, few: Few): string =>
  "uid" in few ? `${conferenceId}/${few.uid}` : `plans/${few.planId}`;
