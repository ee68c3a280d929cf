import type { PassEvent, Ticket } from "~/values/catalogue.ts";
import { daysInWords } from "~/values/days.ts";
import { instantAt, isoDay } from "~/values/times.ts";
import type { PassType } from "~/values/types.ts";

/** The event to which a pass admits; null if the conference sells no such pass. */
export function eventFor(
  { tickets, events }: { tickets: Pick<Ticket, "id" | "eventId">[]; events: PassEvent[] },
  passType: PassType,
): PassEvent | null {
  const ticket = tickets.find(({ id }) => id === passType);
  return events.find(({ id }) => id === ticket?.eventId) ?? null;
}

/** The days of an event in words; null if it has no days. */
export const eventDays = ({ firstDay, lastDay }: Pick<PassEvent, "firstDay" | "lastDay">): string | null =>
  firstDay && lastDay ? daysInWords(firstDay, lastDay) : null;

/**
 * When and where an event takes place, as far as that is known: "17–19 February 2023" and "Harvard campus", or
 * "online".
 */
export const whenAndWhere = (event: Pick<PassEvent, "firstDay" | "lastDay" | "venue">): string[] =>
  [eventDays(event), event.venue ?? "online"].filter((part) => part !== null);

/** The event to which a pass admits, with its days: "Harvard Conference 2023, 17–19 February 2023". */
export function eventWithDays(of: Parameters<typeof eventFor>[0], passType: PassType): string | null {
  const event = eventFor(of, passType);
  return event && [event.name, eventDays(event)].filter(Boolean).join(", ");
}

/** Whether the last day of an event is over at `now` (UTC ms), in the event's time zone; false if it has no days. */
export const isOver = (
  { lastDay, timeZone }: Pick<PassEvent, "lastDay" | "timeZone">,
  now: number,
): boolean => lastDay !== null && isoDay(now, timeZone) > lastDay;

/** Whether all events with days are over at `now` (UTC ms); false if no event has days. */
export const areAllOver = (
  events: readonly Pick<PassEvent, "lastDay" | "timeZone">[],
  now: number,
): boolean => {
  const dated = events.filter(({ lastDay }) => lastDay !== null);
  return dated.length > 0 && dated.every((event) => isOver(event, now));
};

/** When the first day of an event begins (UTC ms), in the event's time zone; null if it has no days. */
export function beginOf({ firstDay, timeZone }: Pick<PassEvent, "firstDay" | "timeZone">): number | null {
  if (firstDay === null) return null;
  // In some zones the clocks go forward at midnight, so that 00:00 does not exist.
  return instantAt(`${firstDay}T00:00`, timeZone) ?? instantAt(`${firstDay}T01:00`, timeZone);
}

/** The URL of a page with a map of an address. */
export const mapOf = (address: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;

/** The values of the placeholders in an event's texts. */
export const eventValues = (event: PassEvent): Record<string, string> => ({
  event: event.name,
  facts: eventFacts(event),
  days: eventDays(event) ?? "",
  venue: event.venue ?? "",
  minimumAge: event.minimumAge === null ? "" : String(event.minimumAge),
});

/**
 * The facts about an event that follow its name, such as "the thirty-first edition, on the Harvard campus, 17–19
 * February 2023". An event without a venue is online.
 */
export function eventFacts(event: PassEvent): string {
  const { ordinal, venue } = event;
  const parts = [ordinal && `the ${ordinal} edition`, venue ? `on the ${venue}` : "online", eventDays(event)];
  return parts.filter(Boolean).join(", ");
}
