import ICAL from "ical.js";
import { afterEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { accessMessages } from "~/access/messages.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { programmeMessages } from "~/programme/messages.ts";
import { BOOKED } from "../support/bills.ts";
import { Browser, ORIGIN, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { CONFERENCE, type Delegate, delegate } from "../support/people.ts";
import { row, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

afterEach(restoreClock);

type Planned = {
  title: string;
  day: string;
  startsAt: string;
  endsAt: string;
  level: string | null;
  capacity: number | null;
  room: string | null;
};

/** A new session for this test, in March, when nothing else is on. */
async function session(more: Partial<Planned> = {}): Promise<string> {
  const id = newId();
  const planned: Planned = {
    title: `Session ${id}`,
    day: "2023-03-20",
    startsAt: "2023-03-20T14:00:00Z",
    endsAt: "2023-03-20T15:00:00Z",
    level: null,
    capacity: null,
    room: null,
    ...more,
  };
  await run(
    `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, room_id,
      track_id, speakers, access_level, capacity, version, changed_at)
      VALUES (?, ?, ?, 'About it', ?, ?, ?, ?, NULL, '[]', ?, ?, 3, ?)`,
    ...[id, CONFERENCE, planned.title, planned.day, Date.parse(planned.startsAt), Date.parse(planned.endsAt)],
    ...[planned.room, planned.level, planned.capacity, Date.parse("2022-12-01T00:00:00Z")],
  );
  return id;
}

const choose = ({ browser }: Pick<Delegate, "browser">, id: string) =>
  browser.post("/scheduling?day=2023-03-20", { choose: id });
const leave = ({ browser }: Pick<Delegate, "browser">, id: string) =>
  browser.post("/scheduling/agenda", { leave: id });

const placesIn = (id: string) =>
  rows<{ uid: string; state: string }>(
    "SELECT uid, state FROM places WHERE session_id = ? ORDER BY chosen_at, uid",
    id,
  );

const mailsTo = (email: string) =>
  rows<{ subject: string; body: string }>(
    "SELECT subject, body FROM outbox WHERE recipient = ? AND event_key LIKE 'place/%'",
    email,
  );

const people = (number: number) => Promise.all(Array.from({ length: number }, () => delegate()));

/* ------------------------------------------------------------------ the programme */

test("the programme is for people who are signed in, and the gate says so to everybody else", async () => {
  for (const path of ["/scheduling", "/scheduling/agenda", "/scheduling/none.ics"]) {
    const answer = await new Browser().open(path);
    expect(answer.status, path).toBe(401);
    expect(answer.text).toContain(accountMessages.notLoggedIn);
  }
});

test("the address chooses the day, else the current one, and words, track and zone", async () => {
  const browser = await signedIn("goldplus");
  const [{ id: speaker, name } = { id: "", name: "" }] = await rows<{ id: string; name: string }>(
    "SELECT id, name FROM speakers ORDER BY id LIMIT 1",
  );
  const id = await session({ title: "Éclairs and trade", level: "registered" });
  await run("UPDATE programme_sessions SET speakers = ? WHERE id = ?", JSON.stringify([speaker]), id);
  const other = await session({ title: "Nothing of the kind" });

  const due = await browser.open("/scheduling");
  expect(due.text).toContain("Opening ceremony");
  expect(due.text).not.toContain("Éclairs and trade");
  const day = await browser.open("/scheduling?day=2023-03-20");
  // 20 March is in summer time: four hours behind UTC.
  expect(day.text).toContain("10:00 – 11:00");
  expect(day.text).toContain(name);
  for (const search of ["eclairs", "TRADE écl", name.split(" ")[0]!]) {
    const found = await browser.open(
      `/scheduling?day=2023-03-20&search=${encodeURIComponent(search)}&zone=Asia/Kolkata`,
    );
    expect(found.html, search).toContain(`id="s-${id}"`);
    expect(found.html, search).not.toContain(`id="s-${other}"`);
    expect(found.text).toContain("19:30–20:30");
  }
  const none = await browser.open("/scheduling?day=2023-03-20&search=zebra");
  expect(none.text).toContain(programmeMessages.agenda.nothingFound);
  const track = await browser.open("/scheduling?day=2023-02-17&track=society");
  expect(track.text).toContain("Teams meet their problem");
  expect(track.text).not.toContain("Keynote: Growing old");
  for (const nonsense of ["?day=2023-02-31", "?zone=Mars/Olympus", "?page=-1", "?track=%00", "?day=0"]) {
    expect((await browser.get(`/scheduling${nonsense}`)).status, nonsense).toBe(200);
  }
  expect((await browser.open("/scheduling?day=1999-01-01")).text).toContain("Nothing on this day");
});

test("speakers and recordings are linked only for people who may open the library", async () => {
  const id = await session({ title: "A panel that was filmed", level: null });
  const { id: video } = await row<{ id: string }>("SELECT id FROM recordings WHERE published_at > 0 LIMIT 1");
  const { id: speaker, name } = await row<{ id: string; name: string }>(
    "SELECT id, name FROM speakers LIMIT 1",
  );
  await run(
    "UPDATE programme_sessions SET speakers = ?, recording_id = ? WHERE id = ?",
    JSON.stringify([speaker]),
    video,
    id,
  );
  for (const account of ["goldplus", "gold", "new", "subscriber", "director"]) {
    const browser = await signedIn(account);
    for (const path of ["/scheduling", "/scheduling?day=2023-02-17", "/scheduling?day=2023-03-20"]) {
      const { html } = await browser.open(path);
      const main = /<main[\s\S]*<\/main>/.exec(html)![0];
      for (const [, href] of main.matchAll(/ href="(\/plus[^"]*)"/g))
        expect((await browser.get(href!)).status, `${href} on ${path} as ${account}`).toBe(200);
    }
    const day = await browser.open("/scheduling?day=2023-03-20");
    expect(day.text).toContain(name);
    expect(day.html.includes(`/plus/speaker/${speaker}`), account).toBe(account === "subscriber");
    expect(day.html.includes(`/plus/video/${video}`), account).toBe(account === "subscriber");
  }
});

test("the portal's clock decides what is on now and what is next", async () => {
  const browser = await signedIn("goldplus");
  await stopClockAt("2023-02-17T15:35:00Z");
  const page = await browser.open("/scheduling");
  expect(page.text).toMatch(/Next, at 13:00 Panel: /);
  expect(page.text).toMatch(/On now Keynote: Growing old/);
});

test("a recording is linked once it is published, and an online room only for people with a place", async () => {
  const { browser, uid } = await delegate();
  const id = await session({ room: "online" });
  const { id: video } = (await rows<{ id: string }>("SELECT id FROM recordings LIMIT 1"))[0]!;
  await run("UPDATE programme_sessions SET recording_id = ? WHERE id = ?", video, id);
  const link = "https://meet.hpair.example/virtual-stage";
  const shown = async () => (await browser.open("/scheduling?day=2023-03-20")).html;

  const { published_at } = await row<{ published_at: number | null }>(
    "SELECT published_at FROM recordings WHERE id = ?",
    video,
  );
  await run("UPDATE recordings SET published_at = NULL WHERE id = ?", video);
  expect(await shown()).not.toContain(`/plus/video/${video}`);
  await run("UPDATE recordings SET published_at = 1 WHERE id = ?", video);
  expect(await shown()).toContain("is part of HPAIR+");
  await run("UPDATE recordings SET published_at = ? WHERE id = ?", published_at, video);

  expect(await shown()).not.toContain(link);
  await choose({ browser }, id);
  expect(await shown()).toContain(link);
  await run("UPDATE places SET state = 'waiting' WHERE session_id = ? AND uid = ?", id, uid);
  expect(await shown()).not.toContain(link);
  await run("UPDATE places SET state = 'held' WHERE session_id = ? AND uid = ?", id, uid);
  await run("UPDATE programme_sessions SET access_level = 'gold' WHERE id = ?", id);
  expect(await shown()).not.toContain(link);
});

test("2,000 sessions take three round trips, a day at a time, in pages", async () => {
  const browser = await signedIn("goldplus");
  await run(
    `WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 1999)
      INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers,
        version, changed_at)
      SELECT printf('many%016d', n), ?, 'Many ' || n, 'About it', '2023-04-0' || (1 + n / 500),
        1680350400000 + n / 500 * 86400000 + n % 500 * 60000, 1680354000000 + n / 500 * 86400000 + n % 500 * 60000,
        (SELECT json_array(id) FROM speakers LIMIT 1), 1, 0 FROM number`,
    CONFERENCE,
  );
  await run(
    "INSERT INTO places (session_id, uid, conference_id, state, chosen_at) SELECT id, ?, conference_id, 'held', 1 FROM programme_sessions WHERE id LIKE 'many%' AND id < 'many0000000000000030'",
    demoUid("goldplus"),
  );
  for (const path of [
    "/scheduling?day=2023-04-02",
    "/scheduling?day=2023-04-02&page=13",
    "/scheduling/agenda",
  ]) {
    const page = await browser.open(path);
    expect(page.status).toBe(200);
    const trips = Number(/desc="(\d+)"/.exec(page.response.headers.get("Server-Timing")!)?.[1]);
    expect(trips, path).toBeLessThanOrEqual(3);
    expect(page.html.length, path).toBeLessThan(120_000);
  }
  const ids = new Set<string>();
  for (let page = 1; page <= 13; page++) {
    const { html } = await browser.open(`/scheduling?day=2023-04-02&page=${page}`);
    for (const [, id] of html.matchAll(/id="s-(many\d+)"/g)) ids.add(id!);
  }
  expect(ids.size).toBe(500);
  await run("DELETE FROM places WHERE session_id LIKE 'many%'");
  await run("DELETE FROM programme_sessions WHERE id LIKE 'many%'");
});

/* ------------------------------------------------------------------ choosing and leaving */

test("choosing leads back to the place, choosing again changes nothing, and leaving takes it out", async () => {
  const { browser, uid } = await delegate();
  const id = await session();
  const page = await browser.open("/scheduling?day=2023-03-20&search=Session");
  const chosen = await page.press(`Choose Session ${id}`);
  expect([chosen.status, chosen.location]).toEqual([
    302,
    `/scheduling?day=2023-03-20&search=Session#s-${id}`,
  ]);
  const before = await rows("SELECT * FROM places WHERE uid = ?", uid);
  expect((await choose({ browser }, id)).status).toBe(302);
  expect(await rows("SELECT * FROM places WHERE uid = ?", uid)).toEqual(before);
  const agenda = await browser.open("/scheduling/agenda");
  expect(agenda.text).toContain(`Session ${id}`);
  expect((await agenda.press(`Leave Session ${id}`)).location).toBe("/scheduling/agenda");
  expect(await placesIn(id)).toEqual([]);
  expect((await leave({ browser }, id)).status).toBe(302);
});

test("a clash is shown before choosing, and then on both sessions, in programme and agenda", async () => {
  const { browser } = await delegate();
  const first = await session({ title: "First of two" });
  const second = await session({
    title: "Second of two",
    startsAt: "2023-03-20T14:59:00Z",
    endsAt: "2023-03-20T16:00:00Z",
  });
  const third = await session({
    title: "After both",
    startsAt: "2023-03-20T16:00:00Z",
    endsAt: "2023-03-20T17:00:00Z",
  });
  await choose({ browser }, first);
  await choose({ browser }, third);
  const clash = (title: string, isChosen = true) => programmeMessages.agenda.sameTime(title, isChosen);
  const before = (await browser.open("/scheduling?day=2023-03-20")).text;
  expect(before).toContain(clash("First of two", false));
  expect((await choose({ browser }, second)).status).toBe(302);
  for (const path of ["/scheduling?day=2023-03-20", "/scheduling/agenda"]) {
    const { text } = await browser.open(path);
    expect(text, path).toContain(clash("First of two"));
    expect(text, path).toContain(clash("Second of two"));
    expect(text, path).not.toContain(clash("After both"));
  }
  await run("UPDATE programme_sessions SET cancelled_at = 1 WHERE id = ?", second);
  expect((await browser.open("/scheduling/agenda")).text).not.toContain("Overlaps with");
});

test("of 50 who want the last seat at once exactly one has it, and the others wait in order", async () => {
  const id = await session({ capacity: 1 });
  const everybody = await people(50);
  const answers = await Promise.all(everybody.map((person) => choose(person, id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
  const places = await placesIn(id);
  expect(places.map(({ state }) => state)).toEqual(["held", ...Array(49).fill("waiting")]);
  const third = everybody.find(({ uid }) => uid === places[3]!.uid)!;
  const page = await third.browser.open("/scheduling?day=2023-03-20");
  expect(page.text).toContain(programmeMessages.agenda.waiting("3rd"));
  // Nobody got a mail about what their page already says.
  for (const { email } of everybody.slice(0, 5)) expect(await mailsTo(email)).toEqual([]);

  // They are promoted one by one, in this order. Each of them is told once, even while they are away.
  const away = places.slice(1, 4);
  for (const [index, next] of away.entries()) {
    const leaver = everybody.find(({ uid }) => uid === places[index]!.uid)!;
    await leave(leaver, id);
    const { email } = everybody.find(({ uid }) => uid === next.uid)!;
    expect((await placesIn(id))[0]).toEqual({ uid: next.uid, state: "held" });
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(["You have a place now"]);
    expect(mails[0]!.body).toContain(`Session ${id}`);
  }
  expect((await placesIn(id)).filter(({ state }) => state === "held")).toHaveLength(1);
});

test("without the rule a race overbooks: 50 reads before 50 writes", async () => {
  const id = await session({ capacity: 1 });
  const uids = Array.from({ length: 50 }, (_, index) => `racer-${index}-${id}`);
  const free = async () =>
    (await rows("SELECT 1 FROM places WHERE session_id = ? AND state = 'held'", id)).length < 1;
  await Promise.all(
    uids.map(async (uid) => {
      const state = (await free()) ? "held" : "waiting";
      await run(
        "INSERT INTO places (session_id, uid, conference_id, state, chosen_at) VALUES (?, ?, ?, ?, 1)",
        ...[id, uid, CONFERENCE, state],
      );
    }),
  );
  const held = (await placesIn(id)).filter(({ state }) => state === "held");
  expect(held.length).toBeGreaterThan(1);
  await run("DELETE FROM places WHERE session_id = ?", id);
});

test("somebody waiting who leaves lets the others move up, and a place that all leave is free again", async () => {
  const id = await session({ capacity: 1 });
  const [one, two, three] = (await people(3)) as [Delegate, Delegate, Delegate];
  for (const person of [one, two, three]) await choose(person, id);
  await leave(two, id);
  expect((await three.browser.open("/scheduling/agenda")).text).toContain(
    programmeMessages.agenda.waiting("1st"),
  );
  await Promise.all([leave(one, id), leave(three, id)]);
  expect(await placesIn(id)).toEqual([]);
  // A person who comes back joins the end of the list, and is told again when their turn comes.
  await choose(three, id);
  await choose(one, id);
  await leave(three, id);
  expect((await placesIn(id)).map(({ uid, state }) => [uid, state])).toEqual([[one.uid, "held"]]);
  expect(await mailsTo(one.email)).toHaveLength(1);
});

test("a cancelled, past or deleted session cannot be chosen, whatever the page said", async () => {
  const person = await delegate();
  const cancelled = await session();
  await run("UPDATE programme_sessions SET cancelled_at = 1 WHERE id = ?", cancelled);
  const over = await session({ startsAt: "2022-12-01T10:00:00Z", endsAt: "2022-12-01T11:00:00Z" });
  for (const [id, sentence, status] of [
    [cancelled, programmeMessages.agenda.cancelled, 409],
    [over, programmeMessages.agenda.over, 409],
    ["none", programmeMessages.agenda.gone, 404],
  ] as const) {
    const answer = await person.browser.submit("/scheduling?day=2023-03-20", [["choose", id]]);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(sentence);
    expect(await placesIn(id)).toEqual([]);
  }
  expect((await person.browser.post("/scheduling", {})).status).toBe(400);
});

/**
 * For each access level, the page on which people without it can get it. Those who hold the Harvard ticket cannot buy the
 * summit, which is included in it.
 */
const WAYS_IN: Record<string, string> = {
  registered: "/payment-info",
  goldPlus: "/register",
  h2023execsem: "/register",
  hpairPlus: "/plus/subscribe",
};

test.each([
  ["registered", "gold", true],
  ["registered", "submitted", false],
  ["gold", "gold", true],
  ["gold", "goldplus", false],
  ["goldPlus", "goldplus", true],
  ["goldPlus", "gold", false],
  ["h2023execsem", "goldplus", true],
  ["h2023execsem", "gold", false],
  ["hpairPlus", "subscriber", true],
  ["hpairPlus", "goldplus", false],
  ["admin", "director", true],
  ["admin", "goldplus", false],
])("a session for %s: whether %s may choose it: %s", async (level, account, allowed) => {
  const browser = await signedIn(account);
  const id = await session({ level });
  const page = await browser.open(`/scheduling?day=2023-03-20&search=${id}`);
  expect(page.has(`Choose Session ${id}`)).toBe(allowed);
  const answer = await browser.submit("/scheduling?day=2023-03-20", [["choose", id]]);
  expect(answer.status).toBe(allowed ? 302 : 403);
  expect(await placesIn(id)).toHaveLength(allowed ? 1 : 0);
  const labels: Record<string, string> = { registered: "a registration", hpairPlus: "HPAIR+" };
  const offered = /<p class="hint">(?:(?!<\/p>).)*<a href="([^"]*)">See what it costs/.exec(page.html)?.[1];
  expect(offered).toBe(allowed ? undefined : WAYS_IN[level]);
  if (!allowed && labels[level]) expect(page.text).toContain(accessMessages.onlyForPurchasers(labels[level]));
  await leave({ browser }, id);
});

/* ------------------------------------------------------------------ calendars */

const secretOf = async (browser: Browser) => {
  const page = await (await browser.open("/scheduling/agenda")).press("Make a private address");
  expect(page.status).toBe(200);
  const [, secret] = /\/calendar\/([\w-]{43})\.ics/.exec(page.html)!;
  return secret!;
};

const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));

const feed = (secret: string) => new Browser().get(`/calendar/${secret}.ics`);

test("a calendar without a session reads held places, changes and cancellations at a private address", async () => {
  const { browser } = await delegate();
  const kept = await session({ title: "Kept; with, marks\\" });
  const cancelled = await session({ room: "online" });
  const full = await session({ capacity: 1 });
  await choose(await delegate(), full);
  for (const id of [kept, cancelled, full]) await choose({ browser }, id);
  const secret = await secretOf(browser);
  expect(await rows("SELECT 1 FROM calendar_feeds WHERE hash LIKE ?", `%${secret}%`)).toEqual([]);
  const read = await feed(secret);
  expect(read.headers.get("Content-Type")).toContain("text/calendar");
  expect(read.headers.get("Cache-Control")).toContain("no-store");
  const text = await read.text();
  expect(text).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT1H");
  // Sessions for which the person is only on the waiting list are missing, because no time has to be kept free for
  // them.
  expect(
    eventsIn(text)
      .map(({ uid }) => uid)
      .sort(),
  ).toEqual([kept, cancelled].map((id) => `${id}@${new URL(ORIGIN).host}`).sort());
  expect(text).toContain("https://meet.hpair.example/virtual-stage");

  await run(
    "UPDATE programme_sessions SET cancelled_at = 1, version = 4, changed_at = 1671300000000 WHERE id = ?",
    cancelled,
  );
  const events = eventsIn(await (await feed(secret)).text());
  const of = (id: string) => events.find(({ uid }) => uid.startsWith(id))!.component;
  expect(of(kept).getFirstPropertyValue("summary")).toBe("Kept; with, marks\\");
  expect(of(kept).getFirstPropertyValue("status")).toBe("CONFIRMED");
  expect(of(cancelled).getFirstPropertyValue("status")).toBe("CANCELLED");
  expect(of(cancelled).getFirstPropertyValue("sequence")).toBe(4);
  expect(String(of(cancelled).getFirstPropertyValue("last-modified"))).toBe("2022-12-17T18:00:00Z");
  await leave({ browser }, kept);
  expect(eventsIn(await (await feed(secret)).text())).toHaveLength(1);
});

test("no text breaks a line of the calendar, and the last line ends like every other", async () => {
  const { browser } = await delegate();
  const id = await session({ title: "Energy\u000band\u0000 trade\u2028\u0085\u001f in Asia" });
  await choose({ browser }, id);
  const text = await (await feed(await secretOf(browser))).text();
  expect(text).toMatch(/END:VCALENDAR\r\n$/);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  const [event] = eventsIn(text);
  expect(event!.summary.split(/ +/)).toEqual(["Energy", "and", "trade", "in", "Asia"]);
});

test("a calendar that has the newest version gets 304 until a session changes", async () => {
  const { browser } = await delegate();
  const id = await session({ title: "Kept" });
  await choose({ browser }, id);
  const address = `/calendar/${await secretOf(browser)}.ics`;
  const ask = (tag: string, method = "GET") =>
    new Browser().fetch(address, { method, headers: { "If-None-Match": tag } });
  const first = await new Browser().get(address);
  const tag = first.headers.get("ETag")!;
  expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    for (const method of ["GET", "HEAD"]) {
      const same = await ask(known, method);
      expect([same.status, same.headers.get("ETag"), await same.text()], known).toEqual([304, tag, ""]);
    }
  }
  expect((await ask('"other"')).status).toBe(200);
  const head = await new Browser().fetch(address, { method: "HEAD" });
  expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, tag, ""]);
  await run("UPDATE programme_sessions SET title = 'Moved', version = version + 1 WHERE id = ?", id);
  const changed = await ask(tag);
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain("SUMMARY:Moved");
  expect(changed.headers.get("ETag")).not.toBe(tag);
});

test("times are right on both sides of the change of clocks, in three zones", async () => {
  const { browser } = await delegate();
  // In New York clocks go forward in the night of 12 March 2023.
  const moments: [string, string, string[]][] = [
    ["2023-03-11", "2023-03-11T14:00:00Z", ["09:00", "14:00", "23:00"]],
    ["2023-03-12", "2023-03-12T13:00:00Z", ["09:00", "13:00", "22:00"]],
    ["2023-03-13", "2023-03-13T13:00:00Z", ["09:00", "13:00", "22:00"]],
  ];
  const zones = ["America/New_York", "Europe/London", "Asia/Tokyo"];
  const ids: string[] = [];
  for (const [day, startsAt] of moments) {
    const endsAt = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
    const id = await session({ day, startsAt, endsAt });
    ids.push(id);
    await choose({ browser }, id);
  }
  const events = eventsIn(await (await feed(await secretOf(browser))).text());
  for (const [index, [day, startsAt, walls]] of moments.entries()) {
    const start = events.find(({ uid }) => uid.startsWith(ids[index]!))!.startDate.toJSDate();
    expect(start.toISOString()).toBe(new Date(startsAt).toISOString());
    const seen = zones.map((timeZone) =>
      start.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }),
    );
    expect(seen).toEqual(walls);
    for (const [at, zone] of zones.entries()) {
      const { text } = await browser.open(`/scheduling?day=${day}&zone=${zone}`);
      expect(text, `${day} ${zone}`).toContain(walls[at]);
      expect(text).toContain("09:00 – 10:00");
    }
  }
});

test("a wrong, altered, replaced, revoked or disabled person's address is not found", async () => {
  const { browser, uid } = await delegate();
  const first = await secretOf(browser);
  expect((await feed(first)).status).toBe(200);
  const made = await (await browser.open("/scheduling/agenda")).press("Make a new address");
  const second = /\/calendar\/([\w-]{43})\.ics/.exec(made.html)![1]!;
  const altered = `${second.slice(0, 20)}${second[20] === "A" ? "B" : "A"}${second.slice(21)}`;
  for (const secret of [first, altered, second.toUpperCase(), second.slice(1), "x", uid, `${second}x`])
    expect((await feed(secret)).status, secret).toBe(404);
  expect((await new Browser().get(`/calendar/${second}`)).status).toBe(404);
  // A calendar address that somebody else gets does not change this person's address.
  const other = await delegate();
  const theirs = await secretOf(other.browser);
  expect((await feed(second)).status).toBe(200);
  expect(theirs).not.toBe(second);
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", uid);
  expect((await feed(second)).status).toBe(404);
  await run("UPDATE users SET disabled_at = NULL WHERE uid = ?", uid);
  expect((await feed(second)).status).toBe(200);
  const page = await browser.open("/scheduling/agenda");
  expect(page.text).not.toContain(second);
  expect((await page.press("Revoke")).status).toBe(302);
  expect((await feed(second)).status).toBe(404);
  expect((await feed(theirs)).status).toBe(200);
});

test("everybody signed in can add one session to a calendar, with its online room only if they have a place", async () => {
  const { browser } = await delegate();
  const id = await session({ room: "online" });
  const answer = await browser.get(`/scheduling/${id}.ics`);
  expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="${id}.ics"`);
  const text = await answer.text();
  expect(eventsIn(text)).toHaveLength(1);
  expect(text).not.toContain("meet.hpair");
  await choose({ browser }, id);
  expect(await (await browser.get(`/scheduling/${id}.ics`)).text()).toContain("meet.hpair");
  for (const path of ["/scheduling/none.ics", `/scheduling/${id}`, "/scheduling/..ics"])
    expect((await browser.get(path)).status, path).toBe(404);
});

/* ------------------------------------------------------------------ live reads */

const attribute = (html: string, name: string) =>
  new RegExp(`<live-part[^>]* ${name}="([^"]+)"`).exec(html)![1]!.replaceAll("&amp;", "&");

/**
 * Sends the request that an open page sends, and returns whether the page would then load itself again. The request is
 * sent a second later, because the answer is kept for a second.
 */
async function hasChanged(browser: Browser, html: string): Promise<boolean> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_050 });
  const answer = await browser.get(attribute(html, "version-at"));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Server-Timing")).toContain('db;desc="1"');
  return (await answer.text()) !== attribute(html, "version");
}

test("an open programme and agenda learn of changes, and of nothing else, by one small request", async () => {
  const { browser } = await delegate();
  const other = await delegate();
  const id = await session({ capacity: 1 });
  await choose(other, id);
  const path = "/scheduling?day=2023-03-20";
  const open = async (address = path) => (await browser.open(address)).html;
  let page = await open();
  expect(await hasChanged(browser, page)).toBe(false);
  const acts: [string, () => Promise<unknown>][] = [
    ["a place is left", () => leave(other, id)],
    ["a place is taken", () => choose(other, id)],
    ["one waits", () => choose({ browser }, id)],
    ["one has a place now", () => leave(other, id)],
    ["a session is changed", () => run("UPDATE programme_sessions SET version = 9 WHERE id = ?", id)],
    ["a session is new", () => session()],
    ["a session begins", () => stopClockAt("2023-03-20T14:30:00Z")],
  ];
  for (const [what, act] of acts) {
    await act();
    expect(await hasChanged(browser, page), what).toBe(true);
    page = await open();
    expect(await hasChanged(browser, page), what).toBe(false);
  }
  const agenda = await open("/scheduling/agenda");
  expect(await hasChanged(browser, agenda)).toBe(false);
  await run("UPDATE programme_sessions SET cancelled_at = 1, version = 10 WHERE id = ?", id);
  expect(await hasChanged(browser, agenda)).toBe(true);
  expect((await new Browser().get(attribute(agenda, "version-at"))).status).toBe(401);
});

test("an open page of payments learns of their states", async () => {
  const browser = await signedIn("goldplus");
  const { html } = await browser.open("/payment-info");
  expect(await hasChanged(browser, html)).toBe(false);
  const uid = demoUid("goldplus");
  await run("UPDATE payments SET state = 'refunded' WHERE delegate_uid = ? AND state = 'captured'", uid);
  expect(await hasChanged(browser, html)).toBe(true);
  await run(
    `UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE delegate_uid = ? AND state = 'refunded'`,
    uid,
  );
  expect((await new Browser().get(attribute(html, "version-at"))).status).toBe(401);
});

test("mails about places leave like all others", async () => {
  const id = await session({ capacity: 1 });
  const [one, two] = (await people(2)) as [Delegate, Delegate];
  await choose(one, id);
  await choose(two, id);
  await leave(one, id);
  await keepHouse();
  const { sent_at } = await row<{ sent_at: number | null }>(
    "SELECT sent_at FROM outbox WHERE recipient = ? AND event_key LIKE 'place/%'",
    two.email,
  );
  expect(sent_at).not.toBeNull();
});
