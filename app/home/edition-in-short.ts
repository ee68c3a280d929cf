import { conferenceName, conferenceValues } from "~/conference/conference-name.ts";
import { drawingOf } from "~/conference/drawings.ts";
import { areAllOver, whenAndWhere } from "~/conference/events.ts";
import { roundOn } from "~/conference/rounds.ts";
import { isSoldAt } from "~/conference/sale.ts";
import type { Texts } from "~/conference/texts.ts";
import { oneApplication, waysToTakePart } from "~/conference/ways.ts";
import { shownPrice } from "~/money/prices/pricing.ts";
import type { Catalogue, PassEvent } from "~/values/catalogue.ts";
import type { Drawing } from "~/values/drawings.ts";
import { asBeginning } from "~/values/words.ts";

/** An edition as it is presented to visitors, before they have an account. */
export type EditionInShort = {
  conference: string;
  theme: string | null;
  /**
   * Explains why an application to this conference leads to events with other names; null if no explanation is needed.
   */
  sentence: string | null;
  /**
   * The ways to take part. `facts` are the days and the place. `price` is the price for a person who applies now; null
   * if the pass is not sold now.
   */
  ways: { event: string; facts: string; price: string | null }[];
  /** The end of the current round (UTC ms); null if no round is open. */
  closesAt: number | null;
  /**
   * The end of the current round as a time to be shown in `zone`. Null if no round is open. Also null if all events are
   * over by then, because such a deadline is of no use to anybody.
   */
  applyBy: number | null;
  zone: string;
  /** The drawing of the first event in `ways`; null if there is no event, or if it has no drawing. */
  drawing: Drawing | null;
  /** The directors' own text, in which `values` replace the placeholders. */
  lead: string | undefined;
  values: Record<string, string>;
};

/** The facts about an edition for visitors at `now` (UTC ms). Facts that its rows do not contain are left out. */
export function editionInShort(
  {
    conference,
    zone,
    events,
    texts,
    ...catalogue
  }: Omit<Catalogue, "left"> & {
    conference: Parameters<typeof conferenceValues>[0];
    /** The time zone of the edition's deadlines. */
    zone: string;
    events: PassEvent[];
    texts: Texts;
  },
  now: number,
): EditionInShort {
  const { rounds, tickets } = catalogue;
  const name = conferenceName(conference);
  const ways = waysToTakePart({ tickets, events });
  const sold = tickets.map((ticket) => ({ ...ticket, onSale: isSoldAt(ticket, now) }));
  const forVisitor = { catalogue: { ...catalogue, tickets: sold, left: {} }, pricedAt: now, award: null };
  const closesAt = roundOn(rounds, now)?.deadline ?? null;
  return {
    conference: name,
    theme: conference.title,
    sentence: oneApplication(name, ways),
    ways: ways.map((event) => {
      const pass = tickets.find(({ eventId, onSale }) => onSale && eventId === event.id)!;
      return {
        event: event.name,
        facts: asBeginning(whenAndWhere(event).join(", ")),
        price: shownPrice(forVisitor, pass.id),
      };
    }),
    closesAt,
    applyBy: closesAt === null || areAllOver(events, closesAt) ? null : closesAt,
    zone,
    drawing: ways[0] ? drawingOf(ways[0]) : null,
    lead: texts.visitorLead,
    values: conferenceValues(conference),
  };
}
