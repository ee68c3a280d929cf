import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clash,
  conflictsAmong,
  dayOf,
  LONGEST_NIGHT_HOURS,
  labelsOf,
  namedBy,
  nextOf,
  type PlannedSession,
  sessionState,
  spanOf,
  spanProblem,
  wallTimes,
} from "./programme.ts";

const ZONE = "America/New_York";
const span = (startsAt: number, endsAt: number) => ({ startsAt, endsAt });
const session = (
  id: string,
  startsAt: number,
  endsAt: number,
  more: Partial<PlannedSession> = {},
): PlannedSession => ({
  ...{ id, startsAt, endsAt, roomId: null, speakers: [], cancelledAt: null },
  ...more,
});

describe("a clash", () => {
  it.each([
    ["one after the other", span(0, 10), span(10, 20), false],
    ["an instant in common", span(0, 11), span(10, 20), true],
    ["one inside the other", span(0, 30), span(10, 20), true],
    ["the same", span(0, 10), span(0, 10), true],
    ["apart", span(0, 10), span(15, 20), false],
  ])("%s", (_, one, other, expected) => {
    expect(clash(one, other)).toBe(expected);
    expect(clash(other, one)).toBe(expected);
  });
});

describe("conflicts", () => {
  const found = (sessions: PlannedSession[]) =>
    conflictsAmong(sessions).map(({ kind, what, sessions: [one, other] }) => [kind, what, one.id, other.id]);

  it("are a room twice and a speaker in two rooms at once", () => {
    expect(
      found([
        session("a", 0, 10, { roomId: "hall", speakers: ["mei"] }),
        session("b", 5, 15, { roomId: "hall" }),
        session("c", 9, 12, { roomId: "yard", speakers: ["tom", "mei"] }),
        session("d", 15, 20, { roomId: "hall", speakers: ["mei"] }),
      ]),
    ).toEqual([
      ["room", "hall", "a", "b"],
      ["speaker", "mei", "a", "c"],
    ]);
  });

  it("are told for every pair", () => {
    const three = ["a", "b", "c"].map((id) => session(id, 0, 10, { roomId: "hall" }));
    expect(found(three)).toHaveLength(3);
  });

  it("are not made by what is cancelled, has no room, or names a speaker twice", () => {
    expect(
      found([
        session("a", 0, 10, { roomId: "hall", cancelledAt: 1 }),
        session("b", 0, 10, { roomId: "hall", speakers: ["mei", "mei"] }),
        session("c", 0, 10),
        session("d", 0, 10),
      ]),
    ).toEqual([]);
  });

  it("are the same as when every pair is looked at", () => {
    const some = fc.array(
      fc.record({
        startsAt: fc.integer({ min: 0, max: 40 }),
        length: fc.integer({ min: 1, max: 15 }),
        roomId: fc.constantFrom("hall", "yard", null),
        speakers: fc.uniqueArray(fc.constantFrom("mei", "tom", "ana"), { maxLength: 2 }),
        cancelledAt: fc.constantFrom(null, null, null, 7),
      }),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(some, (drawn) => {
        const sessions = drawn.map(({ startsAt, length, ...rest }, index) => ({
          ...rest,
          ...span(startsAt, startsAt + length),
          id: String(index).padStart(2, "0"),
        }));
        const pairs = new Set<string>();
        for (const one of sessions)
          for (const other of sessions) {
            if (one.id >= other.id || !clash(one, other) || one.cancelledAt || other.cancelledAt) continue;
            if (one.roomId !== null && one.roomId === other.roomId) pairs.add(`${one.id} ${other.id} room`);
            for (const speaker of one.speakers)
              if (other.speakers.includes(speaker)) pairs.add(`${one.id} ${other.id} ${speaker}`);
          }
        const told = conflictsAmong(sessions).map(({ kind, what, sessions: both }) => {
          const [one, other] = both.map(({ id }) => id).sort();
          return `${one} ${other} ${kind === "room" ? "room" : what}`;
        });
        expect(new Set(told)).toEqual(pairs);
        expect(told).toHaveLength(pairs.size);
      }),
    );
  });
});

describe("the day of an instant", () => {
  it.each([
    ["2023-02-18T04:59:00Z", ZONE, "2023-02-17"],
    ["2023-02-18T05:00:00Z", ZONE, "2023-02-18"],
    ["2023-07-18T03:59:00Z", ZONE, "2023-07-17"],
    ["2023-07-18T04:00:00Z", ZONE, "2023-07-18"],
    ["2023-02-17T16:00:00Z", "Asia/Hong_Kong", "2023-02-18"],
  ])("%s in %s is %s", (instant, zone, day) => {
    expect(dayOf(Date.parse(instant), zone)).toBe(day);
  });
});

describe("states", () => {
  const at = { ...span(10, 20), cancelledAt: null };
  it.each([
    [9, "ahead"],
    [10, "now"],
    [19, "now"],
    [20, "over"],
  ])("at %d: %s", (now, state) => {
    expect(sessionState(at, now)).toBe(state);
    expect(sessionState({ ...at, cancelledAt: 1 }, now)).toBe("cancelled");
  });

  it("next is all that begins first", () => {
    const [a, b, c, d] = [
      session("a", 10, 20),
      session("b", 30, 40),
      session("c", 30, 35),
      session("d", 25, 35, { cancelledAt: 1 }),
    ];
    const all = [a!, b!, c!, d!];
    expect(nextOf(all, 0)).toEqual([a]);
    expect(nextOf(all, 10)).toEqual([b, c]);
    expect(nextOf(all, 30)).toEqual([]);
  });
});

describe("times of a file", () => {
  it.each([
    ["2023-02-17", "09:30", "10:15", "2023-02-17T14:30Z", "2023-02-17T15:15Z"],
    ["2023-02-17", "9:30", "10:15:00", "2023-02-17T14:30Z", "2023-02-17T15:15Z"],
    ["2023-02-17", "23:30", "00:45", "2023-02-18T04:30Z", "2023-02-18T05:45Z"],
    ["2023-07-01", "09:30", "10:15", "2023-07-01T13:30Z", "2023-07-01T14:15Z"],
    // The night in which the clocks go forward, and the night in which they go back.
    ["2023-03-12", "01:30", "03:30", "2023-03-12T06:30Z", "2023-03-12T07:30Z"],
    ["2023-11-05", "00:30", "03:00", "2023-11-05T04:30Z", "2023-11-05T08:00Z"],
    ["2023-12-31", "23:00", "01:00", "2024-01-01T04:00Z", "2024-01-01T06:00Z"],
    // A session of up to twelve hours may cross midnight. If a session across midnight is a minute longer than that,
    // its times are taken for a typing error.
    ["2023-02-17", "20:00", "08:00", "2023-02-18T01:00Z", "2023-02-18T13:00Z"],
    ["2023-02-17", "20:00", "08:01", "2023-02-18T01:00Z", "2023-02-17T13:01Z"],
    ["2023-02-17", "12:00", "11:30", "2023-02-17T17:00Z", "2023-02-17T16:30Z"],
    ["2023-02-17", "12:00", "12:00", "2023-02-17T17:00Z", "2023-02-17T17:00Z"],
  ])("%s %s to %s", (day, start, end, from, until) => {
    expect(spanOf({ day, start, end }, ZONE)).toEqual(span(Date.parse(from), Date.parse(until)));
  });

  it.each([
    ["2023-02-30", "09:30", "10:15"],
    ["17.2.2023", "09:30", "10:15"],
    ["2023-02-17", "9.30", "10:15"],
    ["2023-02-17", "25:00", "26:00"],
    ["2023-02-17", "09:30", ""],
    ["2023-03-12", "02:30", "04:00"],
    ["2023-03-12", "01:00", "02:30"],
  ])("%s %s to %s is none", (day, start, end) => {
    expect(spanOf({ day, start, end }, ZONE)).toBeNull();
  });

  it("come back as they were written", () => {
    const minutes = fc
      .integer({ min: 0, max: 500_000 })
      .map((minute) => Date.UTC(2023, 0, 1) + minute * 60_000);
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: LONGEST_NIGHT_HOURS * 60 }), (startsAt, length) => {
        const written = span(startsAt, startsAt + length * 60_000);
        const read = spanOf(wallTimes(written, ZONE), ZONE);
        // Around a change of the clocks, a local time may occur twice. So the times of a session near such a change may
        // not come back as they were written.
        if (read === null || read.startsAt !== written.startsAt || read.endsAt !== written.endsAt) {
          const touched = ["2023-03-11", "2023-03-12", "2023-11-04", "2023-11-05"];
          expect(touched).toContain(dayOf(written.startsAt, ZONE));
        }
      }),
    );
  });

  it("are wrong when they end before they begin or go on for over a day", () => {
    expect(spanProblem(span(10, 10))).toBe("ends before it begins");
    expect(spanProblem(span(0, 86_400_000))).toBeNull();
    expect(spanProblem(span(0, 86_400_001))).toBe("too long");
  });
});

describe("names", () => {
  const people = [
    { id: "a1", name: "Mei  Chen" },
    { id: "b2", name: "Tom (Tomás) Ruiz" },
    { id: "c3", name: "Ana Silva" },
    { id: "d4", name: "ana silva" },
    { id: "e5", name: "Li; Wei" },
  ];

  it("stand for themselves where nothing else has them", () => {
    expect([...labelsOf(people).values()]).toEqual([
      "Mei Chen",
      "Tom (Tomás) Ruiz (b2)",
      "Ana Silva (c3)",
      "ana silva (d4)",
      "e5",
    ]);
    for (const [id, label] of labelsOf(people)) expect(namedBy(label, people)).toBe(id);
  });

  it("are found in any case, and by id", () => {
    expect(namedBy(" mei CHEN ", people)).toBe("a1");
    expect(namedBy("e5", people)).toBe("e5");
    expect(namedBy("Ana Silva", people)).toBe("several");
    expect(namedBy("Nobody", people)).toBeNull();
  });
});
