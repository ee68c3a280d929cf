import { isSoldOut } from "~/conference/places.ts";
import { roundOn } from "~/conference/rounds.ts";
import type { AddOn, Catalogue, Selection } from "~/values/catalogue.ts";
import { centsOf, dollars } from "~/values/money.ts";
import type { Grant, Line } from "~/values/shapes.ts";
import type { PassType, Ruling } from "~/values/types.ts";
import { addOnsFor } from "./add-ons.ts";
import { grantsOf, type IdleGrant, isGrantFor, reductionsOf } from "./grants.ts";
import { passMessages } from "./messages.ts";

/**
 * What a pass with its add-ons costs, in whole cents, or a sentence that says why it cannot be bought. `idle` lists the
 * grants that are for this pass but take nothing off it now.
 */
export type Quote =
  | {
      allowed: true;
      passCents: number;
      lines: Line[];
      addOns: Selection;
      totalCents: number;
      idle: IdleGrant[];
    }
  | { allowed: false; reason: string };

/** Amounts in dollars, as a client sent them. An amount that the client did not send is undefined. */
export type IntendedPrice = { passCost: unknown; items?: { id: string; cost: unknown }[]; total?: unknown };

/**
 * The price of a pass in cents. It is the price of the round in which the application was submitted (`submittedAt`, UTC
 * ms). If that round has no price for the pass, or if the application was submitted after all rounds, it is the price
 * of the last round that has a price (specification, section 9). `grants` are taken off that price: first the award,
 * then the code.
 *
 * @throws Error when the catalogue has no price for the pass.
 */
export function passPrice(
  catalogue: Catalogue,
  passType: PassType,
  submittedAt: number,
  grants: Grant[] = [],
): number {
  const cents = findPrice(catalogue, passType, submittedAt);
  if (cents === null) throw new Error(`No price for ${passType}`);
  return passLine(catalogue, passType, submittedAt, cents, grants).line.cents;
}

/** Whether a code makes this pass cheaper now, in addition to what the award takes off. */
export function takesOff(
  code: Grant,
  catalogue: Catalogue,
  passType: PassType,
  submittedAt: number,
  award: Grant | null,
): boolean {
  const cents = findPrice(catalogue, passType, submittedAt) ?? 0;
  const { line } = passLine(catalogue, passType, submittedAt, cents, grantsOf(award, code));
  return line.reductions?.some(({ id }) => id === code.id) ?? false;
}

/** The price of a pass for somebody, without add-ons, as pages show it; null if the pass is not on sale. */
export function shownPrice(
  { catalogue, pricedAt, award }: { catalogue: Catalogue; pricedAt: number; award: Grant | null },
  passType: PassType,
): string | null {
  const priced = quote(catalogue, passType, pricedAt, {}, grantsOf(award, null));
  return priced.allowed ? dollars(priced.passCents) : null;
}

/** The sum of amounts in cents. A page also uses this for the live total, but `quote` decides what is charged. */
export function totalOf(cents: number[]): number {
  return cents.reduce((sum, amount) => sum + amount, 0);
}

/** The part of a total that somebody's credit pays, and the part left to be charged, in cents. */
export function dueOf(totalCents: number, creditCents: number): { spentCents: number; dueCents: number } {
  const spentCents = Math.min(totalCents, creditCents);
  return { spentCents, dueCents: totalCents - spentCents };
}

/** The cents that were charged for a bill, or sent back by a refund. The rest of the amount is credit. */
export const chargedOf = ({
  amountCents,
  creditCents,
}: {
  amountCents: number;
  creditCents: number;
}): number => amountCents - creditCents;

/** The label of the button that pays an amount in cents. `free` is the label if nothing has to be paid. */
export const payLabel = (cents: number, free: string): string =>
  cents === 0 ? free : `Pay ${dollars(cents)}`;

/**
 * The price of a pass with its add-ons. Prices are added up in this file only. The lines are the pass, then the chosen
 * add-ons in catalogue order. Add-ons that are included in the pass are always among them, at no cost (specification,
 * sections 3, 5 and 9). The `grants` reduce the price of the pass one after the other, if they are for this pass. No
 * grant reduces the price of an add-on. `submittedAt` is UTC ms. A pass that is not on sale is refused. An add-on is
 * refused if it is unknown, disabled, sold out or of another pass, or if its variant is missing or not listed.
 */
export function quote(
  catalogue: Catalogue,
  passType: PassType,
  submittedAt: number,
  selection: Selection,
  grants: Grant[] = [],
): Quote {
  const ticket = catalogue.tickets.find(({ id }) => id === passType);
  const passCents = findPrice(catalogue, passType, submittedAt);
  if (!ticket?.onSale || passCents === null) return refuse(passMessages.notOnSale(ticket?.title ?? passType));

  const bought = addOnLines(catalogue, passType, selection, (addOn) => addOn.included);
  if ("reason" in bought) return bought;
  const { line, idle } = passLine(catalogue, passType, submittedAt, passCents, grants);
  return billOf([line, ...bought.lines], bought.addOns, line.cents, idle);
}

/**
 * The price of add-ons alone, for somebody who already holds the pass of these add-ons. The lines are the chosen
 * add-ons in catalogue order. Every add-on that `quote` refuses is refused here too. Add-ons that are included in the
 * pass are also refused, and so is an empty selection.
 */
export function quoteAddOns(catalogue: Catalogue, passType: PassType, selection: Selection): Quote {
  const bought = addOnLines(catalogue, passType, selection, () => false);
  if ("reason" in bought) return bought;
  if (bought.lines.length === 0) return refuse(passMessages.chooseAddOns);
  const comesWithIt = addOnsFor(catalogue, passType).some(
    ({ id, included }) => included && Object.hasOwn(bought.addOns, id),
  );
  return comesWithIt ? refuse(passMessages.unknownAddOn) : billOf(bought.lines, bought.addOns, 0, []);
}

/** Whether a bill is for add-ons alone, bought by somebody who already held their pass. */
export const isOfAddOns = ({ passType, lines }: { passType: PassType; lines: Line[] }): boolean =>
  lines.every(({ id }) => id !== passType);

const billOf = (lines: Line[], addOns: Selection, passCents: number, idle: IdleGrant[]): Quote => ({
  ...{ allowed: true, passCents, lines, addOns, idle },
  totalCents: totalOf(lines.map(({ cents }) => cents)),
});

/** The lines of the chosen add-ons. An add-on for which `isThere` is true has a line even if it was not chosen. */
function addOnLines(
  catalogue: Catalogue,
  passType: PassType,
  selection: Selection,
  isThere: (addOn: AddOn) => boolean,
): { lines: Line[]; addOns: Selection } | { allowed: false; reason: string } {
  const offered = addOnsFor(catalogue, passType);
  const chosen = new Map<string, unknown>(
    Object.entries(selection).filter(([, choice]) => choice !== undefined),
  );
  for (const id of chosen.keys()) {
    if (!offered.some((addOn) => addOn.id === id)) return refuse(passMessages.unknownAddOn);
  }

  const lines: Line[] = [];
  const held = new Map<string, true | string>();
  for (const addOn of offered) {
    if (!chosen.has(addOn.id) && !isThere(addOn)) continue;
    const choice = chosen.has(addOn.id) ? chosen.get(addOn.id) : true;
    const problem = choiceProblem(addOn, choice);
    if (problem !== null) return refuse(problem);
    if (isSoldOut(catalogue.left, addOn.id)) return refuse(passMessages.addOnSoldOut(addOn.title));
    const variant = typeof choice === "string" ? choice : null;
    lines.push({ id: addOn.id, title: addOn.title, variant, cents: addOnPrice(addOn) });
    held.set(addOn.id, variant ?? true);
  }
  return { lines, addOns: Object.fromEntries(held) };
}

/**
 * Compares the amounts that a client expects to pay with the amounts that it would have to pay. The client's amounts
 * are in dollars, and are never charged (specification, section 3, intendedPassCost). The client's total is compared
 * with the sum that is charged after `creditCents` of credit are spent. An amount that was not sent (undefined) is
 * accepted. If any amount that was sent differs, the payment is refused with the new total.
 */
export function checkIntended(
  catalogue: Catalogue,
  quote: Quote,
  intended: IntendedPrice,
  creditCents = 0,
): Ruling {
  if (!quote.allowed) return quote;
  const { dueCents } = dueOf(quote.totalCents, creditCents);
  const catalogueCost = new Map(catalogue.addOns.map((addOn) => [addOn.id, addOnPrice(addOn)]));
  const pairs: [sent: unknown, cents: number | undefined][] = [
    [intended.passCost, quote.passCents],
    ...(intended.items ?? []).map(({ id, cost }): [unknown, number | undefined] => [
      cost,
      catalogueCost.get(id),
    ]),
    [intended.total, dueCents],
  ];
  const agreed = pairs.every(([sent, cents]) => sent === undefined || centsOf(sent) === cents);
  return agreed ? { allowed: true } : refuse(passMessages.priceChanged(dollars(dueCents)));
}

function findPrice(catalogue: Catalogue, passType: PassType, submittedAt: number): number | null {
  const priceIn = (roundId: string | undefined) =>
    catalogue.prices.find((price) => price.ticketId === passType && price.roundId === roundId)?.cents;
  const last = catalogue.rounds.findLast((round) => priceIn(round.id) !== undefined);
  return priceIn(roundOn(catalogue.rounds, submittedAt)?.id) ?? priceIn(last?.id) ?? null;
}

/**
 * The pass as the first line of a bill. Its price is `cents`, less what the grants take off. `idle` lists the grants
 * that take nothing off now.
 */
function passLine(
  { rounds, tickets }: Catalogue,
  passType: PassType,
  submittedAt: number,
  cents: number,
  grants: Grant[],
): { line: Line; idle: IdleGrant[] } {
  const round = roundOn(rounds, submittedAt)?.id ?? null;
  const { reductions, idle } = reductionsOf(
    cents,
    grants.filter((grant) => isGrantFor(grant, passType, round)),
  );
  const title = tickets.find(({ id }) => id === passType)?.title ?? passType;
  const line = {
    ...{ id: passType, title, variant: null, cents: cents - totalOf(reductions.map((off) => off.cents)) },
    ...(reductions.length > 0 && { reductions }),
  };
  return { line, idle };
}

function addOnPrice(addOn: AddOn): number {
  return addOn.included ? 0 : addOn.cents;
}

function choiceProblem(addOn: AddOn, choice: unknown): string | null {
  const hasVariants = addOn.variants !== null && addOn.variants.length > 0;
  if (choice !== true && (typeof choice !== "string" || !hasVariants)) return passMessages.unknownAddOn;
  // An add-on that is included in the pass is held even if it is no longer offered, and needs no choice.
  if (addOn.included && choice === true) return null;
  if (addOn.disabled && !addOn.included) return passMessages.addOnUnavailable(addOn.title);
  if (hasVariants && !addOn.variants!.some((variant) => variant === choice)) {
    return passMessages.chooseVariant(addOn.title);
  }
  return null;
}

function refuse(reason: string): { allowed: false; reason: string } {
  return { allowed: false, reason };
}
