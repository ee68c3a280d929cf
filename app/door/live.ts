import { MINUTE } from "~/values/durations.ts";
import { wallTime } from "~/values/times.ts";

/** Every zone is a whole number of quarters of an hour away from UTC. */
export const QUARTER = 15 * MINUTE;

export type Hour = { hour: string; number: number };

/**
 * How many people came in each hour, in the order of the hours. All hours between the first and the last hour of a day
 * are included, so that gaps can be seen.
 *
 * @param quarters for each quarter of an hour, when it begins (`at`, UTC ms) and how many people came in it.
 * @returns `hour` is local, such as "2023-02-17T09:00".
 */
export function byHour(quarters: readonly { at: number; number: number }[], zone: string): Hour[] {
  const hours = new Map<string, number>();
  for (const { at, number } of quarters) {
    const hour = `${wallTime(at, zone).slice(0, 13)}:00`;
    hours.set(hour, (hours.get(hour) ?? 0) + number);
  }
  for (const day of new Set([...hours.keys()].map((hour) => hour.slice(0, 10)))) {
    const ofDay = [...hours.keys()].filter((hour) => hour.startsWith(day)).map((hour) => +hour.slice(11, 13));
    for (let hour = Math.min(...ofDay); hour < Math.max(...ofDay); hour++) {
      const key = `${day}T${String(hour).padStart(2, "0")}:00`;
      hours.set(key, hours.get(key) ?? 0);
    }
  }
  return [...hours]
    .map(([hour, number]) => ({ hour, number }))
    .sort((one, other) => (one.hour < other.hour ? -1 : 1));
}

/** How many places of a session are free; null if it has no limit. */
export const freePlaces = (capacity: number | null, held: number): number | null =>
  capacity === null ? null : Math.max(0, capacity - held);
