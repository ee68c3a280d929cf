import { and, eq, gte, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, listed, subquery } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { conferences, rounds } from "#db/schema/conference.ts";
import { decisionLines, decisions } from "#db/schema/decisions.ts";
import { outbox } from "#db/schema/mail.ts";
import { mailTemplates } from "#db/schema/staff.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { hasNewerMail, queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import {
  decisionVersion,
  isReleased,
  isReleasedAlone,
  mayBeReleased,
  roundOfApplication,
  seenDecision,
} from "~/standing/visible-decision.server.ts";
import { writeDecisionMail } from "./decision-mails.server.ts";
import { sameApplication } from "./decisions.server.ts";
import { decisionAddress, decisionMails } from "./mails.ts";

/** A few decisions: the decision of one person, or the decisions that a plan set and that nobody has changed since. */
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

/**
 * SQL for a text in a query over decisions. The text identifies the decisions that could be released now, without the
 * rest of their round.
 */
const readyOnes = (now: number): SQL<string> => sql`count(*) FILTER (WHERE ${mayBeReleased(now)})
  || '-' || coalesce(sum(${decisions.setAt}) FILTER (WHERE ${mayBeReleased(now)}), 0)
  || '-' || coalesce(max(${decisions.planId}) FILTER (WHERE ${mayBeReleased(now)}), '')`;

/**
 * How far these decisions are released, with or without the rest of their round; one row. `ready` is how many could be
 * released now, and `seen` identifies them. `released` is how many are released. `alone` is how many of the released
 * decisions were released without their round. `unwritten` is how many people have no mail yet. `dueAt` is the first
 * `decisionRelease` of their rounds that is still ahead; null if there is none. Times are UTC ms.
 *
 * @param among if given, only the decisions on these people are counted.
 */
export const fewRows = (db: Database, conferenceId: string, few: Few, now: number, among?: string[]) => {
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
    .where(and(isOneOf(conferenceId, few), among && sql`${decisions.uid} IN ${listed(among)}`));
};

type FewRow = Awaited<ReturnType<typeof fewRows>>[number];

/** The row of `fewRows`, with how many of the people have a disabled account, which gets no mail. */
export type FewStanding = FewRow & { readyDisabled: number; releasedDisabled: number };

/** @param disabled the row of `fewRows` for the people with a disabled account; null if there are none. */
export const fewStanding = (few: FewRow, disabled: FewRow | null): FewStanding => ({
  ...few,
  readyDisabled: disabled?.ready ?? 0,
  releasedDisabled: disabled?.released ?? 0,
  unwritten: few.unwritten - (disabled?.unwritten ?? 0),
});

/** The accounts that are disabled; if `uid` is given, only that account if it is disabled. */
export const disabledRows = (db: Database, uid?: string) =>
  db
    .select({ uid: users.uid })
    .from(users)
    .where(and(isNotNull(users.disabledAt), uid === undefined ? undefined : eq(users.uid, uid)));

/** A person's stored decision, and the decision that they see. No row if no decision is stored. `now` is UTC ms. */
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
 * Two statements about mails on decisions. The first reads the mails that wait to be sent, and the second reads the
 * mails that were given up. They read the mails of one person if `uid` is given, and otherwise the mails of the whole
 * edition. Only the newest mail about the present decision of each person is read. The key of a mail names the person and
 * the version of the decision.
 */
export const openMailRows = (db: Database, conferenceId: string, uid?: string) => {
  const prefix = ["decision", conferenceId, ...(uid === undefined ? [] : [uid])].join("/");
  // An edition has fewer open mails than keys. So in a query for a whole edition, the "+" keeps SQLite from using the
  // index of the keys. One person has only a few keys, so a query for one person uses the index.
  const key = uid === undefined ? sql`+${outbox.eventKey}` : sql`${outbox.eventKey}`;
  const ofThose = sql`${key} >= ${`${prefix}/`} AND ${key} < ${`${prefix}0`} AND ${outbox.sentAt} IS NULL`;
  const ofPerson = sql`substr(${outbox.eventKey}, ${`decision/${conferenceId}/`.length + 1})`;
  const ownKey = sql`${`decision/${conferenceId}/`} || ${decisions.uid} || '/' || ${decisionVersion}`;
  const isPresent = hasRow(
    decisions,
    and(
      eq(decisions.conferenceId, conferenceId),
      sql`${decisions.uid} = substr(${ofPerson}, 1, instr(${ofPerson}, '/') - 1)`,
      sql`substr(${outbox.eventKey} || '/', 1, length(${ownKey}) + 1) = ${ownKey} || '/'`,
    ),
  );
  const keys = (state: SQL | undefined) =>
    db
      .select({ key: outbox.eventKey })
      .from(outbox)
      .where(and(state, ofThose, isPresent, sql`NOT ${hasNewerMail}`));
  return [keys(gte(outbox.dueAt, 0)), keys(and(isNull(outbox.dueAt), ne(outbox.failures, 0)))] as const;
};

type Mails = { key: string }[];

/** How many of these mails wait, and how many were given up. Mails whose key does not meet `isOurs` are left out. */
export const mailsOf = (
  [waiting, givenUp]: readonly [Mails, Mails],
  isOurs: (key: string) => boolean = () => true,
) => ({
  waiting: waiting.filter(({ key }) => isOurs(key)).length,
  givenUp: givenUp.filter(({ key }) => isOurs(key)).length,
});

/**
 * Releases these decisions without the rest of their round, but never before their round's `decisionRelease`. They must
 * be exactly the decisions that the page showed (`seen`, from `fewRows`). No decision is released while its delegate is
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
      // `toldAt` is cleared because a mail may have been put aside when an earlier release was taken back. That mail
      // must be able to become due again.
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
 * If some of these decisions were released without the rest of their round, takes those releases back. A decision that
 * the release of its round covers stays visible.
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
 * Sends the viewer test mails about these decisions: for each kind of decision, the mail that the first applicant (by
 * uid) would get. Nobody else gets anything.
 *
 * @param pressId the id of the form, so that pressing twice sends once.
 */
export async function sendTestMails(
  { db, origin }: Context,
  { viewer, settings: { conferenceId, currentEdition } }: SignedIn,
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
  const link = decisionAddress(origin, conferenceId, currentEdition);
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
