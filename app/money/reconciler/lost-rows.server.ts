import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { listed } from "#db/client.ts";
import { holdings, payments } from "#db/schema/money.ts";
import { billKept, groupKept } from "~/money/payments/manifests.server.ts";
import { auditOfOrder, isOfOrder } from "~/money/payments/orders.server.ts";
import { receiptMails } from "~/money/payments/receipt-mails.server.ts";
import { reservation } from "~/money/payments/reservations.server.ts";
import { grantsOf } from "~/money/prices/grants.ts";
import { quote, quoteAddOns } from "~/money/prices/pricing.ts";
import type { LedgerCharge } from "~/money/processor/processors.server.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CarriedGroup, CarriedPass } from "~/platform/ports/card-processor.server.ts";
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
    if (carried && "people" in carried) return await rebuildGroup(context, found, carried);
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
    const [rebuilt, , , , known, [open], passes] = await db.batch([
      reservation(db, row, null),
      auditEntry(context, { actorUid: null, action: "payment rebuilt", object: `payments/${id}` }),
      ...receiptMails(context, id, sql`changes() > 0`),
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
 * Writes the lost rows of a capture for several people again, all or none: what it paid for was kept beside the database
 * before the card was charged.
 */
async function rebuildGroup(
  context: Context,
  { gateway, card, invoiceNumber: id, transactionId, amountCents }: LedgerCharge,
  carried: CarriedGroup,
): Promise<"rebuilt" | "held" | "waits"> {
  const { db } = context;
  const { now } = await context.visit();
  const kept = await groupKept(context, id, carried, amountCents);
  if (!kept) throw new Error("Nothing says for whom a charge for several people was made.");
  const { conferenceId, payerUid, bills } = kept;
  // The mark tells those that are written now from those that were there.
  const isNew = and(isOfOrder(id), eq(payments.leaseUntil, -1));
  const rows = bills.map((bill) => ({
    ...{ ...bill, conferenceId, payerUid, groupId: id, gateway, transactionId, leaseUntil: -1 },
    ...{ state: "captured" as const, cardBrand: card?.brand, cardLastFour: card?.lastFour },
    ...{ createdAt: now, settledAt: now },
  }));
  const uids = bills.map(({ delegateUid }) => delegateUid);
  const [first, ...others] = rows.map((row) => reservation(db, row, null));
  const [known, pending] = (
    await db.batch([
      first!,
      ...others,
      db
        .delete(payments)
        .where(and(isNew, sql`(SELECT count(*) FROM ${payments} WHERE ${isNew}) < ${rows.length}`)),
      db.update(payments).set({ leaseUntil: 0 }).where(isNew),
      auditOfOrder(context, id, "payment rebuilt"),
      ...receiptMails(context, id, sql`changes() > 0`),
      db.select({ id: payments.id }).from(payments).where(isOfOrder(id)),
      db
        .select({ id: holdings.id })
        .from(holdings)
        .where(
          and(
            eq(holdings.conferenceId, conferenceId),
            sql`${holdings.uid} IN ${listed(uids)}`,
            eq(holdings.state, "pending"),
          ),
        ),
    ])
  ).slice(-2) as { id: string }[][];
  if (known!.length > 0) return "rebuilt";
  return pending!.length > 0 ? "waits" : "held";
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
