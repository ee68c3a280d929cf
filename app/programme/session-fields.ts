import { programmeMessages } from "./messages.ts";
import { giveAwayProblem, LATEST_GIVE_AWAY, MOST_PLACES } from "./programme.ts";
import type { Draft } from "./schedule-cells.ts";

/** The fields of a session's form: local times in the conference's zone, and names as they were typed. */
export type SessionFields = Pick<
  Draft,
  "title" | "description" | "roomId" | "trackId" | "accessLevel" | "capacity" | "giveAwayMinutes"
> & { startsAt: string; endsAt: string; speakers: string[]; recording: string };

/** What is wrong with the minute at which places are given away, in words; null if nothing is. */
export function giveAwayInWords(session: Parameters<typeof giveAwayProblem>[0]): string | null {
  const problem = giveAwayProblem(session);
  if (problem === null) return null;
  const { giveAwayNoLimit, giveAwayTooLate } = programmeMessages.editing;
  return problem === "no limit" ? giveAwayNoLimit : giveAwayTooLate;
}

/** Reads the minutes after which places are given away, 0 to 240; null for anything else. */
export function giveAwayMinutesIn(text: string): number | null {
  return /^\d{1,3}$/.test(text) && Number(text) <= LATEST_GIVE_AWAY ? Number(text) : null;
}

/** Reads a number of places, 1 to 100,000; null for anything else. */
export function placesIn(text: string): number | null {
  const places = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return places >= 1 && places <= MOST_PLACES ? places : null;
}
