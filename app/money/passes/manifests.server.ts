import type { Context } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { Line } from "~/values/shapes.ts";

/** What a charge pays for, as it was reserved: kept beside the database, in which it may be lost. */
type Manifest = { id: string; conferenceId: string; delegateUid: string; amountCents: number; lines: Line[] };

const keyOf = (id: string) => `manifests/${id}.json`;

/**
 * Keeps what a payment is for, before its card is charged. Without it the payment goes on: the charge itself carries
 * enough to write the row again, only not what each line cost.
 */
export async function keepManifest(context: Context, bill: Manifest): Promise<void> {
  const { id, conferenceId, delegateUid, amountCents, lines } = bill;
  const bytes = new TextEncoder().encode(
    JSON.stringify({ id, conferenceId, delegateUid, amountCents, lines } satisfies Manifest),
  );
  try {
    await context.files.put(keyOf(id), bytes, "application/json", fingerprint(bytes));
  } catch (error) {
    logFault(error, { requestId: context.requestId, method: "manifest", path: `payments/${id}` });
  }
}

/** The lines of a payment as they were reserved; null if they were not kept, or are of another charge. */
export async function linesKept(
  { files }: Context,
  { id, conferenceId, delegateUid, amountCents }: Omit<Manifest, "lines">,
): Promise<Line[] | null> {
  const body = await files.get(keyOf(id));
  if (!body) return null;
  const kept = (await new Response(body).json()) as Manifest;
  const isOfIt =
    kept.conferenceId === conferenceId &&
    kept.delegateUid === delegateUid &&
    kept.amountCents === amountCents;
  return isOfIt ? kept.lines : null;
}
