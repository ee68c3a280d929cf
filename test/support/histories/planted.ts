// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings quote code that contains template placeholders.
import type { Plugin } from "vite";
import type { Rewrite } from "../faults.ts";

/**
 * A mistake in the code under test. Either the text `find`, which occurs exactly once in `file`, is replaced by `put`,
 * or `rewrite` changes every statement. In `put`, the word PLANTED stands for a condition that is true while this
 * mistake is switched on.
 */
export type PlantedMistake = { name: string; seed: number } & (
  | { file: string; find: string; put: string; rewrite?: undefined }
  | { rewrite: Rewrite }
);

/**
 * Each mistake breaks one thing that keeps money in order. `seed` is the seed of a history that goes wrong with the
 * mistake. When the mistakes were written down, nobody knew which of them the histories would find.
 */
export const PLANTED_MISTAKES: PlantedMistake[] = [
  {
    name: "the statement that reserves does not count places",
    seed: 67,
    file: "app/money/payments/reservations.server.ts",
    find: "coalesce(seen.placesLeft > 0, true)",
    put: "coalesce(seen.placesLeft > ${PLANTED ? -1000 : 0}, true)",
  },
  {
    name: "the statement that reserves does not look at the budget",
    seed: 15,
    file: "app/standing/grants.server.ts",
    find: ">= ${cents} + ",
    put: ">= ${PLANTED ? -1000000000 : cents} + ",
  },
  {
    name: "a code is used without end",
    seed: 84,
    file: "app/standing/grants.server.ts",
    find: "< ${grants.maxUses}, true)",
    put: "< ${grants.maxUses} + ${PLANTED ? 1000 : 0}, true)",
  },
  {
    name: "a declined card uses up the code",
    seed: 9,
    rewrite: (sql) =>
      sql.replaceAll(
        /("holdings"."id" = "grant_uses"."holding_id"\s+AND )"holdings"."state" IN \(SELECT value FROM json_each\(\?\)\)/g,
        "$1? <> ''",
      ),
  },
  {
    name: "more can be given back than is left",
    seed: 63,
    file: "app/money/refunds/giving-back.server.ts",
    find: "|| amountCents > left)",
    put: "|| amountCents > (PLANTED ? payment.amountCents : left))",
  },
  {
    name: "a refund that is sent again has another number",
    seed: 7,
    file: "app/money/refunds/refunds.server.ts",
    find: "        invoiceNumber: refund.id,",
    put: "        invoiceNumber: PLANTED ? crypto.randomUUID().slice(0, 20) : refund.id,",
  },
  {
    name: "an outcome is written over any state",
    seed: 56,
    file: "app/money/payments/payments.server.ts",
    find: '["charging", "unknown"])',
    put: '["charging", "unknown", ...(PLANTED ? (["released", "declined", "captured", "refunded", "voided"] as const) : [])])',
  },
  {
    name: "what is given back is still held",
    seed: 73,
    file: "app/money/refunds/refunds.ts",
    find: "cents, ends: ended.includes(line) };",
    put: "cents, ends: !PLANTED && ended.includes(line) };",
  },
  {
    name: "add-ons survive their pass",
    seed: 16,
    file: "app/money/refunds/refunds.ts",
    find: "return chosen.some(({ isPass }) => isPass) ? held",
    put: "return !PLANTED && chosen.some(({ isPass }) => isPass) ? held",
  },
  {
    name: "the award is taken off twice",
    seed: 2,
    file: "app/money/prices/grants.ts",
    find: "[award, code].filter(",
    put: "[award, PLANTED ? award : null, code].filter(",
  },
  {
    name: "more is taken off than there is to pay",
    seed: 2,
    file: "app/money/prices/grants.ts",
    find: "Math.min(left, percent === null",
    put: "Math.min(PLANTED ? Number.POSITIVE_INFINITY : left, percent === null",
  },
  {
    name: "the price is that of the page and not that of the reservation",
    seed: 239,
    file: "app/money/payments/reservations.server.ts",
    find: "AND ${catalogueVersion(conferenceId)} = ${checked.catalogueVersion}",
    put: "AND (${PLANTED ? 1 : 0} OR ${catalogueVersion(conferenceId)} = ${checked.catalogueVersion})",
  },
  {
    name: "what the page said is not compared",
    seed: 26,
    file: "app/money/prices/pricing.ts",
    find: "return agreed ? { allowed: true }",
    put: "return agreed || PLANTED ? { allowed: true }",
  },
  {
    name: "credit goes back as money too",
    seed: 6,
    file: "app/money/refunds/giving-back.server.ts",
    find: 'const isDone = kind === "credit" ||',
    put: 'const isDone = (kind === "credit" && !PLANTED) ||',
  },
  {
    name: "a charge is given up at once, and somebody pays again",
    seed: 266,
    file: "app/money/reconciler/reconciler.server.ts",
    find: "  if (row.unseenSince === null) {",
    put: '  if (PLANTED) {\n    await db.update(payments).set({ state: "released" }).where(still);\n  } else if (row.unseenSince === null) {',
  },
  {
    name: "a lost answer is taken for a decline",
    seed: 160,
    file: "app/money/payments/payments.server.ts",
    find: '"released" : outcome.outcome;',
    put: '"released" : PLANTED && outcome.outcome === "unknown" ? "declined" : outcome.outcome;',
  },
  {
    name: "an award that can be used again while somebody pays is lost",
    seed: 537,
    file: "app/money/payments/reservations.server.ts",
    find: "WHERE ${isUsable(checked.now, sql`json_each.value ->> 'cents'`)})`;",
    put: "WHERE ${PLANTED ? sql`false` : isUsable(checked.now, sql`json_each.value ->> 'cents'`)})`;",
  },
  {
    name: "what was bought for a pass later stays behind when it is transferred",
    seed: 75,
    file: "app/money/transfers/taking-over.server.ts",
    find: "WHERE ${isDone} AND ${own.id} IN ${ids}`",
    put: "WHERE ${isDone} AND ${own.id} IN ${PLANTED ? listed([passId]) : ids}`",
  },
  {
    name: "a code is free again once its pass is transferred",
    seed: 76,
    file: "app/money/transfers/taking-over.server.ts",
    find: ".where(and(eq(grantUses.holdingId, passId), isDone))",
    put: ".where(and(eq(grantUses.holdingId, passId), PLANTED ? sql`false` : isDone))",
  },
  {
    name: "money pays an invoice that is not open any more",
    seed: 12,
    file: "app/money/invoices/takings.server.ts",
    find: "AND ${payments.state} = 'reserved') AND ${fits}`;",
    put: "AND (${PLANTED ? 1 : 0} OR ${payments.state} = 'reserved')) AND ${fits}`;",
  },
  {
    name: "an invoice ends while its money waits for a second person",
    seed: 72,
    // The condition is built only once, when its module is loaded, so it is changed in the statements instead.
    rewrite: (sql) =>
      sql.replaceAll(
        /(NOT EXISTS \(SELECT 1 FROM "takings"\s+WHERE "takings"."order_id" = "payments"."order_id" AND "takings"."state" = )'waiting'/g,
        "$1'nothing'",
      ),
  },
  {
    name: "money that came in is not written beside the database",
    seed: 87,
    file: "app/money/payments/acts.server.ts",
    find: "await context.files.add(",
    put: "if (!PLANTED) await context.files.add(",
  },
  {
    name: "of several people for whom one pays a part is reserved",
    seed: 67,
    file: "app/money/payments/reservations.server.ts",
    find: "< ${bills.length}`",
    put: "< ${PLANTED ? 0 : bills.length}`",
  },
  {
    name: "an outcome moves only the first payment of its order",
    seed: 42,
    file: "app/money/payments/payments.server.ts",
    find: "const isOpen = and(eq(payments.orderId, id), inArray(",
    put: "const isOpen = and(PLANTED ? eq(payments.id, id) : eq(payments.orderId, id), inArray(",
  },
  {
    name: "what one of several cost is given back by cancelling the charge for all",
    seed: 147,
    file: "app/money/refunds/refunds.server.ts",
    find: "const isAlone = !isForOthers(payment);",
    put: "const isAlone = PLANTED || !isForOthers(payment);",
  },
  {
    name: "money for one invoice for several people pays only for the first of them",
    seed: 38,
    file: "app/money/invoices/confirming.server.ts",
    find: ".where(and(eq(payments.orderId, orderId), mayBePaid)",
    put: ".where(and(PLANTED ? eq(payments.id, orderId) : eq(payments.orderId, orderId), mayBePaid)",
  },
  {
    name: "one invoice for several people ends for the first of them alone",
    seed: 529,
    file: "app/money/invoices/invoices.server.ts",
    find: "    eq(payments.orderId, id),\n    eq(payments.state",
    put: "    PLANTED ? eq(payments.id, id) : eq(payments.orderId, id),\n    eq(payments.state",
  },
  {
    name: "the numbers of invoices have gaps",
    seed: 1,
    file: "app/money/invoices/issuing.server.ts",
    find: "coalesce(max(${invoices.number}), 0) + 1 FROM",
    put: "coalesce(max(${invoices.number}), 0) + ${PLANTED ? 2 : 1} FROM",
  },
  {
    name: "credit is spent in two tabs",
    seed: 152,
    file: "app/money/payments/reservations.server.ts",
    find: "AND ${creditOf(delegateUid)} = ${checked.creditCents}",
    put: "AND (${PLANTED ? 1 : 0} OR ${creditOf(delegateUid)} = ${checked.creditCents})",
  },
  {
    name: "credit of a charge that was cancelled can be spent",
    seed: 13,
    rewrite: (sql) =>
      sql.replaceAll(
        /("payments"\."delegate_uid" = \S+\s+AND "payments"\."state" NOT IN \('declined', 'released'), 'voided'\)/g,
        "$1)",
      ),
  },
  {
    name: "what another person paid becomes the delegate's credit",
    seed: 132,
    file: "app/money/refunds/giving-back.server.ts",
    find: 'if (request.kind === "credit" && isForOthers(payment))',
    put: 'if (!PLANTED && request.kind === "credit" && isForOthers(payment))',
  },
  {
    name: "a card is given back more than it was charged",
    seed: 26,
    file: "app/money/refunds/refunds.ts",
    find: "Math.max(0, cents - (chargedOf(payment) - payment.returnedCents));",
    put: "PLANTED ? 0 : Math.max(0, cents - (chargedOf(payment) - payment.returnedCents));",
  },
  {
    name: "a declined card uses up the budget of an award",
    seed: 9,
    rewrite: (sql) =>
      sql.replaceAll(
        /(coalesce\(sum\("grant_uses"\."cents"\), 0\) FROM "grant_uses"(?:(?!EXISTS)[\s\S])*EXISTS \(SELECT 1 FROM "holdings" WHERE "holdings"\."id" = "grant_uses"\."holding_id"\s+AND )"holdings"\."state" IN \(SELECT value FROM json_each\(\?\)\)/g,
        "$1? <> ''",
      ),
  },
  {
    name: "a grant that has ended can be used",
    seed: 228,
    rewrite: (sql) =>
      sql.replaceAll(
        '"grants"."ended_at" IS NULL AND coalesce("grants"."valid_from"',
        'coalesce("grants"."valid_from"',
      ),
  },
  {
    name: "an award that is given while somebody pays is lost",
    seed: 9,
    file: "app/money/payments/reservations.server.ts",
    find: "AND (SELECT ${grants.id} FROM ${grants} WHERE ${grants.conferenceId} = ${conferenceId}",
    put: "AND (SELECT iif(${PLANTED ? 1 : 0}, ${checked.award}, ${grants.id}) FROM ${grants} WHERE ${grants.conferenceId} = ${conferenceId}",
  },
  {
    name: "a share that does not divide is rounded down",
    seed: 8,
    file: "app/money/prices/grants.ts",
    find: ": Math.round((left * percent) / 100));",
    put: ": (PLANTED ? Math.floor : Math.round)((left * percent) / 100));",
  },
  {
    name: "a pass that costs nothing takes no place",
    seed: 5,
    // The page reads counts that triggers keep. So this mistake changes the statements that read these counts, as well
    // as the statements that count the holdings themselves.
    rewrite: (sql) =>
      sql
        .replaceAll(
          /(AND "holdings"\."item" = "(?:tickets|add_ons)"\."id"\s+AND )("holdings"\."state" IN)/g,
          '$1"holdings"."cents" > 0 AND $2',
        )
        .replaceAll(
          /SELECT json_group_object\("tallies"\."key", "tallies"\."number"\) FROM "tallies"\s+WHERE "tallies"\."conference_id" = \? AND "tallies"\."name" = 'taken'/g,
          `SELECT json_group_object(item, number) FROM (SELECT item, count(*) AS number FROM holdings
            WHERE conference_id = ? AND state <> 'ended' AND cents > 0 GROUP BY item)`,
        ),
  },
  {
    name: "the deposit that is kept is more than the pass cost",
    seed: 59,
    file: "app/money/refunds/refunds.ts",
    find: "Math.max(0, Math.min(depositCents, pass.cents));",
    put: "Math.max(0, PLANTED ? depositCents : Math.min(depositCents, pass.cents));",
  },
  {
    name: "two crons send a refund twice",
    seed: 269,
    file: "app/money/refunds/refunds.server.ts",
    find: '.set({ state: "sending", leaseUntil: Date.now() + LEASE })\n    .where(and(eq(refunds.id, refund.id), eq(refunds.state, "pending")))',
    put: '.set({ state: "sending", leaseUntil: Date.now() + LEASE })\n    .where(and(eq(refunds.id, refund.id), PLANTED ? sql`true` : eq(refunds.state, "pending")))',
  },
  {
    name: "two who give something back at once give it back twice",
    seed: 353,
    file: "app/money/refunds/giving-back.server.ts",
    find: "AND ${isAsSeen} AND ${isHeld}",
    put: "AND (${PLANTED ? 1 : 0} OR ${isAsSeen}) AND ${isHeld}",
  },
  {
    name: "who had what is given back is not asked once more",
    seed: 801,
    file: "app/money/refunds/giving-back.server.ts",
    find: "AND ${holdings.state} = 'held' AND ${holdings.uid} = ${holder}",
    put: "AND ${holdings.state} = 'held' AND (${PLANTED ? 1 : 0} OR ${holdings.uid} = ${holder})",
  },
  {
    name: "a pass is given up that another person has taken over meanwhile",
    seed: 275,
    file: "app/money/refunds/withdrawal.server.ts",
    find: "seenHolder: visit.viewer.uid,",
    put: "seenHolder: PLANTED ? undefined : visit.viewer.uid,",
  },
  {
    name: "a pass is taken over while a gesture of goodwill is on its way",
    seed: 174,
    file: "app/money/transfers/taking-over.server.ts",
    find: "AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.state} IN",
    put: "AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${PLANTED ? 0 : 1} AND ${refunds.state} IN",
  },
  {
    name: "a charge that turns up after it was given up stays",
    seed: 29,
    file: "app/money/reconciler/reconciler.server.ts",
    find: 'if (found.outcome === "captured") await takeBack(context, found);',
    put: 'if (!PLANTED && found.outcome === "captured") await takeBack(context, found);',
  },
  {
    name: "money that is entered twice at once is an error",
    seed: 87,
    rewrite: (sql) =>
      sql.startsWith('insert into "takings"') ? sql.replace("on conflict do nothing", "") : sql,
  },
  {
    name: "a stranger exchanges another person's size",
    seed: 597,
    file: "app/money/transfers/exchanges.server.ts",
    find: "...(isStaff ? [] : [eq(holdings.uid, viewer.uid)]),",
    put: "...(isStaff || PLANTED ? [] : [eq(holdings.uid, viewer.uid)]),",
  },
  {
    name: "who has taken a pass over gives up what another paid",
    seed: 2508,
    file: "app/money/refunds/withdrawal.server.ts",
    find: "if (bill.payment.delegateUid !== viewer.uid) {",
    put: "if (!PLANTED && bill.payment.delegateUid !== viewer.uid) {",
  },
  {
    name: "a stranger looks at another person's payment",
    seed: 16,
    file: "app/money/reconciler/reconciler.server.ts",
    find: ".where(and(eq(payments.id, id), eq(payments.delegateUid, uid))),",
    put: ".where(and(eq(payments.id, id), PLANTED ? sql`true` : eq(payments.delegateUid, uid))),",
  },
  {
    name: "a stranger offers another person's pass",
    seed: 379,
    file: "app/money/transfers/transfers.server.ts",
    find: "AND ${holdings.uid} = ${uid}`;",
    put: "AND (${PLANTED ? 1 : 0} OR ${holdings.uid} = ${uid})`;",
  },
  {
    name: "a stranger takes another person's offer back",
    seed: 1044,
    file: "app/money/transfers/transfers.server.ts",
    find: "isStaff ? undefined : eq(transfers.fromUid, viewer.uid),",
    put: "isStaff || PLANTED ? undefined : eq(transfers.fromUid, viewer.uid),",
  },
  {
    name: "a stranger accepts an offer to another person",
    seed: 1456,
    file: "app/money/transfers/taking-over.server.ts",
    find: "and(eq(transfers.id, id), eq(transfers.toUid, uid));",
    put: "and(eq(transfers.id, id), PLANTED ? sql`true` : eq(transfers.toUid, uid));",
  },
  {
    name: "a stranger cancels another person's invoice",
    seed: 80,
    file: "app/money/invoices/invoices.server.ts",
    find: "ownUid === null\n      ? undefined",
    put: "ownUid === null || PLANTED\n      ? undefined",
  },
  {
    name: "a stranger pays who was not asked to",
    seed: 64,
    file: "app/standing/payer-requests.server.ts",
    find: "AND ${payerRequests.emailKey} = ${key}",
    put: "AND (${PLANTED ? 1 : 0} OR ${payerRequests.emailKey} = ${key})",
  },
];

declare global {
  /** The name of the mistake that is switched on. */
  var plantedMistake: string | undefined;
}

/** Plants all mistakes, so that they can be switched on one at a time. */
export const plantingMistakes: Plugin = {
  name: "planting-mistakes",
  enforce: "pre",
  transform(code, id) {
    let planted = code;
    for (const mistake of PLANTED_MISTAKES) {
      if (mistake.rewrite || !id.endsWith(mistake.file)) continue;
      const { name, file, find, put } = mistake;
      if (planted.split(find).length !== 2) throw new Error(`${file} does not hold once: ${find}`);
      const made = `(globalThis.plantedMistake === ${JSON.stringify(name)})`;
      planted = planted.replace(find, () => put.replaceAll("PLANTED", made));
    }
    return planted;
  },
};
