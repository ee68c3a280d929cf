import { inArray, lt, type SQL, sql } from "drizzle-orm";
import { type Database, excluded, listed } from "#db/client.ts";
import { counters } from "#db/schema/accounts.ts";
import { MINUTE } from "~/values/durations.ts";
import type { Context } from "./context.server.ts";
import { fingerprint } from "./ids.server.ts";

/** `who` may do `what` at most `limit` times in `minutes`, in real time. */
export type Allowance = { what: string; who: string; limit: number; minutes: number };

/**
 * Counts one more use of each allowance, in one round trip and before the costly step that the allowances protect. If
 * one of them is used up, none is counted. So a request that is refused because of its network's limit does not use up
 * the account's limit.
 *
 * @returns 0 when all allowances are within their limits; otherwise the number of minutes until all of them have uses
 *   again.
 */
export async function take(
  { db, wait }: Pick<Context, "db" | "wait">,
  allowances: Allowance[],
): Promise<number> {
  const [held] = await db.batch([
    readCounters(db, allowances),
    countOneMore(db, allowances, sql`NOT ${isUsedUp(allowances)}`),
  ]);
  return waitOf({ wait }, allowances, held);
}

/** The statement that reads how many times each allowance was used; `waitOf` interprets its rows. */
export function readCounters(db: Database, allowances: Allowance[]) {
  const keys = allowances.map(({ what, who }) => keyOf(what, who));
  return db.select().from(counters).where(inArray(counters.key, keys));
}

/** The statement that counts one more use of each allowance, if a condition holds. */
export function countOneMore(db: Database, allowances: Allowance[], condition: SQL = sql`true`) {
  const now = Date.now();
  const counts = allowances.map(({ what, who, minutes }) => {
    return { key: keyOf(what, who), expiresAt: now + minutes * MINUTE };
  });
  return db
    .insert(counters)
    .select(
      sql`SELECT value ->> 'key', 1, value ->> 'expiresAt' FROM json_each(${JSON.stringify(counts)})
        WHERE ${condition}`,
    )
    .onConflictDoUpdate({
      target: counters.key,
      set: {
        count: sql`iif(${counters.expiresAt} <= ${now}, 1, ${counters.count} + 1)`,
        expiresAt: sql`iif(${counters.expiresAt} <= ${now}, ${excluded(counters.expiresAt)}, ${counters.expiresAt})`,
      },
    });
}

/** A condition for a query: whether at least one of the allowances is used up. */
export function isUsedUp(allowances: Allowance[]): SQL {
  const isFull = sql.join(
    allowances.map(
      ({ what, who, limit }) =>
        sql`(${counters.key} = ${keyOf(what, who)} AND ${counters.count} >= ${limit})`,
    ),
    sql` OR `,
  );
  if (allowances.length === 0) return sql`false`;
  return sql`EXISTS (SELECT 1 FROM ${counters} WHERE ${counters.expiresAt} > ${Date.now()} AND (${isFull}))`;
}

type Held = (typeof counters.$inferSelect)[];

/** How many times an allowance was used, according to the rows that `readCounters` found. */
export const timesUsed = ({ what, who }: Allowance, held: Held): number =>
  held.find(({ key }) => key === keyOf(what, who))?.count ?? 0;

/**
 * The number of minutes until all used-up allowances have uses again; 0 when all are within their limits. The answer to
 * the request sends these minutes too, as Retry-After.
 */
export function waitOf({ wait }: Pick<Context, "wait">, allowances: Allowance[], held: Held): number {
  const now = Date.now();
  const limits = new Map(allowances.map(({ what, who, limit }) => [keyOf(what, who), limit]));
  const waits = held
    .filter(({ key, count, expiresAt }) => expiresAt > now && count >= limits.get(key)!)
    .map(({ expiresAt }) => Math.ceil((expiresAt - now) / MINUTE));
  const minutes = Math.max(0, ...waits);
  wait.minutes = Math.max(wait.minutes, minutes);
  return minutes;
}

/**
 * Takes one use off the count of each allowance: after a success, so that a class of thirty behind one IP address can
 * sign in together, or after a fault of ours.
 */
export async function giveBackAllowances(db: Database, allowances: Allowance[]): Promise<void> {
  const keys = allowances.map(({ what, who }) => keyOf(what, who));
  const isOneOf = sql`${counters.key} IN ${listed(keys)}`;
  await db
    .update(counters)
    .set({ count: sql`max(0, ${counters.count} - 1)` })
    .where(isOneOf);
}

export const forgetOldCounters = (db: Database) =>
  db.delete(counters).where(lt(counters.expiresAt, Date.now()));

/** Addresses and networks are personal data: only their fingerprints are kept. */
const keyOf = (what: string, who: string) => `${what}:${fingerprint(who).slice(0, 32)}`;
