import { dollars } from "~/values/money.ts";
import type { EntryKind, EntrySide } from "~/values/types.ts";
import { quantity } from "~/values/words.ts";

/** The first and the last day asked for (YYYY-MM-DD), both included. */
export type JournalPeriod = { first: string; last: string };

/** The sum booked on one account on one day (YYYY-MM-DD) for one reason, in cents. */
export type JournalLine = {
  day: string;
  account: string;
  kind: EntryKind;
  isRestored: boolean;
  number: number;
  cents: number;
};

/**
 * The two sides of the books. On the side "money", an amount that came in is above zero. The side "things" says what
 * the money was for: sales, money that we owe, and credit that can still be spent. On that side, the same amount is
 * below zero.
 */
export type Side = "money" | "things";

/** The names of the accounts that are neither passes nor add-ons. */
const NAMES: Record<string, string> = {
  "bank transfer": "Bank transfers",
  cash: "Cash",
  credit: "Credit of delegates",
  owed: "Money that buys nothing, which we owe",
  "written off": "Rests of invoices, written off",
};

/** The name of an account. `title` is the title of the pass or add-on; it is left out for other accounts. */
export const accountInWords = (account: string, title?: string): string =>
  title ?? NAMES[account] ?? `Cards (${account})`;

/** The side of the books on which an account is shown. */
export const readAs = (side: EntrySide): Side => (side === "money" ? "money" : "things");

/** The names of the two directions on each side. */
export const DIRECTIONS: Record<Side, [up: string, down: string]> = {
  money: ["In", "Out"],
  things: ["Paid", "Given back"],
};

/** An account's sum in each direction; neither is below zero. */
export type AccountSums = { account: string; up: number; down: number };

/** The sums of each account of one side, in the order in which the accounts first appear. */
export function sumsOf(lines: readonly Pick<JournalLine, "account" | "cents">[], side: Side): AccountSums[] {
  const sums = new Map<string, AccountSums>();
  for (const { account, cents } of lines) {
    const sum = sums.get(account) ?? { account, up: 0, down: 0 };
    const isUp = side === "money" ? cents > 0 : cents < 0;
    sum[isUp ? "up" : "down"] += Math.abs(cents);
    sums.set(account, sum);
  }
  return [...sums.values()];
}

/** The balance of all accounts: what came in less what went out. */
export const journalBalance = (sums: readonly AccountSums[]): number =>
  sums.reduce((sum, { up, down }) => sum + up - down, 0);

/**
 * One row of the ledger, for a payment or a refund: the person, what the money was for, the amount that came in or went
 * out, and the running total.
 */
export type JournalRow = {
  key: string;
  /** YYYY-MM-DD. */
  day: string;
  /** The person; empty if nobody is named. */
  who: string;
  href: string | null;
  what: string;
  up: number;
  down: number;
  total: number;
};

/** One journal entry, with the name of the person whose payment it belongs to. */
export type EntryOfPerson = Omit<JournalLine, "number"> & {
  paymentId: string;
  who: string;
  name: string;
  side: Side;
};

/**
 * The entries as rows of the ledger, one row for each day, payment and kind. Only entries on the side of money change
 * the total.
 */
export function ledgerOf(entries: readonly EntryOfPerson[]): JournalRow[] {
  const rows = new Map<string, JournalRow & { things: string[] }>();
  for (const { day, paymentId, kind, isRestored, who, name, side, cents } of entries) {
    const key = `${day}/${paymentId}/${kind}/${isRestored}`;
    const row = rows.get(key) ?? {
      ...{ key, day, who, href: `/admin/payments/${paymentId}`, what: "", things: [] },
      ...{ up: 0, down: 0, total: 0 },
    };
    if (side === "things") row.things.push(name);
    else row[cents > 0 ? "up" : "down"] += Math.abs(cents);
    row.what = [
      kind === "payment" ? "" : KIND_WORDS[kind],
      ...new Set(row.things),
      isRestored ? FOUND_AGAIN : "",
    ]
      .filter(Boolean)
      .join(", ");
    rows.set(key, row);
  }
  return running([...rows.values()]);
}

/** The money of each day as rows, used when there are too many payments to name each person. */
export const ledgerByDay = (lines: readonly (JournalLine & { name: string; side: Side })[]): JournalRow[] =>
  running(
    lines
      .filter(({ side }) => side === "money")
      .map(({ day, account, kind, isRestored, number, name, cents }) => ({
        ...{ key: `${day}/${account}/${kind}/${isRestored}`, day, who: name, href: null },
        what: [entriesInWords(number, kind), ...(isRestored ? [FOUND_AGAIN] : [])].join(", "),
        ...{ up: Math.max(cents, 0), down: Math.max(-cents, 0), total: 0 },
      })),
  );

function running<Row extends JournalRow>(rows: Row[]): JournalRow[] {
  let total = 0;
  return rows.map(({ key, day, who, href, what, up, down }) => {
    total += up - down;
    return { key, day, who, href, what, up, down, total };
  });
}

/**
 * Sentences that give the sums of the money, and say whether the other side of the books adds up to the same amount.
 */
export function comparisonInWords(money: readonly AccountSums[], things: readonly AccountSums[]): string {
  const [up, down] = (["up", "down"] as const).map((direction) =>
    money.reduce((sum, account) => sum + account[direction], 0),
  );
  const [here, paidFor] = [journalBalance(money), journalBalance(things)];
  const out = down === 0 ? "nothing" : dollars(down!);
  const balance = `${dollars(up!)} came in and ${out} went out: ${dollars(here)} is left.`;
  return here === paidFor
    ? `${balance} What it was for adds up to the same.`
    : `${balance} What it was for adds up to ${dollars(paidFor)}. They must be the same. Look at Checks.`;
}

/** The number of entries of a kind, followed by the name of the kind. */
const entriesInWords = (number: number, kind: EntryKind): string =>
  kind === "bank" || kind === "bank back"
    ? quantity(number, KIND_WORDS[kind], KIND_WORDS[kind])
    : quantity(number, KIND_WORDS[kind]);

/** The remark on an entry that was booked again after the database had been restored from a backup. */
export const FOUND_AGAIN = "found again after a restore";

/** The name of a kind of entry. */
export const KIND_WORDS: Record<EntryKind, string> = {
  payment: "payment",
  refund: "refund",
  credit: "credit",
  correction: "correction",
  bank: "taken back by the bank",
  "bank back": "given back by the bank",
  void: "cancelled charge",
};
