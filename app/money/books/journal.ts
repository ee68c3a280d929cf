import { dollars } from "~/values/money.ts";
import type { EntryKind, EntrySide } from "~/values/types.ts";
import { quantity } from "~/values/words.ts";

/** The first and the last of the days that are asked for (YYYY-MM-DD), both included. */
export type JournalPeriod = { first: string; last: string };

/** What was booked on one account on one day (YYYY-MM-DD), for one reason; in cents. */
export type JournalLine = {
  day: string;
  account: string;
  kind: EntryKind;
  isRestored: boolean;
  number: number;
  cents: number;
};

/**
 * The two sides of the books. Money that came in and went out is above zero. The accounts that explain it are below:
 * what was sold, what we owe, and credit that can still be spent.
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

/** The name of an account. `title` is that of what is sold, and left out for other accounts. */
export const accountInWords = (account: string, title?: string): string =>
  title ?? NAMES[account] ?? `Cards (${account})`;

/** The side on which an account is read. */
export const readAs = (side: EntrySide): Side => (side === "money" ? "money" : "things");

/** The names of the two directions on each side. */
export const DIRECTIONS: Record<Side, [up: string, down: string]> = {
  money: ["In", "Out"],
  things: ["Paid", "Given back"],
};

/** The sums of an account in both directions, none of them below zero. */
export type AccountSums = { account: string; up: number; down: number };

/** What moved on each account of one side, in the order in which the accounts appear. */
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
 * A payment or refund as the ledger shows it: the person, what it was for, what came in or went out, and the total
 * after it.
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

/** One entry of the journal with the person whose payment it is. */
export type EntryOfPerson = Omit<JournalLine, "number"> & {
  paymentId: string;
  who: string;
  name: string;
  side: Side;
};

/** Entries as the ledger shows them, one row for each payment and kind. Money among them changes the total. */
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

/** The money of each day as lines, if there are too many payments to name each person. */
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

/** Says what there is, and whether the amounts on the other side add up to the same. */
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

/** How many entries of a kind there are, as people read it. */
const entriesInWords = (number: number, kind: EntryKind): string =>
  kind === "bank" || kind === "bank back"
    ? quantity(number, KIND_WORDS[kind], KIND_WORDS[kind])
    : quantity(number, KIND_WORDS[kind]);

/** The remark on an entry that was written again after the database had been set back. */
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
