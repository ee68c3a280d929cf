import ical, { type ICalCalendar, ICalEventStatus } from "ical-generator";
import { fingerprint } from "~/platform/ids.server.ts";
import type { PassEvent } from "~/values/catalogue.ts";
import { withoutControls } from "~/values/plain-text.ts";
import { daysLater } from "~/values/times.ts";
import type { CalendarEntry } from "./calendar.server.ts";

const HOUR = 3600;

/**
 * Sessions as an iCalendar file (RFC 5545). Times are in UTC. Every calendar shows them in its reader's zone, with the
 * right daylight saving. A session keeps its UID and counts its changes in SEQUENCE, so that a calendar recognises it;
 * a cancelled session stays in the file, marked as cancelled.
 *
 * @param by the name of the organisation.
 * @param attachment the name of the file, if the browser is to save the response.
 * @param request the calendar's request. If it says that the calendar already has the current version, the response is
 *   304.
 */
export function calendarFile(
  entries: CalendarEntry[],
  { origin, by, attachment, request }: { origin: string; by: string; attachment?: string; request: Request },
): Response {
  const calendar = ical({
    name: `My ${by} agenda`,
    prodId: { company: by, product: "Conference registration", language: "EN" },
    ttl: HOUR,
  });
  for (const entry of entries) {
    const { id, title, startsAt, endsAt, version, changedAt, cancelledAt, room, link } = entry;
    const changed = new Date(changedAt);
    calendar.createEvent({
      id: `${id}@${new URL(origin).host}`,
      summary: withoutControls(title),
      description: withoutControls(descriptionOf(entry)),
      start: new Date(startsAt),
      end: new Date(endsAt),
      location: withoutControls([room, link].filter(Boolean).join(", ")) || null,
      url: `${origin}/scheduling/agenda#s-${id}`,
      status: cancelledAt === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
      sequence: version,
      stamp: changed,
      lastModified: changed,
    });
  }
  return fileOf(calendar, { attachment, request });
}

/**
 * The days of an event as an iCalendar file for the visitor to save; null for an event without days.
 *
 * @param by the name of the organisation.
 */
export function daysFile(
  { id, name, venue, firstDay, lastDay }: PassEvent,
  { origin, by, request }: { origin: string; by: string; request: Request },
): Response | null {
  if (!firstDay || !lastDay) return null;
  const calendar = ical({ prodId: { company: by, product: "Conference registration", language: "EN" } });
  const start = new Date(firstDay);
  calendar.createEvent({
    ...{ id: `${id}-${firstDay}@${new URL(origin).host}`, allDay: true, stamp: start, start },
    // The end is the day after the last one, because DTEND is exclusive.
    end: new Date(daysLater(lastDay, 1)),
    summary: withoutControls(name),
    location: venue && withoutControls(venue),
    url: `${origin}/scheduling`,
  });
  return fileOf(calendar, { attachment: `${id}.ics`, request });
}

/** A calendar as a response; 304 if the client already has the current version. */
function fileOf(
  calendar: ICalCalendar,
  { attachment, request }: { attachment?: string; request: Request },
): Response {
  // Every line ends in CRLF (RFC 5545, section 3.1), including the last one.
  const text = `${calendar.toString().trimEnd()}\r\n`;
  const version = `"${fingerprint(text).slice(0, 32)}"`;
  const headers = {
    ETag: version,
    "Content-Type": "text/calendar; charset=utf-8",
    "Cache-Control": "private, no-store",
    ...(attachment && { "Content-Disposition": `attachment; filename="${attachment}"` }),
  };
  const known = request.headers
    .get("If-None-Match")
    ?.split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  if (known?.includes(version)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}

function descriptionOf({ description, speakers }: CalendarEntry): string {
  return [speakers.join(", "), description].filter(Boolean).join("\n\n");
}
