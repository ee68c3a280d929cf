import { type Column, type SQL, sql } from "drizzle-orm";
import type { invoices, reversals, takings } from "#db/schema/invoices.ts";
import type { holdings, orders, payments, refundLines, refunds } from "#db/schema/money.ts";
import type { transfers } from "#db/schema/transfers.ts";
import type { Context } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";

/**
 * Something done with money that no card processor knows enough about. A database that was restored to yesterday's
 * state learns of it only from the file store.
 */
export type Act = PaidAct | MovedAct | GivenBackAct | GoneBackAct | ReversedAct | BankTookAct | BankSaidAct;

/** A pass that cost nothing, or money that came in by hand. */
export type PaidAct = {
  /** Whether nothing had to be paid, or the money paid its invoice, paid a part of it, or buys nothing. */
  kind: "free" | "taken" | "part" | "unwanted";
  /** The rows as the act leaves them; the first payment names the order. */
  order: typeof orders.$inferSelect;
  bills: (typeof payments.$inferSelect)[];
  invoice: typeof invoices.$inferSelect | null;
  taking: typeof takings.$inferSelect | null;
  /**
   * The money that had come in for the same invoice before; together they pay it. Empty for an act that does not
   * complete an invoice.
   */
  parts: (typeof takings.$inferSelect)[];
};

/** A pass went over to another person, or an add-on was exchanged. */
export type MovedAct = {
  kind: "moved";
  /** The holdings that began with it, each in place of another one; at least one. */
  began: (typeof holdings.$inferSelect)[];
  /** Null for an exchange. */
  transfer: typeof transfers.$inferSelect | null;
};

/** Something was given back. */
export type GivenBackAct = {
  kind: "given back";
  /** The row as the act leaves it. */
  refund: typeof refunds.$inferSelect;
  lines: (typeof refundLines.$inferSelect)[];
};

/** The money of a refund by hand has gone back. */
export type GoneBackAct = { kind: "gone back"; refund: typeof refunds.$inferSelect };

/** Money that came in by hand was recorded by mistake. If it had paid for something, that has ended. */
export type ReversedAct = {
  kind: "reversed";
  /** The row as the act leaves it. */
  reversal: typeof reversals.$inferSelect;
  /** The refund rows that ended what the money had paid for; none if it had bought nothing. */
  refunds: (typeof refunds.$inferSelect)[];
  lines: (typeof refundLines.$inferSelect)[];
};

/** A bank took a charge back, or never paid it. */
export type BankTookAct = {
  kind: "bank took";
  /** The rows as the act leaves them, one for each payment of the order, with the first payment's row first. */
  refunds: (typeof refunds.$inferSelect)[];
  lines: (typeof refundLines.$inferSelect)[];
  /** The refunds of these payments that had been refused by then: nobody may send them. */
  refused: string[];
};

/** The bank gave back what it had taken of one payment, or somebody has decided what becomes of the pass. */
export type BankSaidAct = {
  kind: "bank said";
  /** The row as the act leaves it. */
  refund: typeof refunds.$inferSelect;
  isBack: boolean;
};

const FOLDER = "acts/";
const keyOf = (id: string) => `${FOLDER}${id}.json`;

/** A holding that took another's place: how many characters of its id name the act. */
const ACT_ID = 20;

/** The act by which a holding took another one's place. */
export const actOf = (holding: Column): SQL<string> => sql<string>`substr(${holding}, 1, ${ACT_ID})`;

/** The end of an act's id, after the id of a refund. That the money has gone back by hand is an act of its own. */
export const GONE = "-gone";

/**
 * The ends of acts' ids, after the id of the row by which a bank took money: the bank gave it back, or the pass is
 * decided.
 */
export const BACK = "-back";
export const DECIDED = "-decided";

/** The id of the taking, of its reversal, of the free payment, of the transfer or exchange, or of the refund. */
export function idOfAct(act: Act): string {
  if (act.kind === "moved") return act.began[0]!.id.slice(0, ACT_ID);
  if (act.kind === "given back") return act.refund.id;
  if (act.kind === "gone back") return act.refund.id + GONE;
  if (act.kind === "reversed") return act.reversal.id;
  if (act.kind === "bank took") return act.refunds[0]!.id;
  if (act.kind === "bank said") return act.refund.id + (act.isBack ? BACK : DECIDED);
  return act.taking?.id ?? act.order.id;
}

/** When it was done, UTC ms on the portal's clock. */
export function timeOfAct(act: Act): number {
  if (act.kind === "moved") return act.began[0]!.since ?? 0;
  if (act.kind === "given back") return act.refund.createdAt;
  if (act.kind === "gone back") return act.refund.resolvedAt ?? act.refund.createdAt;
  if (act.kind === "reversed") return act.reversal.settledAt ?? act.reversal.askedAt;
  if (act.kind === "bank took") return act.refunds[0]!.createdAt;
  if (act.kind === "bank said") return act.refund.resolvedAt ?? act.refund.createdAt;
  return act.taking?.confirmedAt ?? act.bills[0]!.createdAt;
}

/** The edition of an act. */
export function conferenceOfAct(act: Act): string {
  if (act.kind === "moved") return act.began[0]!.conferenceId;
  if (act.kind === "given back" || act.kind === "gone back" || act.kind === "bank said")
    return act.refund.conferenceId;
  if (act.kind === "reversed") return act.reversal.conferenceId;
  if (act.kind === "bank took") return act.refunds[0]!.conferenceId;
  return act.order.conferenceId;
}

/** Writes an act beside the database, once: a stored act is never changed. False if it could not be written. */
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

/** A stored act; null if there is none with this id. */
export async function readAct({ files }: Context, id: string): Promise<Act | null> {
  const body = await files.get(keyOf(id));
  return body && ((await new Response(body).json()) as Act);
}

/** An order and a payment as their rows were inserted, without the grounds, which are read when it is reserved. */
export const asOrder = (row: typeof orders.$inferInsert): PaidAct["order"] => ({
  ...{ transactionId: null, cardBrand: null, cardLastFour: null, unseenSince: null },
  ...row,
});
export const asBill = (row: typeof payments.$inferInsert): PaidAct["bills"][number] => ({
  ...{ resolvedAt: null, booking: null, grounds: null, lines: [], creditCents: 0 },
  ...row,
});
