import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type Database, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { questions, rounds } from "#db/schema/conference.ts";
import { plans } from "#db/schema/decisions.ts";
import { budgets, grants } from "#db/schema/grants.ts";
import { reversals, takings } from "#db/schema/invoices.ts";
import { categories, recordings, speakers } from "#db/schema/library.ts";
import { payments, subscriptions } from "#db/schema/money.ts";
import { programmeSessions, rooms, tracks } from "#db/schema/programme.ts";
import { notifications } from "#db/schema/site.ts";
import { invitations, mailings, staff } from "#db/schema/staff.ts";
import { transfers } from "#db/schema/transfers.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { editionList, editionNames } from "~/conference/conferences.server.ts";
import { EASTERN } from "~/values/times.ts";
import type { PlanKind } from "~/values/types.ts";
import { type Actor, type AuditNames, idsIn, pageOfThing, type Thing, thingsIn } from "./audit-words.ts";

type Entry = { actorUid: string | null; object: string; detail: Record<string, unknown> };

/** The most characters of a text that are shown in a sentence. */
const MOST = 60;
const inShort = (text: string) => (text.length > MOST ? `${text.slice(0, MOST).trimEnd()}…` : text);

/**
 * Things with a title. Each item has the kind, the words before the title, the table, and the column of the title. If
 * ids are unique only within an edition, it also has the column of the edition.
 */
const TITLED = [
  ["videos", "the video ", recordings, recordings.title, null],
  ["categories", "the category ", categories, categories.title, null],
  ["programme", "the session ", programmeSessions, programmeSessions.title, null],
  ["rooms", "the room ", rooms, rooms.title, rooms.conferenceId],
  ["tracks", "the track ", tracks, tracks.title, tracks.conferenceId],
  ["notifications", "the notification ", notifications, notifications.message, null],
  ["budgets", "the budget ", budgets, budgets.title, null],
  ["mailings", "the mail ", mailings, mailings.subject, null],
  ["questions", "", questions, questions.text, questions.conferenceId],
] as const;

const PLAN_PAGES: Record<PlanKind, (id: string) => string> = {
  decisions: (id) => `/admin/upload-decisions/${id}`,
  distribution: (id) => `/admin/distribute-apps/${id}`,
  schedule: (id) => `/admin/scheduling/import/${id}`,
  handover: (id) => `/admin/handover/${id}`,
};

const planNamed = ({ id, kind, title }: { id: string; kind: PlanKind; title: string }): Thing => ({
  name: title ? `the plan “${inShort(title)}”` : "a plan",
  href: PLAN_PAGES[kind](id),
});

/**
 * The names of all people and things in these entries, and of the people who acted. One round trip. The name of a
 * person is their name in the list of staff. Without a name there, it is the name on their application to this edition;
 * without such an application, it is their address. If several people have the same name, their addresses follow the
 * name.
 */
export async function nameAll(
  db: Database,
  conferenceId: string,
  entries: Entry[],
): Promise<{ names: AuditNames; actorOf: (uid: string | null) => Actor }> {
  const found = await findNamed(db, conferenceId, entries);
  const emails = new Map(found.accounts.map(({ uid, email }) => [uid, email]));
  const people = peopleIn(found, emails);
  const zone = found.editions.find(({ id }) => id === conferenceId)?.deadlineZone ?? EASTERN;
  return {
    names: { people, things: thingsNamed(found, people, conferenceId), zone },
    actorOf: (uid) => {
      if (uid === null) return { name: "The portal", href: null };
      return {
        name: people.get(uid) ?? `The account ${uid}`,
        href: emails.has(uid) ? `/admin/accounts/${uid}` : null,
      };
    },
  };
}

/** The rows of all people and things that these entries name. */
async function findNamed(db: Database, conferenceId: string, entries: Entry[]) {
  const uids = listed([...new Set(entries.flatMap((entry) => [entry.actorUid, ...idsIn(entry)]))]);
  const wanted = entries.flatMap(thingsIn).map((thing) => thing.split("/"));
  const ids = (kind: string) =>
    listed(wanted.filter(([first]) => first === kind).map((parts) => parts.at(-1) ?? ""));
  const isTaking = sql`${takings.id} IN ${ids("takings")} OR ${takings.id} IN
    (SELECT ${reversals.takingId} FROM ${reversals} WHERE ${reversals.id} IN ${ids("reversals")})`;
  const isPayment = sql`${payments.id} IN ${ids("payments")} OR ${payments.id} IN
    (SELECT ${takings.orderId} FROM ${takings} WHERE ${isTaking})`;
  const isTransfer = sql`${transfers.id} IN ${ids("transfers")}`;
  const isSubscription = sql`${subscriptions.id} IN ${ids("subscriptions")}`;
  const [
    accounts,
    staffNames,
    applied,
    paid,
    taken,
    reversed,
    subscribed,
    offered,
    invited,
    editions,
    roundList,
    speakerList,
    planList,
    grantList,
    ...titled
  ] = await db.batch([
    db
      .select({ uid: users.uid, email: users.email, name: staff.name })
      .from(users)
      .leftJoin(staff, eq(staff.uid, users.uid))
      .where(
        sql`${users.uid} IN (SELECT value FROM ${uids} UNION SELECT ${subscriptions.uid} FROM ${subscriptions}
          WHERE ${isSubscription})`,
      ),
    db.select({ uid: staff.uid, name: staff.name }).from(staff).where(isNotNull(staff.name)),
    nameRows(
      db,
      conferenceId,
      sql`(SELECT value FROM ${uids} UNION SELECT ${payments.delegateUid} FROM ${payments} WHERE ${isPayment}
        UNION SELECT ${transfers.fromUid} FROM ${transfers} WHERE ${isTransfer})`,
    ),
    db.select({ id: payments.id, uid: payments.delegateUid }).from(payments).where(isPayment),
    db.select({ id: takings.id, paymentId: takings.orderId }).from(takings).where(isTaking),
    db
      .select({ id: reversals.id, takingId: reversals.takingId })
      .from(reversals)
      .where(sql`${reversals.id} IN ${ids("reversals")}`),
    db.select({ id: subscriptions.id, uid: subscriptions.uid }).from(subscriptions).where(isSubscription),
    db.select({ id: transfers.id, uid: transfers.fromUid }).from(transfers).where(isTransfer),
    db
      .select({ id: invitations.hash, email: invitations.email })
      .from(invitations)
      .where(sql`${invitations.hash} IN ${ids("invitations")}`),
    editionList(db),
    db.select({ conferenceId: rounds.conferenceId, id: rounds.id, title: rounds.title }).from(rounds),
    db
      .select({ id: speakers.id, name: speakers.name })
      .from(speakers)
      .where(sql`${speakers.id} IN ${ids("speakers")}`),
    db
      .select({ id: plans.id, kind: plans.kind, title: plans.title })
      .from(plans)
      .where(sql`${plans.id} IN ${ids("plans")}`),
    db
      .select({ id: grants.id, kind: grants.kind, title: grants.title, code: grants.code })
      .from(grants)
      .where(sql`${grants.id} IN ${ids("grants")}`),
    ...TITLED.map(([kind, , table, title, edition]) =>
      db
        .select({ id: table.id, title: sql<string>`${title}` })
        .from(table)
        .where(and(edition ? eq(edition, conferenceId) : undefined, sql`${table.id} IN ${ids(kind)}`)),
    ),
  ]);
  return {
    ...{ accounts, staffNames, applied, paid, taken, reversed, subscribed, offered, invited },
    ...{ editions, roundList, speakerList, planList, grantList, titled },
  };
}

type Found = Awaited<ReturnType<typeof findNamed>>;

/** The name of each person, by uid; with the address if somebody else has the same name. */
function peopleIn(
  { accounts, staffNames, applied }: Found,
  emails: ReadonlyMap<string, string>,
): Map<string, string> {
  const names = namesIn(applied);
  const plainNames = new Map(
    accounts.map(({ uid, email, name }) => [uid, name ?? names.get(uid)?.name ?? email]),
  );
  for (const [uid, { name }] of names) if (name && !plainNames.has(uid)) plainNames.set(uid, name);
  const bearers = new Map<string, Set<string>>();
  for (const [uid, name] of [...plainNames, ...staffNames.map((one) => [one.uid, one.name ?? ""] as const)])
    bearers.set(name, (bearers.get(name) ?? new Set()).add(uid));
  return new Map(
    [...plainNames].map(([uid, name]) => {
      const email = emails.get(uid);
      return [uid, (bearers.get(name)?.size ?? 0) > 1 && email ? `${name} (${email})` : name];
    }),
  );
}

/** The name and page of each thing, by its id in the log ("payments/…"). */
function thingsNamed(
  found: Found,
  people: ReadonlyMap<string, string>,
  conferenceId: string,
): Map<string, Thing> {
  const { paid, subscribed, offered, invited, editions, roundList, speakerList, planList, grantList } = found;
  const personal = (kind: string, rows: { id: string; uid: string }[], called: string, page: string) =>
    rows.flatMap(({ id, uid }): [string, Thing][] => {
      const name = people.get(uid);
      return name ? [[`${kind}/${id}`, { name: `${called}${name}`, href: `${page}${id}` }]] : [];
    });
  const things = new Map<string, Thing>([
    ...personal("payments", paid, "the payment of ", "/admin/payments/"),
    ...personal("subscriptions", subscribed, "the subscription of ", "/admin/subscriptions/"),
    ...offered.flatMap(({ id, uid }): [string, Thing][] => {
      const name = people.get(uid);
      return name ? [[`transfers/${id}`, { name, href: `/admin/payments/person/${uid}` }]] : [];
    }),
    ...invited.map(({ id, email }): [string, Thing] => [`invitations/${id}`, { name: email, href: null }]),
    ...[...editionNames(editions)].map(([id, name]): [string, Thing] => [
      `editions/${id}`,
      { name, href: `/admin/editions/${id}` },
    ]),
    ...roundList.map((round): [string, Thing] => [
      `rounds/${round.conferenceId}/${round.id}`,
      { name: round.title, href: round.conferenceId === conferenceId ? "/admin/release" : null },
    ]),
    ...speakerList.map(({ id, name }): [string, Thing] => [
      `speakers/${id}`,
      { name: `the speaker ${name}`, href: `/staff/speakers/${id}` },
    ]),
    ...planList.map((plan): [string, Thing] => [`plans/${plan.id}`, planNamed(plan)]),
    ...grantList.map(({ id, kind, title, code }): [string, Thing] => [
      `grants/${id}`,
      { name: kind === "code" ? `the code ${code}` : `the award “${inShort(title)}”`, href: "/admin/grants" },
    ]),
    ...TITLED.flatMap(([kind, called], index) =>
      (found.titled[index] ?? []).map(({ id, title }): [string, Thing] => [
        `${kind}/${id}`,
        { name: `${called}“${inShort(title)}”`, href: pageOfThing(kind, id) },
      ]),
    ),
  ]);
  for (const [object, thing] of moneyByHand(found, things)) things.set(object, thing);
  return things;
}

/**
 * The names of money that was recorded by hand, and of reversals of such money. Both are named like the payment that
 * the money was for.
 */
function moneyByHand({ taken, reversed }: Found, things: ReadonlyMap<string, Thing>): [string, Thing][] {
  const payment = (id: string | undefined) => things.get(`payments/${id}`);
  const paymentOf = new Map(taken.map(({ id, paymentId }) => [id, paymentId]));
  const byHand = [
    ...taken.map(({ id, paymentId }) => [`takings/${id}`, payment(paymentId)] as const),
    ...reversed.map(({ id, takingId }) => [`reversals/${id}`, payment(paymentOf.get(takingId))] as const),
  ];
  return byHand.flatMap(([object, thing]): [string, Thing][] => (thing ? [[object, thing]] : []));
}
