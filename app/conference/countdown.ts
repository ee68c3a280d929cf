import type { Round } from "~/values/catalogue.ts";
import { roundOn } from "./rounds.ts";

export type Remaining = { days: number; hours: number; minutes: number; seconds: number; text: string };

/**
 * The time left until a deadline (both UTC ms) in whole seconds, rounded down and never below zero. `text` is the
 * countdown: "3 days 04:05:06", "1 day 00:00:09", "04:05:06" (specification, section 2).
 */
export function remaining(deadline: number, now: number): Remaining {
  const left = Math.max(0, Math.floor((deadline - now) / 1000));
  const days = Math.floor(left / 86_400);
  const hours = Math.floor(left / 3_600) % 24;
  const minutes = Math.floor(left / 60) % 60;
  const seconds = left % 60;
  const clock = [hours, minutes, seconds].map((number) => String(number).padStart(2, "0")).join(":");
  const text = days > 0 ? `${days} ${days === 1 ? "day" : "days"} ${clock}` : clock;
  return { days, hours, minutes, seconds, text };
}

export type NamedDeadline = Pick<Round, "title" | "deadline">;

export type DeadlineBarState =
  | { state: "hidden" }
  | { state: "open"; title: string; deadline: number; text: string }
  | { state: "closed" };

/**
 * The deadline bar (specification, section 2). It is hidden once the application is submitted. Otherwise it has the
 * open round's title, its deadline and the countdown as `text`, or is closed if no round is open. Instants are UTC ms.
 */
export function deadlineBar(
  rounds: NamedDeadline[],
  now: number,
  submittedAt: number | null,
): DeadlineBarState {
  if (submittedAt !== null) return { state: "hidden" };
  const round = roundOn(rounds, now);
  if (round === null) return { state: "closed" };
  const { title, deadline } = round;
  return { state: "open", title, deadline, text: remaining(deadline, now).text };
}
