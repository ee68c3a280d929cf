import { expect, test } from "vitest";
import { byHour, freePlaces } from "./live.ts";

const at = (time: string, number = 1) => ({ at: Date.parse(time), number });

test("arrivals are counted in the hours of the event, and an hour without any is shown", () => {
  const quarters = [at("2023-02-17T14:45Z", 2), at("2023-02-17T13:00Z"), at("2023-02-17T16:15Z", 4)];
  expect(byHour(quarters, "America/New_York")).toEqual([
    { hour: "2023-02-17T08:00", number: 1 },
    { hour: "2023-02-17T09:00", number: 2 },
    { hour: "2023-02-17T10:00", number: 0 },
    { hour: "2023-02-17T11:00", number: 4 },
  ]);
});

test("in zones that are not whole hours away, an hour begins where people there begin it", () => {
  expect(byHour([at("2023-02-17T03:15Z"), at("2023-02-17T03:00Z")], "Asia/Kathmandu")).toEqual([
    { hour: "2023-02-17T08:00", number: 1 },
    { hour: "2023-02-17T09:00", number: 1 },
  ]);
});

test("the night between two days is no gap", () => {
  expect(byHour([at("2023-02-17T10:00Z"), at("2023-02-18T10:00Z")], "UTC")).toHaveLength(2);
  expect(byHour([], "UTC")).toEqual([]);
});

test("free places are never fewer than none", () => {
  expect([freePlaces(3, 1), freePlaces(3, 5), freePlaces(null, 5)]).toEqual([2, 0, null]);
});
