import { DAY, MINUTE } from "./durations.ts";

/** The time zone in which the specification gives its deadlines (section 9). */
export const EASTERN = "America/New_York";

/** The place that gives a zone its name: "New York". */
export const placeOf = (zone: string): string => zone.replace(/^.*\//, "").replaceAll("_", " ");

/** The name of a time zone as it is written before the word "time": "US Eastern", "Hong Kong". */
export const zoneInWords = (zone: string): string => (zone === EASTERN ? "US Eastern" : placeOf(zone));

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * An instant (UTC ms) in a time zone: "1 May 2023, 23:59 EDT", or with style "date" only "1 May 2023".
 *
 * @throws RangeError for an unknown time zone or an instant that is not a date.
 */
export function inZone(instant: number, timeZone: string, style: "date" | "dateTime" = "dateTime"): string {
  const { day, month, year, hour, minute, timeZoneName } = partsOf(instant, timeZone);
  const date = `${day} ${month} ${year}`;
  return style === "date" ? date : `${date}, ${hour}:${minute} ${timeZoneName}`;
}

/** The time of day of an instant (UTC ms) in a time zone: "23:59". */
export function clockAt(instant: number, timeZone: string): string {
  const { hour, minute } = partsOf(instant, timeZone);
  return `${hour}:${minute}`;
}

/**
 * The calendar day, YYYY-MM-DD, of an instant (UTC ms) in a time zone.
 *
 * @throws RangeError for an unknown time zone or an instant that is not a date.
 */
export function isoDay(instant: number, timeZone: string): string {
  const { day, month, year } = partsOf(instant, timeZone);
  const monthNumber = MONTHS.indexOf(month ?? "") + 1;
  return [year?.padStart(4, "0"), pad(monthNumber), day?.padStart(2, "0")].join("-");
}

/** Whether a text is a calendar day in the form YYYY-MM-DD, in the year 100 or later. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  // Date turns 30 February into a day in March, so only a day that exists comes back as it was written.
  return date.getTime() >= Date.UTC(100, 0, 1) && date.toISOString().startsWith(text);
}

const startOf = (day: string): number => Date.parse(`${day}T00:00Z`);

/** The day (YYYY-MM-DD) that is this many days after another. */
export const daysLater = (day: string, days: number): string =>
  new Date(startOf(day) + days * DAY).toISOString().slice(0, 10);

/** The number of days from one day (YYYY-MM-DD) to another. */
export const daysFrom = (first: string, second: string): number => (startOf(second) - startOf(first)) / DAY;

const pad = (number: number) => String(number).padStart(2, "0");

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

type Parts = Partial<Record<string, string>>;

/** Deadlines, and the times of a day's sessions, are shown on page after page, so their parts are kept. */
const known = new Map<string, Parts>();

function partsOf(instant: number, timeZone: string): Parts {
  const key = `${instant} ${timeZone}`;
  const parts = known.get(key) ?? formattedParts(instant, timeZone);
  if (known.size >= 2_000) known.clear();
  known.set(key, parts);
  return parts;
}

function formattedParts(instant: number, timeZone: string): Parts {
  // Making a formatter takes longer than using it a hundred times.
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "long",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZoneName: "short",
    });
    // Visitors may send the names of zones in any spelling, so the cache is limited to about as many entries as there
    // are zones.
    if (formatters.size >= 600) formatters.clear();
    formatters.set(timeZone, formatter);
  }
  return Object.fromEntries(formatter.formatToParts(instant).map(({ type, value }) => [type, value]));
}

/** The wall-clock time of an instant (UTC ms) in a zone, as a datetime-local field writes it: "2022-12-16T13:00". */
export function wallTime(instant: number, timeZone: string): string {
  const { hour, minute } = partsOf(instant, timeZone);
  return `${isoDay(instant, timeZone)}T${hour}:${minute}`;
}

/**
 * The instant (UTC ms) of a wall-clock time such as "2022-12-16T13:00" in a zone. Null if the text is not such a time,
 * or if the time falls into the hour that is skipped when clocks go forward. If the time occurs twice, the first
 * occurrence is used.
 */
export function instantAt(wall: string, timeZone: string): number | null {
  const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::00)?$/.exec(wall) ?? [];
  if (!day || !isDay(day) || Number(hour) > 23 || Number(minute) > 59) return null;
  const asUtc = Date.parse(`${day}T${hour}:${minute}Z`);
  const written = `${day}T${hour}:${minute}`;
  // No zone is more than 15 hours from UTC, and all offsets are multiples of a quarter of an hour.
  for (let shift = -15 * 60; shift <= 15 * 60; shift += 15) {
    const instant = asUtc + shift * MINUTE;
    if (wallTime(instant, timeZone) === written) return instant;
  }
  return null;
}

/** The official spelling of a time zone; null if the text is not a time zone. */
export function zoneNamed(text: string): string | null {
  // No time zone has a longer name than this.
  if (text === "" || text.length > 64) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * The instant (UTC ms) at which a period of `months` calendar months ends. One month after 31 January is the last day
 * of February.
 */
export function periodEnd(from: number, months: number): number {
  const end = new Date(from);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last));
  return end.getTime();
}
