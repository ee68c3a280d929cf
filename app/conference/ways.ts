import type { PassEvent, Ticket } from "~/values/catalogue.ts";
import { conferenceMessages } from "./messages.ts";

/** The events that an edition's passes on sale admit to, in the order of the passes. */
export function waysToTakePart({
  tickets,
  events,
}: {
  tickets: Pick<Ticket, "eventId" | "onSale">[];
  events: PassEvent[];
}): PassEvent[] {
  const sold = new Set(tickets.filter(({ onSale }) => onSale).map(({ eventId }) => eventId));
  return [...sold].flatMap((id) => events.find((event) => event.id === id) ?? []);
}

/**
 * Why somebody who applies to one conference is offered passes for others: one application, and the ways to take part
 * that it opens. Null if there is nothing to explain, because the only event has the name of the conference.
 */
export function oneApplication(
  conference: string,
  ways: readonly Pick<PassEvent, "name" | "venue">[],
): string | null {
  const places = ways.map(({ name, venue }) =>
    venue ? `in person at the ${name}` : `online at the ${name}`,
  );
  if (ways.length === 0 || (ways.length === 1 && ways[0]!.name === conference)) return null;
  return conferenceMessages.oneApplication(conference, places);
}
