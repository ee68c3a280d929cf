import type { JournalKind } from "~/values/types.ts";

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
