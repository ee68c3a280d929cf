import { sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { audit } from "#db/schema/staff.ts";
import { answered, type LedgerCharge } from "~/money/processor/processors.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { fingerprint, newId } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { JOURNAL } from "./leases.ts";

export const TAKEN_BACK = "payment taken back";

/**
 * Gives back a captured charge that buys nothing, and records that it was given back. Returns false if the money did
 * not go back; the caller must then try again later.
 */
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

/** The invoice number (20 characters) of the refund that gives a charge back. */
export const takeBackNumber = (transactionId: string): string =>
  fingerprint(`take back ${transactionId}`).slice(0, 20);

/**
 * Voids or refunds a whole charge. However often this is called, the money goes back only once. Returns false if it did
 * not go back; the caller must then try again later.
 */
export async function giveBack(
  context: Context,
  { gateway, transactionId, amountCents, settled, outcome: state, card }: LedgerCharge,
): Promise<boolean> {
  // The bank has taken the money back, so nothing is left to give back.
  if (state === "voided" || state === "returned") return true;
  // The number is the same at every attempt. Before a refund is sent, the processor is asked whether it already has a
  // refund with this number, so that nothing is given back twice.
  const invoiceNumber = takeBackNumber(transactionId);
  const outcome = await answered(context, gateway, `transactions/${transactionId}`, async (cards) => {
    if (!settled) return cards.void(transactionId);
    if (await cards.lookupRefund(invoiceNumber, Date.now() - JOURNAL)) return "done";
    return cards.refund({ invoiceNumber, transactionId, amountCents, cardLastFour: card?.lastFour ?? "" });
  });
  return outcome === "done" || outcome?.outcome === "done";
}
