import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { listed } from "#db/client.ts";
import { holdings, orders, payments } from "#db/schema/money.ts";
import { readDeadlineZone } from "~/conference/conferences.server.ts";
import { readManifest } from "~/money/payments/manifests.server.ts";
import { auditOfOrder } from "~/money/payments/orders.server.ts";
import type { Manifest } from "~/money/payments/orders.ts";
import { receiptMails } from "~/money/payments/receipt-mails.server.ts";
import { reservation } from "~/money/payments/reservations.server.ts";
import { grantsOf } from "~/money/prices/grants.ts";
import { quote, quoteAddOns } from "~/money/prices/pricing.ts";
import type { LedgerCharge } from "~/money/processor/processors.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CarriedPass } from "~/platform/ports/card-processor.server.ts";
import { liveHoldings } from "~/standing/holdings.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { replayedBooking } from "~/values/bookings.ts";
import type { Line } from "~/values/shapes.ts";
import { OPEN_PAYMENT_STATES } from "~/values/types.ts";

/**
 * Writes the lost rows of a captured charge again: either the whole order or nothing. "rebuilt": the rows are there.
 * "held": the pass or the add-ons are held already, or the add-ons have no pass. "waits": another payment for a
 * delegate of this order is under way, and its outcome decides whether the pass can be held. For add-ons, "waits" means
 * that their pass is there but not held, or that the row of their pass may be lost too. "foreign": the text on the
 * charge was not written by this portal, or names a person who never applied here. A foreign charge is logged, and a
 * person has to look into it.
 */
export async function rebuild(
  context: Context,
  found: LedgerCharge,
  isLast: boolean,
): Promise<"rebuilt" | "held" | "waits" | "foreign"> {
  const { db, requestId } = context;
  const { gateway, carried, card, invoiceNumber: id, transactionId, amountCents } = found;
  const { now } = await context.visit();
  try {
    if (!carried || !("conferenceId" in carried)) {
      throw new Error("A charge carries nothing that this portal wrote.");
    }
    const kept =
      (await readManifest(context, found)) ??
      ("people" in carried ? null : await carriedAlone(context, found, carried));
    if (!kept) throw new Error("Nothing says for whom a charge for several people was made.");
    const { conferenceId, payerUid, bills } = kept;
    const uids = listed(bills.map(({ delegateUid }) => delegateUid));
    // The mark (a lease of -1) distinguishes an order that is being written now from one that was there before.
    const isNew = and(eq(orders.id, id), eq(orders.leaseUntil, -1));
    const isMarked = sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${isNew})`;
    const ofOrder = eq(payments.orderId, id);
    const order = {
      ...{ id, conferenceId, payerUid, means: gateway, transactionId, dueCents: amountCents, createdAt: now },
      ...{ cardBrand: card?.brand, cardLastFour: card?.lastFour, leaseUntil: -1 },
    };
    const row = { conferenceId, orderId: id, state: "charging" as const, createdAt: now };
    const booking = replayedBooking(now, now, await readDeadlineZone(db, conferenceId));
    const rebuilt = auditOfOrder(context, id, "payment rebuilt", isMarked);
    const [known, open, pending, passes] = (
      await db.batch([
        db.insert(orders).values(order).onConflictDoNothing(),
        ...bills.map((bill) => reservation(db, { ...bill, ...row }, null, isMarked)),
        db
          .delete(payments)
          .where(
            and(
              ofOrder,
              isMarked,
              sql`(SELECT count(*) FROM ${payments} WHERE ${ofOrder}) < ${bills.length}`,
            ),
          ),
        db.delete(orders).where(and(isNew, sql`NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${ofOrder})`)),
        rebuilt.entry,
        // A row that was reserved and then deleted must not be booked. So only rows that still exist at this point are
        // marked as paid.
        db
          .update(payments)
          .set({ state: "captured", resolvedAt: now, booking })
          .where(and(ofOrder, isMarked)),
        // No request waits for this order, so it gets no lease. With a lease, `inspect` would search for its charge in
        // the journal of the last days, where an old charge is missing.
        db.update(orders).set({ leaseUntil: 0 }).where(isNew),
        ...receiptMails(context, id, rebuilt.isDone),
        // If another run of the cron was quicker, the rows are there already, which is fine.
        db.select({ id: payments.id }).from(payments).where(ofOrder),
        db
          .select({ id: payments.id })
          .from(payments)
          .where(
            and(
              eq(payments.conferenceId, conferenceId),
              eq(payments.delegateUid, payerUid),
              ne(payments.passType, bills[0]!.passType),
              inArray(payments.state, [...OPEN_PAYMENT_STATES]),
            ),
          ),
        db
          .select({ id: holdings.id })
          .from(holdings)
          .where(
            and(
              eq(holdings.conferenceId, conferenceId),
              sql`${holdings.uid} IN ${uids}`,
              eq(holdings.state, "pending"),
            ),
          ),
        liveHoldings(db, conferenceId, payerUid),
      ])
    ).slice(-4) as [unknown[], unknown[], unknown[], Awaited<ReturnType<typeof liveHoldings>>];
    if (known.length > 0) return "rebuilt";
    if ("people" in carried) return pending.length > 0 ? "waits" : "held";
    if (carried.addOnsAlone) {
      const pass = passes.find(({ item }) => item === carried.passType);
      const isDecided = pass ? pass.state === "held" : isLast;
      return isDecided ? "held" : "waits";
    }
    return open.length > 0 ? "waits" : "held";
  } catch (error) {
    logFault(error, { requestId, method: "rebuild", path: `transactions/${transactionId}` });
    return "foreign";
  }
}

/** What a charge for one person pays for, according to the text on the charge. */
async function carriedAlone(
  context: Context,
  { invoiceNumber: id, amountCents }: LedgerCharge,
  carried: CarriedPass,
): Promise<Manifest> {
  const { conferenceId, uid, passType, addOns } = carried;
  const lines = await linesOf(context, carried, amountCents);
  const bill = { id, delegateUid: uid, passType, addOns, amountCents, creditCents: 0, lines };
  return { id, conferenceId, payerUid: uid, bills: [bill] };
}

/**
 * The lines of a bill that is known only from the text on its charge. They have today's prices. If their sum differs
 * from the sum that was paid, the first line gets all of the money, and the other lines get nothing.
 */
async function linesOf(context: Context, carried: CarriedPass, amountCents: number): Promise<Line[]> {
  const { conferenceId, uid, passType, addOns, addOnsAlone } = carried;
  const { now } = await context.visit();
  const { award, catalogue: today, pricedAt } = await readStanding(context, conferenceId, uid, now);
  // Things that were paid for are held even if no place is left, so limits are left out here.
  const catalogue = { ...today, left: {} };
  const priced = addOnsAlone
    ? quoteAddOns(catalogue, passType, addOns)
    : quote(catalogue, passType, pricedAt, addOns, grantsOf(award, null));
  if (priced.allowed && priced.totalCents === amountCents) return priced.lines;
  const titleOf = (id: string) =>
    [...catalogue.tickets, ...catalogue.addOns].find((item) => item.id === id)?.title ?? id;
  const lines = Object.entries(addOns).map(([id, choice]) => ({
    ...{ id, title: titleOf(id), variant: choice === true ? null : choice, cents: 0 },
  }));
  if (!addOnsAlone) lines.unshift({ id: passType, title: titleOf(passType), variant: null, cents: 0 });
  return lines.map((line, index) => (index === 0 ? { ...line, cents: amountCents } : line));
}
