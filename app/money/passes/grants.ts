import { centsOf, dollars } from "~/values/money.ts";
import type { Grant, Reduction } from "~/values/shapes.ts";
import type { GrantKind, PassType, RoundId } from "~/values/types.ts";
import { counted } from "~/values/words.ts";

/** A code as it is stored and looked for: typed in any case, with spaces or without. */
export const normalCode = (typed: string): string => typed.replace(/\s/g, "").toUpperCase();

/** Whether a grant is for this pass in this round; `round` is that of the application, null if there is none. */
export const isGrantFor = ({ passType, roundId }: Grant, pass: PassType, round: RoundId | null): boolean =>
  (passType === null || passType === pass) && (roundId === null || roundId === round);

/**
 * What grants take off the price of a pass, one after the other: a share is of what the one before left, and rounded
 * to the cent. All in cents; never more than there is to pay.
 */
export function reductionsOf(cents: number, grants: Grant[]): Reduction[] {
  let left = cents;
  return grants.map(({ id, title, percent, amountCents }) => {
    const off = Math.min(left, percent === null ? (amountCents ?? 0) : Math.round((left * percent) / 100));
    left -= off;
    return { id, title, cents: off };
  });
}

/** What makes a pass cheaper, in the order in which it does: first the award, then the code. */
export const grantsOf = (award: Grant | null, code: Grant | null): Grant[] =>
  [award, code].filter((grant) => grant !== null);

/** How much a grant takes off: a share in per cent, or cents; the other one is null. */
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
  const amountCents = centsOf(text.replace(/^\$\s?/, "").replace(/,(?=\d{3}\b)/g, ""));
  return amountCents ? { percent: null, amountCents } : null;
}

/** How much a grant takes off, in words: "50%" or "$100". */
export const sizeInWords = ({ percent, amountCents }: Pick<Grant, "percent" | "amountCents">): string =>
  percent === null ? dollars(amountCents ?? 0) : `${percent}%`;

/** What awards and codes have taken off so far: "Awards took $545 off 2 passes, codes $50 off 1 pass." */
export function reductionsInWords(reductions: { kind: GrantKind; uses: number; cents: number }[]): string {
  const parts = reductions.map(
    ({ kind, uses, cents }, index) =>
      `${index === 0 ? (kind === "award" ? "Awards took" : "Codes took") : `${kind}s`} ${dollars(cents)} off ${counted(uses, "pass", "passes")}`,
  );
  return `${parts.join(", ")}.`;
}
