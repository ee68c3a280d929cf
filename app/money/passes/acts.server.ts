import type { invoices, takings } from "#db/schema/invoices.ts";
import type { payments } from "#db/schema/money.ts";
import type { Context } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";

/**
 * An act of which no card processor knows: a pass that cost nothing, or money that came in by hand. A database that was
 * restored to yesterday's state learns of it from the file store alone.
 */
export type Act = {
  /** What came in paid its invoice, or buys nothing; or nothing had to be paid. */
  kind: "free" | "taken" | "unwanted";
  /** The row as the act leaves it. */
  payment: typeof payments.$inferSelect;
  invoice: typeof invoices.$inferSelect | null;
  taking: typeof takings.$inferSelect | null;
};

const FOLDER = "acts/";
const keyOf = (id: string) => `${FOLDER}${id}.json`;

/** The id of the taking, or of the payment that cost nothing. */
export const idOfAct = ({ payment, taking }: Pick<Act, "payment" | "taking">): string =>
  taking?.id ?? payment.id;

/** Writes an act beside the database, once: what stands there is never changed. False if it could not be written. */
export async function keepAct(context: Context, act: Act): Promise<boolean> {
  const id = idOfAct(act);
  const bytes = new TextEncoder().encode(JSON.stringify(act));
  try {
    await context.files.add(keyOf(id), bytes, "application/json", fingerprint(bytes));
    return true;
  } catch (error) {
    logFault(error, { requestId: context.requestId, method: "act", path: keyOf(id) });
    return false;
  }
}

/** The ids of all acts that were kept. */
export const keptActs = async ({ files }: Context): Promise<string[]> =>
  (await files.list(FOLDER)).map((key) => key.slice(FOLDER.length, -".json".length));

/** An act as it was kept; null if there is none with this id. */
export async function readAct({ files }: Context, id: string): Promise<Act | null> {
  const body = await files.get(keyOf(id));
  return body && ((await new Response(body).json()) as Act);
}

/** A payment that was inserted as its row has it, but for the grounds, which the statement that reserves reads. */
export const asStored = (row: typeof payments.$inferInsert): Act["payment"] => ({
  ...{ transactionId: null, cardBrand: null, cardLastFour: null, unseenSince: null, settledAt: null },
  ...{ grounds: null, lines: [], creditCents: 0 },
  ...row,
});
