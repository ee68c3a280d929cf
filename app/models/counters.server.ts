import { lt, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { listed } from "#db/client.ts";
import { counters } from "#db/schema.ts";
import { fingerprint } from "~/ids.server.ts";

const MINUTE = 60 * 1000;

/** At most `limit` of `what` for `who` in `minutes`, on real time. */
export type Allowance = { what: string; who: string; limit: number; minutes: number };

/**
 * Counts one more of each, in one round trip and before the costly step it protects.
 *
 * @returns 0 when all are within their limits, else the minutes until the fullest window is over.
 */
export async function take(db: Database, allowances: Allowance[]): Promise<number> {
  const now = Date.now();
  const [first, ...rest] = allowances.map(({ what, who, minutes }) =>
    db
      .insert(counters)
      .values({ key: keyOf(what, who), count: 1, expiresAt: now + minutes * MINUTE })
      .onConflictDoUpdate({
        target: counters.key,
        set: {
          count: sql`iif(${counters.expiresAt} <= ${now}, 1, ${counters.count} + 1)`,
          expiresAt: sql`iif(${counters.expiresAt} <= ${now}, excluded.expires_at, ${counters.expiresAt})`,
        },
      })
      .returning({ count: counters.count, expiresAt: counters.expiresAt }),
  );
  const taken = first ? await db.batch([first, ...rest]) : [];
  const waits = taken.map(([row], index) =>
    row && row.count > allowances[index]!.limit ? Math.ceil((row.expiresAt - now) / MINUTE) : 0,
  );
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
