import { type BillLine, leftOf } from "~/money/payments/bill-lines.ts";
import { chargedOf } from "~/money/prices/pricing.ts";
import { HOUR } from "~/values/durations.ts";
import { dollars } from "~/values/money.ts";
import type { RefundKind } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { refundMessages } from "./messages.ts";

/** A refund that is missing at the processor is sent again only after it has had this long (ms) to appear. */
export const REFUND_PATIENCE = HOUR;

/** The refund policy of an event: the deposit in cents, and the last moment for refunds (UTC ms; null for no limit). */
export type RefundPolicy = { depositCents: number; refundsUntil: number | null };

/** How much of a line's price a refund gives back, in cents, and whether it ends the line. */
export type RefundLine = { id: string; cents: number; ends: boolean };

/**
 * The cents of a refund that become credit again. The card first gets back what it was charged. `returnedCents` is the
 * part that the card has got back already.
 */
export const creditPart = (
  payment: { amountCents: number; creditCents: number; returnedCents: number },
  cents: number,
): number => Math.max(0, cents - (chargedOf(payment) - payment.returnedCents));

/** The lines that end if the chosen items are given back. A pass ends everything that is held with it. */
export function endedBy(lines: BillLine[], items: readonly string[]): BillLine[] {
  const held = lines.filter(({ state }) => state === "held");
  const chosen = held.filter(({ item }) => items.includes(item));
  return chosen.some(({ isPass }) => isPass) ? held : chosen;
}

/**
 * The lines whose money may go back if the lines in `ended` end. If everything ends, or nothing ends, the money of all
 * lines of the bill may go back. Otherwise, only the money of the lines that end may go back.
 */
export const refundable = (lines: BillLine[], ended: BillLine[]): BillLine[] =>
  ended.length === 0 || endsEverything(lines, ended) ? lines : ended;

/**
 * Whether nothing on the bill is held once these lines have ended. Add-ons on a later bill end with their pass; after
 * that, nothing on the later bill is held.
 */
export const endsEverything = (lines: BillLine[], ended: BillLine[]): boolean =>
  lines.every((line) => line.state !== "held" || ended.includes(line));

/**
 * The amount (cents) that the refund policy proposes to give back for the lines that end, and why (specification,
 * section 9). It is at least 0 and at most what is left of the lines. The deposit is a part of the registration fee and
 * never exceeds it. Refunds are possible up to and including `refundsUntil`; `now` is UTC ms. The staff may decide
 * otherwise.
 */
export function refundQuote(
  { depositCents, refundsUntil }: RefundPolicy,
  ended: BillLine[],
  now: number,
): { cents: number; reason: string } {
  if (refundsUntil !== null && now > refundsUntil) return { cents: 0, reason: refundMessages.refundsOver };
  const pass = ended.find(({ isPass }) => isPass);
  if (!pass) return { cents: leftOf(ended), reason: refundMessages.refundWhole };
  const kept = Math.max(0, Math.min(depositCents, pass.cents));
  const cents = Math.max(0, leftOf(ended) - kept);
  return { cents, reason: refundMessages.refundLessDeposit(dollars(kept)) };
}

/**
 * Spreads an amount over the lines of a bill. A line gets at most what is left of its price. All amounts are in cents.
 * The lines in `ended` come first. Among them the pass is last, because its price includes the deposit that is kept. A
 * gesture of goodwill is taken from the pass first. Lines that get nothing and do not end are left out.
 */
export function spread(lines: BillLine[], ended: BillLine[], amountCents: number): RefundLine[] {
  let left = amountCents;
  const first = ended.toReversed();
  return [...first, ...lines.filter((line) => !ended.includes(line))]
    .map((line) => {
      const cents = Math.min(leftOf([line]), left);
      left -= cents;
      return { id: line.id, cents, ends: ended.includes(line) };
    })
    .filter(({ cents, ends }) => ends || cents > 0);
}

/** What a refund would do, in sentences for the person who is about to make it. */
export function effectOf({
  who,
  amountCents,
  creditCents,
  kind,
  ended,
  kept,
  later,
}: {
  /** The name of the delegate or, after a transfer, of the present holder. */
  who: string;
  amountCents: number;
  /** The part of a money refund that becomes credit again, in cents. */
  creditCents: number;
  kind: RefundKind;
  /** `ended`: the titles of the pass and add-ons that end. `kept`: the titles of those that the delegate keeps. */
  ended: string[];
  kept: string[];
  /** The titles of add-ons that are on later bills and end with the pass. */
  later: string[];
}): string {
  const say = refundMessages.staff.effect;
  const [amount, things] = [dollars(amountCents), listInWords(ended)];
  const part = creditCents > 0 ? ` ${say.becomesCredit(dollars(creditCents))}` : "";
  if (ended.length === 0 && kept.length === 0) return say.nothingHeld(`${say.back(amount, kind)}${part}`);
  if (ended.length === 0)
    return `${say.goodwill(amount, kind)}${part} ${say.keepsAll(who, listInWords(kept))}`;
  const act = amountCents === 0 ? say.nothing(things) : `${say.goesBack(amount, things, kind)}${part}`;
  const more = later.length > 0 ? ` ${say.later(listInWords(later))}` : "";
  if (kept.length === 0) return `${act} ${say.losesAll(who)}${more}`;
  return `${act} ${say.losesSome(who, ended.length, listInWords(kept))}`;
}

/** The label of the button that makes the refund. */
export const refundLabel = ({ amountCents, kind }: { amountCents: number; kind: RefundKind }): string => {
  if (amountCents === 0) return "End it";
  return kind === "credit" ? `Keep ${dollars(amountCents)} as credit` : `Give back ${dollars(amountCents)}`;
};

/**
 * What a line cost, how much of its price went back, and what the policy says now. Shown to staff on the form for a
 * refund.
 */
export function lineHint(policy: RefundPolicy, lines: BillLine[], line: BillLine, now: number): string {
  const { cents, reason } = refundQuote(policy, endedBy(lines, [line.item]), now);
  return [
    `Paid ${dollars(line.cents)}.`,
    ...(line.returnedCents > 0 ? [`${dollars(line.returnedCents)} of it went back.`] : []),
    ...(line.isPass && lines.length > 1 ? [refundMessages.staff.takesAll] : []),
    `${refundMessages.staff.policySays(dollars(cents))} ${reason}`,
  ].join(" ");
}

/**
 * The same hint for a bill on which nothing can be held any more, because the pass on another bill has ended. Null
 * while something on it is held.
 */
export function endedHint(policy: RefundPolicy, lines: BillLine[], now: number): string | null {
  if (!endsEverything(lines, [])) return null;
  const { cents, reason } = refundQuote(policy, lines, now);
  return `${refundMessages.staff.allEnded} ${refundMessages.staff.policySays(dollars(cents))} ${reason}`;
}
