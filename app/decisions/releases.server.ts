import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { hasRow, inChunks, inOneBatch } from "#db/client.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { conferences, rounds } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { audit, mailTemplates } from "#db/schema/staff.ts";
import { tellOfMove } from "~/applications/reminders.server.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import { placeholdersOf, unknownPlaceholders } from "~/mail/mail-template.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { decisionsOfRound, standingsIn, type Tally, tallyRows } from "~/standing/tallies.server.ts";
import {
  isReleased,
  isVisible,
  orLateRound,
  roundOfApplication,
} from "~/standing/visible-decision.server.ts";
import type { Round } from "~/values/catalogue.ts";
import { DECISIONS, type Decision, type RoundId } from "~/values/types.ts";
import { sameApplication } from "./decisions.server.ts";
import { disabledRows, openMailRows } from "./released-alone.server.ts";

/**
 * A round with the number of its submitted applications for each decision. `alone` and `late` count decisions that the
 * round's release does not cover: `alone` counts decisions that were released without the rest of the round, and `late`
 * counts the others.
 */
export type RoundStanding = Round & {
  counts: Record<Decision, number>;
  undecided: number;
  late: number;
  alone: number;
};

/**
 * The state of a round that was shown to a director. An act on the round takes effect only if this state is still true.
 */
export type SeenRound = {
  decisionRelease: number;
  releasedAt: number | null;
  /** A text that identifies the exact decisions of the round. */
  decisions: string;
};

/** Each round of a conference with its decisions. One round trip. */
export async function readRounds({ db }: Context, conferenceId: string): Promise<RoundStanding[]> {
  const [stored, tally] = await db.batch([
    roundRows(db, conferenceId),
    tallyRows(db, conferenceId, ["standing"]),
  ]);
  return standings(stored, tally);
}

export type Preflight = {
  round: RoundStanding;
  /** The state that the page shows, and that its forms send back. */
  seen: SeenRound;
  /** The number of decisions on disabled accounts, which get no mail. */
  disabled: number;
  /** The number of released decisions on disabled accounts. */
  releasedDisabled: number;
  /** For each decision, the placeholders in its mail that do not exist. */
  unknown: { decision: Decision; names: string[] }[];
  /**
   * For each decision whose mail contains the name: how many people gave no first name in their application. `uid` is
   * the first of these people by uid.
   */
  nameless: { decision: Decision; number: number; uid: string }[];
  /** The numbers of mails about the release that are not written yet, that wait to be sent, and that were given up. */
  mails: { unwritten: number; waiting: number; givenUp: number };
};

/** A round and every reason not to release it yet. Null if there is no such round. Two round trips. */
export async function readPreflight(
  { db }: Context,
  conferenceId: string,
  roundId: string,
  now: number,
): Promise<Preflight | null> {
  const inRound = and(
    eq(applications.conferenceId, conferenceId),
    sql`${roundOfApplication} = ${roundId}`,
    isNotNull(applications.submittedAt),
  );
  const [stored, tally, [named], templates, nameless, disabled, [unwritten], queued, refused] =
    await db.batch([
      roundRows(db, conferenceId),
      tallyRows(db, conferenceId, ["standing"]),
      db
        .select({ decisions: decisionsOfRound(conferenceId, roundId) })
        .from(conferences)
        .where(eq(conferences.id, conferenceId)),
      db.select().from(mailTemplates).where(eq(mailTemplates.conferenceId, conferenceId)),
      db
        .select({ decision: decisions.decision, number: count(), uid: sql<string>`min(${decisions.uid})` })
        .from(sql`${answers} INDEXED BY answers_nameless`)
        .crossJoin(applications)
        .crossJoin(decisions)
        .where(and(isNameless(conferenceId), inRound, sameApplication))
        .groupBy(decisions.decision),
      disabledRows(db),
      db
        .select({ number: count() })
        .from(decisions)
        .innerJoin(applications, sameApplication)
        .where(
          and(
            eq(decisions.conferenceId, conferenceId),
            isNull(decisions.toldAt),
            sql`${roundOfApplication} = ${roundId}`,
            isReleased(now),
          ),
        ),
      ...openMailRows(db, conferenceId),
    ]);
  const round = standings(stored, tally).find(({ id }) => id === roundId);
  if (!round) return null;
  const groups = [
    { name: "disabled", uids: disabled.map(({ uid }) => uid) },
    { name: "releasedDisabled", uids: disabled.map(({ uid }) => uid), only: isReleased(now) },
    { name: "waiting", uids: queued.map(({ key }) => key.split("/")[2]!) },
    { name: "givenUp", uids: refused.map(({ key }) => key.split("/")[2]!) },
  ] satisfies { name: string; uids: string[]; only?: SQL }[];
  const found = await inOneBatch(
    db,
    groups.flatMap(({ name, uids, only }) =>
      inChunks(uids).map((chunk) =>
        db
          .select({ name: sql<string>`${name}`.as("name"), number: count() })
          .from(sql`json_each(${chunk}) AS account`)
          .crossJoin(applications)
          .crossJoin(decisions)
          .where(and(inRound, sql`${applications.uid} = account.value`, sameApplication, only)),
      ),
    ),
  );
  const numberOf = (name: (typeof groups)[number]["name"]) =>
    found.flat().reduce((sum, group) => sum + (group.name === name ? group.number : 0), 0);
  const usesName = new Set(
    templates
      .filter((mail) => placeholdersOf(mail).some((name) => name === "firstName" || name === "fullName"))
      .map(({ decision }) => decision),
  );
  return {
    round,
    seen: {
      decisionRelease: round.decisionRelease,
      releasedAt: round.releasedAt,
      decisions: named!.decisions,
    },
    disabled: numberOf("disabled"),
    releasedDisabled: numberOf("releasedDisabled"),
    mails: {
      unwritten: unwritten?.number ?? 0,
      waiting: numberOf("waiting"),
      givenUp: numberOf("givenUp"),
    },
    unknown: DECISIONS.flatMap((decision) => {
      const mail = templates.find((template) => template.decision === decision);
      const names = mail ? unknownPlaceholders(mail) : [];
      return names.length > 0 ? [{ decision, names }] : [];
    }),
    nameless: nameless.filter(({ decision }) => usesName.has(decision)),
  };
}

/**
 * Releases all decisions of a round, but only if the round is still in the state that was shown to the director.
 * Delegates can see the decisions from now on, or from the round's `decisionRelease` on if that is later. The release
 * is atomic, because it changes a single row. Pressing twice releases once.
 *
 * @returns whether the decisions that were shown are released; false if the round or one of its decisions has changed
 *   since it was shown.
 */
export async function releaseRound(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  roundId: RoundId,
  seen: SeenRound,
): Promise<boolean> {
  const { db } = context;
  // The clocks of two machines may differ. So the release is not earlier than the newest decision that was shown to the
  // director.
  const newest = sql`(SELECT max(${decisions.setAt}) FROM ${decisions}
    JOIN ${applications} ON ${sameApplication}
    WHERE ${decisions.conferenceId} = ${conferenceId} AND ${roundOfApplication} = ${roundId})`;
  const isAsSeen = asSeen(conferenceId, roundId, seen);
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "releaseDecisions", object: `rounds/${conferenceId}/${roundId}` },
      detail: { decisionRelease: seen.decisionRelease },
    },
    hasRow(rounds, isAsSeen),
  );
  // If the form was sent twice, the first one has already released exactly these decisions.
  const isReleasedAlready = and(
    holdsSeen(conferenceId, roundId, seen),
    sql`${rounds.releasedAt} IS NOT ${seen.releasedAt}`,
    sql`${rounds.releasedAt} >= coalesce(${newest}, 0)`,
  );
  const [, released, before] = await db.batch([
    entry,
    db
      .update(rounds)
      .set({ releasedAt: sql`max(${now}, coalesce(${newest}, 0))` })
      .where(isAsSeen)
      .returning({ releasedAt: rounds.releasedAt }),
    db.select({ id: rounds.id }).from(rounds).where(isReleasedAlready),
  ]);
  return released.length === 1 || before.length === 1;
}

/**
 * Takes a release back, so that no decision of the round can be seen any more. Decisions that were released without the
 * rest of the round are hidden too. Pressing twice takes it back once.
 *
 * @returns whether the round is no longer released and is otherwise as it was shown.
 */
export async function takeReleaseBack(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  roundId: RoundId,
  seen: SeenRound,
): Promise<boolean> {
  const { db } = context;
  const wasReleased = and(asSeen(conferenceId, roundId, seen), isNotNull(rounds.releasedAt));
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "takeReleaseBack", object: `rounds/${conferenceId}/${roundId}` },
      detail: { releasedAt: seen.releasedAt },
    },
    hasRow(rounds, wasReleased),
  );
  const [, , , takenBack] = await db.batch([
    entry,
    // Releases of single decisions are removed as well; otherwise those decisions would stay visible.
    db
      .update(decisions)
      .set({ releasedAt: null })
      .where(
        and(
          eq(decisions.conferenceId, conferenceId),
          isNotNull(decisions.releasedAt),
          isDone,
          sql`EXISTS (SELECT 1 FROM ${applications} WHERE ${sameApplication} AND ${roundOfApplication} = ${roundId})`,
        ),
      ),
    db.update(rounds).set({ releasedAt: null }).where(wasReleased),
    // If the form was sent twice, the first one has already taken the release back.
    db
      .select({ id: rounds.id })
      .from(rounds)
      .where(asSeen(conferenceId, roundId, { ...seen, releasedAt: null })),
  ]);
  return takenBack.length === 1;
}

/**
 * Sets when a round closes and when its decisions may be seen, but only if these times have not changed since they were
 * shown. If the deadline moves, and the round is open under the new deadline, people with a draft get a mail. The
 * change is refused in four cases:
 * - "moved": the round has changed since it was shown.
 * - "keepsRound": an application would move to another round, although its delegate can see the decision. In that round
 *   the decision might be hidden again, and the price might differ from the price that the delegate was told.
 * - "noRound": a submitted application would belong to no round any more, so its delegate could never see a decision.
 * - "hidesDecisions": decisions that can be seen now would be hidden until the new `decisionRelease`.
 */
export async function scheduleRound(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  roundId: RoundId,
  shown: { deadline: number; decisionRelease: number },
  dates: { deadline: number; decisionRelease: number },
): Promise<"done" | "moved" | "keepsRound" | "noRound" | "hidesDecisions"> {
  const { db } = context;
  const [from, to] = [shown.deadline, dates.deadline].sort((one, other) => one - other);
  const othersRound = orLateRound(sql`(SELECT ${rounds.id} FROM ${rounds}
    WHERE ${rounds.conferenceId} = ${applications.conferenceId} AND ${applications.submittedAt}
      <= CASE ${rounds.id} WHEN ${roundId} THEN ${dates.deadline} ELSE ${rounds.deadline} END
    ORDER BY ${rounds.position} LIMIT 1)`);
  const changesRound = sql`EXISTS (SELECT 1 FROM ${applications} JOIN ${decisions} ON ${sameApplication}
    WHERE ${applications.conferenceId} = ${conferenceId}
    AND ${applications.submittedAt} > ${from} AND ${applications.submittedAt} <= ${to}
    AND ${roundOfApplication} IS NOT ${othersRound} AND ${isVisible(now)})`;
  const leavesNoRound = sql`EXISTS (SELECT 1 FROM ${applications} WHERE ${applications.conferenceId} = ${conferenceId}
    AND ${applications.submittedAt} > ${from} AND ${applications.submittedAt} <= ${to}
    AND ${roundOfApplication} IS NOT NULL AND ${othersRound} IS NULL)`;
  const hidesDecisions = sql`${dates.decisionRelease} > ${now} AND EXISTS (
    SELECT 1 FROM ${applications} JOIN ${decisions} ON ${sameApplication}
    WHERE ${applications.conferenceId} = ${conferenceId} AND ${roundOfApplication} = ${roundId}
      AND ${isVisible(now)})`;
  const matches = (schedule: typeof dates) =>
    and(eq(rounds.deadline, schedule.deadline), eq(rounds.decisionRelease, schedule.decisionRelease));
  const isAsShown = and(ofRound(conferenceId, roundId), matches(shown));
  const mayMove = and(
    isAsShown,
    ...[changesRound, leavesNoRound, hidesDecisions].map((reason) => sql`NOT (${reason})`),
  );
  const object = `rounds/${conferenceId}/${roundId}`;
  const { entry, isDone } = audited(
    context,
    { actorUid: viewer.uid, action: "scheduleRound", object, detail: { from: shown, to: dates } },
    hasRow(rounds, mayMove),
  );
  const [, changed, , kept, left, hidden, [set], [move]] = await db.batch([
    entry,
    db.update(rounds).set(dates).where(mayMove).returning({ id: rounds.id }),
    // Applications near a deadline may now belong to another round. So every round of the edition is searched for
    // delegates who have not been told.
    db
      .update(rounds)
      .set({ toldAt: null })
      .where(and(eq(rounds.conferenceId, conferenceId), isDone)),
    db.select({ id: rounds.id }).from(rounds).where(and(isAsShown, changesRound)),
    db.select({ id: rounds.id }).from(rounds).where(and(isAsShown, leavesNoRound)),
    db.select({ id: rounds.id }).from(rounds).where(and(isAsShown, hidesDecisions)),
    // If the form was sent twice, the first one has already set these times.
    db
      .select({ id: rounds.id })
      .from(rounds)
      .where(and(ofRound(conferenceId, roundId), matches(dates))),
    db
      .select({ id: audit.id })
      .from(audit)
      .where(and(eq(audit.object, object), eq(audit.action, "scheduleRound")))
      .orderBy(desc(audit.at), sql`${audit}.rowid DESC`)
      .limit(1),
  ]);
  if (changed.length === 1 || set) {
    // The first of two presses may have been cut off before all mails were queued. So the second press queues the rest.
    // Nobody gets a second mail about the same move.
    if (move && dates.deadline !== shown.deadline) {
      const moved = [{ id: roundId, deadline: dates.deadline }];
      const known = await roundRows(db, conferenceId);
      const present = known.map((round) => (round.id === roundId ? { ...round, ...dates } : round));
      await tellOfMove(context, conferenceId, { id: `release-${move.id}`, moved, rounds: present });
    }
    return "done";
  }
  if (hidden.length === 1) return "hidesDecisions";
  if (kept.length === 1) return "keepsRound";
  return left.length === 1 ? "noRound" : "moved";
}

/**
 * For a query over `applications`: the condition for joining the section of `answers` that contains the name. It is met
 * only if the first name is empty.
 */
const isNameless = (conferenceId: string) =>
  and(
    eq(answers.conferenceId, conferenceId),
    eq(answers.uid, applications.uid),
    // Written exactly like the condition of the partial index, so that SQLite uses that index.
    sql`${answers.sectionId} = 'about' AND trim(coalesce(${answers.answers} ->> 'firstName', '')) = ''`,
  );

const ofRound = (conferenceId: string, roundId: string) =>
  and(eq(rounds.conferenceId, conferenceId), sql`${rounds.id} = ${roundId}`);

const asSeen = (conferenceId: string, roundId: string, seen: SeenRound) =>
  and(holdsSeen(conferenceId, roundId, seen), sql`${rounds.releasedAt} IS ${seen.releasedAt}`);

/** The condition that a round has the decisions, and the time of their release, that were shown. */
const holdsSeen = (conferenceId: string, roundId: string, seen: SeenRound) =>
  and(
    ofRound(conferenceId, roundId),
    eq(rounds.decisionRelease, seen.decisionRelease),
    sql`${decisionsOfRound(conferenceId, roundId)} = ${seen.decisions}`,
  );

function standings(stored: (typeof rounds.$inferSelect)[], tally: Tally[]): RoundStanding[] {
  const { submitted } = standingsIn(tally);
  return stored.map((round) => {
    const own = submitted.filter((row) => row.round === round.id);
    const numberOf = (decision: Decision | null) => own.find((row) => row.decision === decision)?.number ?? 0;
    return {
      ...round,
      counts: Object.fromEntries(DECISIONS.map((decision) => [decision, numberOf(decision)])) as Record<
        Decision,
        number
      >,
      undecided: numberOf(null),
      late: own.reduce((sum, { late }) => sum + late, 0),
      alone: own.reduce((sum, { alone }) => sum + alone, 0),
    };
  });
}
