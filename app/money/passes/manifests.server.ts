import type { Context } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { Line } from "~/values/shapes.ts";
import { chargedOf } from "./pricing.ts";

/** What a charge pays for, as it was reserved: kept beside the database, in which it may be lost. */
type Manifest = {
  id: string;
  conferenceId: string;
  delegateUid: string;
  amountCents: number;
  creditCents: number;
  lines: Line[];
};

const keyOf = (id: string) => `manifests/${id}.json`;

/**
 * Keeps what a payment is for, before its card is charged. Without it the payment goes on: the charge itself carries
 * enough to write the row again, only not what each line cost.
 */
export async function keepManifest(context: Context, bill: Manifest): Promise<void> {
  const { id, conferenceId, delegateUid, amountCents, creditCents, lines } = bill;
  const bytes = new TextEncoder().encode(
    JSON.stringify({ id, conferenceId, delegateUid, amountCents, creditCents, lines } satisfies Manifest),
  );
  try {
    await context.files.put(keyOf(id), bytes, "application/json", fingerprint(bytes));
  } catch (error) {
    logFault(error, { requestId: context.requestId, method: "manifest", path: `payments/${id}` });
  }
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
