import ical, { ICalEventStatus } from "ical-generator";
import type { CalendarEntry } from "./models/calendar.server.ts";

const HOUR = 3600;

/**
 * Sessions as an iCalendar file (RFC 5545). Times are instants in UTC, which every calendar shows in its
 * reader's zone, whatever the clocks there do. A session keeps its UID, and counts its changes in SEQUENCE, so
 * that a calendar follows it; a cancelled one stays in it, marked as such.
 *
 * @param attachment the file's name, for an answer that is saved.
 */
export function calendarFile(
  entries: CalendarEntry[],
  { origin, attachment }: { origin: string; attachment?: string },
): Response {
  const calendar = ical({
    name: "My HPAIR agenda",
    prodId: { company: "HPAIR", product: "Conference registration", language: "EN" },
    ttl: HOUR,
  });
  for (const entry of entries) {
    const { id, title, startsAt, endsAt, version, changedAt, cancelledAt, room, link } = entry;
    const changed = new Date(changedAt);
    calendar.createEvent({
      id: `${id}@${new URL(origin).host}`,
      summary: title,
      description: descriptionOf(entry),
      start: new Date(startsAt),
      end: new Date(endsAt),
      location: [room, link].filter(Boolean).join(", ") || null,
      url: `${origin}/scheduling/agenda#s-${id}`,
      status: cancelledAt === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
      sequence: version,
      stamp: changed,
      lastModified: changed,
    });
  }
  return new Response(calendar.toString(), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Cache-Control": "private, no-store",
      ...(attachment && { "Content-Disposition": `attachment; filename="${attachment}"` }),
    },
  });
}

function descriptionOf({ description, speakers }: CalendarEntry): string {
  return [speakers.join(", "), description].filter(Boolean).join("\n\n");
}
