import { MINUTE } from "~/values/durations.ts";
import { daysLater, instantAt, wallTime } from "~/values/times.ts";
import type { EditionDocument } from "./edition-document.ts";

const DAYS_A_YEAR = 365.2425;

/**
 * The number of whole weeks by which dates move from one year to another, so that weekdays and the season stay the
 * same.
 */
export const weeksBetween = (from: number, to: number): number => Math.round(((to - from) * DAYS_A_YEAR) / 7);

/**
 * The instant (UTC ms) that is `weeks` weeks later and has the same local time. If the clocks skip that local time, the
 * result is one hour later.
 */
export function shiftInstant(instant: number, timeZone: string, weeks: number): number {
  const [day, time] = wallTime(instant, timeZone).split("T") as [string, string];
  const laterDay = daysLater(day, weeks * 7);
  const [hour, minute] = time.split(":") as [string, string];
  const shifted =
    instantAt(`${laterDay}T${time}`, timeZone) ??
    instantAt(`${laterDay}T${String(Number(hour) + 1).padStart(2, "0")}:${minute}`, timeZone)!;
  // Adds the seconds, which the local time above leaves out. A deadline has seconds only if it is the last moment of a
  // day.
  return shifted + (instant % MINUTE);
}

/**
 * The document with every day and time moved by `weeks` weeks; the local times in each zone stay the same (design,
 * 10.1).
 */
export function shiftDates(document: EditionDocument, weeks: number): EditionDocument {
  const { deadlineZone, events, rounds, passes } = document;
  const deadline = (instant: number) => shiftInstant(instant, deadlineZone, weeks);
  const maybe = <Value>(value: Value | null, moved: (value: Value) => Value) =>
    value === null ? null : moved(value);
  return {
    ...document,
    events: events.map((event) => ({
      ...event,
      firstDay: maybe(event.firstDay, (day) => daysLater(day, weeks * 7)),
      lastDay: maybe(event.lastDay, (day) => daysLater(day, weeks * 7)),
      refundsUntil: maybe(event.refundsUntil, deadline),
    })),
    rounds: rounds.map((round) => ({
      ...round,
      deadline: deadline(round.deadline),
      decisionRelease: deadline(round.decisionRelease),
    })),
    passes: passes.map((pass) => ({
      ...pass,
      saleFrom: maybe(pass.saleFrom, deadline),
      saleUntil: maybe(pass.saleUntil, deadline),
      payBy: maybe(pass.payBy, deadline),
    })),
  };
}
