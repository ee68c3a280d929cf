import type { EditionDocument } from "~/editions/edition-document.ts";
import { dollars } from "~/values/money.ts";
import { type EditionFinding, type FindingPlace, noteAt } from "./findings.ts";
import { findingMessages } from "./linter-messages.ts";

/** If a price is at least this many times as high as another one, a decimal point or a zero was probably mistyped. */
const FAR = 10;

/** An amount of less than one dollar, with no other amount to compare it with, was probably mistyped. */
const LEAST_CENTS = 100;

/** An amount, with the amounts of the same kind that it is compared with. */
type Amount = { place: FindingPlace; cents: number; former: number[]; beside: number[] };

const positive = (amounts: (number | undefined)[]): number[] =>
  amounts.filter((cents): cents is number => cents !== undefined && cents > 0);

/**
 * Every price of an edition, together with the prices that it is compared with. These are the prices of the same thing
 * in the previous edition (`former`) and, for a pass, its prices in the other rounds (`beside`).
 */
function* amountsOf(document: EditionDocument, former: EditionDocument | null): Generator<Amount> {
  for (const { id, cents } of document.passes) {
    const before = former?.passes.find((pass) => pass.id === id);
    for (const [round, own] of Object.entries(cents)) {
      const others = Object.entries(cents).filter(([other]) => other !== round);
      yield {
        place: { part: "passes", item: id, field: `cents.${round}` },
        cents: own,
        former: positive(Object.values(before?.cents ?? {})),
        beside: positive(others.map(([, price]) => price)),
      };
    }
  }
  for (const { id, title, cents, disabled } of document.addOns) {
    if (disabled) continue;
    const before = former?.addOns.find((one) => one.id === id || one.title === title);
    yield {
      place: { part: "add-ons", item: id, field: "cents" },
      ...{ cents, former: positive([before?.cents]), beside: [] },
    };
  }
  const { cents } = document.site.plan;
  const place: FindingPlace = { part: "site", field: "plan.cents" };
  yield { place, cents, former: positive([former?.site.plan.cents]), beside: [] };
}

/**
 * The price nearest to the amount, if every price is far from it; null if the amount is near one of the prices, or if
 * there are no prices.
 */
function farFrom(cents: number, prices: number[]): number | null {
  const isFar = (price: number) => cents * FAR <= price || cents >= price * FAR;
  if (prices.length === 0 || !prices.every(isFar)) return null;
  return prices.reduce((best, price) => (Math.abs(price - cents) < Math.abs(best - cents) ? price : best));
}

/**
 * Finds prices that are many times lower or higher than in the previous edition, or than similar prices of this
 * edition. Also finds things that are sold for nothing.
 */
export function* lintAmounts(
  document: EditionDocument,
  former: EditionDocument | null,
): Generator<EditionFinding> {
  const say = findingMessages.amounts;
  for (const { place, cents, former: before, beside } of amountsOf(document, former)) {
    if (cents <= 0) continue;
    const [then, other] = [farFrom(cents, before), farFrom(cents, beside)];
    if (then !== null) yield noteAt(place, say.farFromFormer(dollars(cents), dollars(then)));
    else if (before.length === 0 && other !== null)
      yield noteAt(place, say.farFromOthers(dollars(cents), dollars(other)));
    else if (before.length + beside.length === 0 && cents < LEAST_CENTS)
      yield noteAt(place, say.cents(dollars(cents)));
  }
  for (const { id, cents, included, disabled } of document.addOns) {
    if (cents === 0 && !included && !disabled)
      yield noteAt({ part: "add-ons", item: id, field: "cents" }, say.freeAddOn);
  }
}
