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

/** The balance of each account, in the order in which the accounts appear; together they come to nothing. */
export function balancesOf(
  lines: Pick<JournalLine, "account" | "cents">[],
): { account: string; cents: number }[] {
  const balances = new Map<string, number>();
  for (const { account, cents } of lines) balances.set(account, (balances.get(account) ?? 0) + cents);
  return [...balances].map(([account, cents]) => ({ account, cents }));
}

/** How many entries of a kind there are, as people read it. */
export const entriesInWords = (number: number, kind: JournalKind): string =>
  kind === "bank" ? counted(number, KIND_WORDS.bank, KIND_WORDS.bank) : counted(number, KIND_WORDS[kind]);

/** What a kind of entry is called. */
export const KIND_WORDS: Record<JournalKind, string> = {
  payment: "payment",
  refund: "refund",
  credit: "credit",
  correction: "correction",
  bank: "taken back by the bank",
};
