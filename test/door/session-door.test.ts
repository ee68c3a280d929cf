import { afterEach, beforeAll, expect, test } from "vitest";
import { doorMessages } from "~/door/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { programmeMessages } from "~/programme/messages.ts";
import { Browser } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { addFormerEdition, FORMER_CONFERENCE } from "../support/editions.ts";
import { CONFERENCE, type Delegate, delegate } from "../support/people.ts";
import { type Colleague, colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { confirmed, holder } from "../support/transfers.ts";
import { keepHouse } from "../support/worker.ts";

await addFormerEdition();
afterEach(async () => {
  await restoreClock();
  const ours = "(SELECT id FROM programme_sessions WHERE title GLOB 'Workshop *')";
  for (const table of ["give_aways", "session_entries", "places"])
    await run(`DELETE FROM ${table} WHERE session_id IN ${ours}`);
  await run("DELETE FROM programme_sessions WHERE title GLOB 'Workshop *'");
});

const say = doorMessages.sessions;
const START = Date.parse("2023-02-18T15:00:00Z");
const MINUTE = 60_000;
/** The minute at which the places of the absent are given away: 10:15 where the event is. */
const GIVEN = START + 15 * MINUTE;
const at = (ms: number) => stopClockAt(new Date(ms).toISOString());

type Held = Delegate & { id: string; name: string };
let helper: Colleague;
let pool: Held[];

beforeAll(async () => {
  helper = await colleague("door");
  pool = [];
  for (const name of ["Ada Alder", "Bo Birch", "Cy Cedar", "Di Dogwood", "Ed Elm"]) {
    const person = await confirmed(await holder());
    await run(
      "INSERT INTO detail_changes SELECT conference_id, uid, 1, ?, 0, 0 FROM applications WHERE uid = ?",
      ...[JSON.stringify({ badgeName: { from: "", to: name } }), person.uid],
    );
    pool.push({ ...person, name });
  }
});

/** Makes a session that these people have chosen. The first ones have its places; the others wait, in this order. */
async function session(
  people: Held[],
  { capacity = 2, giveAway = 15 as number | null, conference = CONFERENCE } = {},
): Promise<string> {
  const id = newId();
  await run(
    `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers, capacity,
      version, changed_at, give_away_minutes) VALUES (?, ?, ?, '', '2023-02-18', ?, ?, '[]', ?, 1, 0, ?)`,
    ...[id, conference, `Workshop ${id}`, START, START + 60 * MINUTE, capacity, giveAway],
  );
  for (const [index, { uid }] of people.entries())
    await run(
      "INSERT INTO places VALUES (?, ?, ?, ?, ?)",
      ...[id, uid, conference, index < capacity ? "held" : "waiting", index + 1],
    );
  return id;
}

const doorOf = (id: string) => `/admin/door/sessions/${id}`;
const open = (id: string, by: Colleague = helper) => by.browser.open(doorOf(id));
const press = async (id: string, button: string, by: Colleague = helper) =>
  (await open(id, by)).press(button);
const statesIn = async (id: string) =>
  Object.fromEntries(
    (
      await rows<{ uid: string; state: string }>("SELECT uid, state FROM places WHERE session_id = ?", id)
    ).map(({ uid, state }) => [uid, state]),
  );
const journal = async (id: string, uid?: string) =>
  (
    await rows<{ act: string }>(
      `SELECT act FROM session_entries WHERE session_id = ?1 AND uid = coalesce(?2, uid) ORDER BY uid, number`,
      ...[id, uid ?? null],
    )
  ).map(({ act }) => act);
const mailsAbout = (email: string, id: string) =>
  rows("SELECT subject FROM outbox WHERE recipient = ? AND body LIKE ?", email, `%Workshop ${id}%`);
const placeOf = (id: string, uid: string) =>
  row<{ held: number }>("SELECT count(*) AS held FROM places WHERE session_id = ? AND uid = ?", id, uid);

test("somebody is marked as here from the list and taken back, and the numbers follow", async () => {
  const [ada, bo, cy] = pool as [Held, Held, Held];
  const id = await session([ada, bo, cy]);
  await at(START - 61 * MINUTE);
  expect((await open(id)).text).toContain(say.opens("09:00"));
  await at(START - 60 * MINUTE);
  const marked = await press(id, "Here Ada Alder");
  expect([marked.status, marked.location]).toEqual([302, `${doorOf(id)}?marked=#p-${ada.uid}`]);
  const page = await open(id);
  expect(page.text).toContain(say.thereOf(1, 2, 2));
  expect(page.text).toContain(say.thereSince("09:00"));
  expect(page.text).toContain(say.waits("1st"));
  expect((await helper.browser.open("/admin/door/sessions")).text).toContain(say.thereOf(1, 2, 2));
  const live = async () =>
    new RegExp(`Workshop ${id}.{0,60}?10:00–11:00\\s*(\\d+)\\s*(\\d+)`)
      .exec((await helper.browser.open("/admin/live")).text)
      ?.slice(1);
  expect(await live()).toEqual(["2", "1"]);
  await press(id, "Not here Ada Alder");
  expect(await live()).toEqual(["2", "0"]);
  expect(await journal(id)).toEqual(["here", "undone"]);
  await at(START + 60 * MINUTE);
  expect((await open(id)).text).toContain(say.over);
});

test("pressing twice is one act, and of two helpers at once one is told", async () => {
  const [ada, bo] = pool as [Held, Held];
  const id = await session([ada, bo]);
  await at(START);
  const other = await colleague("door");
  const [page, theirs] = [await open(id), await open(id, other)];
  const [first, second] = [await page.press("Here Ada Alder"), await page.press("Here Ada Alder")];
  expect([first.status, second.status]).toEqual([302, 302]);
  // A helper can mark several people on one page without loading it again.
  expect((await page.press("Here Bo Birch")).status).toBe(302);
  const late = await theirs.press("Here Ada Alder");
  expect([late.status, late.text.includes(say.changed)]).toEqual([409, true]);
  expect(await journal(id)).toEqual(["here", "here"]);
  // Once the mark was taken back, an old form does nothing.
  await press(id, "Not here Ada Alder");
  expect((await theirs.press("Here Ada Alder")).status).toBe(409);
  expect(await journal(id, ada.uid)).toEqual(["here", "undone"]);
});

test("at the minute, and not before, places of the absent go to those who wait, in order, and all are told", async () => {
  const [ada, bo, cy, di, ed] = pool as [Held, Held, Held, Held, Held];
  const id = await session([ada, bo, cy, di, ed], { capacity: 3 });
  await at(START);
  await press(id, "Here Bo Birch");
  await at(GIVEN - 1);
  await keepHouse();
  expect((await open(id)).text).toContain(say.willBeGiven("10:15"));
  expect(await statesIn(id)).toEqual({
    ...{ [ada.uid]: "held", [bo.uid]: "held", [cy.uid]: "held", [di.uid]: "waiting", [ed.uid]: "waiting" },
  });
  await at(GIVEN);
  await keepHouse();
  const after = { [bo.uid]: "held", [di.uid]: "held", [ed.uid]: "held" };
  expect(await statesIn(id)).toEqual(after);
  for (const { email } of [di, ed]) expect(await mailsAbout(email, id)).toHaveLength(1);
  for (const { email } of [ada, bo, cy]) expect(await mailsAbout(email, id)).toHaveLength(0);
  const agenda = await ada.browser.open("/scheduling/agenda");
  expect(agenda.text).toContain(programmeMessages.agenda.missed("10:15"));
  // The agenda does not read how many places are left, so it offers no place. The page of the day does read this.
  expect(agenda.html).not.toContain('name="choose"');
  const [, day = ""] = new RegExp(`href="(/scheduling[?]day=[^"#]+)#s-${id}"`).exec(agenda.html) ?? [];
  expect((await ada.browser.open(day)).text).toContain("Join the waiting list");
  expect((await di.browser.open("/scheduling/agenda")).text).not.toContain("your place was given away");
  const page = await open(id);
  expect(page.text).toContain(say.wereGiven("10:15"));
  expect(page.text).toContain(say.missed("10:15"));
  // The people who moved up are not there yet, but they keep their places in the minutes that follow.
  await at(GIVEN + MINUTE);
  await keepHouse();
  expect(await statesIn(id)).toEqual(after);
  expect(await mailsAbout(di.email, id)).toHaveLength(1);
});

test("a session at whose door nobody was marked in time gives nothing away, also not later", async () => {
  const [ada, bo, cy] = pool as [Held, Held, Held];
  const id = await session([ada, bo, cy]);
  await at(GIVEN);
  await keepHouse();
  expect((await open(id)).text).toContain(say.notGiven("10:15"));
  // Nobody was marked before the minute at which places are given away, so no place is given away. This first mark
  // comes too late to change that.
  expect((await press(id, "Here Ada Alder")).status).toBe(302);
  await at(GIVEN + 5 * MINUTE);
  await keepHouse();
  expect(await statesIn(id)).toEqual({ [ada.uid]: "held", [bo.uid]: "held", [cy.uid]: "waiting" });
  expect(await journal(id)).toEqual(["here"]);
});

test.each([
  ["without the setting", { giveAway: null }, ""],
  ["once it is cancelled", {}, "UPDATE programme_sessions SET cancelled_at = 1 WHERE id = ?"],
  ["once it has no limit", {}, "UPDATE programme_sessions SET capacity = NULL WHERE id = ?"],
  ["once its door was a mistake", {}, "undo"],
])("a session keeps its places %s", async (_, settings, change) => {
  const [ada, bo] = pool as [Held, Held];
  const id = await session([ada, bo], settings);
  await at(START);
  await press(id, "Here Ada Alder");
  if (change === "undo") await press(id, "Not here Ada Alder");
  else if (change) await run(change, id);
  await at(GIVEN);
  await keepHouse();
  expect(await statesIn(id)).toEqual({ [ada.uid]: "held", [bo.uid]: "held" });
});

test("of two crons at the minute one gives away, and nobody is told twice", async () => {
  const [ada, bo, cy] = pool as [Held, Held, Held];
  const id = await session([ada, bo, cy]);
  await at(START);
  await press(id, "Here Ada Alder");
  await at(GIVEN);
  await Promise.all([keepHouse(), keepHouse(), keepHouse()]);
  expect(await statesIn(id)).toEqual({ [ada.uid]: "held", [cy.uid]: "held" });
  expect(await journal(id, bo.uid)).toEqual(["missed"]);
  expect(await mailsAbout(cy.email, id)).toHaveLength(1);
  expect(await rows("SELECT 1 FROM give_aways WHERE session_id = ?", id)).toHaveLength(1);
});

test("who is marked a millisecond before the minute keeps the place, and at the minute it is gone", async () => {
  const [ada, bo, cy] = pool as [Held, Held, Held];
  const [before, after] = [await session([ada, bo, cy]), await session([ada, bo, cy])];
  await at(START);
  for (const id of [before, after]) await press(id, "Here Ada Alder");
  const [early, late] = [await open(before), await open(after)];
  await at(GIVEN - 1);
  expect((await early.press("Here Bo Birch")).status).toBe(302);
  await at(GIVEN);
  // The cron has not run since the places fell due, so the press itself first gives them away.
  const refused = await late.press("Here Bo Birch");
  expect([refused.status, refused.text.includes(say.changed)]).toEqual([409, true]);
  await keepHouse();
  expect(await statesIn(before)).toEqual({ [ada.uid]: "held", [bo.uid]: "held", [cy.uid]: "waiting" });
  expect(await statesIn(after)).toEqual({ [ada.uid]: "held", [cy.uid]: "held" });
});

test("of a mark and three crons at the minute, whatever comes first, no place is given twice", async () => {
  const [ada, bo, cy, di] = pool as [Held, Held, Held, Held];
  for (let round = 0; round < 4; round++) {
    const id = await session([ada, bo, cy, di]);
    await at(START);
    await press(id, "Here Ada Alder");
    const page = await open(id);
    await at(GIVEN);
    await Promise.all([keepHouse(), page.press("Here Bo Birch"), keepHouse(), keepHouse()]);
    const states = await statesIn(id);
    expect(Object.values(states).filter((state) => state === "held")).toHaveLength(2);
    // Bo has lost the place, so nobody could mark Bo as being here.
    expect(await journal(id, bo.uid)).toEqual(["missed"]);
    expect(states[bo.uid]).toBeUndefined();
  }
});

test("whoever has no place gets a free one by one press, and no more are given than there are", async () => {
  const [ada, bo, cy, di] = pool as [Held, Held, Held, Held];
  const id = await session([ada], { capacity: 2 });
  await at(START);
  const pages = await Promise.all(
    [bo, cy, di].map(async ({ uid }) => {
      const { id: pass } = await row<{ id: string }>(
        "SELECT id FROM holdings WHERE uid = ? AND item = 'goldPlus'",
        uid,
      );
      const page = await helper.browser.open(`/admin/door/${pass}`);
      expect(page.text).toContain(say.noPlace);
      return page;
    }),
  );
  const answers = await Promise.all(pages.map((page) => page.press(`Give a place Workshop ${id}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
  expect(Object.values(await statesIn(id))).toEqual(["held", "held"]);
  expect(await journal(id)).toEqual(["letIn"]);
  // After the helper takes that mark back, the place is free again.
  const given = [bo, cy, di][answers.findIndex(({ status }) => status === 302)]!;
  await press(id, `Not here ${given.name}`);
  expect(await statesIn(id)).toEqual({ [ada.uid]: "held" });
  expect(await journal(id)).toEqual(["letIn", "undone"]);
});

test("whoever lost a place can have a free one again", async () => {
  const [ada, bo] = pool as [Held, Held];
  const id = await session([ada, bo]);
  await at(START);
  await press(id, "Here Ada Alder");
  await at(GIVEN);
  expect((await press(id, "Give a place Bo Birch")).status).toBe(302);
  expect(await statesIn(id)).toEqual({ [ada.uid]: "held", [bo.uid]: "held" });
  expect((await bo.browser.open("/scheduling/agenda")).text).not.toContain("your place was given away");
});

test("whoever was here, left and comes back gets a free place", async () => {
  const [ada] = pool as [Held];
  const id = await session([ada]);
  await at(START);
  await press(id, "Here Ada Alder");
  expect((await ada.browser.post("/scheduling/agenda", { leave: id })).status).toBe(302);
  expect(await statesIn(id)).toEqual({});
  const pass = await row<{ id: string }>(
    "SELECT id FROM holdings WHERE uid = ? AND item = 'goldPlus'",
    ada.uid,
  );
  const page = await helper.browser.open(`/admin/door/${pass.id}`);
  const give = () => page.press(`Give a place Workshop ${id}`);
  expect((await Promise.all([give(), give()])).map(({ status }) => status)).toEqual([302, 302]);
  expect(await statesIn(id)).toEqual({ [ada.uid]: "held" });
  expect(await journal(id)).toEqual(["here", "letIn"]);
});

test("choosing and leaving at the minute find the places given away", async () => {
  const [ada, bo, cy] = pool as [Held, Held, Held];
  const id = await session([ada, bo]);
  await at(START);
  await press(id, "Here Ada Alder");
  await at(GIVEN);
  await cy.browser.post("/scheduling?day=2023-02-18", { choose: id });
  expect(await statesIn(id)).toEqual({ [ada.uid]: "held", [cy.uid]: "held" });
});

test("a pass that was given back, and a session that only others may join, open no door", async () => {
  const [ada, bo] = pool as [Held, Held];
  const id = await session([ada]);
  await run("UPDATE programme_sessions SET access_level = 'h2023shirtwhite' WHERE id = ?", id);
  await at(START);
  const { id: pass } = await row<{ id: string }>(
    "SELECT id FROM holdings WHERE uid = ? AND item = 'goldPlus'",
    bo.uid,
  );
  const page = await helper.browser.open(`/admin/door/${pass}`);
  expect(page.text).not.toContain(`Give a place Workshop ${id}`);
  const list = await open(id);
  await run("UPDATE holdings SET state = 'ending' WHERE uid = ? AND item = 'goldPlus'", ada.uid);
  try {
    expect((await list.press("Here Ada Alder")).status).toBe(409);
    // She is counted among the places and no longer listed, so the page says why the numbers differ.
    expect((await open(id)).text).toContain(say.withoutPass(1));
  } finally {
    await run("UPDATE holdings SET state = 'held' WHERE uid = ? AND item = 'goldPlus'", ada.uid);
  }
  expect((await open(id)).text).not.toContain(say.withoutPass(1));
  expect(await journal(id)).toEqual([]);
});

test("a session of another edition is not found, and its people cannot be marked", async () => {
  const [ada, bo] = pool as [Held, Held];
  const theirs = await session([ada], { conference: FORMER_CONFERENCE });
  const ours = await session([bo]);
  await at(START);
  expect((await open(theirs)).status).toBe(404);
  const page = await open(ours);
  const { fields } = page.form("Here Bo Birch");
  for (const [path, mark] of [
    [theirs, `here.0.${theirs}.${ada.uid}`],
    [ours, `here.0.${theirs}.${ada.uid}`],
    [ours, `here.0.${ours}.${ada.uid}`],
    [ours, "nonsense"],
  ] as const) {
    const answer = await changingNothing(
      () => helper.browser.submit(doorOf(path), [...fields, ["mark", mark]]),
      { but: ["sessions"] },
    );
    expect([path, mark, [400, 404, 409].includes(answer.status)]).toEqual([path, mark, true]);
  }
  expect((await placeOf(theirs, ada.uid)).held).toBe(1);
});

test("the door of a session is for the door team alone, and a look at its names is recorded once", async () => {
  const [ada] = pool as [Held];
  const id = await session([ada]);
  await at(START);
  for (const [browser, status] of [
    [new Browser(), 401],
    [(await delegate()).browser, 403],
    [(await colleague("reviewer")).browser, 403],
    [(await colleague("content")).browser, 403],
  ] as const)
    for (const path of ["/admin/door/sessions", doorOf(id)])
      expect([path, (await browser.get(path)).status]).toEqual([path, status]);
  const own = await colleague("door");
  const looks = () => rows("SELECT object FROM audit WHERE actor_uid = ?", own.uid);
  await (await press(id, "Here Ada Alder", own)).follow();
  expect(await looks()).toEqual([{ object: `programme/${id}` }]);
  // The list of sessions shows no names, so nothing is recorded for it.
  expect((await own.browser.open("/admin/door/sessions")).text).not.toContain("Ada Alder");
});

test("a name is found in the list, and a journal is never changed", async () => {
  const [ada, bo] = pool as [Held, Held];
  const id = await session([ada, bo]);
  await at(START);
  const page = await helper.browser.open(`${doorOf(id)}?name=bir`);
  expect([page.text.includes("Bo Birch"), page.text.includes("Ada Alder")]).toEqual([true, false]);
  expect((await page.press("Here Bo Birch")).location).toBe(`${doorOf(id)}?name=bir&marked=#p-${bo.uid}`);
  expect((await helper.browser.open(`${doorOf(id)}?name=zzz`)).text).toContain(say.notFound);
  await expect(run("UPDATE session_entries SET act = 'letIn' WHERE session_id = ?", id)).rejects.toThrow();
});
