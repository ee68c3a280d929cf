import { type AccessLevel, type Holder, mayAccess } from "~/access/access.ts";
import type { AddOn, Ticket } from "~/values/catalogue.ts";
import { lazily } from "~/values/lazily.ts";
import { searchWordsOf } from "~/values/search.ts";
import { isoDay, wallTime } from "~/values/times.ts";
import type { Ruling } from "~/values/types.ts";
import { grouped } from "~/values/words.ts";
import { programmeMessages } from "./messages.ts";
import { clash, type Span, sessionState } from "./programme.ts";

/** The parts of a session that decide whether somebody may choose it. */
type Choosable = Span & { cancelledAt: number | null; accessLevel: AccessLevel | null };

/**
 * Whether somebody may choose a session at `now` (UTC ms): it has not ended or been cancelled, and its gate lets them
 * in.
 */
export function mayChoose(
  session: Choosable,
  holder: Holder,
  names: { tickets: Ticket[]; addOns: AddOn[] },
  now: number,
): Ruling {
  const state = sessionState(session, now);
  if (state === "cancelled") return { allowed: false, reason: programmeMessages.agenda.cancelled };
  if (state === "over") return { allowed: false, reason: programmeMessages.agenda.over };
  return mayAttend(session, holder, names);
}

/** Whether the gate of a session lets somebody in, regardless of the time. */
export const mayAttend = (
  { accessLevel }: Pick<Choosable, "accessLevel">,
  holder: Holder,
  names: { tickets: Ticket[]; addOns: AddOn[] },
): Ruling => mayAccess(accessLevel ?? "signed-in", holder, names);

type ChosenSession = Span & { id: string; cancelledAt: number | null };

/** The sessions of an agenda that overlap `session`. The session itself and cancelled sessions are left out. */
export function clashesWith<Session extends ChosenSession>(
  session: ChosenSession,
  agenda: readonly Session[],
): Session[] {
  if (session.cancelledAt !== null) return [];
  return agenda.filter(
    (other) => other.id !== session.id && other.cancelledAt === null && clash(session, other),
  );
}

/** Whether every searched word is the beginning of a word in one of the texts. */
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
  return `${grouped(number)}${ending}`;
}

/** The zones that are offered for selection, from west to east. Most visitors of the conference live in one of them. */
export const ZONES: readonly string[] = [
  ...["Pacific/Honolulu", "America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York"],
  ...["America/Sao_Paulo", "UTC", "Europe/London", "Europe/Paris", "Africa/Nairobi", "Asia/Dubai"],
  ...["Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Bangkok", "Asia/Jakarta"],
  ...["Asia/Shanghai", "Asia/Hong_Kong", "Asia/Taipei", "Asia/Manila", "Asia/Singapore", "Asia/Seoul"],
  ...["Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland"],
];

/** The local time of an instant (UTC ms) in a zone: "09:30". */
export const clockIn = (instant: number, zone: string): string => wallTime(instant, zone).slice(-5);

/** A day, YYYY-MM-DD, in words: "Friday 17 February". */
export const dayInWords = (day: string): string =>
  dayFormat()
    .format(Date.parse(`${day}T00:00Z`))
    .replace(",", "");

const dayFormat = lazily(
  () => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" }),
);

/** A day, YYYY-MM-DD, in abbreviated words: "Fri 17 Feb". */
export const shortDayInWords = (day: string): string =>
  shortDayFormat()
    .format(Date.parse(`${day}T00:00Z`))
    .replace(",", "");

const shortDayFormat = lazily(
  () =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" }),
);

/**
 * A span in the local time of a zone: "09:30–10:15". If the span begins on a different day in `zone` than in the zone
 * `other`, the day follows: "13:30–14:45, Sat 18 Feb".
 */
export function spanIn({ startsAt, endsAt }: Span, zone: string, other: string): string {
  const from = isoDay(startsAt, zone);
  const times = `${clockIn(startsAt, zone)}–${clockIn(endsAt, zone)}`;
  return from === isoDay(startsAt, other) ? times : `${times}, ${shortDayInWords(from)}`;
}
