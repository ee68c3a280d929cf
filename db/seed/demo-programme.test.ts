import { expect, it } from "vitest";
import { conflictsAmong, dayOf, spanProblem } from "../../app/programme/programme.ts";
import { demoRows } from "./demo.ts";
import { baseRows, CURRENT_CONFERENCE } from "./first-edition.ts";

const now = Date.parse("2022-12-17T15:00:00Z");
const { rows } = demoRows({ now, realNow: now });
const sessions = rows.programmeSessions!.map(({ roomId = null, cancelledAt = null, ...session }) => ({
  ...session,
  roomId,
  cancelledAt,
}));
const ids = (list: { id: string }[] = []) => new Set(list.map(({ id }) => id));

it("is a programme that could be held", () => {
  expect(sessions.length).toBeGreaterThanOrEqual(30);
  expect(
    conflictsAmong(sessions).map(({ kind, sessions: [one, other] }) => [kind, one.title, other.title]),
  ).toEqual([]);
  for (const session of sessions) {
    expect(spanProblem(session), session.title).toBeNull();
    expect(dayOf(session.startsAt, "America/New_York")).toBe(session.day);
  }
  expect(new Set(sessions.map(({ day }) => day))).toEqual(
    new Set(["2023-02-17", "2023-02-18", "2023-02-19"]),
  );
});

it("names only things that exist", () => {
  const base = baseRows(now);
  const levels = new Set([null, "registered", ...ids(base.tickets), ...ids(base.addOns)]);
  for (const { conferenceId, roomId, trackId, speakers, recordingId, accessLevel, title } of sessions) {
    expect(conferenceId).toBe(CURRENT_CONFERENCE);
    if (roomId) expect(ids(rows.rooms), title).toContain(roomId);
    expect(ids(rows.tracks), title).toContain(trackId);
    expect(levels, title).toContain(accessLevel ?? null);
    for (const speaker of speakers) expect(ids(rows.speakers), title).toContain(speaker);
    if (recordingId) expect(ids(rows.recordings), title).toContain(recordingId);
  }
});

it("has a full session with a waiting list, and no more places taken than there are", () => {
  for (const { id, title, capacity } of sessions) {
    const chosen = rows.places!.filter(({ sessionId }) => sessionId === id);
    const held = chosen.filter(({ state }) => state === "held").length;
    if (capacity) expect(held, title).toBeLessThanOrEqual(capacity);
    if (held < chosen.length) expect(held, title).toBe(capacity);
  }
  expect(rows.places!.filter(({ state }) => state === "waiting")).toHaveLength(2);
});
