import { lt, sql } from "drizzle-orm";
import { audit, sessions, tokens, webhookEvents } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { AUDIT_KEPT } from "~/domain/audit.ts";
import { logFault } from "~/log.server.ts";
import { forgetOldCounters } from "./counters.server.ts";
import { tellDecisions } from "./decision-mails.server.ts";
import { recordInspection } from "./invariants.server.ts";
import { forgetOldTexts, sendDueMails } from "./outbox.server.ts";
import { compareJournal, settleOpenPayments } from "./reconciler.server.ts";
import { pursueRefunds } from "./refunds.server.ts";
import { pursueSubscriptions } from "./subscription-reconciler.server.ts";
import { handleLeftWebhooks } from "./webhooks.server.ts";

const MINUTE = 60 * 1000;
const WEBHOOKS_KEPT = 30 * 24 * 60 * MINUTE;

/**
 * The cron's work: some of it each minute, some every ten. A job that fails does not hold up the others.
 *
 * @param at the minute it was called for, UTC ms.
 */
export async function keepHouse(context: Context, at: number): Promise<void> {
  const { requestId } = context;
  const isTenth = new Date(at).getUTCMinutes() % 10 === 0;
  const chores = {
    settleOpenPayments,
    handleLeftWebhooks,
    pursueRefunds,
    pursueSubscriptions,
    tellDecisions,
    forget,
    ...(isTenth && { compareJournal, recordInspection }),
    // The last, because it takes up to a minute, at the pace of the provider.
    sendDueMails,
  };
  for (const [path, chore] of Object.entries(chores)) {
    try {
      await chore(context);
    } catch (error) {
      logFault(error, { requestId, method: "cron", path });
    }
  }
}

/** Deletes what has expired. */
async function forget({ db }: Context): Promise<void> {
  const now = Date.now();
  await db.batch([
    forgetOldCounters(db),
    forgetOldTexts(db),
    db.delete(sessions).where(lt(sessions.expiresAt, now)),
    db.delete(tokens).where(lt(tokens.expiresAt, now)),
    db.delete(webhookEvents).where(lt(webhookEvents.receivedAt, now - WEBHOOKS_KEPT)),
    // By the same clock as the trigger that allows the deletion.
    db.delete(audit).where(lt(audit.at, sql`(unixepoch() - ${AUDIT_KEPT}) * 1000`)),
  ]);
}
