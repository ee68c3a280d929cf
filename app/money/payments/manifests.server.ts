import { chargedOf, isOfAddOns, totalOf } from "~/money/prices/pricing.ts";
import type { LedgerCharge } from "~/money/processor/processors.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { Order } from "~/platform/ports/card-processor.server.ts";
import { isForOthers, type Manifest } from "./orders.ts";

const keyOf = (id: string) => `manifests/${id}.json`;

/**
 * Writes to the file store what an order pays for. This is done before the card is charged, because the database could
 * lose its record of the order. Returns false if the manifest could not be written.
 */
export async function keepManifest(context: Context, manifest: Manifest): Promise<boolean> {
  const { id, conferenceId, payerUid, bills } = manifest;
  const bytes = new TextEncoder().encode(JSON.stringify({ id, conferenceId, payerUid, bills }));
  try {
    await context.files.put(keyOf(id), bytes, "application/json", fingerprint(bytes));
    return true;
  } catch (error) {
    logFault(error, { requestId: context.requestId, method: "manifest", path: `payments/${id}` });
    return false;
  }
}

/**
 * What a charge pays for, as stored when its order was reserved. Null if no manifest was stored, or if the stored one
 * belongs to another charge.
 */
export async function readManifest(
  { files }: Context,
  { invoiceNumber, carried, amountCents }: Pick<LedgerCharge, "invoiceNumber" | "carried" | "amountCents">,
): Promise<Manifest | null> {
  if (!carried || !("conferenceId" in carried)) return null;
  const body = await files.get(keyOf(invoiceNumber));
  if (!body) return null;
  const kept = (await new Response(body).json()) as Manifest;
  const isOfIt =
    kept.conferenceId === carried.conferenceId &&
    kept.payerUid === carried.uid &&
    kept.bills.length === ("people" in carried ? carried.people : 1) &&
    totalOf(kept.bills.map(chargedOf)) === amountCents;
  return isOfIt ? kept : null;
}

/**
 * The order in the form in which it is sent to the processor. The charge carries what may be needed to write the
 * order's rows again.
 */
export function chargeOf({ id, conferenceId, payerUid, bills }: Manifest): Order {
  const [first] = bills;
  const { delegateUid, passType, addOns, lines } = first!;
  const carried = isForOthers({ payerUid, delegateUid })
    ? { conferenceId, uid: payerUid, people: bills.length }
    : {
        ...{ conferenceId, uid: delegateUid, passType, addOns },
        ...(isOfAddOns({ passType, lines }) && { addOnsAlone: true as const }),
      };
  return { invoiceNumber: id, amountCents: totalOf(bills.map(chargedOf)), carried };
}
