import { roundOn } from "~/conference/rounds.ts";
import type { Round } from "~/values/catalogue.ts";
import { DAY } from "~/values/durations.ts";

/** People are reminded of a draft this long (ms) before the deadline. */
export const REMIND_BEFORE = 3 * DAY;

/**
 * Somebody who has saved an answer or uploaded a document within this time (ms) is not reminded, because they are still
 * filling in the form.
 */
export const AT_WORK = DAY;

type Deadline = Pick<Round, "id" | "deadline">;

/** The round whose deadline is near at `now` (UTC ms); null if no deadline is near. */
export function nearRound<Period extends Deadline>(rounds: Period[], now: number): Period | null {
  const open = roundOn(rounds, now);
  return open && open.deadline - now <= REMIND_BEFORE ? open : null;
}

/** The round that is open at `now` (UTC ms), if its present deadline is in `moved`; null otherwise. */
export function movedRound<Period extends Deadline>(
  moved: Deadline[],
  rounds: Period[],
  now: number,
): Period | null {
  const open = roundOn(rounds, now);
  return open && moved.some(({ id, deadline }) => id === open.id && deadline === open.deadline) ? open : null;
}

/** The deadlines that a publication moves. The deadlines of new rounds do not count as moved. */
export const movedDeadlines = (before: Deadline[], after: Deadline[]): Deadline[] =>
  after
    .filter(({ id, deadline }) => before.some((one) => one.id === id && one.deadline !== deadline))
    .map(({ id, deadline }) => ({ id, deadline }));

export type Reminder = { kind: "near" | "moved"; conferenceId: string; roundId: string; deadline: number };

/**
 * The beginning of a reminder's event key. The uid follows, and then, after a slash, the deadline that the mail names.
 * If that deadline has moved since, the mail is not sent. `move` is the id of the move that the mail reports.
 */
export const reminderKey = ({ kind, conferenceId, roundId }: Reminder, move: string | null): string =>
  kind === "near"
    ? `reminder/near/${conferenceId}/${roundId}/`
    : `reminder/moved/${conferenceId}/${roundId}/${move}/`;

/** The values in the event key of a reminder; null if it is the key of another mail. */
export function reminderOf(
  eventKey: string,
): { conferenceId: string; roundId: string; deadline: number; uid: string } | null {
  const [name, kind, conferenceId, roundId, ...rest] = eventKey.split("/");
  if (name !== "reminder" || !conferenceId || !roundId) return null;
  const [uid, deadline] = kind === "near" ? rest : rest.slice(1);
  return uid && deadline ? { conferenceId, roundId, deadline: Number(deadline), uid } : null;
}
