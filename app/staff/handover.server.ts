import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom, listed, subquery } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { events, rounds } from "#db/schema/conference.ts";
import { plans } from "#db/schema/decisions.ts";
import { programmeSessions } from "#db/schema/programme.ts";
import { audit, staff } from "#db/schema/staff.ts";
import { holdsAbility } from "~/accounts/abilities.server.ts";
import { called, calledRows } from "~/accounts/addresses.server.ts";
import { voidLinks } from "~/accounts/links.server.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import {
  headRows,
  newestRows,
  newHead,
  type Plan,
  type PlanHead,
  type PlanRead,
  type PlanUse,
  type Proposed,
  planRead,
  storePlan,
} from "~/plans/plans.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { standingsIn, tallyRows } from "~/standing/tallies.server.ts";
import { type Ability, can, EVERYTHING } from "~/values/abilities.ts";
import { LINK_PURPOSES } from "~/values/types.ts";
import { DIRECTORS_LEFT } from "./limits.ts";
import { staffMessages } from "./messages.ts";
import { isFromLastSeason, lastSeasonEnd, type SeasonFacts, seasonEnds } from "./season.ts";
import { loadRows } from "./staff.server.ts";

/** The values in a person's row of `staff`. Only a director can be without a row. */
type StaffRecord = Pick<
  typeof staff.$inferSelect,
  "name" | "abilities" | "capacity" | "institution" | "onLeaveSince" | "createdAt" | "doorUntil"
>;

/** A person in a plan, as they were when the plan was made. */
type HandoverLine = {
  uid: string;
  abilities: readonly Ability[];
  record: StaffRecord | null;
  /**
   * When the account's address was confirmed; null if it was not. If the account has a different value when the plan is
   * undone, its address has changed in the meantime, and the person does not get the role back.
   */
  verifiedAt: number | null;
  /**
   * The things that the person loses besides the role: open sessions, and assigned applications. `unstarted` counts the
   * submitted ones among them that they have neither reviewed nor commented on.
   */
  sessions: number;
  assigned: number;
  unstarted: number;
};

export type HandoverSummary = { act: "leave" | "return"; lines: HandoverLine[] };

const ACTS = { apply: "handOver", undo: "undoHandover" } as const;

const personRows = (db: Database) =>
  db
    .select({
      uid: users.uid,
      called,
      verifiedAt: users.emailVerifiedAt,
      disabledAt: users.disabledAt,
      joinedAt: sql<number>`${users.createdAt}`.as("joined_at"),
      name: staff.name,
      abilities: staff.abilities,
      capacity: staff.capacity,
      institution: staff.institution,
      onLeaveSince: staff.onLeaveSince,
      createdAt: staff.createdAt,
      doorUntil: staff.doorUntil,
      sessions: subquery(sql<number>`(SELECT count(*) FROM ${sessions} WHERE ${sessions.uid} = ${users.uid}
        AND ${sessions.expiresAt} > ${Date.now()})`),
      lastActive: subquery(sql<number | null>`max(
        coalesce((SELECT max(${audit.at}) FROM ${audit} WHERE ${audit.actorUid} = ${users.uid}), 0),
        coalesce((SELECT max(${sessions.createdAt}) FROM ${sessions} WHERE ${sessions.uid} = ${users.uid}), 0))`),
    })
    .from(users)
    .leftJoin(staff, eq(staff.uid, users.uid))
    .where(sql`${users.admin} = 1`)
    .orderBy(users.emailKey);

type PersonRow = Awaited<ReturnType<typeof personRows>>[number];
type Load = { uid: string; assigned: number; unstarted: number };

const loadOf = (loads: Load[], uid: string) => {
  const { assigned = 0, unstarted = 0 } = loads.find((load) => load.uid === uid) ?? {};
  return { assigned, unstarted };
};

/** The staff, the tasks of the season, and the plans so far; one round trip. */
export async function readHandover({ db }: Context, { viewer, settings, now, shown }: SignedIn) {
  const { conferenceId } = settings;
  const [people, loads, made, ownRounds, allRounds, allEvents, tallies, programme, acts] = await db.batch([
    personRows(db),
    loadRows(db, conferenceId),
    newestRows(db, conferenceId, "handover"),
    roundRows(db, conferenceId),
    db.select({ conferenceId: rounds.conferenceId, decisionRelease: rounds.decisionRelease }).from(rounds),
    db.select().from(events).orderBy(asc(events.conferenceId), asc(events.position)),
    tallyRows(db, conferenceId, ["standing"]),
    db
      .select({ id: programmeSessions.id })
      .from(programmeSessions)
      .where(eq(programmeSessions.conferenceId, conferenceId))
      .limit(1),
    handoverActRows(db),
  ]);
  const seasons = seasonEnds(allRounds, allEvents);
  const endedAt = lastSeasonEnd(seasons, now);
  const handedOverAt = shown(lastHandover(acts));
  const staffNow = people.map((person) => {
    const since = shown(person.createdAt ?? person.joinedAt);
    return {
      ...{ uid: person.uid, called: person.called, abilities: person.abilities ?? EVERYTHING, since },
      lastActive: person.lastActive ? shown(person.lastActive) : null,
      ...loadOf(loads, person.uid),
      isProposed: isFromLastSeason(
        { uid: person.uid, since },
        { viewerUid: viewer.uid, endedAt, handedOverAt },
      ),
    };
  });
  const { submitted } = standingsIn(tallies);
  const facts: SeasonFacts = {
    conferenceId,
    rounds: ownRounds.map(({ id, title, deadline, decisionRelease, releasedAt }) => {
      const ofRound = submitted.filter(({ round }) => round === id);
      const sum = (count: (standing: (typeof ofRound)[number]) => number) =>
        ofRound.reduce((total, standing) => total + count(standing), 0);
      return {
        ...{ id, title, deadline, decisionRelease, releasedAt },
        submitted: sum(({ number }) => number),
        undecided: sum(({ number, decision }) => (decision === null ? number : 0)),
        unread: sum(({ unread }) => unread),
        late: sum(({ late }) => late),
      };
    }),
    events: allEvents.filter((event) => event.conferenceId === conferenceId),
    hasProgramme: programme.length > 0,
    seasons,
    fromLastSeason: staffNow.filter(({ isProposed }) => isProposed).length,
    handedOverAt,
  };
  return { staff: staffNow, facts, plans: made };
}

/**
 * When a handover plan was last applied, and when a handover plan was last undone. The plans of all conferences count.
 */
const handoverActRows = (db: Database) =>
  db
    .select({ action: audit.action, at: sql<number>`max(${audit.at})` })
    .from(audit)
    .where(sql`${audit.action} IN ${listed(Object.values(ACTS))}`)
    .groupBy(audit.action);

/** When a handover plan was last applied; null if none ever was, or if a handover plan has been undone since. */
function lastHandover(acts: { action: string; at: number }[]): number | null {
  const at = (action: string) => acts.find((act) => act.action === action)?.at ?? 0;
  return at(ACTS.apply) > at(ACTS.undo) ? at(ACTS.apply) : null;
}

/** Stores a plan by which these people leave the staff. Nobody leaves yet. */
export async function proposeHandover(
  { db }: Context,
  visit: SignedIn,
  uids: readonly string[],
): Promise<Proposed> {
  const { handover } = staffMessages;
  const leaving = new Set(uids);
  const head = newHead(visit, "handover", handover.leaving(leaving.size));
  const [people, loads] = await db.batch([personRows(db), loadRows(db, visit.settings.conferenceId)]);
  const lines = people.filter(({ uid }) => leaving.has(uid)).map((person) => lineOf(person, loads));
  if (lines.length < leaving.size) return { refused: handover.gone, status: 409 };
  const left = people.filter((person) => !leaving.has(person.uid) && isDirector(person)).length;
  if (left < DIRECTORS_LEFT) return { refused: handover.tooFew(left), status: 409 };
  return storePlan(db, { ...head, summary: { act: "leave", lines } satisfies HandoverSummary }, []);
}

const isDirector = ({ abilities, disabledAt }: PersonRow) =>
  can(abilities ?? EVERYTHING, "everything") && disabledAt === null;

function lineOf(person: PersonRow, loads: Load[]): HandoverLine {
  const { uid, name, abilities, capacity, institution, onLeaveSince, createdAt, doorUntil, verifiedAt } =
    person;
  const record =
    abilities === null || capacity === null || createdAt === null
      ? null
      : { name, abilities, capacity, institution, onLeaveSince, createdAt, doorUntil };
  return {
    ...{ uid, abilities: abilities ?? EVERYTHING, record, verifiedAt, sessions: person.sessions },
    ...loadOf(loads, uid),
  };
}

/**
 * Stores a plan that undoes another plan. The people who left will come back, or the people who came back will leave
 * again.
 */
async function storeUndo({ db }: Context, _visit: SignedIn, head: PlanHead, done: Plan): Promise<Proposed> {
  const { act, lines } = summaryOf(done);
  return storePlan(
    db,
    { ...head, summary: { act: act === "leave" ? "return" : "leave", lines } satisfies HandoverSummary },
    [],
  );
}

const summaryOf = ({ summary }: Plan) => summary as HandoverSummary;

/** The lines of a plan, as rows of a query. `lineValue` is an expression for one value of such a row. */
const linesIn = (plan: Plan) => sql`json_each(${JSON.stringify(summaryOf(plan).lines)}) AS item`;
const lineValue = (name: keyof HandoverLine | `record.${keyof StaffRecord}`) =>
  sql.raw(`(item.value ->> '$.${name}')`);
const uidsIn = (plan: Plan) => listed(summaryOf(plan).lines.map(({ uid }) => uid));

/** How many directors would remain if the people in a plan left; disabled directors do not count. */
const directorsWithout = (plan: Plan): SQL<number> => sql<number>`(SELECT count(*) FROM ${users}
  LEFT JOIN ${staff} ON ${staff.uid} = ${users.uid}
  WHERE ${users.admin} = 1 AND ${users.disabledAt} IS NULL AND ${holdsAbility("everything")}
    AND ${users.uid} NOT IN ${uidsIn(plan)})`;

const RECORDED: [keyof StaffRecord, SQL][] = [
  ["name", sql`${staff.name}`],
  ["abilities", sql`${staff.abilities}`],
  ["capacity", sql`${staff.capacity}`],
  ["institution", sql`${staff.institution}`],
  ["onLeaveSince", sql`${staff.onLeaveSince}`],
  ["createdAt", sql`${staff.createdAt}`],
  ["doorUntil", sql`${staff.doorUntil}`],
];

const recordHasChanged = sql.join(
  RECORDED.map(([name, column]) => sql`${column} IS NOT ${lineValue(`record.${name}`)}`),
  sql` OR `,
);

/**
 * Whether a person in a plan has changed since the plan was made. For a query that joins the plan's lines, users and
 * staff.
 */
const hasMoved = {
  leave: sql`${users.admin} IS NOT 1 OR ${recordHasChanged}`,
  return: sql`${users.admin} IS NOT 0 OR ${users.disabledAt} IS NOT NULL OR ${staff.uid} IS NOT NULL
    OR ${users.emailVerifiedAt} IS NOT ${lineValue("verifiedAt")}`,
};

/**
 * Plans by which several people leave the staff together, or come back. Two directors always stay, even if others leave
 * at the same moment, because the statement that claims the plan counts the directors.
 */
export const handoverPlans: PlanUse<HandoverSummary> = {
  kind: "handover",
  acts: ACTS,
  summaryOf,
  tally: ({ lines }) => ({ refused: 0, changing: lines.length, detail: { people: lines.length } }),
  sentences: {
    nothingToDo: staffMessages.handover.nothingToDo,
    moved: staffMessages.handover.moved,
  },
  unmoved(plan) {
    const { act } = summaryOf(plan);
    const unchanged = sql`NOT EXISTS (SELECT 1 FROM ${linesIn(plan)}
      LEFT JOIN ${users} ON ${users.uid} = ${lineValue("uid")} LEFT JOIN ${staff} ON ${staff.uid} = ${users.uid}
      WHERE ${hasMoved[act]})`;
    return act === "leave" ? sql`${unchanged} AND ${directorsWithout(plan)} >= ${DIRECTORS_LEFT}` : unchanged;
  },
  writes: (context, { actorUid }, plan, isOurs) => [
    writeActs(context, actorUid, plan, isOurs),
    ...(summaryOf(plan).act === "leave"
      ? leave(context.db, plan, isOurs)
      : comeBack(context.db, plan, isOurs)),
  ],
  async obstacle(db, plan) {
    if (summaryOf(plan).act === "return") return null;
    const [left] = await db
      .select({ directors: subquery(directorsWithout(plan)) })
      .from(plans)
      .where(eq(plans.id, plan.id));
    return left && left.directors < DIRECTORS_LEFT ? staffMessages.handover.tooFew(left.directors) : null;
  },
  storeUndo,
};

/** Writes an entry in the audit log for each person, as if they had been changed one by one. */
function writeActs({ db, requestId }: Context, actorUid: string, plan: Plan, isOurs: SQL) {
  const { act, lines } = summaryOf(plan);
  const ids = JSON.stringify(lines.map(({ uid }) => ({ id: newId(), uid })));
  return insertFrom(
    db,
    audit,
    {
      id: sql`item.value ->> 'id'`,
      at: Date.now(),
      actorUid,
      action: act === "leave" ? "removeStaff" : "addStaff",
      object: sql`'staff/' || (item.value ->> 'uid')`,
      detail: { plan: plan.id },
      requestId,
    },
    sql`FROM json_each(${ids}) AS item WHERE ${isOurs}`,
  );
}

const leave = (db: Database, plan: Plan, isOurs: SQL) => [
  db
    .update(users)
    .set({ admin: false })
    .where(sql`${users.uid} IN ${uidsIn(plan)} AND ${isOurs}`),
  db.delete(sessions).where(sql`${sessions.uid} IN ${uidsIn(plan)} AND ${isOurs}`),
  db.delete(staff).where(sql`${staff.uid} IN ${uidsIn(plan)} AND ${isOurs}`),
];

/**
 * The statements by which people come back. Their sessions and links end, as when people join the staff. A delegate's
 * session lasts too long for staff, and staff need a longer password.
 */
const comeBack = (db: Database, plan: Plan, isOurs: SQL) => [
  db
    .update(users)
    .set({ admin: true })
    .where(sql`${users.uid} IN ${uidsIn(plan)} AND ${isOurs}`),
  insertFrom(
    db,
    staff,
    {
      uid: lineValue("uid"),
      name: lineValue("record.name"),
      abilities: lineValue("record.abilities"),
      capacity: lineValue("record.capacity"),
      institution: lineValue("record.institution"),
      onLeaveSince: lineValue("record.onLeaveSince"),
      createdAt: lineValue("record.createdAt"),
      doorUntil: lineValue("record.doorUntil"),
    },
    sql`FROM ${linesIn(plan)} WHERE ${lineValue("record.abilities")} IS NOT NULL AND ${isOurs}`,
  ),
  db.delete(sessions).where(sql`${sessions.uid} IN ${uidsIn(plan)} AND ${isOurs}`),
  voidLinks(db, uidsIn(plan), [...LINK_PURPOSES], isOurs),
];

export type HandoverPlan = PlanRead<HandoverSummary> & {
  createdBy: string | null;
  appliedBy: string | null;
  lines: (HandoverLine & { called: string | null })[];
};

/** A plan with the people in it; null if this conference has no such plan. Two round trips. */
export async function readHandoverPlan(
  { db }: Context,
  conferenceId: string,
  planId: string,
): Promise<HandoverPlan | null> {
  const [found, undo, loads] = await db.batch([...headRows(db, planId), loadRows(db, conferenceId)]);
  const read = planRead(conferenceId, handoverPlans, found, undo);
  if (!read) return null;
  const { plan, summary } = read;
  const uids = summary.lines.map(({ uid }) => uid);
  const [accounts, open] = await db.batch([
    calledRows(db, [...uids, plan.createdBy, plan.appliedBy]),
    db
      .select({ uid: sessions.uid, number: sql<number>`count(*)` })
      .from(sessions)
      .where(and(sql`${sessions.uid} IN ${listed(uids)}`, gt(sessions.expiresAt, Date.now())))
      .groupBy(sessions.uid),
  ]);
  const nameOf = (asked: string | null) => accounts.find(({ uid }) => uid === asked)?.called ?? null;
  const isOpen = plan.state === "proposed";
  return {
    ...read,
    createdBy: nameOf(plan.createdBy),
    appliedBy: nameOf(plan.appliedBy),
    lines: summary.lines.map((line) => ({
      ...line,
      ...loadOf(loads, line.uid),
      // For a plan that is no longer open, this is the number of sessions that were open when the plan was made.
      sessions: isOpen ? (open.find(({ uid }) => uid === line.uid)?.number ?? 0) : line.sessions,
      called: nameOf(line.uid),
    })),
  };
}
