import { labelsOf, wallTimes } from "./programme.ts";

/** The columns that can be imported, in the order of the file that the portal exports. */
export const SCHEDULE_COLUMNS = [
  "id",
  "day",
  "start",
  "end",
  "title",
  "description",
  "room",
  "track",
  "speakers",
  "level",
  "capacity",
  "giveaway",
] as const;
export type ScheduleColumn = (typeof SCHEDULE_COLUMNS)[number];
export type Cells = Record<ScheduleColumn, string>;

/** The values of a session in a file or form. */
export type Draft = {
  title: string;
  description: string;
  day: string;
  startsAt: number;
  endsAt: number;
  roomId: string | null;
  trackId: string | null;
  speakers: string[];
  accessLevel: string | null;
  capacity: number | null;
  giveAwayMinutes: number | null;
};

/** An existing session of the programme, with which a file is compared. */
export type PresentSession = Draft & { id: string; version: number; cancelledAt: number | null };

export type NamedRow = { id: string; title: string };

/** The current programme and library, with which a file is compared. */
export type Programme = {
  timeZone: string;
  sessions: PresentSession[];
  rooms: NamedRow[];
  tracks: NamedRow[];
  speakers: { id: string; name: string }[];
  /** The days of the conference, YYYY-MM-DD; null as long as it has none. */
  days: { first: string; last: string } | null;
  /** The gate levels that a file may contain. A session without one is open to everybody who is signed in. */
  levels: string[];
};

/** Converts a session into the cells of the file that the portal exports. */
export function cellsOf(session: Draft & { id?: string }, programme: Names): Cells {
  const { speakerLabels, roomTitles, trackTitles, timeZone } = programme;
  return {
    id: session.id ?? "",
    ...wallTimes(session, timeZone),
    title: session.title,
    description: session.description,
    room: roomTitles.get(session.roomId ?? "") ?? "",
    track: trackTitles.get(session.trackId ?? "") ?? "",
    speakers: session.speakers.map((id) => speakerLabels.get(id) ?? id).join("; "),
    level: session.accessLevel ?? "",
    capacity: session.capacity === null ? "" : String(session.capacity),
    giveaway: session.giveAwayMinutes === null ? "" : String(session.giveAwayMinutes),
  };
}

/** For each id, the name that a file uses for the speaker, room or track. */
export type Names = {
  timeZone: string;
  speakerLabels: ReadonlyMap<string, string>;
  roomTitles: ReadonlyMap<string, string>;
  trackTitles: ReadonlyMap<string, string>;
};

export const titles = (named: NamedRow[]) => new Map(named.map(({ id, title }) => [id, title]));

export const namesOf = ({
  timeZone,
  speakers,
  rooms,
  tracks,
}: Omit<Programme, "sessions" | "levels" | "days">): Names => ({
  timeZone,
  speakerLabels: labelsOf(speakers),
  roomTitles: titles(rooms),
  trackTitles: titles(tracks),
});
