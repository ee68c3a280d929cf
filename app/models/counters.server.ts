import { inArray, lt, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { listed } from "#db/client.ts";
import { counters } from "#db/schema.ts";
import { fingerprint } from "~/ids.server.ts";

const MINUTE = 60 * 1000;

/** At most `limit` of `what` for `who` in `minutes`, on real time. */
export type Allowance = { what: string; who: string; limit: number; minutes: number };

/**
 * Counts one more of each, in one round trip and before the costly step it protects; of none where one is
 * used up, so that what is refused by one network's limit costs an account nothing.
 *
 * @returns 0 when all are within their limits, else the minutes until the fullest window is over.
 */
export async function take(db: Database, allowances: Allowance[]): Promise<number> {
  const now = Date.now();
  const asked = allowances.map(({ what, who, limit, minutes }) => {
    return { key: keyOf(what, who), limit, expiresAt: now + minutes * MINUTE };
  });
  const isFull = sql.join(
    asked.map(({ key, limit }) => sql`(full.key = ${key} AND full.count >= ${limit})`),
    sql` OR `,
  );
  const [held] = await db.batch([
    db
      .select()
      .from(counters)
      .where(
        inArray(
          counters.key,
          asked.map(({ key }) => key),
        ),
      ),
    db
      .insert(counters)
      .select(
        sql`SELECT value ->> 'key', 1, value ->> 'expiresAt' FROM json_each(${JSON.stringify(asked)})
          WHERE NOT EXISTS (SELECT 1 FROM ${counters} AS full WHERE full.expires_at > ${now} AND (${isFull}))`,
      )
      .onConflictDoUpdate({
        target: counters.key,
        set: {
          count: sql`iif(${counters.expiresAt} <= ${now}, 1, ${counters.count} + 1)`,
          expiresAt: sql`iif(${counters.expiresAt} <= ${now}, excluded.expires_at, ${counters.expiresAt})`,
        },
      }),
  ]);
  const limits = new Map(asked.map(({ key, limit }) => [key, limit]));
  const waits = held
    .filter(({ key, count, expiresAt }) => expiresAt > now && count >= limits.get(key)!)
    .map(({ expiresAt }) => Math.ceil((expiresAt - now) / MINUTE));
  return Math.max(0, ...waits);
}

/** What succeeded does not count: a class of thirty behind one address may sign in at once. */
export async function giveBack(db: Database, allowances: Allowance[]): Promise<void> {
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
