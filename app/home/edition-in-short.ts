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

/** An edition as visitors read it, before they have an account. */
export type EditionInShort = {
  conference: string;
  theme: string | null;
  /** Why one application leads to events of other names; null if there is nothing to explain. */
  sentence: string | null;
  /**
   * `facts` are days and place. `price` is what the pass costs somebody who applies now; null if it is not sold now.
   */
  ways: { event: string; facts: string; price: string | null }[];
  /** Until when applications are taken (UTC ms); null if no round is open. */
  closesAt: number | null;
  /**
   * The same as a clock time in `zone`, if that still says how much time there is; null if the events are over by
   * then.
   */
  applyBy: number | null;
  zone: string;
  /** The drawing of the event that the first way leads to. */
  drawing: Drawing | null;
  /** The directors' own text, with the values of its placeholders. */
  lead: string | undefined;
  values: Record<string, string>;
};

/** What visitors are told about an edition at `now` (UTC ms). What its rows do not say is left out. */
export function editionInShort(
  {
    conference,
    zone,
    events,
    texts,
    ...catalogue
  }: Omit<Catalogue, "left"> & {
    conference: Parameters<typeof conferenceValues>[0];
    /** The zone of its deadlines. */
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
  const forVisitor = { catalogue: { ...catalogue, tickets: sold, left: {} }, submittedAt: now, award: null };
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
