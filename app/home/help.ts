import { eventDays } from "~/conference/events.ts";
import { isSoldAt } from "~/conference/sale.ts";
import type { AddOn, Catalogue, PassEvent, Round, Ticket } from "~/values/catalogue.ts";
import { dollars } from "~/values/money.ts";
import { listInWords } from "~/values/words.ts";

/** The facts about an edition on the help page. Instants are UTC milliseconds. */
export type HelpFacts = {
  rounds: { title: string; deadline: number; release: number | null }[];
  passes: { title: string; prices: string; payBy: number | null; refund: Refund | null }[];
  /** The minimum ages, each with the name of its event. */
  ages: { event: string; age: number; days: string | null }[];
  sizes: { title: string; variants: string }[];
};

type Refund = { deposit: string | null; until: number };

type Rows = Pick<Catalogue, "rounds" | "tickets" | "prices" | "addOns"> & { events: PassEvent[] };

/** The answers to delegates' questions that can be derived from an edition's rows, at `now` (UTC ms). */
export function helpFacts({ rounds, tickets, prices, addOns, events }: Rows, now: number): HelpFacts {
  const eventOf = ({ eventId }: Ticket) => events.find(({ id }) => id === eventId);
  const sold = tickets.filter((ticket) => isSoldAt(ticket, now));
  return {
    rounds: rounds
      .filter(({ deadline }) => now <= deadline)
      .map(({ title, deadline, decisionRelease }) => ({
        ...{ title, deadline },
        // A release date before the deadline is of no use to an applicant of that round.
        release: decisionRelease > deadline ? decisionRelease : null,
      })),
    passes: sold.map((ticket) => ({
      title: ticket.title,
      prices: pricesInWords(
        prices.filter(({ ticketId }) => ticketId === ticket.id),
        rounds,
      ),
      payBy: ticket.payBy,
      refund: refundOf(eventOf(ticket)),
    })),
    ages: [...new Set(sold.map(eventOf))].flatMap((event) =>
      event?.minimumAge ? [{ event: event.name, age: event.minimumAge, days: eventDays(event) }] : [],
    ),
    sizes: addOns.flatMap(({ title, variants, disabled }: AddOn) =>
      variants && !disabled ? [{ title, variants: listInWords(variants) }] : [],
    ),
  };
}

/**
 * The prices in words, such as "$495 (Early applications), $550 (Regular applications)". If all rounds have the same
 * price, it is given once, without the rounds.
 */
export function pricesInWords(
  prices: { roundId: string; cents: number }[],
  rounds: Pick<Round, "id" | "title">[],
): string {
  const byPrice = new Map<number, string[]>();
  for (const { id, title } of rounds) {
    const cents = prices.find(({ roundId }) => roundId === id)?.cents;
    if (cents !== undefined) byPrice.set(cents, [...(byPrice.get(cents) ?? []), title]);
  }
  const [only, ...others] = [...byPrice];
  if (!only) return "not known yet";
  if (others.length === 0) return dollars(only[0]);
  return [...byPrice].map(([cents, titles]) => `${dollars(cents)} (${listInWords(titles)})`).join(", ");
}

const refundOf = (event: PassEvent | undefined): Refund | null =>
  event?.refundsUntil
    ? {
        deposit: event.refundDepositCents > 0 ? dollars(event.refundDepositCents) : null,
        until: event.refundsUntil,
      }
    : null;
