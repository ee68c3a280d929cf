import { DAY, HOUR, MINUTE } from "~/values/durations.ts";
import { instantAt, isoDay, wallTime } from "~/values/times.ts";

/** The time from one instant (UTC ms) up to, but not including, another. */
export type Span = { startsAt: number; endsAt: number };

/** The parts of a session that the rules use. `roomId` is null if the session needs none of the programme's rooms. */
export type PlannedSession = Span & {
  id: string;
  roomId: string | null;
  /** The ids of the speakers. */
  speakers: string[];
  cancelledAt: number | null;
};

/** Two sessions that cannot both take place: they share a room or a speaker at the same time. */
export type Clash<Session> = {
  kind: "room" | "speaker";
  /** The id of the room or the speaker. */
  what: string;
  sessions: [Session, Session];
};

/**
 * The longest that a session may last. A search for sessions that overlap a given session relies on this limit: it
 * ignores every session that began longer than this before the given session.
 */
export const LONGEST_SESSION_HOURS = 24;
export const LONGEST_PROGRAMME_SESSION = LONGEST_SESSION_HOURS * HOUR;

/** The limits for a session: the characters of its texts, and the numbers of its speakers and places. */
export const LONGEST_TITLE = 200;
export const LONGEST_DESCRIPTION = 5_000;
/** The longest name of a speaker, a room or a track. */
export const LONGEST_NAME = 100;
export const MOST_SPEAKERS = 20;
export const MOST_PLACES = 100_000;
/** The latest minute of a session at which places may be given away. */
export const LATEST_GIVE_AWAY = 240;

/**
 * If a session in a file ends at an earlier local time than it starts, it runs past midnight. Such a session may last
 * no longer than this.
 */
export const LONGEST_NIGHT_HOURS = 12;

/** Whether two spans overlap. They do not if one ends at the moment when the other begins. */
export const clash = (one: Span, other: Span): boolean =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt;

/** All conflicts among sessions: of each room and of each speaker. Cancelled sessions conflict with nothing. */
export function conflictsAmong<Session extends PlannedSession>(
  sessions: readonly Session[],
): Clash<Session>[] {
  const held = sessions
    .filter(({ cancelledAt }) => cancelledAt === null)
    .sort((one, other) => one.startsAt - other.startsAt || (one.id < other.id ? -1 : 1));
  const running = new Map<string, Session[]>();
  const found: Clash<Session>[] = [];
  for (const session of held) {
    const needed = [
      ...(session.roomId === null ? [] : [["room", session.roomId] as const]),
      ...[...new Set(session.speakers)].map((speaker) => ["speaker", speaker] as const),
    ];
    for (const [kind, what] of needed) {
      const key = `${kind} ${what}`;
      const still = (running.get(key) ?? []).filter((other) => clash(session, other));
      for (const other of still) found.push({ kind, what, sessions: [other, session] });
      running.set(key, [...still, session]);
    }
  }
  return found;
}

/** The calendar day, YYYY-MM-DD, on which an instant (UTC ms) falls in the conference's zone. */
export const dayOf = (instant: number, timeZone: string): string => isoDay(instant, timeZone);

export type SessionState = "cancelled" | "over" | "now" | "ahead";

/** The state of a session at `now` (UTC ms). */
export function sessionState(
  { startsAt, endsAt, cancelledAt }: Span & { cancelledAt: number | null },
  now: number,
): SessionState {
  if (cancelledAt !== null) return "cancelled";
  if (now >= endsAt) return "over";
  return now >= startsAt ? "now" : "ahead";
}

/** The sessions that begin next: all sessions that are ahead and begin at the earliest time. */
export function nextOf<Session extends Span & { cancelledAt: number | null }>(
  sessions: readonly Session[],
  now: number,
): Session[] {
  const ahead = sessions.filter((session) => sessionState(session, now) === "ahead");
  const first = Math.min(...ahead.map(({ startsAt }) => startsAt));
  return ahead.filter(({ startsAt }) => startsAt === first);
}

/** What is wrong with a session's times; null if nothing is. */
export function spanProblem({ startsAt, endsAt }: Span): "ends before it begins" | "too long" | null {
  if (endsAt <= startsAt) return "ends before it begins";
  return endsAt - startsAt > LONGEST_PROGRAMME_SESSION ? "too long" : null;
}

/** A session, with the minute at which the places of people who have not come are given away. */
type GivingAway = Span & { capacity: number | null; giveAwayMinutes: number | null };

/** When the places of people who have not come are given away (UTC ms); null if they never are. */
export const giveAwayAt = ({
  startsAt,
  capacity,
  giveAwayMinutes,
}: Omit<GivingAway, "endsAt">): number | null =>
  giveAwayMinutes === null || capacity === null ? null : startsAt + giveAwayMinutes * MINUTE;

/** What is wrong with the minute at which places are given away; null if nothing is. */
export function giveAwayProblem(session: GivingAway): "no limit" | "too late" | null {
  if (session.giveAwayMinutes === null) return null;
  const at = giveAwayAt(session);
  if (at === null) return "no limit";
  return at >= session.endsAt ? "too late" : null;
}

/** How many minutes before the beginning of a session its door opens. */
export const SESSION_DOOR_MINUTES = 60;

/** Whether the door of a session is open at `now` (UTC ms): people can be marked as being there. */
export const isDoorOpen = (
  { startsAt, endsAt, cancelledAt }: Span & { cancelledAt: number | null },
  now: number,
): boolean => cancelledAt === null && now >= startsAt - SESSION_DOOR_MINUTES * MINUTE && now < endsAt;

/** The times of a session in the form in which a file contains them: day, start and end in the conference's zone. */
export type WallTimes = { day: string; start: string; end: string };

/**
 * Converts a session's times into the form in which a file contains them. An end at or before the start is on the next
 * day.
 */
export function wallTimes({ startsAt, endsAt }: Span, timeZone: string): WallTimes {
  const [day = "", start = ""] = wallTime(startsAt, timeZone).split("T");
  const [, end = ""] = wallTime(endsAt, timeZone).split("T");
  return { day, start, end };
}

/**
 * The span (UTC ms) for times from a file, where "9:30" is read as "09:30"; null if one of the times does not exist on
 * that day. An end at or before the start is on the next day. If the session would then last longer than
 * LONGEST_NIGHT_HOURS, this is taken for a typing error, and the returned span ends before it begins.
 */
export function spanOf({ day, start, end }: WallTimes, timeZone: string): Span | null {
  const [from, until] = [clockTime(start), clockTime(end)];
  if (from === null || until === null) return null;
  const startsAt = instantAt(`${day}T${from}`, timeZone);
  const sameDay = instantAt(`${day}T${until}`, timeZone);
  if (startsAt === null) return null;
  const nextDay = instantAt(`${dayAfter(day)}T${until}`, timeZone);
  const isOvernight = until <= from && (nextDay === null || nextDay - startsAt <= LONGEST_NIGHT_HOURS * HOUR);
  const endsAt = isOvernight ? nextDay : sameDay;
  return endsAt === null ? null : { startsAt, endsAt };
}

/** The day after a day, both YYYY-MM-DD. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00Z`) + DAY).toISOString().slice(0, 10);

function clockTime(text: string): string | null {
  const [, hour, minute] = /^(\d{1,2}):(\d\d)(?::00)?$/.exec(text) ?? [];
  return hour && minute ? `${hour.padStart(2, "0")}:${minute}` : null;
}

/** The key by which names are compared: upper and lower case, spacing and Unicode composition make no difference. */
export const nameKey = (name: string): string =>
  name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

/**
 * For each id, the label that a field or file uses for the thing. It is the id alone if the thing's name contains a
 * semicolon. It is the name with the id, such as "Mei Chen (abc)", if another thing has the same name, or if the name
 * contains a parenthesis. Otherwise it is the name alone.
 */
export function labelsOf(things: readonly { id: string; name: string }[]): Map<string, string> {
  const count = new Map<string, number>();
  for (const { name } of things) count.set(nameKey(name), (count.get(nameKey(name)) ?? 0) + 1);
  return new Map(
    things.map(({ id, name }) => [
      id,
      name.includes(";")
        ? id
        : count.get(nameKey(name)) === 1 && !/[()]/.test(name)
          ? name.trim().replace(/\s+/g, " ")
          : `${name.trim().replace(/\s+/g, " ")} (${id})`,
    ]),
  );
}

/**
 * Finds the thing to which a label, a name or an id refers. Null if there is none, "several" if more than one has that
 * name.
 */
export function namedBy(
  text: string,
  things: readonly { id: string; name: string }[],
): string | "several" | null {
  const [, inParentheses] = /\(([^()]+)\)$/.exec(text.trim()) ?? [];
  const byId = things.find(({ id }) => id === text.trim() || id === inParentheses);
  if (byId) return byId.id;
  const found = things.filter(({ name }) => nameKey(name) === nameKey(text));
  return found.length > 1 ? "several" : (found[0]?.id ?? null);
}
