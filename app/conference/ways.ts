import type { PassEvent, Ticket } from "~/values/catalogue.ts";
import { conferenceMessages } from "./messages.ts";

/** The events to which the passes on sale admit, in the order of the passes. */
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
 * Explains to somebody who applies to one conference why they are offered passes for other events: a single application
 * opens several ways to take part. Null if there is nothing to explain, because the only event has the name of the
 * conference.
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
