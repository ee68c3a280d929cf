import { dollars } from "~/values/money.ts";
import type { JournalKind } from "~/values/types.ts";
import { counted } from "~/values/words.ts";

/** From the beginning of the first day to the end of the last, both UTC ms. */
export type JournalPeriod = { from: number; until: number };

/** What happened on one account in one day (its beginning, UTC ms), for one reason; in cents. */
export type JournalLine = {
  day: number;
  account: string;
  kind: JournalKind;
  number: number;
  cents: number;
};

/**
 * What an account is for: the money that came in and went out, which stands above zero, or what it was paid for, which
 * stands below.
 */
export type Side = "money" | "things";

const OWED = "owed";

/** What people call the accounts that are no passes and no add-ons. */
const NAMES: Record<string, string> = {
  "bank transfer": "Bank transfers",
  cash: "Cash",
  credit: "Credit of delegates",
  [OWED]: "Money that buys nothing, which we owe",
};

/** The name of an account; `title` is that of what is sold, undefined for what is not. */
export const accountInWords = (account: string, title: string | undefined): string =>
  title ?? NAMES[account] ?? `Cards (${account})`;

/** On which side an account is; `isSold` says whether it is a pass or an add-on. */
export const sideOf = (account: string, isSold: boolean): Side =>
  isSold || account === OWED ? "things" : "money";

/** What the two directions are called on each side. */
export const DIRECTIONS: Record<Side, [up: string, down: string]> = {
  money: ["In", "Out"],
  things: ["Paid", "Given back"],
};

/** The sums of an account in both directions, none of them below zero. */
export type AccountSums = { account: string; up: number; down: number };

/** What moved on each account of one side, in the order in which they appear. */
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

/** What stays of all accounts: what came in less what went out. */
export const journalBalance = (sums: readonly AccountSums[]): number =>
  sums.reduce((sum, { up, down }) => sum + up - down, 0);

/** A payment or refund as the ledger shows it: who, what for, what came in or went out, and what there is after it. */
export type JournalRow = {
  key: string;
  /** Its beginning, UTC ms. */
  day: number;
  /** Whose it is; empty where nobody is named. */
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

/** Entries as the ledger shows them, one a payment and kind: what of it is money moves the total. */
export function ledgerOf(entries: readonly EntryOfPerson[]): JournalRow[] {
  const rows = new Map<string, JournalRow & { things: string[] }>();
  for (const { day, paymentId, kind, who, name, side, cents } of entries) {
    const key = `${day}/${paymentId}/${kind}`;
    const row = rows.get(key) ?? {
      ...{ key, day, who, href: `/admin/payments/${paymentId}`, what: "", things: [] },
      ...{ up: 0, down: 0, total: 0 },
    };
    if (side === "things") row.things.push(name);
    else row[cents > 0 ? "up" : "down"] += Math.abs(cents);
    row.what = [kind === "payment" ? "" : KIND_WORDS[kind], ...new Set(row.things)]
      .filter(Boolean)
      .join(", ");
    rows.set(key, row);
  }
  return running([...rows.values()].filter(({ up, down }) => up !== 0 || down !== 0));
}

/** The lines of the money of each day, where there are too many payments to name each person. */
export const ledgerByDay = (lines: readonly (JournalLine & { name: string; side: Side })[]): JournalRow[] =>
  running(
    lines
      .filter(({ side }) => side === "money")
      .map(({ day, account, kind, number, name, cents }) => ({
        ...{ key: `${day}/${account}/${kind}`, day, who: name, href: null },
        what: entriesInWords(number, kind),
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

/** Says what there is, and whether what it was for adds up to the same. */
export function comparisonInWords(money: readonly AccountSums[], things: readonly AccountSums[]): string {
  const [up, down] = (["up", "down"] as const).map((direction) =>
    money.reduce((sum, account) => sum + account[direction], 0),
  );
  const [here, paidFor] = [journalBalance(money), journalBalance(things)];
  const out = down === 0 ? "nothing" : dollars(down!);
  const said = `${dollars(up!)} came in and ${out} went out: ${dollars(here)} is left.`;
  return here === paidFor
    ? `${said} What it was for adds up to the same.`
    : `${said} What it was for adds up to ${dollars(paidFor)}. They must be the same. Look at Checks.`;
}

/** How many entries of a kind there are, as people read it. */
const entriesInWords = (number: number, kind: JournalKind): string =>
  kind === "bank" ? counted(number, KIND_WORDS.bank, KIND_WORDS.bank) : counted(number, KIND_WORDS[kind]);

/** What a kind of entry is called. */
export const KIND_WORDS: Record<JournalKind, string> = {
  payment: "payment",
  refund: "refund",
  credit: "credit",
  correction: "correction",
  bank: "taken back by the bank",
};
