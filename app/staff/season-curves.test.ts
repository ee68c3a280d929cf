import { expect, test } from "vitest";
import { DAY } from "~/values/durations.ts";
import { type Gathered, seasonCurves } from "./season-curves.ts";

/** An edition whose deadline is at 20:00 on the day `deadlineDay`. Each of `days` has its distance from that day. */
const edition = (deadlineDay: number, days: [distance: number, value: number][]): Gathered => ({
  deadline: deadlineDay * DAY + 20 * 3_600_000,
  days: days.map(([distance, value]) => ({ day: (deadlineDay + distance) * DAY, value })),
});

test("both editions are compared at the same distance from their deadlines", () => {
  const own = edition(19_000, [
    [-4, 2],
    [-2, 3],
  ]);
  const last = edition(18_600, [
    [-5, 1],
    [-2, 6],
    [0, 10],
    [1, 1],
  ]);
  expect(seasonCurves(own, last, (19_000 - 2) * DAY)).toEqual({
    rows: [
      { distance: -5, own: 0, last: 1 },
      { distance: -4, own: 2, last: 1 },
      { distance: -3, own: 2, last: 1 },
      { distance: -2, own: 5, last: 7 },
      { distance: -1, own: null, last: 7 },
      { distance: 0, own: null, last: 17 },
      { distance: 1, own: null, last: 18 },
    ],
    ...{ today: -2, own: 5, last: 7, lastInTheEnd: 18 },
  });
});

test.each([
  ["the last millisecond of a day", -2 * DAY - 1, -3],
  ["the first millisecond of the next day", -2 * DAY, -2],
  ["the deadline itself", 20 * 3_600_000, 0],
  ["a day after the deadline", DAY, 1],
])("%s", (_when, sinceDay, today) => {
  const some = edition(19_000, [[-10, 1]]);
  expect(seasonCurves(some, some, 19_000 * DAY + sinceDay)).toMatchObject({ today });
});

test("a long season has a row for a week, with rows for the deadline and for today", () => {
  const own = edition(19_000, [[-300, 4]]);
  const last = edition(18_600, [
    [-290, 2],
    [20, 1],
  ]);
  const { rows } = seasonCurves(own, last, (19_000 - 24) * DAY)!;
  expect(rows.length).toBeLessThan(50);
  expect(rows.map(({ distance }) => distance)).toEqual(
    [...rows.map(({ distance }) => distance)].sort((one, other) => one - other),
  );
  expect(rows.filter(({ distance }) => [-24, 0].includes(distance))).toEqual([
    { distance: -24, own: 4, last: 2 },
    { distance: 0, own: null, last: 2 },
  ]);
  expect(rows[0]!.distance).toBeLessThanOrEqual(-300);
  expect(rows.at(-1)).toMatchObject({ own: null, last: 3 });
});

test("after the season, all of both editions is compared, and today has no row", () => {
  const own = edition(19_000, [[-3, 4]]);
  const last = edition(18_600, [[-1, 2]]);
  const curves = seasonCurves(own, last, (19_000 + 400) * DAY)!;
  expect(curves).toMatchObject({ today: 400, own: 4, last: 2, lastInTheEnd: 2 });
  expect(curves.rows.map(({ distance }) => distance)).toEqual([-3, -2, -1, 0]);
});

test.each([
  ["the last edition has nothing", edition(19_000, [[-3, 4]]), edition(18_600, []), -2],
  ["neither has begun at this distance", edition(19_000, []), edition(18_600, [[-30, 4]]), -31],
])("no comparison: %s", (_why, own, last, distance) => {
  expect(seasonCurves(own, last, (19_000 + distance) * DAY)).toBeNull();
});

test("this edition has nothing yet, and the last one had", () => {
  expect(seasonCurves(edition(19_000, []), edition(18_600, [[-30, 4]]), 18_970 * DAY)).toMatchObject({
    ...{ own: 0, last: 4, today: -30 },
  });
});
