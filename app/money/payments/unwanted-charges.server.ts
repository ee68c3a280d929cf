import { sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { audit } from "#db/schema/staff.ts";
import { answered, type LedgerCharge } from "~/money/processor/processors.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { fingerprint, newId } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { JOURNAL } from "./leases.ts";

export const TAKEN_BACK = "payment taken back";

/** Gives back a capture that buys nothing, and records it; false if it must be tried again. */
export async function takeBack(context: Context, found: LedgerCharge): Promise<boolean> {
  const { transactionId, amountCents } = found;
  const object = `transactions/${transactionId}`;
  const isDone = await giveBack(context, found);
  const { db, requestId } = context;
  const fault = new Error(`A charge that buys nothing ${isDone ? "was" : "could not be"} given back.`);
  logFault(fault, { requestId, method: "takeBack", path: object });
  if (isDone) {
    await insertFrom(
      db,
      audit,
      { id: newId(), at: Date.now(), action: TAKEN_BACK, object, detail: { amountCents }, requestId },
      sql`WHERE NOT EXISTS (SELECT 1 FROM ${audit} WHERE ${audit.object} = ${object}
        AND ${audit.action} = ${TAKEN_BACK})`,
    );
  }
  return isDone;
}

/** The invoice number of the refund that gives a charge back, 20 characters. */
export const takeBackNumber = (transactionId: string): string =>
  fingerprint(`take back ${transactionId}`).slice(0, 20);

/**
 * Voids or refunds a whole charge. However often it is called, the money goes back only once. False if it must be
 * called again.
 */
export async function giveBack(
  context: Context,
  { gateway, transactionId, amountCents, settled, outcome: state, card }: LedgerCharge,
): Promise<boolean> {
  // The bank has the money that it took back, so nothing is left to give.
  if (state === "voided" || state === "returned") return true;
  // The same number at every try. The processor is asked for it first, so that nothing is given back twice.
  const invoiceNumber = takeBackNumber(transactionId);
  const outcome = await answered(context, gateway, `transactions/${transactionId}`, async (cards) => {
    if (!settled) return cards.void(transactionId);
    if (await cards.lookupRefund(invoiceNumber, Date.now() - JOURNAL)) return "done";
    return cards.refund({ invoiceNumber, transactionId, amountCents, cardLastFour: card?.lastFour ?? "" });
  });
  return outcome === "done" || outcome?.outcome === "done";
}
