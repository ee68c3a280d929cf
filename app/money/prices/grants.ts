import { dollars, typedCents } from "~/values/money.ts";
import type { Grant, Reduction } from "~/values/shapes.ts";
import type { GrantKind, PassType, RoundId } from "~/values/types.ts";
import { quantity } from "~/values/words.ts";

/** A typed code is cut off after this many characters. */
export const LONGEST_CODE = 40;

/** A code as it is stored and looked up: in upper case and without spaces. */
export const normalCode = (typed: string): string => typed.replace(/\s/g, "").toUpperCase();

/**
 * Whether a grant is for this pass in this round. `round` is the application's round; null if the application has none.
 */
export const isGrantFor = ({ passType, roundId }: Grant, pass: PassType, round: RoundId | null): boolean =>
  (passType === null || passType === pass) && (roundId === null || roundId === round);

/** A grant that takes nothing off. `cents` is how much would have to be left in its budget for the grant to apply. */
export type IdleGrant = { id: string; cents: number };

/**
 * What grants take off the price of a pass, one after the other. A share is calculated from what is left after the
 * earlier grants, and rounded to the cent. All amounts are in cents. No reduction is more than what is left to pay. A
 * grant that is used up, or whose budget has too little left, takes nothing off and is `idle`.
 */
export function reductionsOf(cents: number, grants: Grant[]): { reductions: Reduction[]; idle: IdleGrant[] } {
  const reductions: Reduction[] = [];
  const idle: IdleGrant[] = [];
  const taken = new Map<string, number>();
  let left = cents;
  for (const { id, title, percent, amountCents, isUsable, budgetId, budgetLeft } of grants) {
    const off = Math.min(left, percent === null ? (amountCents ?? 0) : Math.round((left * percent) / 100));
    const outOfBudget = off + (budgetId === null ? 0 : (taken.get(budgetId) ?? 0));
    if (!isUsable || (budgetLeft !== null && outOfBudget > budgetLeft)) {
      idle.push({ id, cents: outOfBudget });
      continue;
    }
    left -= off;
    if (budgetId !== null) taken.set(budgetId, outOfBudget);
    reductions.push({ id, title, cents: off });
  }
  return { reductions, idle };
}

/** The grants that make a pass cheaper, in the order in which they apply: the award, then the code. */
export const grantsOf = (award: Grant | null, code: Grant | null): Grant[] =>
  [award, code].filter((grant) => grant !== null);

/** How much a grant takes off: either a percentage or an amount in cents. The other one is null. */
export type GrantSize = { percent: number | null; amountCents: number | null };

/** Reads "50%", "$1,000", "100" (dollars) or "whole"; null for anything else. */
export function sizeOf(typed: string): GrantSize | null {
  const text = typed.trim().toLowerCase();
  if (text === "whole") return { percent: 100, amountCents: null };
  const [, share] = /^(\d{1,3})\s?%$/.exec(text) ?? [];
  if (share !== undefined) {
    const percent = Number(share);
    return percent >= 1 && percent <= 100 ? { percent, amountCents: null } : null;
  }
  const amountCents = typedCents(text);
  return amountCents ? { percent: null, amountCents } : null;
}

/** How much a grant takes off, in words: "50%" or "$100". */
export const sizeInWords = ({ percent, amountCents }: Pick<Grant, "percent" | "amountCents">): string =>
  percent === null ? dollars(amountCents ?? 0) : `${percent}%`;

/** What awards and codes have taken off so far: "Awards took $545 off 2 passes, codes $50 off 1 pass." */
export function reductionsInWords(reductions: { kind: GrantKind; uses: number; cents: number }[]): string {
  const parts = reductions.map(
    ({ kind, uses, cents }, index) =>
      `${index === 0 ? (kind === "award" ? "Awards took" : "Codes took") : `${kind}s`} ${dollars(cents)} off ${quantity(uses, "pass", "passes")}`,
  );
  return `${parts.join(", ")}.`;
}
