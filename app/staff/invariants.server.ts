import { desc, lt, type SQL, sql } from "drizzle-orm";
import { listed } from "#db/client.ts";
import { inspections } from "#db/schema/staff.ts";
import { statesInTheWay } from "~/money/passes/registration.ts";
import { connectedProcessors } from "~/money/processor/processors.server.ts";
import { GRACE } from "~/money/subscriptions/subscription.ts";
import { subscriptionEntries } from "~/money/subscriptions/subscription-reconciler.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CardProcessor } from "~/platform/ports/card-processor.server.ts";
import { decisionsFor } from "~/standing/eligibility.ts";
import type { Finding } from "~/values/shapes.ts";
import { LIVE_PAYMENT_STATES, LIVE_SUBSCRIPTION_STATES } from "~/values/types.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
/** How far back the processor's journal is compared, and for how long findings are kept. */
const JOURNAL = 3 * 24 * HOUR;
const KEPT = 30 * 24 * HOUR;
/** The most rows of one rule that are reported; the first ones lead to the cause. */
const MOST = 20;
/** How many of the newest documents are looked for in the file store, one by one. */
const DOCUMENTS = 50;

const live = listed(LIVE_PAYMENT_STATES);
const liveSubscriptions = listed(LIVE_SUBSCRIPTION_STATES);

/** Each rule with the query that finds the rows that break it; a row names the object. */
const RULES: Record<string, (now: number, connected: SQL) => SQL> = {
  "no attempt is stuck past its lease": (now) => sql`
    SELECT 'payments/' || id AS object FROM payments
    WHERE state IN ('reserved', 'charging') AND lease_until < ${now - 5 * MINUTE}`,
  "no attempt stays unknown for a day": (now) => sql`
    SELECT 'payments/' || id AS object FROM payments
    WHERE state = 'unknown' AND lease_until < ${now - 24 * HOUR}`,
  "a delegate holds or pays a pass once": () => sql`
    SELECT 'delegates/' || delegate_uid AS object FROM payments WHERE state IN ${live}
    GROUP BY conference_id, delegate_uid, pass_type HAVING count(*) > 1`,
  "the lines of a payment add up to its amount": () => sql`
    SELECT 'payments/' || id AS object FROM payments
    WHERE lines <> '[]' AND amount_cents <> (SELECT sum(value ->> 'cents') FROM json_each(lines))`,
  "who pays for a pass has the right to it: submitted, decided and released, terms accepted": () => sql`
    SELECT 'payments/' || id AS object FROM payments
    WHERE state IN ${live} AND grounds IS NOT NULL AND (grounds ->> 'submittedAt' IS NULL
      OR coalesce(grounds ->> 'decision', '') NOT IN (SELECT value FROM json_each(CASE pass_type
        WHEN 'gold' THEN ${JSON.stringify(decisionsFor("gold"))} ELSE ${JSON.stringify(decisionsFor("goldPlus"))} END))
      OR grounds ->> 'agreementVersion' IS NULL)`,
  "no pass is paid for while the other one is, nor one that is included": () => sql`
    SELECT 'payments/' || id AS object FROM payments
    WHERE state IN ${live} AND grounds ->> 'beside' IN (SELECT value FROM json_each(CASE pass_type
      WHEN 'gold' THEN ${JSON.stringify(statesInTheWay("gold", null))}
      ELSE ${JSON.stringify(statesInTheWay("goldPlus", "gold"))} END))`,
  "who holds a pass has applied and accepted the terms": () => sql`
    SELECT 'payments/' || paid.id AS object FROM payments AS paid
    LEFT JOIN applications AS applied
      ON applied.conference_id = paid.conference_id AND applied.uid = paid.delegate_uid
    WHERE paid.state = 'captured' AND (coalesce(applied.submitted_at, applied.reopened_from) IS NULL OR NOT EXISTS (
      SELECT 1 FROM acceptances AS accepted
      WHERE accepted.conference_id = paid.conference_id AND accepted.uid = paid.delegate_uid))`,
  "no more is given back than was paid": () => sql`
    SELECT 'payments/' || paid.id AS object FROM payments AS paid JOIN refunds AS back ON back.payment_id = paid.id
    WHERE back.state <> 'refused' GROUP BY paid.id HAVING sum(back.amount_cents) > paid.amount_cents`,
  "a payment is on its way back exactly while its refund is": () => sql`
    SELECT 'payments/' || paid.id AS object FROM payments AS paid
    LEFT JOIN refunds AS back ON back.payment_id = paid.id AND back.ends_pass
      AND back.state IN ('pending', 'sending', 'unknown')
    WHERE (paid.state = 'refund_pending') <> (back.id IS NOT NULL)
      AND paid.state IN ('captured', 'refund_pending', 'refunded', 'voided')`,
  "no refund is stuck for a week": (now) => sql`
    SELECT 'refunds/' || id AS object FROM refunds
    WHERE state IN ('pending', 'sending', 'unknown') AND lease_until < ${now - 7 * 24 * HOUR}`,
  "what is open at a card processor can be asked for: the processor is still connected": (
    _now,
    connected,
  ) => sql`
    SELECT 'payments/' || id AS object FROM payments
    WHERE state IN ('charging', 'unknown') AND gateway NOT IN ${connected}
    UNION ALL SELECT 'refunds/' || back.id FROM refunds AS back JOIN payments AS paid ON paid.id = back.payment_id
    WHERE back.state IN ('pending', 'sending', 'unknown') AND paid.gateway NOT IN ${connected}
    UNION ALL SELECT 'subscriptions/' || id FROM subscriptions
    WHERE (state IN ('charging', 'unknown', 'charged', 'active', 'past_due')
      OR state IN ('cancelled', 'ended', 'refunded') AND settled_at IS NULL) AND gateway NOT IN ${connected}`,
  "no subscription is stuck past its lease": (now) => sql`
    SELECT 'subscriptions/' || id AS object FROM subscriptions
    WHERE state IN ('reserved', 'charging') AND lease_until < ${now - 5 * MINUTE}
      OR state = 'unknown' AND lease_until < ${now - 24 * HOUR}
      OR state = 'charged' AND settled_at < ${now - 24 * HOUR}`,
  "a subscription that is over is stopped and given back within a week": (now) => sql`
    SELECT 'subscriptions/' || id AS object FROM subscriptions
    WHERE state IN ('cancelled', 'ended', 'refunded') AND settled_at IS NULL
      AND max(coalesce(cancelled_at, 0), coalesce(paid_until, 0) - interval_months * ${28 * 24 * HOUR}, created_at) < ${now - 7 * 24 * HOUR}`,
  "somebody has one subscription at most": () => sql`
    SELECT 'users/' || uid AS object FROM subscriptions WHERE state IN ${liveSubscriptions}
    GROUP BY uid HAVING count(*) > 1`,
  "who has HPAIR+ has a subscription that gives it": () => sql`
    SELECT 'users/' || uid AS object FROM users AS held WHERE hpair_plus_subscription_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM subscriptions AS paid WHERE paid.uid = held.uid
        AND paid.gateway_subscription_id = held.hpair_plus_subscription_id
        AND paid.state IN ('charged', 'active', 'past_due', 'cancelled'))`,
  "whose subscription gives HPAIR+ has it": () => sql`
    SELECT 'subscriptions/' || id AS object FROM subscriptions AS paid
    WHERE (state IN ('active', 'past_due', 'cancelled') OR state = 'charged' AND gateway_subscription_id IS NOT NULL)
      AND gateway_subscription_id IS NOT (SELECT hpair_plus_subscription_id FROM users WHERE uid = paid.uid)`,
  "a subscription is paid to the end of its last period, at its own price": () => sql`
    SELECT 'subscriptions/' || whole.id AS object FROM subscriptions AS whole
    LEFT JOIN subscription_periods AS period ON period.subscription_id = whole.id
    WHERE whole.state IN ('active', 'past_due', 'cancelled')
    GROUP BY whole.id HAVING max(period.period_until) IS NOT whole.paid_until
      OR min(period.amount_cents) <> whole.amount_cents OR max(period.amount_cents) <> whole.amount_cents`,
  "nobody whose account is disabled is charged again": () => sql`
    SELECT 'subscriptions/' || paid.id AS object FROM subscriptions AS paid JOIN users AS owner ON owner.uid = paid.uid
    WHERE paid.state IN ('active', 'past_due') AND owner.disabled_at IS NOT NULL`,
  "no subscription outlives what is paid": (now) => sql`
    SELECT 'subscriptions/' || id AS object FROM subscriptions
    WHERE state IN ('active', 'past_due', 'cancelled') AND paid_until < ${now - GRACE - 24 * HOUR}`,
  "every mail is sent, or waits for its next try": (now) => sql`
    SELECT 'outbox/' || id AS object FROM outbox
    WHERE sent_at IS NULL AND due_at IS NULL AND failures > 0 AND created_at > ${now - KEPT}`,
  "a decision belongs to a submitted application": () => sql`
    SELECT 'decisions/' || decided.uid AS object FROM decisions AS decided
    JOIN applications AS applied ON applied.conference_id = decided.conference_id AND applied.uid = decided.uid
    WHERE applied.submitted_at IS NULL AND applied.reopened_from IS NULL`,
};

/** Compares what must always hold with what is there: in our database, at the processor, in the file store. */
export async function inspect(context: Context): Promise<Finding[]> {
  const { db } = context;
  const now = Date.now();
  const connected = listed(connectedProcessors(context));
  const found: Finding[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const rows = await db.all<{ object: string }>(sql`${query(now, connected)} LIMIT ${MOST}`);
    found.push(...rows.map(({ object }) => ({ rule, object })));
  }
  for (const cards of context.processors) found.push(...(await inspectJournal(context, cards)));
  return [...found, ...(await inspectDocuments(context))];
}

/** What a processor captured and has not given back must be what our rows say, and nothing else. */
async function inspectJournal({ db }: Context, cards: CardProcessor): Promise<Finding[]> {
  const since = Date.now() - JOURNAL;
  const all = (await cards.list(since)).filter(({ outcome }) => outcome === "captured");
  const ofSubscriptions = await subscriptionEntries({ db }, cards.name, all);
  const theirs = new Set(ofSubscriptions.map(({ transactionId }) => transactionId));
  const captures = all.filter(({ transactionId }) => !theirs.has(transactionId));
  const captured = sql`json_each(${JSON.stringify(captures)})`;
  const inventedPeriods = await db.all<{ object: string }>(sql`
      SELECT 'subscriptions/' || whole.id AS object FROM subscription_periods AS period
      JOIN subscriptions AS whole ON whole.id = period.subscription_id
      WHERE whole.state IN ('active', 'past_due', 'cancelled') AND whole.gateway = ${cards.name}
        AND period.transaction_id IS NOT NULL AND period.period_from > ${since + 48 * HOUR}
        AND period.created_at > ${since + HOUR}
        AND period.transaction_id NOT IN ${listed([...theirs])}
      LIMIT ${MOST}`);
  const [lost, invented] = [
    await db.all<{ object: string }>(sql`
      SELECT 'transactions/' || (entry.value ->> 'transactionId') AS object FROM ${captured} AS entry
      WHERE NOT EXISTS (SELECT 1 FROM payments WHERE id = entry.value ->> 'invoiceNumber'
        AND transaction_id = entry.value ->> 'transactionId' AND gateway = ${cards.name})
      AND NOT EXISTS (SELECT 1 FROM audit WHERE object = 'transactions/' || (entry.value ->> 'transactionId')
        AND action = 'payment taken back') LIMIT ${MOST}`),
    await db.all<{ object: string }>(sql`
      SELECT 'payments/' || id AS object FROM payments
      WHERE state = 'captured' AND gateway = ${cards.name} AND lease_until > ${since + HOUR}
      AND id NOT IN (SELECT entry.value ->> 'invoiceNumber' FROM ${captured} AS entry) LIMIT ${MOST}`),
  ];
  return [
    ...ofSubscriptions
      .filter(({ differs }) => differs)
      .map(({ transactionId }) => ({
        rule: "every charge of a subscription has its period",
        object: `transactions/${transactionId}`,
      })),
    ...inventedPeriods.map(({ object }) => ({
      rule: "every period has its charge at the processor",
      object,
    })),
    ...lost.map(({ object }) => ({ rule: "every charge at the processor has its payment", object })),
    ...invented.map(({ object }) => ({ rule: "every payment has its charge at the processor", object })),
  ];
}

async function inspectDocuments({ db, files }: Context): Promise<Finding[]> {
  const rows = await db.all<{ id: string; key: string }>(
    sql`SELECT id, object_key AS key FROM documents ORDER BY uploaded_at DESC LIMIT ${DOCUMENTS}`,
  );
  const checked = await Promise.all(rows.map(async ({ id, key }) => ({ id, there: await files.has(key) })));
  return checked
    .filter(({ there }) => !there)
    .map(({ id }) => ({ rule: "every document has its file", object: `documents/${id}` }));
}

/** Inspects and stores the findings; each one is logged, so that somebody is alerted. */
export async function recordInspection(context: Context): Promise<void> {
  const { db, requestId } = context;
  const findings = await inspect(context);
  for (const { rule, object } of findings) {
    logFault(new Error(`Broken: ${rule} (${object})`), { requestId, method: "inspect", path: "" });
  }
  await db.batch([
    db.insert(inspections).values({ at: Date.now(), findings }).onConflictDoNothing(),
    db.delete(inspections).where(lt(inspections.at, Date.now() - KEPT)),
  ]);
}

/** The last inspections, newest first. */
export const lastInspections = ({ db }: Pick<Context, "db">) =>
  db.select().from(inspections).orderBy(desc(inspections.at)).limit(20);
