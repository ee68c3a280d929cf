import { chargedOf, totalOf } from "~/money/prices/pricing.ts";
import type { Context } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CarriedGroup } from "~/platform/ports/card-processor.server.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { Line } from "~/values/shapes.ts";
import type { PassType } from "~/values/types.ts";

/** What a charge pays for, as it was reserved: kept beside the database, in which it may be lost. */
type Manifest = {
  id: string;
  conferenceId: string;
  delegateUid: string;
  amountCents: number;
  creditCents: number;
  lines: Line[];
};

/** The same of a charge for several people; each has a bill of their own. */
export type GroupManifest = {
  id: string;
  conferenceId: string;
  payerUid: string;
  bills: (Omit<Manifest, "conferenceId"> & { passType: PassType; addOns: Selection })[];
};

const keyOf = (id: string) => `manifests/${id}.json`;

/**
 * Keeps what a payment is for, before its card is charged. Without it the payment goes on: the charge itself carries
 * enough to write the row again, only not what each line cost.
 */
export async function keepManifest(context: Context, bill: Manifest): Promise<void> {
  const { id, conferenceId, delegateUid, amountCents, creditCents, lines } = bill;
  await keep(context, { id, conferenceId, delegateUid, amountCents, creditCents, lines });
}

/**
 * Keeps what a charge for several people pays for, before the card is charged. False if it could not be written: the
 * charge itself does not say who they are, so without it their rows could not be written again.
 */
export const keepGroupManifest = (context: Context, group: GroupManifest): Promise<boolean> =>
  keep(context, group);

async function keep(context: Context, manifest: Manifest | GroupManifest): Promise<boolean> {
  const { id } = manifest;
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  try {
    await context.files.put(keyOf(id), bytes, "application/json", fingerprint(bytes));
    return true;
  } catch (error) {
    logFault(error, { requestId: context.requestId, method: "manifest", path: `payments/${id}` });
    return false;
  }
}

/** What a charge for several people was reserved for; null if it was not kept, or is that of another charge. */
export async function groupKept(
  { files }: Context,
  id: string,
  { conferenceId, uid, people }: CarriedGroup,
  chargedCents: number,
): Promise<GroupManifest | null> {
  const body = await files.get(keyOf(id));
  if (!body) return null;
  const kept = (await new Response(body).json()) as GroupManifest;
  const isOfIt =
    kept.conferenceId === conferenceId &&
    kept.payerUid === uid &&
    kept.bills.length === people &&
    totalOf(kept.bills.map(chargedOf)) === chargedCents;
  return isOfIt ? kept : null;
}

/** The bill of a charge as it was reserved; null if it was not kept, or is that of another charge. */
export async function billKept(
  { files }: Context,
  { id, conferenceId, delegateUid }: Pick<Manifest, "id" | "conferenceId" | "delegateUid">,
  chargedCents: number,
): Promise<Pick<Manifest, "amountCents" | "creditCents" | "lines"> | null> {
  const body = await files.get(keyOf(id));
  if (!body) return null;
  const kept = (await new Response(body).json()) as Manifest;
  const isOfIt =
    kept.conferenceId === conferenceId &&
    kept.delegateUid === delegateUid &&
    chargedOf(kept) === chargedCents;
  const { amountCents, creditCents, lines } = kept;
  return isOfIt ? { amountCents, creditCents, lines } : null;
}
