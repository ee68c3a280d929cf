// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is replaced holds them.
import type { Plugin } from "vite";
import type { Rewrite } from "../faults.ts";

/**
 * A mistake in the code under test. `find` stands once in its file, and `put` takes its place, in which PLANTED says
 * whether this mistake is made now; or every statement is rewritten.
 */
export type PlantedMistake = { name: string } & (
  | { file: string; find: string; put: string; rewrite?: undefined }
  | { rewrite: Rewrite }
);

/**
 * Each breaks one thing that keeps money in order. They were written down before it was known which of them the
 * histories find.
 */
export const PLANTED_MISTAKES: PlantedMistake[] = [
  {
    name: "the statement that reserves does not count places",
    file: "app/money/passes/reservations.server.ts",
    find: "coalesce(seen.placesLeft > 0, true)",
    put: "coalesce(seen.placesLeft > ${PLANTED ? -1000 : 0}, true)",
  },
  {
    name: "the statement that reserves does not look at the budget",
    file: "app/standing/grants.server.ts",
    find: ">= ${cents} + ",
    put: ">= ${PLANTED ? -1000000000 : cents} + ",
  },
  {
    name: "a code is used without end",
    file: "app/standing/grants.server.ts",
    find: "< ${grants.maxUses}, true)",
    put: "< ${grants.maxUses} + ${PLANTED ? 1000 : 0}, true)",
  },
  {
    name: "a declined card uses up the code",
    rewrite: (sql) =>
      sql.replaceAll(
        /("holdings"."id" = "grant_uses"."holding_id"\s+AND )"holdings"."state" IN \(SELECT value FROM json_each\(\?\)\)/g,
        "$1? <> ''",
      ),
  },
  {
    name: "more can be given back than is left",
    file: "app/money/passes/giving-back.server.ts",
    find: "|| amountCents > left)",
    put: "|| amountCents > (PLANTED ? payment.amountCents : left))",
  },
  {
    name: "a refund that is sent again has another number",
    file: "app/money/passes/refunds.server.ts",
    find: "        invoiceNumber: refund.id,",
    put: "        invoiceNumber: PLANTED ? crypto.randomUUID().slice(0, 20) : refund.id,",
  },
  {
    name: "an outcome is written over any state",
    file: "app/money/passes/payments.server.ts",
    find: '["charging", "unknown"])',
    put: '["charging", "unknown", ...(PLANTED ? (["released", "declined", "captured", "refunded", "voided"] as const) : [])])',
  },
  {
    name: "what is given back is still held",
    file: "app/money/passes/refunds.ts",
    find: "cents, ends: ended.includes(line) };",
    put: "cents, ends: !PLANTED && ended.includes(line) };",
  },
  {
    name: "add-ons survive their pass",
    file: "app/money/passes/refunds.ts",
    find: "return chosen.some(({ isPass }) => isPass) ? held",
    put: "return !PLANTED && chosen.some(({ isPass }) => isPass) ? held",
  },
  {
    name: "the award is taken off twice",
    file: "app/money/passes/grants.ts",
    find: "[award, code].filter(",
    put: "[award, PLANTED ? award : null, code].filter(",
  },
  {
    name: "more is taken off than there is to pay",
    file: "app/money/passes/grants.ts",
    find: "Math.min(left, percent === null",
    put: "Math.min(PLANTED ? Number.POSITIVE_INFINITY : left, percent === null",
  },
  {
    name: "the price is that of the page and not that of the reservation",
    file: "app/money/passes/reservations.server.ts",
    find: "AND ${catalogueVersion(conferenceId)} = ${checked.catalogueVersion}",
    put: "AND (${PLANTED ? 1 : 0} OR ${catalogueVersion(conferenceId)} = ${checked.catalogueVersion})",
  },
  {
    name: "what the page said is not compared",
    file: "app/money/passes/pricing.ts",
    find: "return agreed ? { allowed: true }",
    put: "return agreed || PLANTED ? { allowed: true }",
  },
  {
    name: "credit goes back as money too",
    file: "app/money/passes/giving-back.server.ts",
    find: 'const isDone = kind === "credit" ||',
    put: 'const isDone = (kind === "credit" && !PLANTED) ||',
  },
  {
    name: "a charge is given up at once, and somebody pays again",
    file: "app/money/reconciler/reconciler.server.ts",
    find: "  if (row.unseenSince === null) {",
    put: '  if (PLANTED) {\n    await db.update(payments).set({ state: "released" }).where(still);\n  } else if (row.unseenSince === null) {',
  },
  {
    name: "a lost answer is taken for a decline",
    file: "app/money/passes/payments.server.ts",
    find: '"released" : outcome.outcome;',
    put: '"released" : PLANTED && outcome.outcome === "unknown" ? "declined" : outcome.outcome;',
  },
  {
    name: "an award that can be used again while somebody pays is lost",
    file: "app/money/passes/reservations.server.ts",
    find: "WHERE ${isUsable(checked.now, sql`json_each.value ->> 'cents'`)})`;",
    put: "WHERE ${PLANTED ? sql`false` : isUsable(checked.now, sql`json_each.value ->> 'cents'`)})`;",
  },
  {
    name: "what was bought for a pass later stays behind when it is transferred",
    file: "app/money/passes/taking-over.server.ts",
    find: "WHERE changes() > 0 AND ${own.id} IN ${ids}`",
    put: "WHERE changes() > 0 AND ${own.id} IN ${PLANTED ? listed([passId]) : ids}`",
  },
  {
    name: "a code is free again once its pass is transferred",
    file: "app/money/passes/taking-over.server.ts",
    find: ".where(and(eq(grantUses.holdingId, passId), isDone))",
    put: ".where(and(eq(grantUses.holdingId, passId), PLANTED ? sql`false` : isDone))",
  },
  {
    name: "money pays an invoice that is not open any more",
    file: "app/money/invoices/takings.server.ts",
    find: "AND ${payments.state} = 'reserved') AND ${dueOfOrder(paymentId)} = ${amountCents}`;",
    put: "AND (${PLANTED ? 1 : 0} OR ${payments.state} = 'reserved')) AND ${dueOfOrder(paymentId)} = ${amountCents}`;",
  },
  {
    name: "an invoice ends while its money waits for a second person",
    // The condition is made once, when its module is loaded, and so it is changed in the statements.
    rewrite: (sql) =>
      sql.replaceAll(
        /(NOT EXISTS \(SELECT 1 FROM "takings"\s+WHERE "takings"."payment_id" = coalesce\([^)]*\) AND "takings"."state" = )'waiting'/g,
        "$1'nothing'",
      ),
  },
  {
    name: "money that came in is not written beside the database",
    file: "app/money/passes/acts.server.ts",
    find: "await context.files.add(",
    put: "if (!PLANTED) await context.files.add(",
  },
  {
    name: "of several people for whom one pays a part is reserved",
    file: "app/money/passes/reservations.server.ts",
    find: "< ${bills.length}`",
    put: "< ${PLANTED ? 0 : bills.length}`",
  },
  {
    name: "an outcome moves only the first payment of its order",
    file: "app/money/passes/payments.server.ts",
    find: ".where(and(isOfOrder(id), inArray(",
    put: ".where(and(PLANTED ? eq(payments.id, id) : isOfOrder(id), inArray(",
  },
  {
    name: "what one of several cost is given back by cancelling the charge for all",
    file: "app/money/passes/refunds.server.ts",
    find: "const isAlone = payment.groupId === null;",
    put: "const isAlone = PLANTED || payment.groupId === null;",
  },
  {
    name: "money for one invoice for several people pays only for the first of them",
    file: "app/money/invoices/takings.server.ts",
    find: "          isOfOrder(paymentId),",
    put: "          PLANTED ? eq(payments.id, paymentId) : isOfOrder(paymentId),",
  },
  {
    name: "one invoice for several people ends for the first of them alone",
    file: "app/money/invoices/invoices.server.ts",
    find: "          isOfOrder(id),",
    put: "          PLANTED ? eq(payments.id, id) : isOfOrder(id),",
  },
  {
    name: "the numbers of invoices have gaps",
    file: "app/money/invoices/issuing.server.ts",
    find: "coalesce(max(${invoices.number}), 0) + 1 FROM",
    put: "coalesce(max(${invoices.number}), 0) + ${PLANTED ? 2 : 1} FROM",
  },
];

declare global {
  /** The mistake that is made now. */
  var plantedMistake: string | undefined;
}

/** Plants all of them, to be made one at a time. */
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
