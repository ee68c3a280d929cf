import { instantAt, isoDay, wallTime } from "./times.ts";

/** From an instant (UTC ms) up to, but not including, another. */
export type Span = { startsAt: number; endsAt: number };

/** A session as far as the rules look at it. `roomId` null: it needs no room of the programme. */
export type Planned = Span & {
  id: string;
  roomId: string | null;
  /** Ids of speakers. */
  speakers: string[];
  cancelledAt: number | null;
};

/** Two sessions of which one cannot be: they are in one room, or have a speaker in common, at the same time. */
export type Conflict<Session> = {
  kind: "room" | "speaker";
  /** The id of the room or the speaker. */
  what: string;
  sessions: [Session, Session];
};

/** Whatever goes on for longer is several sessions; whoever looks for conflicts need not look further back. */
export const LONGEST_SESSION = 24 * 3_600_000;

/** A session of a file that ends earlier on the clock than it begins goes on after midnight: for no longer than this. */
export const LONGEST_NIGHT_HOURS = 12;

/** Whether two spans have an instant in common; where one ends as the other begins they have none. */
export const clash = (one: Span, other: Span): boolean =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt;

/** Every conflict among sessions, by room and by speaker; what is cancelled is in nobody's way. */
export function conflictsAmong<Session extends Planned>(sessions: readonly Session[]): Conflict<Session>[] {
  const held = sessions
    .filter(({ cancelledAt }) => cancelledAt === null)
    .sort((one, other) => one.startsAt - other.startsAt || (one.id < other.id ? -1 : 1));
  const running = new Map<string, Session[]>();
  const found: Conflict<Session>[] = [];
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

/** What has become of a session at `now`. */
export function sessionState(
  { startsAt, endsAt, cancelledAt }: Span & { cancelledAt: number | null },
  now: number,
): SessionState {
  if (cancelledAt !== null) return "cancelled";
  if (now >= endsAt) return "over";
  return now >= startsAt ? "now" : "ahead";
}

/** The sessions that are next: of those ahead, all that begin first. */
export function nextOf<Session extends Span & { cancelledAt: number | null }>(
  sessions: readonly Session[],
  now: number,
): Session[] {
  const ahead = sessions.filter((session) => sessionState(session, now) === "ahead");
  const first = Math.min(...ahead.map(({ startsAt }) => startsAt));
  return ahead.filter(({ startsAt }) => startsAt === first);
}

/** What is wrong with a session's times; null for nothing. */
export function spanProblem({ startsAt, endsAt }: Span): "ends before it begins" | "too long" | null {
  if (endsAt <= startsAt) return "ends before it begins";
  return endsAt - startsAt > LONGEST_SESSION ? "too long" : null;
}

/** The times of a session as a file has them: day, start and end, each on the wall of the conference's zone. */
export type WallTimes = { day: string; start: string; end: string };

/** A session's times as a file has them; an end at or before the start is on the next day. */
export function wallTimes({ startsAt, endsAt }: Span, timeZone: string): WallTimes {
  const [day = "", start = ""] = wallTime(startsAt, timeZone).split("T");
  const [, end = ""] = wallTime(endsAt, timeZone).split("T");
  return { day, start, end };
}

/**
 * The instants of times from a file, "9:30" read as "09:30"; null where one of them is no time of that day. An
 * end at or before the start is on the next day, unless the session would last longer than a night: then it
 * is a slip, and the span ends before it begins.
 */
export function spanOf({ day, start, end }: WallTimes, timeZone: string): Span | null {
  const [from, until] = [clockTime(start), clockTime(end)];
  if (from === null || until === null) return null;
  const startsAt = instantAt(`${day}T${from}`, timeZone);
  const sameDay = instantAt(`${day}T${until}`, timeZone);
  if (startsAt === null) return null;
  const nextDay = instantAt(`${dayAfter(day)}T${until}`, timeZone);
  const isOvernight =
    until <= from && (nextDay === null || nextDay - startsAt <= LONGEST_NIGHT_HOURS * 3_600_000);
  const endsAt = isOvernight ? nextDay : sameDay;
  return endsAt === null ? null : { startsAt, endsAt };
}

/** The day of the calendar that follows one, both YYYY-MM-DD. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function clockTime(text: string): string | null {
  const [, hour, minute] = /^(\d{1,2}):(\d\d)(?::00)?$/.exec(text) ?? [];
  return hour && minute ? `${hour.padStart(2, "0")}:${minute}` : null;
}

/** A name as it is compared: case, accents of composition and blanks do not matter. */
export const nameKey = (name: string): string =>
  name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

/**
 * What stands for each of several things in a field or file: its name where no other has that name and nothing
 * in it would be misread, else its name and id, such as "Mei Chen (abc)".
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

/** The thing that a label, a name or an id stands for; null for none, "several" for more than one of that name. */
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
