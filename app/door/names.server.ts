import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { holdings } from "#db/schema/money.ts";
import { foundByName, LAST, nameRows, namesIn } from "~/applications/search.server.ts";
import { changedDetails } from "~/details/details.server.ts";
import { BADGE_NAME } from "~/details/details.ts";
import { shortReference, typedReference } from "~/money/payments/references.ts";
import { auditFact } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { HoldingState } from "~/values/types.ts";
import { doorCountRows } from "./admitting.server.ts";

/** The most people that a search shows. With more, the helper types more of the name. */
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
  state: HoldingState;
};

const ofPass = {
  ...{ id: holdings.id, uid: holdings.uid, title: holdings.title, state: holdings.state },
  paymentId: holdings.paymentId,
};
/** A pass that somebody has or had. An attempt to pay that failed is none. */
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
 * The page with the list of names: the counts, and the people whom a search finds by name or reference. That somebody
 * searched is written down, without the words.
 *
 * @param search empty before anything was typed: then nobody is found, and nothing is written down.
 */
export async function readNames(
  context: Context,
  { viewer, settings }: SignedIn,
  search: string,
): Promise<{ held: number; inside: number; people: NameAtDoor[]; isMore: boolean }> {
  const { db } = context;
  const { conferenceId } = settings;
  const [[counts], named, referred] = await db.batch([
    doorCountRows(db, conferenceId),
    passesByName(db, conferenceId, search),
    passesByReference(db, conferenceId, search),
  ]);
  const { held = 0, first = 0, undone = 0 } = counts ?? {};
  const passes = [...new Map([...named, ...referred].map((pass) => [pass.id, pass])).values()];
  const people = passes.slice(0, MOST_NAMES);
  const uids = people.map(({ uid }) => uid);
  const [names, changed] =
    search.trim() === ""
      ? [new Map<string, { name: string; institution: string }>(), new Map()]
      : await Promise.all([
          nameRows(db, conferenceId, uids).then(namesIn),
          changedDetails(db, conferenceId, uids),
          auditFact(context, {
            ...{ actorUid: viewer.uid, action: "searchDoor", object: `editions/${conferenceId}` },
            detail: { found: people.length },
          }),
        ]);
  return {
    ...{ held, inside: first - undone, isMore: passes.length > MOST_NAMES },
    people: people.map(({ id, uid, title, state, paymentId }) => {
      const { name = "", institution = "" } = names.get(uid) ?? {};
      return {
        ...{ id, title, state, institution, reference: shortReference(paymentId) },
        ...{ name: changed.get(uid)?.[BADGE_NAME.id] || name, fullName: name },
      };
    }),
  };
}
