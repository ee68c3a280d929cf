import { desc, lt, type SQL, sql } from "drizzle-orm";
import { listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { acceptances, applications, documents } from "#db/schema/applications.ts";
import { decisions } from "#db/schema/decisions.ts";
import { takings } from "#db/schema/invoices.ts";
import { outbox } from "#db/schema/mail.ts";
import { holdings, orders, payments, refunds, subscriptionPeriods, subscriptions } from "#db/schema/money.ts";
import { audit, inspections } from "#db/schema/staff.ts";
import { tallied, tallies } from "#db/schema/tallies.ts";
import { JOURNAL } from "~/money/payments/leases.ts";
import { statesInTheWay } from "~/money/payments/registration.ts";
import { connectedProcessors } from "~/money/processor/processors.server.ts";
import { bankState, isReportedReturned } from "~/money/refunds/bank-returns.server.ts";
import { RETURNABLE_STATES } from "~/money/refunds/bank-returns.ts";
import { GRACE } from "~/money/subscriptions/subscription.ts";
import { subscriptionEntries } from "~/money/subscriptions/subscription-charges.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CardProcessor } from "~/platform/ports/card-processor.server.ts";
import { decisionsFor } from "~/standing/eligibility.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import { HOUR, MINUTE } from "~/values/durations.ts";
import type { Finding } from "~/values/shapes.ts";
import { HAND_MEANS, LIVE_SUBSCRIPTION_STATES, OPEN_REFUND_STATES } from "~/values/types.ts";
import { MOST_OF_RULE } from "./findings.ts";
import { HOLDING_RULES, ofAddOnsAlone } from "./holding-invariants.server.ts";
import { INVOICE_RULES } from "./invoice-invariants.server.ts";
import { FINDINGS_KEPT } from "./limits.ts";
import { ORDER_RULES } from "./order-invariants.server.ts";
import { SETTLEMENT_RULES } from "./settlement-invariants.server.ts";

/** How many of the newest documents are looked up in the file store, one after another. */
const DOCUMENTS = 50;

/** The condition for a payment whose money may be on its way, or has come in and has not been given back. */
const isStanding = sql`${payments.state} NOT IN ('declined', 'released', 'voided', 'refunded')`;
const liveSubscriptions = listed(LIVE_SUBSCRIPTION_STATES);

const objectOf = ({ conferenceId, name, key }: typeof tallies | typeof tallied) =>
  sql`'tallies/' || ${conferenceId} || '/' || ${name} || '/' || ${key}`;

/** The rules, each with a query. The query finds the rows that break the rule, and names an object for each of them. */
const RULES: Record<string, (now: number, connected: SQL) => SQL> = {
  ...HOLDING_RULES,
  ...INVOICE_RULES,
  ...ORDER_RULES,
  ...SETTLEMENT_RULES,
  "no attempt is stuck past its lease": (now) => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments} JOIN ${orders} ON ${isItsOrder}
    WHERE ${payments.state} IN ('reserved', 'charging') AND ${orders.leaseUntil} < ${now - 5 * MINUTE}
      AND NOT EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.orderId} = ${orders.id}
        AND ${takings.state} = 'waiting')`,
  "no attempt stays unknown for a day": (now) => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments} JOIN ${orders} ON ${isItsOrder}
    WHERE ${payments.state} = 'unknown' AND ${orders.leaseUntil} < ${now - 24 * HOUR}`,
  "the lines of a payment add up to its amount": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    WHERE ${payments.amountCents} <> (SELECT sum(value ->> 'cents') FROM json_each(${payments.lines}))`,
  "everybody who pays for a pass has the right to it: submitted, decided and released, terms accepted":
    () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    WHERE ${isStanding} AND ${payments.grounds} IS NOT NULL AND NOT ${ofAddOnsAlone}
      AND (${payments.grounds} ->> 'submittedAt' IS NULL
        OR coalesce(${payments.grounds} ->> 'decision', '') NOT IN (
          SELECT value FROM json_each(CASE ${payments.passType}
            WHEN 'gold' THEN ${JSON.stringify(decisionsFor("gold"))}
            ELSE ${JSON.stringify(decisionsFor("goldPlus"))} END))
        OR ${payments.grounds} ->> 'agreementVersion' IS NULL)`,
  "add-ons alone are bought by who holds their pass, with the terms accepted": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    WHERE ${isStanding} AND ${payments.grounds} IS NOT NULL AND ${ofAddOnsAlone}
      AND (${payments.grounds} ->> 'pass' IS NOT 'held' OR ${payments.grounds} ->> 'agreementVersion' IS NULL)`,
  "nothing is bought of which no place was left": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    WHERE ${isStanding} AND ${payments.grounds} ->> 'placesLeft' < 1`,
  "no pass is paid for while the other one is, nor one that is included": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    WHERE ${isStanding} AND NOT ${ofAddOnsAlone}
      AND ${payments.grounds} ->> 'beside' IN (SELECT value FROM json_each(CASE ${payments.passType}
      WHEN 'gold' THEN ${JSON.stringify(statesInTheWay("gold", null))}
      ELSE ${JSON.stringify(statesInTheWay("goldPlus", "gold"))} END))`,
  "everybody who holds a pass has applied and accepted the terms": () => sql`
    SELECT 'holdings/' || ${holdings.id} AS object FROM ${holdings}
    LEFT JOIN ${applications} ON ${applications.conferenceId} = ${holdings.conferenceId}
      AND ${applications.uid} = ${holdings.uid}
    WHERE ${holdings.state} = 'held'
      AND (coalesce(${applications.submittedAt}, ${applications.reopenedFrom}) IS NULL OR NOT EXISTS (
      SELECT 1 FROM ${acceptances}
      WHERE ${acceptances.conferenceId} = ${holdings.conferenceId}
        AND ${acceptances.uid} = ${holdings.uid}))`,
  "no refund is stuck for a week": (now) => sql`
    SELECT 'refunds/' || ${refunds.id} AS object FROM ${refunds}
    WHERE ${refunds.state} IN ('pending', 'sending', 'unknown')
      AND ${refunds.leaseUntil} < ${now - 7 * 24 * HOUR}`,
  "what is open at a card processor can be asked for: the processor is still connected": (
    _now,
    connected,
  ) => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments} JOIN ${orders} ON ${isItsOrder}
    WHERE ${payments.state} IN ('charging', 'unknown') AND ${orders.means} NOT IN ${connected}
    UNION ALL SELECT 'refunds/' || ${refunds.id} FROM ${refunds}
    JOIN ${payments} ON ${payments.id} = ${refunds.paymentId} JOIN ${orders} ON ${isItsOrder}
    WHERE ${refunds.state} IN ('pending', 'sending', 'unknown') AND ${orders.means} NOT IN ${connected}
      AND ${orders.means} NOT IN ${listed(HAND_MEANS)}`,
  "what runs at a card processor can be asked for: the processor is still connected": (
    _now,
    connected,
  ) => sql`
    SELECT 'subscriptions/' || ${subscriptions.id} AS object FROM ${subscriptions}
    WHERE (${subscriptions.state} IN ('charging', 'unknown', 'charged', 'active', 'past_due')
      OR ${subscriptions.state} IN ('cancelled', 'ended', 'refunded') AND ${subscriptions.resolvedAt} IS NULL)
      AND ${subscriptions.gateway} NOT IN ${connected}`,
  "no subscription is stuck past its lease": (now) => sql`
    SELECT 'subscriptions/' || ${subscriptions.id} AS object FROM ${subscriptions}
    WHERE ${subscriptions.state} IN ('reserved', 'charging')
      AND ${subscriptions.leaseUntil} < ${now - 5 * MINUTE}
      OR ${subscriptions.state} = 'unknown' AND ${subscriptions.leaseUntil} < ${now - 24 * HOUR}
      OR ${subscriptions.state} = 'charged' AND ${subscriptions.resolvedAt} < ${now - 24 * HOUR}`,
  "a subscription that is over is stopped and given back within a week": (now) => sql`
    SELECT 'subscriptions/' || ${subscriptions.id} AS object FROM ${subscriptions}
    WHERE ${subscriptions.state} IN ('cancelled', 'ended', 'refunded') AND ${subscriptions.resolvedAt} IS NULL
      AND max(coalesce(${subscriptions.cancelledAt}, 0),
        coalesce(${subscriptions.paidUntil}, 0) - ${subscriptions.intervalMonths} * ${28 * 24 * HOUR},
        ${subscriptions.createdAt}) < ${now - 7 * 24 * HOUR}`,
  "somebody has one subscription at most": () => sql`
    SELECT 'users/' || ${subscriptions.uid} AS object FROM ${subscriptions}
    WHERE ${subscriptions.state} IN ${liveSubscriptions}
    GROUP BY ${subscriptions.uid} HAVING count(*) > 1`,
  "everybody who has the library has a subscription that gives it": () => sql`
    SELECT 'users/' || ${users.uid} AS object FROM ${users} WHERE ${users.hpairPlusSubscriptionId} IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.uid} = ${users.uid}
        AND ${subscriptions.gatewaySubscriptionId} = ${users.hpairPlusSubscriptionId}
        AND ${subscriptions.state} IN ('charged', 'active', 'past_due', 'cancelled'))`,
  "everybody whose subscription gives the library has it": () => sql`
    SELECT 'subscriptions/' || ${subscriptions.id} AS object FROM ${subscriptions}
    WHERE (${subscriptions.state} IN ('active', 'past_due', 'cancelled')
        OR ${subscriptions.state} = 'charged' AND ${subscriptions.gatewaySubscriptionId} IS NOT NULL)
      AND ${subscriptions.gatewaySubscriptionId} IS NOT (
        SELECT ${users.hpairPlusSubscriptionId} FROM ${users} WHERE ${users.uid} = ${subscriptions.uid})`,
  "a subscription is paid to the end of its last period, at its own price": () => sql`
    SELECT 'subscriptions/' || ${subscriptions.id} AS object FROM ${subscriptions}
    LEFT JOIN ${subscriptionPeriods} ON ${subscriptionPeriods.subscriptionId} = ${subscriptions.id}
    WHERE ${subscriptions.state} IN ('active', 'past_due', 'cancelled')
    GROUP BY ${subscriptions.id}
    HAVING max(${subscriptionPeriods.periodUntil}) IS NOT ${subscriptions.paidUntil}
      OR min(${subscriptionPeriods.amountCents}) <> ${subscriptions.amountCents}
      OR max(${subscriptionPeriods.amountCents}) <> ${subscriptions.amountCents}`,
  "nobody whose account is disabled is charged again": () => sql`
    SELECT 'subscriptions/' || ${subscriptions.id} AS object FROM ${subscriptions}
    JOIN ${users} ON ${users.uid} = ${subscriptions.uid}
    WHERE ${subscriptions.state} IN ('active', 'past_due') AND ${users.disabledAt} IS NOT NULL`,
  "no subscription outlives what is paid": (now) => sql`
    SELECT 'subscriptions/' || ${subscriptions.id} AS object FROM ${subscriptions}
    WHERE ${subscriptions.state} IN ('active', 'past_due', 'cancelled')
      AND ${subscriptions.paidUntil} < ${now - GRACE - 24 * HOUR}`,
  "every mail is sent, waits for its next try, or is held back": (now) => sql`
    SELECT 'outbox/' || ${outbox.id} AS object FROM ${outbox}
    WHERE ${outbox.sentAt} IS NULL AND ${outbox.dueAt} IS NULL AND ${outbox.failures} > 0
      AND ${outbox.createdAt} > ${now - FINDINGS_KEPT} AND ${outbox.report} IS NOT 'withheld'`,
  "what is counted while it changes is what the rows say": () => sql`
    SELECT object FROM (
      SELECT ${objectOf(tallies)} AS object, ${tallies.number} AS number, ${tallies.total} AS total FROM ${tallies}
      UNION ALL SELECT ${objectOf(tallied)}, -${tallied.number}, -${tallied.total} FROM ${tallied})
    GROUP BY object HAVING sum(number) <> 0 OR sum(total) <> 0`,
  "a decision belongs to a submitted application": () => sql`
    SELECT 'decisions/' || ${decisions.uid} AS object FROM ${decisions}
    JOIN ${applications} ON ${applications.conferenceId} = ${decisions.conferenceId}
      AND ${applications.uid} = ${decisions.uid}
    WHERE ${applications.submittedAt} IS NULL AND ${applications.reopenedFrom} IS NULL`,
};

/**
 * Checks whether our database, the processor and the file store follow every rule that must always hold. If one of them
 * does not answer, or a rule fails, everything else is still checked.
 */
export async function inspect(context: Context): Promise<Finding[]> {
  const { db, requestId } = context;
  const now = Date.now();
  const connected = listed(connectedProcessors(context));
  const found: Finding[] = [];
  async function check(rule: string, asked: string, findings: () => Promise<Finding[]>) {
    try {
      found.push(...(await findings()));
    } catch (error) {
      logFault(error, { requestId, method: "inspect", path: asked });
      found.push({ rule, object: asked, unchecked: true });
    }
  }
  for (const [rule, query] of Object.entries(RULES)) {
    await check(rule, "database", async () => {
      const rows = await db.all<{ object: string }>(sql`${query(now, connected)} LIMIT ${MOST_OF_RULE}`);
      return rows.map(({ object }) => ({ rule, object }));
    });
  }
  for (const cards of context.processors)
    await check(CHARGE_RULE, `processors/${cards.name}`, () => inspectJournal(context, cards));
  await check(DOCUMENT_RULE, "files", () => inspectDocuments(context));
  return found;
}

const CHARGE_RULE = "every charge at the processor has its payment";
const DOCUMENT_RULE = "every document has its file";

/** Compares our rows with the money that a processor captured and has not given back. The two must agree exactly. */
async function inspectJournal({ db }: Context, cards: CardProcessor): Promise<Finding[]> {
  const since = Date.now() - JOURNAL;
  const all = (await cards.list(since)).filter(
    ({ outcome }) => outcome === "captured" || outcome === "returned",
  );
  const ofSubscriptions = await subscriptionEntries({ db }, cards.name, all);
  const theirs = new Set(ofSubscriptions.map(({ transactionId }) => transactionId));
  const ofPasses = all.filter(({ transactionId }) => !theirs.has(transactionId));
  const captures = ofPasses.filter(({ outcome }) => outcome === "captured");
  const captured = sql`json_each(${JSON.stringify(captures)})`;
  const inventedPeriods = await db.all<{ object: string }>(sql`
      SELECT 'subscriptions/' || ${subscriptions.id} AS object FROM ${subscriptionPeriods}
      JOIN ${subscriptions} ON ${subscriptions.id} = ${subscriptionPeriods.subscriptionId}
      WHERE ${subscriptions.state} IN ('active', 'past_due', 'cancelled')
        AND ${subscriptions.gateway} = ${cards.name}
        AND ${subscriptionPeriods.transactionId} IS NOT NULL
        AND ${subscriptionPeriods.periodFrom} > ${since + 48 * HOUR}
        AND ${subscriptionPeriods.createdAt} > ${since + HOUR}
        AND ${subscriptionPeriods.transactionId} NOT IN ${listed([...theirs])}
      LIMIT ${MOST_OF_RULE}`);
  const [lost, invented, differing] = [
    await db.all<{ object: string }>(sql`
      SELECT 'transactions/' || (entry.value ->> 'transactionId') AS object FROM ${captured} AS entry
      WHERE NOT EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.id} = entry.value ->> 'invoiceNumber'
        AND ${orders.transactionId} = entry.value ->> 'transactionId' AND ${orders.means} = ${cards.name})
      AND NOT EXISTS (SELECT 1 FROM ${audit}
        WHERE ${audit.object} = 'transactions/' || (entry.value ->> 'transactionId')
        AND ${audit.action} = 'payment taken back') LIMIT ${MOST_OF_RULE}`),
    await db.all<{ object: string }>(sql`
      SELECT 'payments/' || ${payments.id} AS object FROM ${payments} JOIN ${orders} ON ${isItsOrder}
      WHERE ${payments.state} = 'captured' AND ${orders.means} = ${cards.name}
        AND ${orders.leaseUntil} > ${since + HOUR}
      AND ${orders.id} NOT IN (SELECT entry.value ->> 'invoiceNumber'
        FROM json_each(${JSON.stringify(ofPasses)}) AS entry) LIMIT ${MOST_OF_RULE}`),
    // A request for a refund may be on its way to the processor. Until its outcome is known, nobody can tell how much
    // money a bank took back.
    await db.all<{ object: string }>(sql`
      SELECT 'payments/' || ${payments.id} AS object FROM json_each(${JSON.stringify(ofPasses)}) AS entry
      JOIN ${orders} ON ${orders.id} = entry.value ->> 'invoiceNumber'
        AND ${orders.transactionId} = entry.value ->> 'transactionId' AND ${orders.means} = ${cards.name}
      JOIN ${payments} ON ${isItsOrder}
      WHERE ${payments.state} IN ${listed([...RETURNABLE_STATES])}
        AND CASE entry.value ->> 'outcome' WHEN 'returned' THEN ${bankState} IS NULL
          AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id}
            AND ${refunds.state} IN ${listed([...OPEN_REFUND_STATES])})
        ELSE ${isReportedReturned(cards.name)} END LIMIT ${MOST_OF_RULE}`),
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
    ...lost.map(({ object }) => ({ rule: CHARGE_RULE, object })),
    ...differing.map(({ object }) => ({ rule: "what a bank took back is taken back in our rows", object })),
    ...invented.map(({ object }) => ({ rule: "every payment has its charge at the processor", object })),
  ];
}

async function inspectDocuments({ db, files }: Context): Promise<Finding[]> {
  const rows = await db
    .select({ id: documents.id, key: documents.objectKey })
    .from(documents)
    .orderBy(desc(documents.uploadedAt))
    .limit(DOCUMENTS);
  const checked = await Promise.all(rows.map(async ({ id, key }) => ({ id, there: await files.has(key) })));
  return checked
    .filter(({ there }) => !there)
    .map(({ id }) => ({ rule: DOCUMENT_RULE, object: `documents/${id}` }));
}

/**
 * Inspects the data and stores the findings. Each broken rule is logged, so that a person is alerted; why a rule could
 * not be checked is logged by `inspect`.
 */
export async function recordInspection(context: Context): Promise<void> {
  const { db, requestId } = context;
  const findings = await inspect(context);
  for (const { rule, object, unchecked } of findings) {
    if (!unchecked)
      logFault(new Error(`Broken: ${rule} (${object})`), { requestId, method: "inspect", path: "" });
  }
  await db.batch([
    db.insert(inspections).values({ at: Date.now(), findings }).onConflictDoNothing(),
    db.delete(inspections).where(lt(inspections.at, Date.now() - FINDINGS_KEPT)),
  ]);
}

/** The last inspections, newest first. */
export const lastInspections = ({ db }: Pick<Context, "db">) =>
  db.select().from(inspections).orderBy(desc(inspections.at)).limit(20);
