import { lt } from "drizzle-orm";
import { sessions, tokens } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { forgetOldCounters } from "./counters.server.ts";
import { settleOpenPayments } from "./payments.server.ts";

/** What the cron does each minute: settle what payments left open, forget what has expired. */
export async function keepHouse(context: Context): Promise<void> {
  await settleOpenPayments(context);
  const now = Date.now();
  await context.db.batch([
    forgetOldCounters(context.db),
    context.db.delete(sessions).where(lt(sessions.expiresAt, now)),
    context.db.delete(tokens).where(lt(tokens.expiresAt, now)),
  ]);
}
