import { expect, test } from "vitest";
import { columnsOf } from "./day-columns.ts";
import { DAY } from "./durations.ts";

const points = (...days: number[]) => days.map((day) => ({ day: day * DAY, value: 1 }));

test("days without anything stand between the others", () => {
  expect(columnsOf(points(10, 13))).toEqual([
    { day: 10 * DAY, days: 1, value: 1 },
    { day: 11 * DAY, days: 1, value: 0 },
    { day: 12 * DAY, days: 1, value: 0 },
    { day: 13 * DAY, days: 1, value: 1 },
  ]);
});

test.each([
  [[], 0, 0],
  [points(5), 1, 1],
  [points(0, 44), 45, 1],
  // The case above fills all 45 columns. With one more day, each column becomes a week.
  [points(0, 45), 7, 7],
  [points(0, 6, 7), 8, 1],
  [points(0, 45 * 7 - 1), 45, 7],
  [points(0, 45 * 7), 12, 28],
  [points(0, 45 * 364), 46 - 1, 365],
] as const)("%# is drawn with %i columns of %i days", (given, columns, days) => {
  const drawn = columnsOf([...given]);
  expect(drawn).toHaveLength(columns);
  expect(drawn[0]?.days ?? 0).toBe(days);
  expect(drawn.reduce((sum, { value }) => sum + value, 0)).toBe(given.length);
});
