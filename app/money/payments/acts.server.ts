import { type Column, type SQL, sql } from "drizzle-orm";
import type { invoices, reversals, takings } from "#db/schema/invoices.ts";
import type { holdings, orders, payments, refundLines, refunds } from "#db/schema/money.ts";
import type { transfers } from "#db/schema/transfers.ts";
import type { Context } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";

/**
 * An act of which no card processor knows enough. A database that was restored to yesterday's state learns of it from
 * the file store alone.
 */
export type Act = PaidAct | MovedAct | GivenBackAct | GoneBackAct | ReversedAct | BankTookAct | BankSaidAct;

/** A pass that cost nothing, or money that came in by hand. */
export type PaidAct = {
  /** What came in paid its invoice, or a part of it, or buys nothing; or nothing had to be paid. */
  kind: "free" | "taken" | "part" | "unwanted";
  /** The rows as the act leaves them; the first payment names the order. */
  order: typeof orders.$inferSelect;
  bills: (typeof payments.$inferSelect)[];
  invoice: typeof invoices.$inferSelect | null;
  taking: typeof takings.$inferSelect | null;
  /** What had come in before for the same invoice, which is paid by all of it; none but for what paid it. */
  parts: (typeof takings.$inferSelect)[];
};

/** A pass went over to another person, or an add-on was exchanged. */
export type MovedAct = {
  kind: "moved";
  /** What is held from then on, each in the place of another holding; at least one. */
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

/** A refund of what came in by hand has gone back by hand. */
export type GoneBackAct = { kind: "gone back"; refund: typeof refunds.$inferSelect };

/** Money that came in by hand was recorded by mistake: what it had paid for ended, if it had. */
export type ReversedAct = {
  kind: "reversed";
  /** The row as the act leaves it. */
  reversal: typeof reversals.$inferSelect;
  /** The rows by which what it had paid for ended; none if it bought nothing. */
  refunds: (typeof refunds.$inferSelect)[];
  lines: (typeof refundLines.$inferSelect)[];
};

/** A bank took a charge back, or never paid it. */
export type BankTookAct = {
  kind: "bank took";
  /** The rows as the act leaves them, one for each payment of the order, that of the first one first. */
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

/** How many characters of the id of a holding that took another's place name the act by which it did. */
const ACT_ID = 20;

/** The act by which a holding took the place of another one. */
export const actOf = (holding: Column): SQL<string> => sql<string>`substr(${holding}, 1, ${ACT_ID})`;

/** Behind the id of a refund: that it has gone back by hand is an act of its own. */
export const GONE = "-gone";

/** Behind the id of a row by which a bank took money: that it gave it back, and that the pass is decided. */
export const BACK = "-back";
export const DECIDED = "-decided";

/** The id of the taking, of its reversal, of the payment that cost nothing, of the transfer or exchange, or of the refund. */
export function idOfAct(act: Act): string {
  if (act.kind === "moved") return act.began[0]!.id.slice(0, ACT_ID);
  if (act.kind === "given back") return act.refund.id;
  if (act.kind === "gone back") return act.refund.id + GONE;
  if (act.kind === "reversed") return act.reversal.id;
  if (act.kind === "bank took") return act.refunds[0]!.id;
  if (act.kind === "bank said") return act.refund.id + (act.isBack ? BACK : DECIDED);
  return act.taking?.id ?? act.order.id;
}

/** When it was done, UTC ms of the portal's clock. */
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

/** An order and a payment that were inserted as their rows have them, but for the grounds, which are read on reserving. */
export const asOrder = (row: typeof orders.$inferInsert): PaidAct["order"] => ({
  ...{ transactionId: null, cardBrand: null, cardLastFour: null, unseenSince: null },
  ...row,
});
export const asBill = (row: typeof payments.$inferInsert): PaidAct["bills"][number] => ({
  ...{ resolvedAt: null, booking: null, grounds: null, lines: [], creditCents: 0 },
  ...row,
});
