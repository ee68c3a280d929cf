import { isDay } from "~/values/times.ts";

/**
 * The age in whole years on a given day; both arguments are calendar days, YYYY-MM-DD. Somebody born on 29 February has
 * a birthday on 1 March in a year without 29 February. NaN if either is not a day.
 */
export function ageOn(birth: string, day: string): number {
  if (!isDay(birth) || !isDay(day)) return Number.NaN;
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  const hadBirthday = day.slice(4) >= birth.slice(4);
  return hadBirthday ? years : years - 1;
}

/**
 * Whether somebody has the minimum age on an event's first day (specification, section 1: in-person delegates must be
 * 18 or older). Days are YYYY-MM-DD; false if either is not a day.
 */
export function oldEnough(birth: string, firstDay: string, minimumAge: number): boolean {
  return ageOn(birth, firstDay) >= minimumAge;
}
