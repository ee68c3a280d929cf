import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { payments } from "#db/schema/money.ts";
import { grantsOf } from "~/money/passes/grants.ts";
import { billKept } from "~/money/passes/manifests.server.ts";
import { receiptMail } from "~/money/passes/payments.server.ts";
import { quote, quoteAddOns } from "~/money/passes/pricing.ts";
import { reservation } from "~/money/passes/reservations.server.ts";
import type { LedgerCharge } from "~/money/processor/processors.server.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CarriedPass } from "~/platform/ports/card-processor.server.ts";
import { liveHoldings } from "~/standing/holdings.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import type { Line } from "~/values/shapes.ts";
import { OPEN_PAYMENT_STATES } from "~/values/types.ts";

/**
 * Writes the lost row of a capture again. "held": its pass is taken, or add-ons are there already or have no pass.
 * "waits": the other pass is being paid for, and the outcome of that payment decides; or the row of the pass to which
 * add-ons belong may be lost too. "foreign": the charge carries nothing of ours, or names nobody who
 * ever applied here; that is logged and left to a person.
 */
export async function rebuild(
  context: Context,
  found: LedgerCharge,
  isLast: boolean,
): Promise<"rebuilt" | "held" | "waits" | "foreign"> {
  const { db, requestId } = context;
  const { carried, card, invoiceNumber: id, transactionId, amountCents } = found;
  const { now } = await context.visit();
  try {
    if (!carried || !("passType" in carried)) {
      throw new Error("A charge carries nothing that this portal wrote.");
    }
    const { conferenceId, uid, passType, addOns } = carried;
    const bill = { id, conferenceId, delegateUid: uid };
    const kept = await billKept(context, bill, amountCents);
    const row = {
      ...bill,
      passType,
      addOns,
      ...(kept ?? { amountCents, creditCents: 0, lines: await linesOf(context, carried, amountCents) }),
      state: "captured" as const,
      gateway: found.gateway,
      transactionId,
      cardBrand: card?.brand,
      cardLastFour: card?.lastFour,
      // Nobody is waiting for it; an old charge is not looked for in a journal that no longer goes back that
      // far.
      leaseUntil: 0,
      createdAt: now,
      settledAt: now,
    };
    const [rebuilt, , , known, [open], passes] = await db.batch([
      reservation(db, row, null),
      auditEntry(context, { actorUid: null, action: "payment rebuilt", object: `payments/${id}` }),
      receiptMail(context, id, sql`changes() > 0`),
      // If another run of the cron was quicker, the row is there and all is well.
      db.select({ id: payments.id }).from(payments).where(eq(payments.id, id)),
      db
        .select({ id: payments.id })
        .from(payments)
        .where(
          and(
            eq(payments.conferenceId, conferenceId),
            eq(payments.delegateUid, uid),
            ne(payments.passType, passType),
            inArray(payments.state, [...OPEN_PAYMENT_STATES]),
          ),
        ),
      liveHoldings(db, conferenceId, uid),
    ]);
    if (rebuilt.length === 1 || known.length === 1) return "rebuilt";
    const pass = passes.find(({ item }) => item === passType);
    if (carried.addOnsAlone) {
      const isDecided = pass ? pass.state === "held" : isLast;
      return isDecided ? "held" : "waits";
    }
    return open ? "waits" : "held";
  } catch (error) {
    logFault(error, { requestId, method: "rebuild", path: `transactions/${transactionId}` });
    return "foreign";
  }
}

/**
 * What was bought, if only the charge says so: at today's prices; if they come to another sum, the first of it for all that was paid and the rest
 * for nothing.
 */
async function linesOf(context: Context, carried: CarriedPass, amountCents: number): Promise<Line[]> {
  const { conferenceId, uid, passType, addOns, addOnsAlone } = carried;
  const { now } = await context.visit();
  const { award, catalogue: today, submittedAt } = await readStanding(context, conferenceId, uid, now);
  // What was paid for is held, whether there is a place or not.
  const catalogue = { ...today, left: {} };
  const priced = addOnsAlone
    ? quoteAddOns(catalogue, passType, addOns)
    : quote(catalogue, passType, submittedAt ?? now, addOns, grantsOf(award, null));
  if (priced.allowed && priced.totalCents === amountCents) return priced.lines;
  const titleOf = (id: string) =>
    [...catalogue.tickets, ...catalogue.addOns].find((item) => item.id === id)?.title ?? id;
  const lines = Object.entries(addOns).map(([id, choice]) => ({
    ...{ id, title: titleOf(id), variant: choice === true ? null : choice, cents: 0 },
  }));
  if (!addOnsAlone) lines.unshift({ id: passType, title: titleOf(passType), variant: null, cents: 0 });
  return lines.map((line, index) => (index === 0 ? { ...line, cents: amountCents } : line));
}
