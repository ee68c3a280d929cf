import { expect, test } from "vitest";
import {
  clockAt,
  EASTERN,
  instantAt,
  inZone,
  isDay,
  isoDay,
  placeOf,
  wallTime,
  zoneInWords,
} from "./times.ts";

test.each([
  ["2023-05-02T03:59:00.000Z", EASTERN, "1 May 2023, 23:59 EDT", "1 May 2023", "2023-05-01"],
  ["2023-05-02T04:00:00.000Z", EASTERN, "2 May 2023, 00:00 EDT", "2 May 2023", "2023-05-02"],
  ["2023-06-02T03:59:00.000Z", EASTERN, "1 June 2023, 23:59 EDT", "1 June 2023", "2023-06-01"],
  ["2022-12-06T04:59:00.000Z", EASTERN, "5 December 2022, 23:59 EST", "5 December 2022", "2022-12-05"],
  ["2022-12-06T04:59:00.000Z", "UTC", "6 December 2022, 04:59 UTC", "6 December 2022", "2022-12-06"],
  [
    "2022-12-31T16:00:00.000Z",
    "Asia/Hong_Kong",
    "1 January 2023, 00:00 GMT+8",
    "1 January 2023",
    "2023-01-01",
  ],
  ["2023-03-12T06:59:59.999Z", EASTERN, "12 March 2023, 01:59 EST", "12 March 2023", "2023-03-12"],
  ["2023-03-12T07:00:00.000Z", EASTERN, "12 March 2023, 03:00 EDT", "12 March 2023", "2023-03-12"],
])("%s in %s is %s", (instant, zone, dateTime, date, day) => {
  const at = Date.parse(instant);
  expect(inZone(at, zone)).toBe(dateTime);
  expect(inZone(at, zone, "dateTime")).toBe(dateTime);
  expect(inZone(at, zone, "date")).toBe(date);
  expect(isoDay(at, zone)).toBe(day);
});

test("an unknown zone and an instant that is no date are range errors", () => {
  expect(() => inZone(0, "Mars/Olympus")).toThrow(RangeError);
  expect(() => isoDay(Number.NaN, "UTC")).toThrow(RangeError);
});

test.each([
  ["2001-09-24", true],
  ["2000-02-29", true],
  ["2023-12-31", true],
  ["0100-01-01", true],
  ["9999-12-31", true],
  ["2001-02-29", false],
  ["1900-02-29", false],
  ["2023-02-30", false],
  ["2023-04-31", false],
  ["2023-00-10", false],
  ["2023-13-10", false],
  ["2023-01-00", false],
  ["2023-01-32", false],
  ["0099-01-01", false],
  ["0000-00-00", false],
  ["2023-1-1", false],
  ["24-09-2001", false],
  ["2001/09/24", false],
  ["2001-09-24T00:00:00Z", false],
  [" 2001-09-24", false],
  ["2001-09-24\n", false],
  ["２００１-09-24", false],
  ["", false],
])("%o is a day of the calendar: %s", (text, real) => {
  expect(isDay(text)).toBe(real);
});

test.each([
  ["2022-12-16T13:00", EASTERN, "2022-12-16T18:00:00.000Z"],
  ["2023-05-01T23:59", EASTERN, "2023-05-02T03:59:00.000Z"],
  ["2023-03-12T01:59", EASTERN, "2023-03-12T06:59:00.000Z"],
  ["2023-03-12T03:00", EASTERN, "2023-03-12T07:00:00.000Z"],
  // This time occurs twice: the first occurrence counts.
  ["2022-11-06T01:30", EASTERN, "2022-11-06T05:30:00.000Z"],
  ["2023-01-01T00:00", "Asia/Hong_Kong", "2022-12-31T16:00:00.000Z"],
  ["2023-01-01T05:45", "Asia/Kathmandu", "2023-01-01T00:00:00.000Z"],
  ["2023-01-01T00:00", "Pacific/Kiritimati", "2022-12-31T10:00:00.000Z"],
])("%s in %s is %s", (wall, zone, instant) => {
  expect(instantAt(wall, zone)).toBe(Date.parse(instant));
  expect(wallTime(Date.parse(instant), zone)).toBe(wall);
});

test.each([
  // Clocks go forward from 02:00 to 03:00 on this day, so this time does not exist.
  "2023-03-12T02:30",
  "2023-02-30T10:00",
  "2023-02-01T24:00",
  "2023-02-01T10:60",
  "2023-02-01 10:00",
  "2023-02-01",
  "",
])("%j is no time in US Eastern", (wall) => {
  expect(instantAt(wall, EASTERN)).toBeNull();
});

test("a zone is spoken of by its place", () => {
  expect(["America/New_York", "America/Argentina/Buenos_Aires", "UTC"].map(placeOf)).toEqual([
    ...["New York", "Buenos Aires", "UTC"],
  ]);
});

test.each([
  ["America/New_York", "US Eastern"],
  ["Asia/Hong_Kong", "Hong Kong"],
  ["UTC", "UTC"],
])("the time of %s is %s time", (zone, words) => {
  expect(zoneInWords(zone)).toBe(words);
});

test("a time of day is that of its zone", () => {
  expect(clockAt(Date.UTC(2023, 4, 2, 3, 59), "America/New_York")).toBe("23:59");
  expect(clockAt(Date.UTC(2023, 4, 2, 3, 5), "UTC")).toBe("03:05");
});
