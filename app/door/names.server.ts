import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { type Database, listed } from "#db/client.ts";
import { doorEntries } from "#db/schema/door.ts";
import { holdings } from "#db/schema/money.ts";
import { foundByName, LAST, nameRows, namesIn } from "~/applications/search.server.ts";
import { eventRows, ticketRows } from "~/conference/catalogue.server.ts";
import { eventFor } from "~/conference/events.ts";
import { changedIn, changesOfSeveral } from "~/details/details.server.ts";
import { BADGE_NAME } from "~/details/details.ts";
import { shortReference, typedReference } from "~/money/payments/references.ts";
import { auditFact } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { doorCountRows, isTransferred } from "./admitting.server.ts";
import { doorStateOf, whyNotAdmitted } from "./at-door.ts";

/** The most people that a search shows. If there are more, the helper has to type more of the name. */
const MOST_NAMES = 20;

/** Somebody in the list of names, with one of their passes. */
export type NameAtDoor = {
  /** The holding of the pass. */
  id: string;
  name: string;
  fullName: string;
  institution: string;
  title: string;
  reference: string;
  /** Why the pass lets nobody in; null if it lets its holder in. */
  refusal: string | null;
  /** When the person came in (UTC ms); null if the person is not here. */
  since: number | null;
};

const ofPass = {
  ...{ id: holdings.id, uid: holdings.uid, title: holdings.title, state: holdings.state },
  ...{ passType: holdings.passType, paymentId: holdings.paymentId },
  isTransferred: isTransferred.as("is_transferred"),
};
/** A pass that somebody has or had. A pass whose payment failed does not count. */
const isPass = sql`${holdings.item} = ${holdings.passType}
  AND (${holdings.state} <> 'ended' OR ${holdings.since} IS NOT NULL)`;
/** Passes that are held come first. */
const order = [desc(sql`${holdings.state} = 'held'`), asc(holdings.uid)];

function passesByName(db: Database, conferenceId: string, search: string) {
  const found = foundByName(db, conferenceId, search);
  return db
    .select(ofPass)
    .from(found)
    .crossJoin(holdings)
    .where(and(eq(holdings.conferenceId, conferenceId), sql`${holdings.uid} = ${found.uid}`, isPass))
    .orderBy(...order)
    .limit(MOST_NAMES + 1);
}

function passesByReference(db: Database, conferenceId: string, search: string) {
  const reference = typedReference(search.trim());
  const isLike: SQL | undefined = /^[a-z2-7]{4,20}$/.test(reference)
    ? and(gte(holdings.paymentId, reference), lt(holdings.paymentId, reference + LAST))
    : sql`false`;
  return db
    .select(ofPass)
    .from(holdings)
    .where(and(isLike, eq(holdings.conferenceId, conferenceId), isPass))
    .orderBy(...order)
    .limit(MOST_NAMES + 1);
}

/**
 * How many people have a pass for an event with a door, and how many of them have come in. The query reads a row for
 * each of these people.
 */
export async function readDoorCounts({ db }: Context, { settings }: SignedIn) {
  const [counts] = await doorCountRows(db, settings.conferenceId);
  const { held = 0, first = 0, undone = 0 } = counts ?? {};
  return { held, inside: first - undone };
}

/**
 * The people whom a search in the list of names finds by name or reference, and whether each of them may come in or has
 * come in. The search is recorded, but not its words. Two round trips. The number of rows that are read does not depend
 * on how many people have come in.
 *
 * @param search empty if nothing was typed yet. Then nobody is found, and nothing is recorded.
 */
export async function findAtDoor(
  context: Context,
  { viewer, settings }: SignedIn,
  search: string,
): Promise<{ people: NameAtDoor[]; isMore: boolean; zone: string }> {
  if (search.trim() === "") return { people: [], isMore: false, zone: "UTC" };
  const { db } = context;
  const { conferenceId } = settings;
  const [byName, byReference, sold, events] = await db.batch([
    passesByName(db, conferenceId, search),
    passesByReference(db, conferenceId, search),
    ticketRows(db, conferenceId),
    eventRows(db, conferenceId),
  ]);
  const passes = [...new Map([...byName, ...byReference].map((pass) => [pass.id, pass])).values()];
  const people = passes.slice(0, MOST_NAMES);
  const uids = people.map(({ uid }) => uid);
  const [[named, changes, entries]] = await Promise.all([
    db.batch([
      nameRows(db, conferenceId, uids),
      changesOfSeveral(db, conferenceId, uids),
      db
        .select()
        .from(doorEntries)
        .where(sql`${doorEntries.thing} IN ${listed(people.map(({ id }) => id))}`),
    ]),
    auditFact(context, {
      ...{ actorUid: viewer.uid, action: "searchDoor", object: `editions/${conferenceId}` },
      detail: { found: people.length },
    }),
  ]);
  const [names, changed] = [namesIn(named), changedIn(changes)];
  return {
    isMore: passes.length > MOST_NAMES,
    zone: events.find(({ venue }) => venue !== null)?.timeZone ?? "UTC",
    people: people.map(({ id, uid, title, state, passType, paymentId, ...pass }) => {
      const { name = "", institution = "" } = names.get(uid) ?? {};
      const refusal = whyNotAdmitted({
        ...{ state, isTransferred: Boolean(pass.isTransferred), isOfEdition: true },
        event: eventFor({ tickets: sold, events }, passType),
      });
      return {
        ...{ id, title, institution, reference: shortReference(paymentId) },
        ...{ name: changed.get(uid)?.[BADGE_NAME.id] || name, fullName: name },
        ...{ refusal: refusal?.title ?? null, since: doorStateOf(entries, id).passed?.happenedAt ?? null },
      };
    }),
  };
}
