import { type Column, type SQL, sql } from "drizzle-orm";
import type { invoices, reversals, takings } from "#db/schema/invoices.ts";
import type { holdings, orders, payments, refundLines, refunds } from "#db/schema/money.ts";
import type { transfers } from "#db/schema/transfers.ts";
import type { Context } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";

/**
 * Something that was done with money, a pass or an add-on. The records of a card processor are not enough to do it
 * again. If the database is restored to an earlier state, only the file store still has a record of the act.
 */
export type Act = PaidAct | MovedAct | GivenBackAct | GoneBackAct | ReversedAct | BankTookAct | BankSaidAct;

/** A pass that cost nothing, or money that came in by hand. */
export type PaidAct = {
  /**
   * "free": nothing had to be paid. "taken": with this money, and with `parts`, the whole invoice is paid. "part": the
   * money paid only a part of its invoice. "unwanted": the money buys nothing.
   */
  kind: "free" | "taken" | "part" | "unwanted";
  /** The rows as the act leaves them. The first payment has the same id as the order. */
  order: typeof orders.$inferSelect;
  bills: (typeof payments.$inferSelect)[];
  invoice: typeof invoices.$inferSelect | null;
  taking: typeof takings.$inferSelect | null;
  /**
   * Earlier money for the same invoice. Together with `taking`, this money pays the whole invoice. Empty for an act
   * that does not complete an invoice.
   */
  parts: (typeof takings.$inferSelect)[];
};

/** A pass was transferred to another person, or an add-on was exchanged. */
export type MovedAct = {
  kind: "moved";
  /** The new holdings; at least one. Each of them replaces another holding. */
  began: (typeof holdings.$inferSelect)[];
  /** Null for an exchange. */
  transfer: typeof transfers.$inferSelect | null;
};

/** A refund was made. */
export type GivenBackAct = {
  kind: "given back";
  /** The row as the act leaves it. */
  refund: typeof refunds.$inferSelect;
  lines: (typeof refundLines.$inferSelect)[];
};

/** The money of a refund that is made by hand has been given back. */
export type GoneBackAct = { kind: "gone back"; refund: typeof refunds.$inferSelect };

/** Money that came in by hand was recorded by mistake. What it had paid for, if anything, has ended. */
export type ReversedAct = {
  kind: "reversed";
  /** The row as the act leaves it. */
  reversal: typeof reversals.$inferSelect;
  /** The refund rows that ended what the money had paid for; empty if it had bought nothing. */
  refunds: (typeof refunds.$inferSelect)[];
  lines: (typeof refundLines.$inferSelect)[];
};

/** A bank took a charge back, or never paid it. */
export type BankTookAct = {
  kind: "bank took";
  /** The refund rows as the act leaves them: one for each payment of the order, the first payment's row first. */
  refunds: (typeof refunds.$inferSelect)[];
  lines: (typeof refundLines.$inferSelect)[];
  /**
   * The ids of the refused refunds of these payments. A replay of the act refuses the same refunds again before they
   * can be sent.
   */
  refused: string[];
};

/**
 * The bank took back the money of one payment and has now returned it (`isBack`), or somebody has decided what becomes
 * of the pass.
 */
export type BankSaidAct = {
  kind: "bank said";
  /** The row as the act leaves it. */
  refund: typeof refunds.$inferSelect;
  isBack: boolean;
};

const FOLDER = "acts/";
const keyOf = (id: string) => `${FOLDER}${id}.json`;

/**
 * If a holding replaced another one, the id of the new holding begins with the id of the act. This is the length of the
 * act's id.
 */
const ACT_ID = 20;

/** The id of the act by which a holding replaced another one. */
export const actOf = (holding: Column): SQL<string> => sql<string>`substr(${holding}, 1, ${ACT_ID})`;

/**
 * The ending of an act's id, after the id of a refund. An act with this ending records that the refund's money was
 * given back by hand. It is separate from the act of the refund itself.
 */
export const GONE = "-gone";

/**
 * Endings of an act's id, after the id of the refund row that records that a bank took money. `BACK`: the bank gave the
 * money back. `DECIDED`: somebody has decided what becomes of the pass.
 */
export const BACK = "-back";
export const DECIDED = "-decided";

/**
 * The id of an act. It is the id of the taking, the reversal, the free payment, the transfer or exchange, or the
 * refund. If the act came after the refund, `GONE`, `BACK` or `DECIDED` follows the refund's id.
 */
export function idOfAct(act: Act): string {
  if (act.kind === "moved") return act.began[0]!.id.slice(0, ACT_ID);
  if (act.kind === "given back") return act.refund.id;
  if (act.kind === "gone back") return act.refund.id + GONE;
  if (act.kind === "reversed") return act.reversal.id;
  if (act.kind === "bank took") return act.refunds[0]!.id;
  if (act.kind === "bank said") return act.refund.id + (act.isBack ? BACK : DECIDED);
  return act.taking?.id ?? act.order.id;
}

/** When the act was done, UTC ms on the portal's clock. */
export function timeOfAct(act: Act): number {
  if (act.kind === "moved") return act.began[0]!.since ?? 0;
  if (act.kind === "given back") return act.refund.createdAt;
  if (act.kind === "gone back") return act.refund.resolvedAt ?? act.refund.createdAt;
  if (act.kind === "reversed") return act.reversal.settledAt ?? act.reversal.askedAt;
  if (act.kind === "bank took") return act.refunds[0]!.createdAt;
  if (act.kind === "bank said") return act.refund.resolvedAt ?? act.refund.createdAt;
  return act.taking?.confirmedAt ?? act.bills[0]!.createdAt;
}

/** The edition that an act belongs to. */
export function conferenceOfAct(act: Act): string {
  if (act.kind === "moved") return act.began[0]!.conferenceId;
  if (act.kind === "given back" || act.kind === "gone back" || act.kind === "bank said")
    return act.refund.conferenceId;
  if (act.kind === "reversed") return act.reversal.conferenceId;
  if (act.kind === "bank took") return act.refunds[0]!.conferenceId;
  return act.order.conferenceId;
}

/** Stores an act in R2. A stored act is never changed. Returns false if the act could not be written. */
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

/** The ids of all stored acts. */
export const keptActs = async ({ files }: Context): Promise<string[]> =>
  (await files.list(FOLDER)).map((key) => key.slice(FOLDER.length, -".json".length));

/** A stored act; null if no act has this id. */
export async function readAct({ files }: Context, id: string): Promise<Act | null> {
  const body = await files.get(keyOf(id));
  return body && ((await new Response(body).json()) as Act);
}

/**
 * The whole row of an order or a payment, made from the values that were inserted. The `grounds` of a payment stay
 * null, because they are not among these values: the statement that reserves the payment reads them from the database.
 */
export const asOrder = (row: typeof orders.$inferInsert): PaidAct["order"] => ({
  ...{ transactionId: null, cardBrand: null, cardLastFour: null, unseenSince: null },
  ...row,
});
export const asBill = (row: typeof payments.$inferInsert): PaidAct["bills"][number] => ({
  ...{ resolvedAt: null, booking: null, grounds: null, lines: [], creditCents: 0 },
  ...row,
});
