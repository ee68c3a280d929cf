import { type AccessLevel, type Holder, mayAccess } from "./access.ts";
import type { AddOn, Ticket } from "./catalogue.ts";
import { messages } from "./messages.ts";
import { clash, type Span, sessionState } from "./programme.ts";
import { searchWordsOf } from "./search.ts";
import { isoDay, wallTime } from "./times.ts";
import type { Ruling } from "./types.ts";

/** What of a session decides whether somebody may choose it. */
type Choosable = Span & { cancelledAt: number | null; accessLevel: AccessLevel | null };

/** Whether somebody may choose a session at `now`: it is still to be, and the gate is open for them. */
export function mayChoose(
  session: Choosable,
  holder: Holder,
  names: { tickets: Ticket[]; addOns: AddOn[] },
  now: number,
): Ruling {
  const state = sessionState(session, now);
  if (state === "cancelled") return { allowed: false, reason: messages.agenda.cancelled };
  if (state === "over") return { allowed: false, reason: messages.agenda.over };
  return mayAttend(session, holder, names);
}

/** Whether the gate of a session is open for somebody, whenever it is. */
export const mayAttend = (
  { accessLevel }: Pick<Choosable, "accessLevel">,
  holder: Holder,
  names: { tickets: Ticket[]; addOns: AddOn[] },
): Ruling => mayAccess(accessLevel ?? "signed-in", holder, names);

type Chosen = Span & { id: string; cancelledAt: number | null };

/** Those of an agenda that are at the same time as a session; neither it nor what is cancelled. */
export function clashesWith<Session extends Chosen>(session: Chosen, agenda: readonly Session[]): Session[] {
  if (session.cancelledAt !== null) return [];
  return agenda.filter(
    (other) => other.id !== session.id && other.cancelledAt === null && clash(session, other),
  );
}

/** Whether every word that is searched for begins a word of one of the texts. */
export function isFound(searched: string, texts: readonly string[]): boolean {
  const begins = searchWordsOf(searched);
  if (begins.length === 0) return true;
  const words = texts.flatMap((text) => text.split(/\s+/)).flatMap(searchWordsOf);
  return begins.every((begin) => words.some((word) => word.startsWith(begin)));
}

/** "1st", "2nd", "3rd", "11th". */
export function ordinal(number: number): string {
  const teen = Math.floor((number % 100) / 10) === 1;
  const ending = teen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number.toLocaleString("en-US")}${ending}`;
}

/** Zones that are offered by name: where the conference's visitors mostly are, from west to east. */
export const ZONES: readonly string[] = [
  ...["Pacific/Honolulu", "America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York"],
  ...["America/Sao_Paulo", "UTC", "Europe/London", "Europe/Paris", "Africa/Nairobi", "Asia/Dubai"],
  ...["Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Bangkok", "Asia/Jakarta"],
  ...["Asia/Shanghai", "Asia/Hong_Kong", "Asia/Taipei", "Asia/Manila", "Asia/Singapore", "Asia/Seoul"],
  ...["Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland"],
];

/** A time zone as it is officially spelled; null for a text that is none. */
export function zoneNamed(text: string): string | null {
  // Longer than any zone's name: not worth asking.
  if (text === "" || text.length > 64) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The place a zone is named after: "New York". */
export const placeOf = (zone: string): string => zone.replace(/^.*\//, "").replaceAll("_", " ");

/** The hour and minute of an instant (UTC ms) in a zone: "09:30". */
export const clockIn = (instant: number, zone: string): string => wallTime(instant, zone).slice(-5);

/** A day, YYYY-MM-DD, in words: "Friday 17 February". */
export const dayInWords = (day: string): string =>
  dayFormat.format(Date.parse(`${day}T00:00Z`)).replace(",", "");

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  weekday: "long",
  day: "numeric",
  month: "long",
});

const shortDay = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  weekday: "short",
  day: "numeric",
  month: "short",
});

/**
 * A span as the clocks of a zone show it: "09:30–10:15", and the day on which it begins there where that is
 * another one than in the other zone: "13:30–14:45, Sat 18 Feb".
 */
export function spanIn({ startsAt, endsAt }: Span, zone: string, other: string): string {
  const from = isoDay(startsAt, zone);
  const times = `${clockIn(startsAt, zone)}–${clockIn(endsAt, zone)}`;
  return from === isoDay(startsAt, other)
    ? times
    : `${times}, ${shortDay.format(Date.parse(`${from}T00:00Z`)).replace(",", "")}`;
}
