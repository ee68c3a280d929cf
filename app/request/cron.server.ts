import { lt, sql } from "drizzle-orm";
import { sessions, tokens } from "#db/schema/accounts.ts";
import { mailEvents } from "#db/schema/mail.ts";
import { webhookEvents } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import { isStillOpen } from "~/accounts/links.server.ts";
import { isStillAhead, remindOfDrafts, tellOfMovedDeadlines } from "~/applications/reminders.server.ts";
import { isStillTrue, tellDecisions } from "~/decisions/decision-mails.server.ts";
import { decisionPlans } from "~/decisions/decision-plans.server.ts";
import { moveWaitingLists } from "~/decisions/waiting-list-moves.server.ts";
import { forgetOldForms } from "~/editions/editor/unsaved-forms.server.ts";
import { publishDue } from "~/editions/publishing/scheduled-publications.server.ts";
import { erasePassports } from "~/letters/letters.server.ts";
import { forgetOldTexts, sendDueMails } from "~/mail/outbox.server.ts";
import { finishTakings } from "~/money/invoices/confirming.server.ts";
import { endInvoices, remindOfInvoices } from "~/money/invoices/invoices.server.ts";
import { applyInvoicing } from "~/money/invoices/invoicing-proposals.server.ts";
import { REPORTS_KEPT } from "~/money/payments/leases.ts";
import { untilNotReached } from "~/money/processor/processors.server.ts";
import { compareActs } from "~/money/reconciler/lost-acts.server.ts";
import { compareJournal, settleOpenPayments } from "~/money/reconciler/reconciler.server.ts";
import { compareBatches } from "~/money/reconciler/settlements.server.ts";
import { handleLeftWebhooks } from "~/money/reconciler/webhooks.server.ts";
import { pursueRefunds } from "~/money/refunds/refunds.server.ts";
import { pursueSubscriptions } from "~/money/subscriptions/subscription-reconciler.server.ts";
import { finishPlans } from "~/plans/plans.server.ts";
import { AUDIT_KEPT } from "~/platform/audit.ts";
import type { Context } from "~/platform/context.server.ts";
import { forgetOldCounters } from "~/platform/counters.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { giveAwayPlaces } from "~/programme/agenda.server.ts";
import { schedulePlans } from "~/programme/programme-plans.server.ts";
import { distributionPlans } from "~/reviews/distribution-plans.server.ts";
import { recordInspection } from "~/staff/invariants.server.ts";
import { INSPECTION_MINUTES } from "~/staff/limits.ts";

/**
 * Does the cron's work: some jobs run every minute, some every ten minutes, some every hour. A job that fails does not
 * stop the others. The jobs that ask a card processor come last, so that nothing waits for its answers.
 *
 * @param at the minute for which the cron was called (UTC ms).
 */
export async function keepHouse(context: Context, at: number): Promise<void> {
  const isTenth = new Date(at).getUTCMinutes() % INSPECTION_MINUTES === 0;
  const isHour = new Date(at).getUTCMinutes() === 0;
  await inTurn(context, {
    finishTakings,
    endInvoices,
    remindOfInvoices,
    finishDecisionPlans: (context) => finishPlans(context, decisionPlans, "decide"),
    finishDistributionPlans: (context) => finishPlans(context, distributionPlans, "decide"),
    finishSchedulePlans: (context) => finishPlans(context, schedulePlans, "content"),
    applyInvoicing,
    publishDue,
    tellDecisions,
    moveWaitingLists,
    giveAwayPlaces,
    tellOfMovedDeadlines,
    ...(isHour && { remindOfDrafts }),
    forget,
    erasePassports,
    ...(isTenth && { learnSizes }),
    // This runs last here, because the provider's rate limit makes it take up to a minute.
    sendDueMails: sendMails,
  });
  await inTurn(untilNotReached(context), {
    settleOpenPayments,
    handleLeftWebhooks,
    pursueRefunds,
    pursueSubscriptions,
    // `compareJournal` restores lost charges of a processor, and `compareActs` carries out lost acts again. In the
    // other order, money recorded by hand could be restored first and pay for a pass. Then the lost charge for that
    // pass would be given back.
    ...(isTenth && { compareJournal, compareActs }),
    // Batches are compared after the journal, because the comparison with the journal restores lost rows.
    ...(isHour && { compareBatches }),
    ...(isTenth && { recordInspection }),
    // The jobs about payments have queued mails too.
    sendDueMails: sendMails,
  });
}

async function inTurn(
  context: Context,
  chores: Record<string, (context: Context) => Promise<unknown>>,
): Promise<void> {
  const { requestId } = context;
  for (const [path, chore] of Object.entries(chores)) {
    try {
      await chore(context);
    } catch (error) {
      logFault(error, { requestId, method: "cron", path });
    }
  }
}

/**
 * Sends the mails that are due. A mail about a decision is sent only if the decision is still true. A reminder is sent
 * only while its deadline is ahead, and a mail with a link only while its link works.
 */
export const sendMails = (context: Context): Promise<void> =>
  sendDueMails(
    context,
    async (context, { eventKey, link }) =>
      (await isStillTrue(context, eventKey)) &&
      (await isStillAhead(context, eventKey)) &&
      (link === null || (await isStillOpen(context, link))),
  );

/**
 * Makes SQLite analyse the tables that have changed a lot since their last analysis. So SQLite uses the index that
 * finds the fewest rows.
 */
const learnSizes = ({ db }: Context) => db.run(sql`PRAGMA optimize`);

/** Deletes rows that have expired. */
async function forget({ db }: Context): Promise<void> {
  const now = Date.now();
  await db.batch([
    forgetOldCounters(db),
    forgetOldTexts(db),
    forgetOldForms(db, now),
    db.delete(sessions).where(lt(sessions.expiresAt, now)),
    db.delete(tokens).where(lt(tokens.expiresAt, now)),
    db.delete(webhookEvents).where(lt(webhookEvents.receivedAt, now - REPORTS_KEPT)),
    db.delete(mailEvents).where(lt(mailEvents.receivedAt, now - REPORTS_KEPT)),
    // The condition uses the same clock as the trigger that allows the deletion.
    db.delete(audit).where(lt(audit.at, sql`(unixepoch() - ${AUDIT_KEPT}) * 1000`)),
  ]);
}
