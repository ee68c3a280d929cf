import { env } from "cloudflare:workers";
import Papa from "papaparse";
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { planMessages, tableMessages } from "~/plans/messages.ts";
import { programmeMessages } from "~/programme/messages.ts";
import { MINUTE } from "~/values/durations.ts";
import { messages } from "~/values/messages.ts";
import { type Browser, type Page, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { answerWith, keepHouse } from "../support/worker.ts";

const PROGRAMME = "/admin/scheduling";
const IMPORT = "/admin/scheduling/import";
const PLANS = { but: ["plans", "schedule_lines", "sessions"] };

type SessionRow = {
  id: string;
  title: string;
  day: string;
  starts_at: number;
  ends_at: number;
  room_id: string | null;
  speakers: string;
  capacity: number | null;
  cancelled_at: number | null;
  version: number;
  changed_at: number;
};

/** A day on which the demo has no sessions. Each test begins without sessions on this day. */
const DAY = "2023-03-11";
const sessionOf = (title: string) =>
  row<SessionRow>("SELECT * FROM programme_sessions WHERE title = ?", title);
const titles = async () =>
  (
    await rows<{ title: string }>("SELECT title FROM programme_sessions WHERE day = ? ORDER BY title", DAY)
  ).map(({ title }) => title);

await run(
  `INSERT INTO speakers (id, name, title, organisation, biography, position, version, created_at)
    VALUES ('speaker-mei', 'Mei Lin', 'Minister', 'Somewhere', '', 900, 1, 0),
      ('speaker-tom', 'Tom Ruiz', 'Founder', 'Elsewhere', '', 901, 1, 0),
      ('speaker-ana', 'Ana Silva', 'Doctor', 'Here', '', 902, 1, 0),
      ('speaker-two', 'Ana Silva', 'Lawyer', 'There', '', 903, 1, 0)`,
);

afterEach(restoreClock);

beforeEach(async () => {
  const ours = "(SELECT id FROM programme_sessions WHERE day >= '2023-03-01')";
  await run(`DELETE FROM places WHERE session_id IN ${ours}`);
  await run(`DELETE FROM session_entries WHERE session_id IN ${ours}`);
  await run(`DELETE FROM session_speakers WHERE session_id IN ${ours}`);
  await run("DELETE FROM programme_sessions WHERE day >= '2023-03-01'");
});

const FORM = {
  version: "0",
  title: "",
  description: "",
  startsAt: `${DAY}T10:00`,
  endsAt: `${DAY}T11:00`,
  roomId: "",
  trackId: "",
  accessLevel: "",
  capacity: "",
  recording: "",
};

const add = (director: Browser, fields: Partial<typeof FORM> & { speaker?: string }) =>
  director.post(`${PROGRAMME}/new`, { ...FORM, ...fields });

async function added(director: Browser, fields: Partial<typeof FORM> & { speaker?: string }) {
  const answer = await add(director, fields);
  expect(answer.status, await answer.clone().text()).toBe(302);
  return sessionOf(fields.title!);
}

const formOf = (session: SessionRow) => ({
  ...FORM,
  version: String(session.version),
  title: session.title,
  roomId: session.room_id ?? "",
  capacity: session.capacity === null ? "" : String(session.capacity),
});

/* ------------------------------------------------------------------ one session */

test("a director adds a session at wall times of the conference, and edits it", async () => {
  const director = await signedIn("director");
  const session = await added(director, {
    title: "Night talk",
    // The clocks go forward during this night.
    startsAt: `${DAY}T23:30`,
    endsAt: "2023-03-12T03:30",
    roomId: "fong",
    trackId: "economy",
    accessLevel: "h2023execsem",
    capacity: "12",
    speaker: "mei lin",
  });
  expect(session).toMatchObject({
    day: DAY,
    starts_at: Date.parse("2023-03-12T04:30Z"),
    ends_at: Date.parse("2023-03-12T07:30Z"),
    speakers: '["speaker-mei"]',
    version: 1,
  });
  const page = await director.open(`${PROGRAMME}/${session.id}`);
  expect(page.html).toContain("2023-03-11T23:30");
  expect(Object.fromEntries(page.form("Save").fields)).toMatchObject({
    title: "Night talk",
    startsAt: `${DAY}T23:30`,
    endsAt: "2023-03-12T03:30",
    roomId: "fong",
    accessLevel: "h2023execsem",
    capacity: "12",
  });
  const saved = await page.press("Save", { title: "Late talk", speaker: "Tom Ruiz" });
  expect(saved.status, saved.text).toBe(302);
  expect(await sessionOf("Late talk")).toMatchObject({
    id: session.id,
    version: 2,
    starts_at: session.starts_at,
    speakers: '["speaker-tom"]',
  });
  expect(await rows("SELECT speaker_id FROM session_speakers WHERE session_id = ?", session.id)).toEqual([
    { speaker_id: "speaker-tom" },
  ]);
  expect(
    await rows(
      "SELECT action, detail FROM audit WHERE object = ? ORDER BY at, rowid",
      `programme/${session.id}`,
    ),
  ).toEqual([
    { action: "addSession", detail: '{"version":1}' },
    { action: "changeSession", detail: '{"version":2}' },
  ]);
  const day = await director.open(`${PROGRAMME}?day=${DAY}`);
  expect(day.text).toContain("Late talk");
  expect(day.text).toContain("23:30–03:30");
  expect(day.text).toContain("Fong Auditorium");
  expect(day.text).toContain("Executive seminars");
  // Saving without a change keeps the version.
  const same = await (await director.open(`${PROGRAMME}/${session.id}`)).press("Save");
  expect(same.status).toBe(302);
  expect((await sessionOf("Late talk")).version).toBe(2);
});

test("what is wrong is said at its field, and what was typed stays", async () => {
  const director = await signedIn("director");
  const wrong: [Partial<typeof FORM> & { speaker?: string }, string][] = [
    [{ title: "" }, messages.required],
    [{ endsAt: `${DAY}T10:00` }, messages.endsBeforeItBegins],
    [{ endsAt: "2023-03-13T10:00" }, programmeMessages.editing.tooLong],
    [{ startsAt: "2023-03-12T02:30" }, messages.notATime],
    [{ capacity: "0" }, programmeMessages.editing.capacity],
    [{ capacity: "many" }, programmeMessages.editing.capacity],
    [{ roomId: "nowhere" }, messages.notAnOption],
    [{ trackId: "nowhere" }, messages.notAnOption],
    [{ accessLevel: "director" }, messages.notAnOption],
    [{ recording: "No such video" }, programmeMessages.editing.unknownRecording],
    [{ speaker: "Nobody" }, programmeMessages.editing.unknownSpeaker("Nobody")],
    [{ speaker: "Ana Silva" }, programmeMessages.editing.severalSpeakers("Ana Silva")],
  ];
  await changingNothing(async () => {
    for (const [fields, sentence] of wrong) {
      const page = await director.submit(
        `${PROGRAMME}/new`,
        Object.entries({ ...FORM, title: "Talk", ...fields }),
      );
      expect([page.status, page.text.includes(sentence)], sentence).toEqual([400, true]);
      // A value that is not one of the choices cannot be shown.
      const { speaker, roomId: _, trackId: __, accessLevel: ___, ...typed } = fields;
      expect(Object.fromEntries(page.form("Save").fields)).toMatchObject(typed);
      if (speaker) expect(page.html).toContain(`value="${speaker}"`);
    }
  });
});

test("only directors see or change the programme", async () => {
  const session = await row<SessionRow>("SELECT * FROM programme_sessions WHERE title = 'Opening ceremony'");
  const director = await signedIn("director");
  const planId = (
    await director.upload(IMPORT, { table: `day,start,end,title\n${DAY},09:00,10:00,Guarded` })
  ).headers
    .get("Location")!
    .split("/")
    .at(-1)!;
  const paths = [
    PROGRAMME,
    `${PROGRAMME}/new`,
    `${PROGRAMME}/rooms`,
    IMPORT,
    `${IMPORT}/${planId}`,
    `${PROGRAMME}/${session.id}`,
  ];
  for (const browser of [(await colleague("reviewer")).browser, (await delegate()).browser]) {
    for (const path of [...paths, "/admin/scheduling.csv"])
      expect((await browser.get(path)).status, path).toBe(403);
    await changingNothing(async () => {
      for (const path of paths.slice(1)) {
        const forms: Record<string, string>[] = [
          { ...formOf(session), title: "Taken over" },
          { intent: "cancel", version: String(session.version) },
          { intent: "delete", version: String(session.version) },
          { intent: "add", kind: "room", title: "Cellar" },
          { intent: "apply" },
          { table: `day,start,end,title\n${DAY},09:00,10:00,Sneaked in` },
        ];
        for (const form of forms) expect((await browser.post(path, form)).status, path).toBe(403);
      }
    });
  }
});

/* ------------------------------------------------------------------ conflicts */

test("a room twice and a speaker in two sessions are refused, naming the other session", async () => {
  const director = await signedIn("director");
  await added(director, { title: "First", roomId: "fong", speaker: "Mei Lin" });
  await changingNothing(async () => {
    const room = await director.submit(
      `${PROGRAMME}/new`,
      Object.entries({
        ...FORM,
        title: "Second",
        roomId: "fong",
        startsAt: `${DAY}T10:59`,
        endsAt: `${DAY}T12:00`,
      }),
    );
    expect(room.status).toBe(409);
    expect(room.text).toContain("Fong Auditorium is taken: “First”, 11 March 2023, 10:00 EST");
    const speaker = await director.submit(
      `${PROGRAMME}/new`,
      Object.entries({ ...FORM, title: "Second", roomId: "sanders", speaker: "Mei Lin" }),
    );
    expect(speaker.status).toBe(409);
    expect(speaker.text).toContain("Mei Lin is somewhere else: “First”");
    expect(Object.fromEntries(speaker.form("Save").fields)).toMatchObject({
      title: "Second",
      roomId: "sanders",
    });
  });
  // A session may begin when another ends, and sessions without a room conflict with none.
  await added(director, {
    title: "After",
    roomId: "fong",
    startsAt: `${DAY}T11:00`,
    endsAt: `${DAY}T12:00`,
    speaker: "Mei Lin",
  });
  await added(director, { title: "Outside" });
  await added(director, { title: "Outside too" });
});

test("of two directors at once, one gets the room and one the speaker", async () => {
  const [one, other] = [await signedIn("director"), (await colleague("director")).browser];
  for (let round = 0; round < 4; round++) {
    const times = { startsAt: `${DAY}T1${round}:00`, endsAt: `${DAY}T1${round}:30` };
    const room = await Promise.all([
      add(one, { ...times, title: `Left ${round}`, roomId: "northwest" }),
      add(other, { ...times, title: `Right ${round}`, roomId: "northwest" }),
    ]);
    expect(room.map(({ status }) => status).sort()).toEqual([302, 409]);
    const speaker = await Promise.all([
      add(one, { ...times, title: `Up ${round}`, roomId: "fong", speaker: "Tom Ruiz" }),
      add(other, { ...times, title: `Down ${round}`, roomId: "sanders", speaker: "Tom Ruiz" }),
    ]);
    expect(speaker.map(({ status }) => status).sort()).toEqual([302, 409]);
  }
  // Two sessions are moved to the same room and time at once.
  const left = await added(one, { title: "Moves left", startsAt: `${DAY}T20:00`, endsAt: `${DAY}T21:00` });
  const right = await added(one, { title: "Moves right", startsAt: `${DAY}T20:00`, endsAt: `${DAY}T21:00` });
  const evening = { startsAt: `${DAY}T20:00`, endsAt: `${DAY}T21:00`, roomId: "fong" };
  const moved = await Promise.all([
    one.post(`${PROGRAMME}/${left.id}`, { ...formOf(left), ...evening }),
    other.post(`${PROGRAMME}/${right.id}`, { ...formOf(right), ...evening }),
  ]);
  expect(moved.map(({ status }) => status).sort()).toEqual([302, 409]);
  const twice = await rows(`SELECT one.title, other.title FROM programme_sessions AS one
    JOIN programme_sessions AS other ON other.room_id = one.room_id AND other.id > one.id
      AND other.starts_at < one.ends_at AND one.starts_at < other.ends_at
      AND other.cancelled_at IS NULL AND one.cancelled_at IS NULL
    WHERE one.day = '${DAY}'`);
  expect(twice).toEqual([]);
});

test("of two who edit one version, the second sees what the first wrote and loses nothing", async () => {
  const [director, other] = [await signedIn("director"), (await colleague("director")).browser];
  const session = await added(director, { title: "Versions" });
  const [mine, theirs] = [
    await director.open(`${PROGRAMME}/${session.id}`),
    await other.open(`${PROGRAMME}/${session.id}`),
  ];
  expect((await theirs.press("Save", { title: "Versions, theirs", roomId: "fong" })).status).toBe(302);
  const clashing = await mine.press("Save", { title: "Versions, mine", description: "Kept" });
  expect(clashing.status).toBe(409);
  expect(clashing.text).toContain(programmeMessages.editing.changedMeanwhile);
  expect(clashing.text).toContain("Title: Versions, theirs");
  expect(clashing.text).toContain("Room: Fong Auditorium");
  expect(Object.fromEntries(clashing.form("Save").fields)).toMatchObject({
    title: "Versions, mine",
    description: "Kept",
    version: "2",
  });
  expect((await clashing.press("Save")).status).toBe(302);
  expect(await sessionOf("Versions, mine")).toMatchObject({ version: 3, room_id: null });
  for (const intent of ["cancel", "delete"]) {
    const late = await changingNothing(() =>
      other.post(`${PROGRAMME}/${session.id}`, { intent, version: "2" }),
    );
    expect(late.status).toBe(409);
  }
});

test("a typing error in between does not hide what somebody else has saved meanwhile", async () => {
  const [director, other] = [await signedIn("director"), (await colleague("director")).browser];
  const session = await added(director, { title: "Mistyped" });
  const [mine, theirs] = [
    await director.open(`${PROGRAMME}/${session.id}`),
    await other.open(`${PROGRAMME}/${session.id}`),
  ];
  expect((await theirs.press("Save", { roomId: "fong" })).status).toBe(302);
  const wrong = await changingNothing(() => mine.press("Save", { capacity: "x" }));
  expect(wrong.status).toBe(400);
  const late = await changingNothing(() => wrong.press("Save", { capacity: "30" }));
  expect(late.status).toBe(409);
  expect(late.text).toContain(programmeMessages.editing.changedMeanwhile);
  expect(late.text).toContain("Room: Fong Auditorium");
  expect(await sessionOf("Mistyped")).toMatchObject({ version: 2, room_id: "fong", capacity: null });
  expect((await late.press("Save", { roomId: "fong" })).status).toBe(302);
  expect(await sessionOf("Mistyped")).toMatchObject({ version: 3, room_id: "fong", capacity: 30 });
});

/* ------------------------------------------------------------------ cancelled, deleted */

test("a cancelled session frees its room, and comes back only if the room is still free", async () => {
  const director = await signedIn("director");
  const session = await added(director, { title: "Called off", roomId: "fong", speaker: "Mei Lin" });
  const cancelled = await (await director.open(`${PROGRAMME}/${session.id}`)).press("Cancel this session");
  expect(cancelled.status).toBe(302);
  const off = await sessionOf("Called off");
  expect(off).toMatchObject({ version: 2 });
  expect(off.cancelled_at).not.toBeNull();
  const instead = await added(director, { title: "Instead", roomId: "fong", speaker: "Mei Lin" });
  const back = await (await director.open(`${PROGRAMME}/${session.id}`)).press("Undo the cancellation");
  expect(back.status).toBe(409);
  expect(back.text).toContain("Fong Auditorium is taken: “Instead”");
  expect(back.text).toContain("Mei Lin is somewhere else: “Instead”");
  expect((await director.post(`${PROGRAMME}/${instead.id}`, { intent: "delete", version: "1" })).status).toBe(
    302,
  );
  expect(await rows("SELECT * FROM session_speakers WHERE session_id = ?", instead.id)).toEqual([]);
  expect(
    (await (await director.open(`${PROGRAMME}/${session.id}`)).press("Undo the cancellation")).status,
  ).toBe(302);
  expect(await sessionOf("Called off")).toMatchObject({ version: 3, cancelled_at: null });
  expect(
    (
      await rows<{ action: string }>("SELECT action FROM audit WHERE object = ?", `programme/${session.id}`)
    ).map(({ action }) => action),
  ).toEqual(["addSession", "cancelSession", "restoreSession"]);
});

test("what somebody has chosen cannot be deleted", async () => {
  const director = await signedIn("director");
  const session = await added(director, { title: "Chosen" });
  await choose(session.id, 1);
  const page = await director.open(`${PROGRAMME}/${session.id}`);
  expect(page.has("Delete")).toBe(false);
  const answer = await changingNothing(() =>
    director.submit(`${PROGRAMME}/${session.id}`, [
      ["intent", "delete"],
      ["version", "1"],
    ]),
  );
  expect(answer.status).toBe(409);
  expect(answer.text).toContain(programmeMessages.editing.chosen(1));
});

test("what somebody did at the door of a session keeps it from being deleted, even if nobody has chosen it", async () => {
  const director = await signedIn("director");
  const session = await added(director, { title: "Recorded" });
  const before = await director.open(`${PROGRAMME}/${session.id}`);
  expect(before.has("Delete")).toBe(true);
  for (const [number, act] of [
    [1, "letIn"],
    [2, "undone"],
  ])
    await run(
      "INSERT INTO session_entries VALUES (?, ?, ?, 'let-in-by-mistake', ?, ?, 'helper', 0)",
      ...[`recorded-${number}`, CONFERENCE, session.id, number!, act!],
    );
  const answer = await changingNothing(() => before.press("Delete"));
  expect(answer.status).toBe(409);
  expect(answer.text).toContain(programmeMessages.editing.recorded);
  expect(answer.text).not.toContain(programmeMessages.editing.movedMeanwhile);
  const page = await director.open(`${PROGRAMME}/${session.id}`);
  expect(page.text).toContain(programmeMessages.editing.recorded);
  expect([page.has("Delete"), page.has("Cancel this session")]).toEqual([false, true]);
});

/* ------------------------------------------------------------------ places */

/** Stores `people` people who have chosen a session. The first `held` of them have a place, and the others wait. */
const choose = async (sessionId: string, people: number, held = people) => {
  for (let number = 0; number < people; number++)
    await run(
      "INSERT INTO places (session_id, uid, conference_id, state, chosen_at) VALUES (?, ?, ?, ?, ?)",
      sessionId,
      `chooser-${number}`,
      CONFERENCE,
      number < held ? "held" : "waiting",
      1000 - number * (number < held ? 1 : -1),
    );
};
const placesIn = async (sessionId: string) =>
  (
    await rows<{ state: string }>("SELECT state FROM places WHERE session_id = ? ORDER BY uid", sessionId)
  ).map(({ state }) => state);

test("a larger capacity gives places to those who waited longest, a smaller one takes none away", async () => {
  const director = await signedIn("director");
  const session = await added(director, { title: "Full", capacity: "2" });
  await choose(session.id, 6, 2);
  const save = async (capacity: string) => {
    const page = await director.open(`${PROGRAMME}/${session.id}`);
    const answer = await page.press("Save", { capacity });
    expect(answer.status, answer.text).toBe(302);
    return answer.follow();
  };
  expect((await save("4")).text).toContain(programmeMessages.editing.promoted(2));
  expect(await placesIn(session.id)).toEqual(["held", "held", "held", "held", "waiting", "waiting"]);
  const lower = await save("1");
  expect(await placesIn(session.id)).toEqual(["held", "held", "held", "held", "waiting", "waiting"]);
  expect(lower.text).toContain(programmeMessages.editing.lowering(4));
  await save("5");
  expect(await placesIn(session.id)).toEqual(["held", "held", "held", "held", "held", "waiting"]);
  await save("");
  expect(await placesIn(session.id)).not.toContain("waiting");
});

test("people who get a place by a larger capacity are told by mail, once", async () => {
  const director = await signedIn("director");
  const tour = await row<SessionRow>("SELECT * FROM programme_sessions WHERE title LIKE 'Walking tour%'");
  const mails = () =>
    rows<{ recipient: string }>("SELECT recipient FROM outbox WHERE event_key LIKE ?", `place/${tour.id}/%`);
  for (const capacity of ["4", "3", "4"]) {
    const page = await director.open(`${PROGRAMME}/${tour.id}`);
    expect((await page.press("Save", { capacity })).status).toBe(302);
    expect(await mails()).toEqual([{ recipient: "accepted@hpair.example" }]);
  }
  const plan = await planned(
    director,
    `id,day,start,end,title,capacity\n${tour.id},2023-02-18,13:30,14:30,${tour.title},5`,
  );
  expect((await apply(plan)).status).toBe(302);
  expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual([
    "accepted@hpair.example",
    "regular@hpair.example",
  ]);
});

test("in a session that is over nobody gets a place or a mail, whoever changes it", async () => {
  const director = await signedIn("director");
  const session = await added(director, { title: "Long past", capacity: "1" });
  await choose(session.id, 3, 1);
  await stopClockAt(new Date(session.ends_at + 1).toISOString());
  const page = () => director.open(`${PROGRAMME}/${session.id}`);
  expect((await (await page()).press("Save", { capacity: "2" })).status).toBe(302);
  expect((await (await page()).press("Cancel this session")).status).toBe(302);
  expect((await (await page()).press("Undo the cancellation")).status).toBe(302);
  const line = `id,day,start,end,title,capacity\n${session.id},${DAY},10:00,11:00,Long past,3`;
  expect((await apply(await planned(director, line))).status).toBe(302);
  expect(await placesIn(session.id)).toEqual(["held", "waiting", "waiting"]);
  expect(await rows("SELECT 1 FROM outbox WHERE event_key LIKE ?", `place/${session.id}/%`)).toEqual([]);
});

test("a form that is sent twice adds one session, room or track; other values add another", async () => {
  const director = await signedIn("director");
  const page = await director.open(`${PROGRAMME}/new`);
  const { entry } = Object.fromEntries(page.form("Save").fields);
  const send = (title: string) =>
    director.post(`${PROGRAMME}/new`, { ...FORM, title, roomId: "fong", entry: String(entry) });
  const answers = [...(await Promise.all([send("Twice"), send("Twice")])), await send("Twice")];
  const [session, ...more] = await rows<SessionRow>("SELECT * FROM programme_sessions WHERE title = 'Twice'");
  const there = `${PROGRAMME}/${session!.id}?saved`;
  expect(answers.map((one) => [one.status, one.headers.get("Location")])).toEqual(
    Array(3).fill([302, there]),
  );
  expect(more).toEqual([]);
  expect(await rows("SELECT 1 FROM audit WHERE object = ?", `programme/${session!.id}`)).toHaveLength(1);
  // The same form with another title asks for another session, which clashes with the first.
  expect((await send("Other")).status).toBe(409);

  const add = (browser: Browser, fields: Record<string, string>) =>
    browser.post(`${PROGRAMME}/rooms`, { intent: "add", link: "", ...fields });
  for (const kind of ["room", "track"]) {
    const named = { kind, title: `Pressed ${kind}` };
    const added = await Promise.all([add(director, named), add(director, named)]);
    const again = [...added, await add(director, named)];
    expect(again.map(({ status }) => status)).toEqual([302, 302, 302]);
    const { browser: other } = await colleague("director");
    expect((await add(other, named)).status).toBe(409);
  }
  expect(
    (await add(director, { kind: "room", title: "Pressed room", link: "https://a.example" })).status,
  ).toBe(409);
});

test("whoever presses twice is told twice that it is done: saving, cancelling, renaming", async () => {
  const director = await signedIn("director");
  const session = await added(director, { title: "Pressed once" });
  const path = `${PROGRAMME}/${session.id}`;
  const page = await director.open(path);
  const save = () => page.press("Save", { title: "Pressed twice" });
  expect([(await save()).status, (await save()).status]).toEqual([302, 302]);
  expect(await sessionOf("Pressed twice")).toMatchObject({ version: 2 });
  const second = await director.open(path);
  const cancel = () => second.press("Cancel this session");
  expect([(await cancel()).status, (await cancel()).status]).toEqual([302, 302]);
  const cancelled = await director.open(path);
  const restore = () => cancelled.press("Undo the cancellation");
  expect([(await restore()).status, (await restore()).status]).toEqual([302, 302]);
  expect(await sessionOf("Pressed twice")).toMatchObject({ version: 4, cancelled_at: null });

  await director.post(`${PROGRAMME}/rooms`, { kind: "room", intent: "add", title: "Named once", link: "" });
  const { id } = await row<{ id: string }>("SELECT id FROM rooms WHERE title = 'Named once'");
  const seen = { seenTitle: "Named once", seenLink: "" };
  const rename = () =>
    director.post(`${PROGRAMME}/rooms`, {
      kind: "room",
      intent: "rename",
      id,
      title: "Named twice",
      link: "",
      ...seen,
    });
  expect([(await rename()).status, (await rename()).status]).toEqual([302, 302]);
});

/* ------------------------------------------------------------------ rooms and tracks */

test("rooms and tracks are added, renamed and removed; those in use stay", async () => {
  const director = await signedIn("director");
  const rooms = `${PROGRAMME}/rooms`;
  const post = (fields: Record<string, string>) => director.submit(rooms, Object.entries(fields));
  expect(
    (await post({ kind: "room", intent: "add", title: "Lab", link: "https://meet.example/lab" })).status,
  ).toBe(302);
  const { id } = await row<{ id: string }>("SELECT id FROM rooms WHERE title = 'Lab'");
  await changingNothing(async () => {
    const twice = await post({ kind: "room", intent: "add", title: " lab ", link: "" });
    expect([twice.status, twice.text.includes(programmeMessages.editing.nameTaken("lab"))]).toEqual([
      409,
      true,
    ]);
    for (const link of ["javascript:alert(1)", "http://meet.example"])
      expect((await post({ kind: "room", intent: "add", title: "Other", link })).status).toBe(400);
    expect((await post({ kind: "track", intent: "add", title: "" })).status).toBe(400);
    expect((await post({ kind: "stage", intent: "add", title: "Stage" })).status).toBe(400);
  });
  const session = await added(director, { title: "In the lab", roomId: id });
  const inUse = await changingNothing(() => post({ kind: "room", intent: "remove", id }));
  expect([inUse.status, inUse.text.includes(programmeMessages.editing.inUse(1))]).toEqual([409, true]);
  // Calendars show the name of the room, so a new name makes a new version of the sessions in it.
  const seen = { seenTitle: "Lab", seenLink: "https://meet.example/lab" };
  const renamed = { kind: "room", intent: "rename", id, title: "Laboratory", link: "", ...seen };
  expect((await post(renamed)).status).toBe(302);
  expect((await sessionOf("In the lab")).version).toBe(2);
  expect((await changingNothing(() => post({ ...renamed, title: "Lab 2" }))).status).toBe(409);
  await director.post(`${PROGRAMME}/${session.id}`, { intent: "delete", version: "2" });
  expect((await post({ kind: "room", intent: "remove", id })).status).toBe(302);
  expect(await rows("SELECT * FROM rooms WHERE id = ?", id)).toEqual([]);
  expect(
    (await rows<{ action: string }>("SELECT action FROM audit WHERE object = ?", `rooms/${id}`)).map(
      ({ action }) => action,
    ),
  ).toEqual(["addRoom", "renameRoom", "removeRoom"]);
  expect((await post({ kind: "track", intent: "add", title: "Arts" })).status).toBe(302);
  const track = await row<{ id: string }>("SELECT id FROM tracks WHERE title = 'Arts'");
  expect((await post({ kind: "track", intent: "remove", id: track.id })).status).toBe(302);
});

/** Adds a room. Returns its id, and the page of the rooms as two directors have opened it: `mine` and `theirs`. */
async function seenByTwo(title: string) {
  const rooms = `${PROGRAMME}/rooms`;
  const [director, other] = [await signedIn("director"), (await colleague("director")).browser];
  await director.post(rooms, { kind: "room", intent: "add", title });
  const { id } = await row<{ id: string }>("SELECT id FROM rooms WHERE title = ?", title);
  return { id, mine: await director.open(rooms), theirs: await other.open(rooms) };
}

/** Fills in the form of one room or track on a page, and presses a button of it. */
function pressOf(page: Page, id: string, intent: "rename" | "remove", title: string) {
  const isOf = ([name, value]: [string, string]) => name === "id" && value === id;
  const { fields } = page.forms.find((form) => form.fields.some(isOf))!;
  const kept = fields.filter(([name]) => name !== "title");
  return page.browser.submit(page.path, [...kept, ["title", title], ["intent", intent]]);
}

test.each([
  ["an empty name", "", 400],
  ["a name that is taken", "Fong Auditorium", 409],
])("%s in between does not hide that somebody else has renamed the room", async (_, name, status) => {
  const { id, mine, theirs } = await seenByTwo("Attic");
  const titleNow = async () =>
    (await row<{ title: string }>("SELECT title FROM rooms WHERE id = ?", id)).title;
  expect((await pressOf(theirs, id, "rename", "Attic, theirs")).status).toBe(302);
  const wrong = await changingNothing(() => pressOf(mine, id, "rename", name));
  expect(wrong.status).toBe(status);
  const late = await changingNothing(() => pressOf(wrong, id, "rename", "Attic, mine"));
  expect([late.status, late.text.includes(programmeMessages.editing.renamedMeanwhile)]).toEqual([409, true]);
  expect(await titleNow()).toBe("Attic, theirs");
  // By now this director has read the other name, so they may replace it.
  const saved = await pressOf(late, id, "rename", "Attic, mine");
  expect([saved.status, await titleNow()]).toEqual([302, "Attic, mine"]);
  await run("DELETE FROM rooms WHERE id = ?", id);
});

test("the name of a room that somebody else has removed meanwhile is kept, for a new room", async () => {
  const { id, mine, theirs } = await seenByTwo("Cellar");
  expect((await pressOf(theirs, id, "remove", "Cellar")).status).toBe(302);
  const late = await changingNothing(() => pressOf(mine, id, "rename", "Cellar, mine"));
  expect([late.status, late.text.includes(programmeMessages.editing.renamedMeanwhile)]).toEqual([409, true]);
  expect(Object.fromEntries(late.form("Add track").fields)["title"]).toBe("");
  expect((await late.press("Add room")).status).toBe(302);
  expect(await rows("SELECT id FROM rooms WHERE title = 'Cellar, mine'")).toHaveLength(1);
  await run("DELETE FROM rooms WHERE title = 'Cellar, mine'");
});

test("control characters and odd line ends become blanks in sessions and rooms, typed or imported", async () => {
  const director = await signedIn("director");
  const typed = "Energy\u000band\u2028trade\u0000in\u0085Asia\u001f";
  const printed = "Energy and trade in Asia";
  const room = { kind: "room", intent: "add", title: `Hall\u000bof ${typed}`, link: "" };
  expect((await director.submit(`${PROGRAMME}/rooms`, Object.entries(room))).status).toBe(302);
  const { id: roomId } = await row<{ id: string }>(
    "SELECT id FROM rooms WHERE title = ?",
    `Hall of ${printed}`,
  );
  const description = "First\u000bline\r\nsecond\u2029line\ttwo";
  expect((await add(director, { title: typed, description, roomId })).status).toBe(302);
  expect(await sessionOf(printed)).toMatchObject({
    room_id: roomId,
    description: "First line\nsecond line two",
  });

  const file = Papa.unparse(
    [
      ["day", "start", "end", "title", "description", "room", "speakers"],
      [DAY, "12:00", "13:00", `Later:\n${typed}`, description, `Barn\u000b${typed}`, "Tom\u000bRuiz"],
    ],
    { newline: "\r\n" },
  );
  expect((await apply(await planned(director, file))).status).toBe(302);
  const later = await sessionOf(`Later: ${printed}`);
  expect(later).toMatchObject({ description: "First line\nsecond line two", speakers: '["speaker-tom"]' });
  expect(await row("SELECT title FROM rooms WHERE id = ?", later.room_id)).toEqual({
    title: `Barn ${printed}`,
  });
});

/* ------------------------------------------------------------------ the import */

async function planned(director: Browser, table: string): Promise<Page> {
  const answer = await director.upload(IMPORT, { file: new File([table], "programme.csv") });
  expect(answer.status, await answer.clone().text()).toBe(302);
  return director.open(answer.headers.get("Location")!);
}

const applyButton = (page: Page) =>
  page.forms.flatMap(({ buttons }) => buttons).find(({ value }) => value === "apply")?.text;

const apply = async (plan: Page) => plan.press(applyButton(plan)!);

const HEADER = "day,start,end,title,room,track,speakers,level,capacity";
const tableOf = (...lines: string[]) => [HEADER, ...lines].join("\r\n");

test("a file becomes a plan that shows old and new and changes nothing before it is applied", async () => {
  const director = await signedIn("director");
  const session = await added(director, { title: "Kept", roomId: "fong", capacity: "1" });
  await choose(session.id, 3, 1);
  const table = `\uFEFFTitle;Day;Start;End;Room;Track;Speakers;Level;Capacity;Notes
Kept;${DAY};10:00;11:00;Fong auditorium;Arts and Letters;Mei Lin;GOLD;2;x
"Brand; new";${DAY};9:00;09:45;Green room;arts and letters;"Tom Ruiz; Ana Silva (speaker-ana)";everybody;;x
`;
  const plan = await changingNothing(() => planned(director, table), PLANS);
  expect(plan.text).toContain("1 new, 1 changed.");
  expect(plan.text).toContain("New rooms Green room");
  expect(plan.text).toContain("New tracks Arts and Letters");
  expect(plan.text).toContain("track: nothing → Arts and Letters");
  expect(plan.text).toContain("speakers: nothing → Mei Lin");
  expect(plan.text).toContain("level: nothing → gold");
  expect(plan.text).toContain("capacity: 1 → 2");
  expect(plan.text).not.toContain("room: Fong Auditorium →");
  expect((await apply(plan)).status).toBe(302);
  expect(await sessionOf("Kept")).toMatchObject({
    ...{ id: session.id, version: 2, capacity: 2, room_id: "fong", speakers: '["speaker-mei"]' },
  });
  expect(await placesIn(session.id)).toEqual(["held", "held", "waiting"]);
  const fresh = await sessionOf("Brand; new");
  expect(fresh).toMatchObject({ version: 1, speakers: '["speaker-tom","speaker-ana"]', day: DAY });
  expect(await row("SELECT title FROM rooms WHERE id = ?", fresh.room_id)).toEqual({ title: "Green room" });
  expect(
    await rows(
      "SELECT speaker_id FROM session_speakers WHERE session_id IN (?, ?) ORDER BY 1",
      session.id,
      fresh.id,
    ),
  ).toEqual([{ speaker_id: "speaker-ana" }, { speaker_id: "speaker-mei" }, { speaker_id: "speaker-tom" }]);
  expect(
    await rows("SELECT actor_uid, detail FROM audit WHERE action = 'applySchedule' ORDER BY at DESC LIMIT 1"),
  ).toEqual([{ actor_uid: demoUid("director"), detail: '{"added":1,"changed":1,"rooms":1,"tracks":1}' }]);
  const again = await changingNothing(() => director.submit(plan.path, [["intent", "apply"]]));
  expect([again.status, again.text.includes(planMessages.alreadyApplied)]).toEqual([409, true]);
  // If the same file is uploaded again, it changes nothing.
  expect((await planned(director, table)).text).toContain("2 unchanged.");
});

test("a large plan whose request was cut off says that it is being applied, and the cron applies it", async () => {
  const director = await signedIn("director");
  const plan = await planned(director, tableOf(`${DAY},10:00,11:00,Cut off,,,,,`));
  const id = plan.path.split("/").at(-1)!;
  const asked = Date.now() - 5 * MINUTE;
  await run("UPDATE plans SET asked_by = created_by, asked_at = ? WHERE id = ?", asked, id);
  const open = await director.open(plan.path);
  expect(open.text).toContain("This plan is being applied");
  expect(open.html).toMatch(/http-equiv="refresh"/i);
  expect(applyButton(open)).toBeUndefined();
  await keepHouse();
  expect(await sessionOf("Cut off")).toMatchObject({ version: 1, day: DAY });
});

test("a bad line, wherever it is, is named, and nothing of the file can be applied", async () => {
  const director = await signedIn("director");
  const good = (hour: number) => `${DAY},${hour}:00,${hour}:30,Good ${hour},Sanders Theatre,,,,`;
  const bad: [line: string, sentence: string][] = [
    [`2023-02-30,10:00,11:00,Bad,,,,,`, programmeMessages.file.times("2023-02-30", "10:00", "11:00")],
    [`2023-03-12,02:30,04:00,Bad,,,,,`, programmeMessages.file.times("2023-03-12", "02:30", "04:00")],
    [`${DAY},10:00,11:00,,,,,,`, programmeMessages.file.noTitle],
    [`${DAY},10:00,11:00,Bad,,,Nobody Known,,`, programmeMessages.editing.unknownSpeaker("Nobody Known")],
    [`${DAY},10:00,11:00,Bad,,,Ana Silva,,`, programmeMessages.editing.severalSpeakers("Ana Silva")],
    [`${DAY},10:00,11:00,Bad,,,,platinum,`, "“platinum” is not an access level"],
    [`${DAY},10:00,11:00,Bad,,,,,-3`, programmeMessages.editing.capacity],
  ];
  for (const [line, sentence] of bad) {
    for (const place of [0, 1, 2]) {
      const lines = [good(13), good(14)];
      lines.splice(place, 0, line);
      await changingNothing(async () => {
        const plan = await planned(director, tableOf(...lines));
        expect(plan.text).toContain("2 new, 1 refused.");
        expect(plan.html).toContain(`id="line-${place + 2}"`);
        expect(plan.text).toContain(sentence);
        expect(applyButton(plan)).toBeUndefined();
        const only = await director.open(`${plan.path}?act=refused`);
        expect(only.html).toContain(`id="line-${place + 2}"`);
        expect(only.html.match(/id="line-/g)).toHaveLength(1);
        const forced = await director.submit(plan.path, [["intent", "apply"]]);
        expect([forced.status, forced.text.includes(planMessages.refusedLines)]).toEqual([409, true]);
      }, PLANS);
    }
  }
  const unreadable: [string, string][] = [
    ["", tableMessages.nothingGiven],
    ["name,town\nMei,Boston", programmeMessages.file.noColumn("day")],
    ["day,start,end\n1,2,3", programmeMessages.file.noColumn("title")],
    [`${HEADER},title\nx`, tableMessages.columnTwice("title")],
    [HEADER, programmeMessages.file.empty],
    [`id,${HEADER}\nunknown,${DAY},10:00,11:00,Bad,,,,,`, programmeMessages.file.unknownId("unknown")],
  ];
  for (const [table, sentence] of unreadable) {
    const answer = await director.upload(IMPORT, { table });
    const page = answer.status === 302 ? await director.open(answer.headers.get("Location")!) : null;
    expect(page?.text ?? (await answer.text()), sentence).toContain(
      page ? sentence : sentence.replaceAll("'", "&#x27;"),
    );
  }
});

test("a conflict inside a file names both lines, one with the programme names the session", async () => {
  const director = await signedIn("director");
  await added(director, { title: "There before", roomId: "fong", speaker: "Mei Lin" });
  const plan = await changingNothing(
    () =>
      planned(
        director,
        tableOf(
          `${DAY},12:00,13:00,Alpha,Sanders Theatre,,Tom Ruiz,,`,
          `${DAY},12:30,13:30,Beta,sanders theatre,,,,`,
          `${DAY},12:45,13:15,Gamma,,,Tom Ruiz,,`,
          `${DAY},10:30,11:30,Delta,Fong Auditorium,,,,`,
          `${DAY},10:30,11:30,Epsilon,,,Mei Lin,,`,
          `${DAY},13:30,14:00,Zeta,Sanders Theatre,,,,`,
          `${DAY},17:00,18:00,Twin,,,,,`,
          `${DAY},17:00,18:00,twin,,,,,`,
        ),
      ),
    PLANS,
  );
  expect(plan.text).toContain("1 new, 7 refused.");
  for (const sentence of [
    "Sanders Theatre is taken: “Beta” in line 3, 2023-03-11 12:30–13:30.",
    "Sanders Theatre is taken: “Alpha” in line 2, 2023-03-11 12:00–13:00.",
    "Tom Ruiz is somewhere else: “Gamma” in line 4,",
    "Fong Auditorium is taken: “There before”, 2023-03-11 10:00–11:00.",
    "Mei Lin is somewhere else: “There before”,",
    programmeMessages.file.twice([9]),
    programmeMessages.file.twice([8]),
  ])
    expect(plan.text).toContain(sentence);
});

const programmeNow = () =>
  rows(
    `SELECT id, title, day, starts_at, ends_at, room_id, track_id, speakers, access_level, capacity, cancelled_at
      FROM programme_sessions WHERE conference_id = ? ORDER BY id`,
    CONFERENCE,
  );
const placesNow = () =>
  rows(
    "SELECT id, title FROM rooms UNION ALL SELECT id, title FROM tracks UNION ALL SELECT session_id, speaker_id FROM session_speakers ORDER BY 1, 2",
  );

test("an applied plan is taken back by a plan: the programme is as it was, and what somebody chose is cancelled", async () => {
  const director = await signedIn("director");
  await added(director, { title: "Kept", roomId: "fong", capacity: "5", speaker: "Mei Lin" });
  const [before, placesBefore] = [await programmeNow(), await placesNow()];
  const table = tableOf(
    `${DAY},12:00,13:00,Kept,Loft,Film,Tom Ruiz,gold,7`,
    `${DAY},15:00,16:00,Fresh,Loft,Film,Ana Silva (speaker-ana),,`,
    `${DAY},17:00,18:00,Chosen,Fong Auditorium,,Ana Silva (speaker-ana),,`,
  );
  const id = `${(await sessionOf("Kept")).id}`;
  const plan = await planned(
    director,
    table
      .replace("day,start", "id,day,start")
      .replace(`\r\n${DAY},12`, `\r\n${id},${DAY},12`)
      .replace(`\r\n${DAY},15`, `\r\n,${DAY},15`)
      .replace(`\r\n${DAY},17`, `\r\n,${DAY},17`),
  );
  expect(plan.text).toContain("2 new, 1 changed.");
  expect((await apply(plan)).status).toBe(302);
  const chosen = await sessionOf("Chosen");
  await choose(chosen.id, 1);

  const done = await director.open(plan.path);
  const undo = await (await done.press("Undo")).follow();
  expect(undo.text).toContain("Undo: programme.csv");
  expect(undo.text).toContain("room: Loft → Fong Auditorium");
  expect(undo.text).toContain("session: in the programme → taken out");
  expect((await apply(undo)).status).toBe(302);

  const after = await programmeNow();
  expect(after.filter((session) => session["id"] !== chosen.id)).toEqual(before);
  expect(await sessionOf("Chosen")).toMatchObject({ cancelled_at: expect.any(Number), version: 2 });
  // A session that is only cancelled keeps its speakers.
  const speakersOf = (sessionId: string) =>
    rows("SELECT speaker_id AS id FROM session_speakers WHERE session_id = ?", sessionId);
  expect(await speakersOf(chosen.id)).toEqual([{ id: "speaker-ana" }]);
  expect((await placesNow()).filter((place) => place["id"] !== chosen.id)).toEqual(placesBefore);
  expect((await director.open(plan.path)).text).toContain("Undone by this plan");
  for (const path of [plan.path, undo.path]) {
    const refused = await changingNothing(() => director.submit(path, [["intent", "undo"]]));
    expect(refused.status, path).toBe(409);
  }
});

test("a plan is not taken back over what was changed since, and only once", async () => {
  const director = await signedIn("director");
  const plan = await planned(
    director,
    tableOf(`${DAY},15:00,16:00,First,,,,,`, `${DAY},17:00,18:00,Second,,,,,`),
  );
  const early = await changingNothing(() => director.submit(plan.path, [["intent", "undo"]]));
  expect([early.status, early.text.includes(planMessages.notApplied)]).toEqual([409, true]);
  await apply(plan);
  const undo = async () => (await (await director.open(plan.path)).press("Undo")).follow();
  const [one, other] = [await undo(), await undo()];
  await run("UPDATE programme_sessions SET version = version + 1, capacity = 3 WHERE title = 'First'");
  const late = await undo();
  expect(late.text).toContain("1 changed, 1 refused.");
  expect(late.text).toContain(`“First”: ${programmeMessages.plan.changedSince}`);
  expect(applyButton(await director.open(one.path))).toBeUndefined();
  expect((await director.post(one.path, { intent: "apply" })).status).toBe(409);
  await run("UPDATE programme_sessions SET version = 1 WHERE title = 'First'");
  const answers = await Promise.all([one, other].map(({ path }) => director.post(path, { intent: "apply" })));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  expect(await titles()).toEqual([]);
});

test("possible mistakes are pointed out before a plan is applied: days outside the conference, new rooms", async () => {
  const director = await signedIn("director");
  const plan = await planned(
    director,
    tableOf(
      `2023-02-17,05:00,06:00,Inside,Fong Auditorium,,,,`,
      "2023-03-17,15:00,16:00,Outside,Fong Auditorum,,,,",
    ),
  );
  expect(plan.text).toMatch(/1 session is on a day outside the conference: line 3\b/);
  expect(plan.text).toContain("1 room would be added: Fong Auditorum.");
  const plain = await planned(director, tableOf(`2023-02-17,05:00,06:00,Inside,Fong Auditorium,,,,`));
  expect(plain.text).not.toContain("Please look at this first");
  const night = await planned(director, tableOf(`2023-02-17,12:00,11:30,Slip,,,,,`));
  expect(night.text).toContain(programmeMessages.file.endsBeforeItBegins(12));
});

test("a plan is refused once something has moved, naming it", async () => {
  const director = await signedIn("director");
  const session = await added(director, { title: "Moves" });
  const change = `${DAY},10:00,11:00,Moves,,,,,7`;
  const create = `${DAY},15:00,16:00,Comes,Fong Auditorium,,Tom Ruiz,,`;
  const refusedWith = async (plan: Page, said: string) => {
    await changingNothing(async () => {
      const page = await director.open(plan.path);
      expect(applyButton(page)).toBeUndefined();
      expect(page.text).toContain(said);
      const forced = await director.submit(plan.path, [["intent", "apply"]]);
      expect([forced.status, forced.text.includes(programmeMessages.file.moved)]).toEqual([409, true]);
      expect(forced.text).toContain(said);
    });
  };
  const first = await planned(director, tableOf(change));
  await run("UPDATE programme_sessions SET version = version + 1 WHERE id = ?", session.id);
  await refusedWith(first, "Line 2, “Moves”: “Moves” has changed since");

  const second = await planned(director, tableOf(change, create));
  const rival = await added(director, {
    title: "Rival",
    roomId: "fong",
    startsAt: `${DAY}T15:30`,
    endsAt: `${DAY}T15:45`,
  });
  await refusedWith(second, "Line 3, “Comes”: its room is now taken by “Rival”");
  await director.post(`${PROGRAMME}/${rival.id}`, { intent: "delete", version: "1" });

  const busy = await added(director, {
    title: "Busy",
    startsAt: `${DAY}T15:30`,
    endsAt: `${DAY}T15:45`,
    speaker: "Tom Ruiz",
  });
  await refusedWith(second, "Line 3, “Comes”: one of its speakers is now in “Busy”");
  await director.post(`${PROGRAMME}/${busy.id}`, { intent: "delete", version: "1" });

  const third = await planned(director, tableOf(`${DAY},19:00,20:00,Hut talk,Hut,,,,`));
  await director.post(`${PROGRAMME}/rooms`, { kind: "room", intent: "add", title: "hut" });
  await refusedWith(third, "hut has been added since");
  const inHut = await planned(director, tableOf(`${DAY},19:00,20:00,Hut talk,Hut,,,,`));
  const { id } = await row<{ id: string }>("SELECT id FROM rooms WHERE title = 'hut'");
  await director.post(`${PROGRAMME}/rooms`, { kind: "room", intent: "remove", id });
  await refusedWith(inHut, "hut has been removed since");

  // Nothing stands in the way of the second plan any more.
  expect((await director.post(second.path, { intent: "apply" })).status).toBe(302);
  expect(await titles()).toEqual(["Comes", "Moves"]);
});

test("if two people apply one plan at once, one succeeds", async () => {
  const director = await signedIn("director");
  const plan = await planned(director, tableOf(`${DAY},15:00,16:00,Once,,,,,`));
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => director.post(plan.path, { intent: "apply" })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409, 409]);
  expect(await titles()).toEqual(["Once"]);
});

test("importing an exported programme changes nothing", async () => {
  const director = await signedIn("director");
  const strange = [
    ["=1+1", 'Quotes " and ; and,\nlines', "speaker-ana"],
    ["'=already marked", "@home", "speaker-two"],
    [" Spaces  inside", "-5", "speaker-tom"],
  ];
  for (const [index, [title, description, speaker]] of strange.entries())
    await run(
      `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers, version, changed_at)
        VALUES (?, ?, ?, ?, '2023-11-05', ?, ?, ?, 1, 0)`,
      `strange-${index}`,
      CONFERENCE,
      title,
      description,
      // The clocks go back in that night, so half past one comes twice. This is the second time.
      Date.parse("2023-11-05T06:30Z") + index * 3_600_000,
      Date.parse("2023-11-05T07:00Z") + index * 3_600_000,
      JSON.stringify([speaker]),
    );
  const file = await (await director.get("/admin/scheduling.csv")).text();
  const { total } = await row<{ total: number }>("SELECT count(*) AS total FROM programme_sessions");
  const plan = await changingNothing(() => planned(director, file), PLANS);
  expect(plan.text).toContain(`${total} unchanged.`);
  expect(applyButton(plan)).toBeUndefined();
  const parsed = Papa.parse<string[]>(file.trim()).data;
  // The file also has a header and a last line.
  expect(parsed).toHaveLength(total + 2);

  // A spreadsheet would write the file with other line ends, another order of columns, and no needless quotes.
  const shuffled = Papa.unparse(
    parsed.map((cells) => [...cells].reverse()),
    { newline: "\n", delimiter: ";" },
  );
  expect((await planned(director, shuffled)).text).toContain(`${total} unchanged.`);

  // A session that was imported is exported unchanged.
  const made = await planned(
    director,
    tableOf(`${DAY},23:00,00:30,=SUM(A1),Sanders Theatre,,Tom Ruiz,gold,5`),
  );
  expect((await apply(made)).status).toBe(302);
  const again = await (await director.get("/admin/scheduling.csv")).text();
  expect((await planned(director, again)).text).toContain(`${total + 1} unchanged.`);
});

/* ------------------------------------------------------------------ many */

test("2,000 sessions are imported as one plan, and listed by day within three round trips and without scans", async () => {
  const director = await signedIn("director");
  const lines = Array.from({ length: 2_000 }, (_, index) => {
    const day = `2023-04-0${1 + (index % 4)}`;
    const slot = Math.floor(index / 4) % 20;
    const room = Math.floor(index / 80);
    const hour = String(4 + Math.floor(slot / 2)).padStart(2, "0");
    const [start, end] = slot % 2 === 0 ? ["00", "30"] : ["30", "59"];
    return `${day},${hour}:${start},${hour}:${end},Session ${index},Big room ${room},Track ${index % 5},,registered,30`;
  });
  const plan = await planned(director, tableOf(...lines));
  expect(plan.text).toContain("2,000 new.");
  const applied = await apply(plan);
  expect(applied.status, applied.text.slice(0, 300)).toBe(302);
  expect(await row("SELECT count(*) AS n FROM programme_sessions WHERE title LIKE 'Session %'")).toEqual({
    n: 2_000,
  });

  const { browser, asked } = watched(director);
  for (const path of [
    PROGRAMME,
    `${PROGRAMME}?day=2023-04-02`,
    `${PROGRAMME}/rooms`,
    plan.path,
    IMPORT,
    `${PROGRAMME}/${(await sessionOf("Session 5")).id}`,
  ]) {
    asked.length = 0;
    const page = await browser.open(path);
    expect(page.status, path).toBe(200);
    const trips = Number(/db;desc="(\d+)"/.exec(page.response.headers.get("Server-Timing") ?? "")?.[1]);
    expect(trips, path).toBeLessThanOrEqual(3);
    const scans: string[] = [];
    for (const { sql, values } of asked)
      for (const { detail } of await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values))
        if (/^SCAN/.test(detail) && !SMALL.test(detail)) scans.push(`${detail}: ${sql.slice(0, 200)}`);
    expect(scans, path).toEqual([]);
  }
  const day = await director.open(`${PROGRAMME}?day=2023-04-02`);
  expect(day.text).toContain("Session 1 ");
  expect(day.text).not.toContain("Session 0 ");
  expect(day.html.match(/href="\/admin\/scheduling\/[a-z2-7]{20}"/g)).toHaveLength(500);
});

/**
 * Matches scans that do no harm: of tables with a handful of rows, and of the speakers and videos. The form of a
 * session offers all speakers and videos.
 */
const SMALL =
  /^SCAN (settings|content_versions|conferences USING INDEX|editions USING COVERING INDEX|CONSTANT ROW|\(|json_each|speaker |made |item|moved|speakers USING INDEX|recordings USING INDEX|recordings USING COVERING INDEX)/;

/** Makes the browser's requests record their statements. Returns the browser and these statements. */
function watched(director: Browser) {
  const asked: { sql: string; values: unknown[] }[] = [];
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const noted = (values: unknown[]) => {
      asked.push({ sql, values });
      return wrap(statement.bind(...values), sql);
    };
    const wrapped = {
      bind: (...values: unknown[]) => noted(values),
      all: () => statement.all(),
      run: () => statement.run(),
      raw: (...options: [{ columnNames: true }]) => statement.raw(...options),
      first: (...column: [string]) => statement.first(...column),
    } as D1PreparedStatement;
    originals.set(wrapped, statement);
    return wrapped;
  };
  const DB = {
    prepare: (sql: string) => wrap(env.DB.prepare(sql), sql),
    batch: (statements: D1PreparedStatement[]) =>
      env.DB.batch(statements.map((one) => originals.get(one) ?? one)),
  };
  director.send = (request) => answerWith({ DB }, request);
  return { browser: director, asked };
}
