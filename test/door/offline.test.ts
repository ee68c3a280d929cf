import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { signBadge } from "~/door/badge-keys.server.ts";
import { doorMessages, scanMessages } from "~/door/messages.ts";
import { type OnList, openEntry, type Roster, ticketKeys } from "~/door/roster.ts";
import { signTicket } from "~/door/ticket-keys.server.ts";
import { readConfig } from "~/platform/config.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { tripsOf } from "../support/asked.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { addFormerEdition, FORMER_CONFERENCE } from "../support/editions.ts";
import { CONFERENCE } from "../support/people.ts";
import { giveBack } from "../support/refunds.ts";
import { type Colleague, colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { accept, holder, offer, taker } from "../support/transfers.ts";

await addFormerEdition();

afterEach(restoreClock);

/** The headers of a request by a script. A browser that opens a page sends other headers. */
const JSON_PLEASE = { headers: { Accept: "*/*" } };

type Ticket = { id: string; secret: string };

const ticketOf = (uid: string) =>
  row<Ticket>(
    `SELECT holding_id AS id, secret FROM ticket_codes
      WHERE holding_id IN (SELECT id FROM holdings WHERE uid = ? AND item = 'goldPlus')`,
    uid,
  );

const rosterFor = async ({ browser }: Pick<Colleague, "browser">): Promise<Roster> => {
  const response = await browser.get("/door/roster");
  expect(response.status).toBe(200);
  return response.json();
};

/** The entry of the list that a phone can read after it has scanned this ticket. */
async function opened({ entries }: Roster, { secret }: Ticket): Promise<OnList> {
  const { address, key } = await ticketKeys(secret);
  return openEntry(key, entries[address]!);
}

/** A phone at the door. It has been without a network, and now reports what it did. */
function phone({ browser }: Pick<Colleague, "browser">, device: string) {
  return {
    async report(ticket: Ticket | null, more: Record<string, string> = {}) {
      const fields = {
        ...{ intent: "report", entry: newId(), conference: CONFERENCE, act: "in", device },
        ...{ pass: ticket?.id ?? "", thing: ticket?.id ?? "", again: "no", undoes: "", reason: "" },
        ...{ proof: ticket ? (await ticketKeys(ticket.secret)).proof : "", at: "1000000", sentAt: "1000000" },
        ...more,
      };
      const response = await browser.post("/door/scans", fields, JSON_PLEASE);
      return { id: fields.entry, status: response.status, answer: await response.json<unknown>() };
    },
  };
}

const journalOf = ({ id }: Ticket) =>
  rows("SELECT act, times, thing FROM door_entries WHERE pass_holding = ? ORDER BY thing, number", id);
const done = { outcome: "done", reason: null };

test("the list has no name that could be read, and opens to each ticket alone", async () => {
  const [person, other, helper] = [await holder(), await holder(), await colleague("door")];
  const response = await helper.browser.get("/door/roster");
  const text = await response.text();
  for (const word of ["Mei", "Chen", "Mug", "shirt", "Harvard Conference ticket", person.uid, person.id])
    expect(text).not.toContain(word);
  const roster = JSON.parse(text) as Roster;
  const [ticket, stranger] = [await ticketOf(person.uid), await ticketOf(other.uid)];
  expect(await opened(roster, ticket)).toMatchObject({
    ...{ id: ticket.id, reason: null, name: "Mei Chen", fullName: "", title: "Harvard Conference ticket" },
    ...{ times: 0, at: null },
    addOns: expect.arrayContaining([
      expect.objectContaining({ title: "Mug", times: 0 }),
      expect.objectContaining({ title: "Unisex black shirt (M)", times: 0 }),
    ]),
  });
  const { key } = await ticketKeys(stranger.secret);
  const { address } = await ticketKeys(ticket.secret);
  await expect(openEntry(key, roster.entries[address]!)).rejects.toThrow();
  // The phone keeps the proof of a scan until the scan is sent. The proof opens no ticket in the list.
  const { proof } = await ticketKeys(ticket.secret);
  expect(text).not.toContain(proof);
  expect(proof).not.toContain(address);
});

test("two lists that are loaded one after the other have nothing sealed in common", async () => {
  const helper = await colleague("door");
  const [one, other] = [await rosterFor(helper), await rosterFor(helper)];
  expect(Object.keys(one.entries)).toEqual(Object.keys(other.entries));
  const sealed = new Set(Object.values(one.entries));
  expect(Object.values(other.entries).filter((text) => sealed.has(text))).toEqual([]);
});

test("notes for the door, and what was let in and handed over before, are in the list", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  const ticket = await ticketOf(person.uid);
  const page = await helper.browser.open(`/admin/door/${ticket.id}`);
  await (await (await page.press("Let in")).follow()).press("Hand over Mug");
  const entry = await opened(await rosterFor(helper), ticket);
  expect(entry).toMatchObject({ times: 1, at: expect.any(Number) });
  expect(Object.fromEntries(entry.addOns.map(({ title, times }) => [title, times]))).toMatchObject({
    ...{ Mug: 1, "Unisex black shirt (M)": 0 },
  });
});

test("an answer that the form hides is no note, neither at the door nor in the list", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  const ticket = await ticketOf(person.uid);
  await run(
    "INSERT INTO answers VALUES (?, ?, 'participation', 1, ?, 0)",
    ...[CONFERENCE, person.uid, JSON.stringify({ participation: "Virtual", dietary: "Sunlight only" })],
  );
  const notes = async () =>
    JSON.stringify([
      (await helper.browser.open(`/admin/door/${ticket.id}`)).text.includes("Sunlight only"),
      (await opened(await rosterFor(helper), ticket)).notes.map(({ value }) => value),
    ]);
  const set = (value: string | null) =>
    run("UPDATE questions SET depends_on = ? WHERE conference_id = ? AND id = 'dietary'", value, CONFERENCE);
  expect(await notes()).toBe('[true,["Sunlight only"]]');
  for (const [values, shown] of [
    [["In person"], "[false,[]]"],
    [["Virtual"], '[true,["Sunlight only"]]'],
  ] as const) {
    await set(JSON.stringify({ field: "participation", values }));
    expect(await notes().finally(() => set(null))).toBe(shown);
  }
});

test.each([
  ["/door/roster", null],
  ["/door/scan", null],
  ["/door/scans", { intent: "look", code: "x" }],
  ["/door/scans", { intent: "report" }],
] as const)("only who works at the door opens %s, and nothing is written for others", async (path, fields) => {
  const visitors: [Browser, number][] = [
    [new Browser(), 401],
    [await signedIn("signed"), 403],
    [(await colleague(["read", "decide", "money", "content"])).browser, 403],
  ];
  await changingNothing(
    async () => {
      for (const [browser, status] of visitors) {
        const response = await (fields ? browser.post(path, fields) : browser.get(path));
        expect([path, response.status]).toEqual([path, status]);
        expect(await response.text()).not.toMatch(/entries|Mei/);
      }
    },
    { but: ["sessions"] },
  );
});

test("what a phone reports is written once, however often it is sent", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  const ticket = await ticketOf(person.uid);
  const lane = phone(helper, "AAAA");
  const entry = newId();
  const answers = await Promise.all([1, 2, 3].map(() => lane.report(ticket, { entry })));
  const late = await lane.report(ticket, { entry, sentAt: "5000000" });
  expect([...answers, late].map(({ status, answer }) => [status, answer])).toEqual(
    Array(4).fill([200, done]),
  );
  expect(await journalOf(ticket)).toEqual([{ act: "in", times: 1, thing: ticket.id }]);
  expect(await rows("SELECT device, by_uid AS byUid FROM door_scans WHERE id = ?", entry)).toEqual([
    { device: "AAAA", byUid: helper.uid },
  ]);
  await expect(run("UPDATE door_scans SET outcome = 'refused'")).rejects.toThrow("never changed");
});

test("one ticket on two phones without a network counts once, and both entries are reported with phone and time", async () => {
  const person = await holder();
  const [one, other] = [await colleague("door"), await colleague("door")];
  const ticket = await ticketOf(person.uid);
  expect((await phone(one, "K7QM").report(ticket)).answer).toEqual(done);
  expect((await phone(other, "P2XR").report(ticket)).answer).toEqual({ outcome: "double", reason: null });
  const { inside } = await row<{ inside: number }>(
    "SELECT count(*) AS inside FROM door_entries WHERE thing = ? AND act = 'in' AND times = 1",
    ticket.id,
  );
  expect(inside).toBe(1);
  const page = await other.browser.open("/admin/door");
  expect(tripsOf(page)).toBe(2);
  expect(page.text).toContain(doorMessages.phones.title);
  expect(page.text).toMatch(/Mei Chen/);
  expect(page.text).toMatch(
    /\d\d:\d\d, by colleague-\d+@hpair\.example on phone K7QM; \d\d:\d\d, by .* on phone P2XR/,
  );
});

test("letting in again what the phone knew is no double, and a mistake that was taken back is not reported", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  const ticket = await ticketOf(person.uid);
  const lane = phone(helper, "BBBB");
  const doubles = () =>
    row<{ n: number }>(
      "SELECT count(*) AS n FROM door_scans WHERE thing = ? AND outcome = 'double'",
      ticket.id,
    );
  await lane.report(ticket);
  expect((await lane.report(ticket, { again: "yes" })).answer).toEqual(done);
  expect(await doubles()).toEqual({ n: 0 });
  const wrong = await phone(helper, "CCCC").report(ticket);
  expect(wrong.answer).toMatchObject({ outcome: "double" });
  const back = await phone(helper, "CCCC").report(ticket, { act: "undone", undoes: wrong.id });
  expect(back.answer).toEqual(done);
  expect((await helper.browser.open("/admin/door")).text).not.toContain("on phone CCCC");
  // A scan can be taken back only once.
  const twice = await phone(helper, "CCCC").report(ticket, { act: "undone", undoes: wrong.id });
  expect(twice.answer).toEqual({ outcome: "refused", reason: "changed" });
  expect((await journalOf(ticket)).map((one) => one["times"])).toEqual([1, 2, 3, 2]);
});

test("add-ons are handed over with their own pass alone", async () => {
  const [person, other, helper] = [await holder(), await holder(), await colleague("door")];
  const ticket = await ticketOf(person.uid);
  const lane = phone(helper, "DDDD");
  const mugOf = ({ id }: { id: string }) =>
    row<{ id: string }>("SELECT id FROM holdings WHERE payment_id = ? AND item = 'h2023mug'", id);
  const mug = await mugOf(person);
  expect((await lane.report(ticket, { act: "handed", thing: mug.id })).answer).toEqual(done);
  const foreign = await lane.report(ticket, { act: "handed", thing: (await mugOf(other)).id });
  expect(foreign.answer).toEqual({ outcome: "against", reason: "givenBack" });
  expect(await journalOf(ticket)).toEqual([{ act: "handed", times: 1, thing: mug.id }]);
});

test("a ticket that does not count any more is in the list as such, and is reported if an older list let it in", async () => {
  const [gone, from, to, helper] = [await holder(), await holder(), await taker(), await colleague("door")];
  const [dead, old] = [await ticketOf(gone.uid), await ticketOf(from.uid)];
  await giveBack(gone.id, { items: "goldPlus", amount: "520" });
  await accept(to.browser, await offer(from, to.email));
  const roster = await rosterFor(helper);
  expect(await opened(roster, dead)).toMatchObject({ reason: "givenBack", name: "", addOns: [], notes: [] });
  expect(await opened(roster, old)).toMatchObject({ reason: "transferred", name: "" });
  expect(await opened(roster, await ticketOf(to.uid))).toMatchObject({ reason: null });
  const lane = phone(helper, "EEEE");
  expect((await lane.report(dead)).answer).toEqual({ outcome: "against", reason: "givenBack" });
  expect((await lane.report(old, { reason: "transferred" })).answer).toEqual({
    ...{ outcome: "refused", reason: "transferred" },
  });
  expect([await journalOf(dead), await journalOf(old)]).toEqual([[], []]);
  const { text } = await helper.browser.open("/admin/door");
  expect(text).toContain(doorMessages.phones.against("given back"));
  expect(text).toContain("on phone EEEE");
});

test("without the secret of the ticket nobody is let in by a report", async () => {
  const [person, other, helper] = [await holder(), await holder(), await colleague("door")];
  const [ticket, stranger] = [await ticketOf(person.uid), await ticketOf(other.uid)];
  const lane = phone(helper, "FFFF");
  const unknown = { outcome: "against", reason: "unknown" };
  const { proof } = await ticketKeys(stranger.secret);
  expect((await lane.report(ticket, { proof })).answer).toEqual(unknown);
  expect((await lane.report(ticket, { proof: "" })).answer).toEqual(unknown);
  // In this case, the phone itself saw that the signature was wrong.
  const forged = await lane.report(null, { reason: "unknown" });
  expect(forged.answer).toEqual({ outcome: "refused", reason: "unknown" });
  expect((await lane.report(null)).answer).toEqual({ outcome: "refused", reason: "unknown" });
  expect(await journalOf(ticket)).toEqual([]);
});

test("a ticket of another edition is not in the list, and counts for its own edition alone", async () => {
  const helper = await colleague("door");
  const former = await row<Ticket>(
    "SELECT holdings.id, secret FROM holdings JOIN ticket_codes ON holding_id = holdings.id WHERE conference_id = ? LIMIT 1",
    FORMER_CONFERENCE,
  );
  const { entries } = await rosterFor(helper);
  expect(entries[(await ticketKeys(former.secret)).address]).toBeUndefined();
  const lane = phone(helper, "GGGG");
  expect((await lane.report(former)).answer).toEqual({ outcome: "against", reason: "otherYear" });
  expect((await lane.report(former, { conference: "aconf_1066" })).status).toBe(400);
  expect(await journalOf(former)).toEqual([]);
});

test("a clock that is wrong changes nothing but what is kept of it", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  const ticket = await ticketOf(person.uid);
  const HOUR = 60 * 60 * 1000;
  const timesOf = (id: string) =>
    row<{ passed: number; deviceAt: number }>(
      `SELECT received_at - happened_at AS passed, device_at AS deviceAt FROM door_scans JOIN door_entries USING (id)
        WHERE door_scans.id = ?`,
      id,
    );
  // The first phone scanned ten minutes ago, by a clock that is years behind. The clock of the second phone was put
  // back after its scan.
  const behind = await phone(helper, "HHHH").report(ticket, { at: "1000000", sentAt: "1600000" });
  expect(await timesOf(behind.id)).toEqual({ passed: 600_000, deviceAt: 1_000_000 });
  const ahead = await phone(helper, "JJJJ").report(ticket, {
    at: String(9 * HOUR),
    sentAt: String(8 * HOUR),
  });
  expect(await timesOf(ahead.id)).toEqual({ passed: 0, deviceAt: 9 * HOUR });
});

test("with a network the portal itself says what it knows of a code", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  const ticket = await ticketOf(person.uid);
  const look = async (code: string) =>
    (await helper.browser.post("/door/scans", { intent: "look", code })).json<OnList>();
  const code = await signTicket(readConfig(env), { holdingId: ticket.id, secret: ticket.secret });
  expect(await look(code)).toEqual(await opened(await rosterFor(helper), ticket));
  await phone(helper, "KKKK").report(ticket);
  expect(await look(code)).toMatchObject({ times: 1, at: expect.any(Number) });
  const forged = await signTicket(readConfig(env), { holdingId: ticket.id, secret: "0".repeat(32) });
  // A badge lets nobody in, so it is answered like an unknown code.
  const badge = signBadge(readConfig(env), ticket.id);
  for (const text of [forged, badge, code.slice(1), "nonsense"])
    expect(await look(text)).toMatchObject({ reason: "unknown", name: "" });
});

test("somebody whose session ended, or who left the door team, gets no list and reports nothing", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  const ticket = await ticketOf(person.uid);
  await helper.browser.post("/logout", {});
  expect((await helper.browser.get("/door/roster")).status).toBe(401);
  const lane = phone(helper, "LLLL");
  expect((await lane.report(ticket)).status).toBe(401);
  expect(await journalOf(ticket)).toEqual([]);
});

test("the page may use the camera, and no other page may; it says nothing about whoever opens it", async () => {
  const helper = await colleague("door");
  const response = await helper.browser.get("/door/scan");
  expect(response.headers.get("Permissions-Policy")).toMatch(/^camera=\(self\),/);
  expect(response.headers.get("Content-Security-Policy")).not.toMatch(/unsafe|wasm/);
  const html = await response.text();
  expect(html).not.toMatch(new RegExp(`${helper.email}|${helper.uid}|formToken`));
  expect(html).toContain(scanMessages.without);
  for (const path of ["/", "/admin/door", "/door/nothing", "/ticket"])
    expect((await helper.browser.get(path)).headers.get("Permissions-Policy")).toMatch(/^camera=\(\),/);
  expect((await new Browser().get("/door/scan")).headers.get("Permissions-Policy")).toMatch(/^camera=\(\),/);
});

test("what a phone did before its helper's last day was over is still received afterwards, and nothing else", async () => {
  const [person, other, helper] = [await holder(), await holder(), await colleague("door")];
  const [ticket, stranger] = [await ticketOf(person.uid), await ticketOf(other.uid)];
  const end = Date.parse("2023-02-18T00:00:00-05:00");
  const HOUR = 3_600_000;
  await run("UPDATE staff SET door_until = ? WHERE uid = ?", end, helper.uid);
  await stopClockAt(new Date(end + HOUR).toISOString());
  const { report } = phone(helper, "LATE");
  const sentAt = Date.now();
  const sent = (ms: number) => ({ at: String(sentAt - ms), sentAt: String(sentAt) });
  expect(await report(ticket, sent(HOUR + 1))).toMatchObject({ status: 200, answer: done });
  expect(await journalOf(ticket)).toHaveLength(1);
  expect(await row("SELECT happened_at FROM door_entries WHERE pass_holding = ?", ticket.id)).toEqual({
    happened_at: end - 1,
  });
  const late = await changingNothing(() => report(stranger, sent(HOUR)), { but: ["sessions"] });
  expect(late.status).toBe(403);
  const look = await helper.browser.post("/door/scans", { intent: "look", code: "none" }, JSON_PLEASE);
  expect(look.status).toBe(403);
  // Somebody who was removed from the staff can report nothing.
  await run("UPDATE users SET admin = 0 WHERE uid = ?", helper.uid);
  expect((await report(stranger, sent(HOUR + 1))).status).toBe(403);
});
