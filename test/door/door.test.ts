import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { doorMessages } from "~/door/messages.ts";
import { signTicket } from "~/door/ticket-keys.server.ts";
import { readConfig } from "~/platform/config.server.ts";
import { qrPath } from "~/ui/qr-path.ts";
import { tripsOf } from "../support/asked.ts";
import { paymentStatements } from "../support/bills.ts";
import { Browser, ORIGIN } from "../support/browser.ts";
import { addFormerEdition, FORMER_CONFERENCE } from "../support/editions.ts";
import { CONFERENCE, delegate, readyToPay } from "../support/people.ts";
import { giveBack } from "../support/refunds.ts";
import { type Colleague, colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run, runAll } from "../support/storage.ts";
import { accept, holder, offer, taker } from "../support/transfers.ts";

await addFormerEdition();

/** The address that the code on somebody's ticket contains. The pass may have ended since. */
async function codeOf(uid: string): Promise<string> {
  const ticket = await row<{ holdingId: string; secret: string }>(
    `SELECT holding_id AS holdingId, secret FROM ticket_codes
      WHERE holding_id IN (SELECT id FROM holdings WHERE uid = ? AND item = 'goldPlus')`,
    uid,
  );
  return `/door/${await signTicket(readConfig(env), ticket)}`;
}

const journalOf = (uid: string) =>
  rows(
    `SELECT act, times, way, by_uid AS byUid FROM door_entries
      WHERE pass_holding IN (SELECT id FROM holdings WHERE uid = ?) ORDER BY thing, number`,
    uid,
  );

/** Makes somebody findable by name, because the applications of tests have no search words. */
const findable = (uid: string) =>
  run(
    "INSERT INTO search_words (conference_id, uid, word) VALUES (?1, ?2, 'mei'), (?1, ?2, 'chen')",
    ...[CONFERENCE, uid],
  );

const letIn = async (helper: Colleague, path: string) => {
  const answer = await (await helper.browser.open(path)).press("Let in");
  expect([answer.status, answer.text]).toEqual([302, ""]);
  return answer.follow();
};

const letInAgain = async (helper: Colleague, path: string) =>
  (await (await helper.browser.open(path)).press("Let in again")).follow();

test("the ticket of a holder has a code, as a picture too, and is its holder's alone", async () => {
  const person = await holder();
  const { path } = qrPath(ORIGIN + (await codeOf(person.uid)));
  for (const address of ["/", "/ticket", "/ticket.svg"]) {
    const page = await person.browser.open(address);
    expect([address, page.status, page.html.includes(path)]).toEqual([address, 200, true]);
  }
  const sheet = (await person.browser.open("/ticket")).text;
  for (const words of ["Mei Chen", "17–19 February 2023", "Harvard campus", "Mug", "Save as a picture"])
    expect(sheet).toContain(words);
  expect((await (await readyToPay()).browser.open("/ticket")).text).toContain(doorMessages.noTicket);
});

test("whoever does not work at the door learns nothing of a code, not even whether it is one", async () => {
  const person = await holder();
  const valid = await codeOf(person.uid);
  const others: [string, Browser][] = [
    ["a stranger", new Browser()],
    ["another delegate", (await delegate()).browser],
    ["the holder", person.browser],
    ["a reader", (await colleague("reviewer")).browser],
    ["a treasurer", (await colleague("treasurer")).browser],
  ];
  for (const [who, browser] of others) {
    const [one, other] = [await browser.open(valid), await browser.open("/door/nothing")];
    expect([who, one.status, other.status]).toEqual([who, 200, 200]);
    expect([who, one.text]).toEqual([who, other.text]);
    expect(one.text).toContain(doorMessages.aboutCodes);
    expect(one.text).not.toMatch(/Mei|Chen|Harvard/);
    await changingNothing(
      async () => {
        const posted = await browser.post(valid, { intent: "admit" });
        expect([who, posted.status]).toEqual([who, who === "a stranger" ? 401 : 403]);
      },
      { but: ["sessions"] },
    );
    expect((await browser.get("/admin/door")).status).toBe(who === "a stranger" ? 401 : 403);
  }
  expect(await journalOf(person.uid)).toEqual([]);
});

test("a helper lets somebody in, hands an add-on over, lets them in again and takes a mistake back", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  const code = await codeOf(person.uid);
  const page = await helper.browser.open(code);
  for (const words of [
    "May come in",
    "Mei Chen",
    "Harvard Conference ticket",
    "Mug",
    "Unisex black shirt (M)",
  ])
    expect(page.text).toContain(words);
  expect(page.text).not.toMatch(/\$|scholarship|Accepted/);
  const inside = await letIn(helper, code);
  expect(inside.text).toContain("Let in");
  const handed = await (await inside.press("Hand over Mug")).follow();
  expect(handed.html).toContain("<h1>Let in just now</h1>");
  const again = await helper.browser.open(code);
  expect(again.text).toContain("Already in");
  expect(again.text).toMatch(/Handed over at \d\d:\d\d by colleague-/);
  expect((await again.press("Let in again")).status).toBe(302);
  expect((await (await helper.browser.open(code)).press("That was a mistake")).status).toBe(302);
  expect((await (await helper.browser.open(code)).press("That was a mistake")).status).toBe(302);
  expect((await helper.browser.open(code)).text).toContain("May come in");
  const by = { byUid: helper.uid, way: "code" };
  expect(await journalOf(person.uid)).toEqual([
    { act: "in", times: 1, ...by },
    { act: "in", times: 2, ...by },
    { act: "undone", times: 1, ...by },
    { act: "undone", times: 0, ...by },
    { act: "handed", times: 1, ...by },
  ]);
  await expect(run("UPDATE door_entries SET times = 7")).rejects.toThrow("never changed");
});

test("pressing twice is one act, and of two helpers at once one is told that the other was faster", async () => {
  const [person, one, other] = [await holder(), await colleague("door"), await colleague("director")];
  const code = await codeOf(person.uid);
  const [first, second] = [await one.browser.open(code), await other.browser.open(code)];
  const twice = await Promise.all([first.press("Let in"), first.press("Let in")]);
  expect(twice.map(({ status }) => status)).toEqual([302, 302]);
  const late = await second.press("Let in");
  expect([late.status, late.text.includes(doorMessages.changed)]).toEqual([409, true]);
  expect(late.text).toContain("Already in");
  expect(await journalOf(person.uid)).toHaveLength(1);
});

test("after a transfer the new holder has another code, and the old one says why it opens nothing", async () => {
  const [from, to, helper] = [await holder(), await taker(), await colleague("door")];
  const old = await codeOf(from.uid);
  const page = await helper.browser.open(old);
  expect((await accept(to.browser, await offer(from, to.email))).status).toBe(302);
  const { title, whatToDo } = doorMessages.refusals.transferred;
  const refused = await helper.browser.open(old);
  expect(refused.text).toContain(title);
  expect(refused.text).toContain(whatToDo);
  expect(refused.text).not.toContain("Mei Chen");
  expect(refused.forms.filter(({ buttons }) => buttons.length > 0)).toEqual([]);
  // The page was opened before the transfer, so only the statement itself can refuse.
  expect((await page.press("Let in")).status).toBe(409);
  const code = await codeOf(to.uid);
  expect(code).not.toBe(old);
  expect((await letIn(helper, code)).text).toContain("Let in");
  expect(await journalOf(from.uid)).toEqual([]);
});

test("a pass that was given back, is not paid yet, or is of another year lets nobody in", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  const code = await codeOf(person.uid);
  const page = await helper.browser.open(code);
  await giveBack(person.id, { items: "goldPlus", amount: "520" });
  const ended = await helper.browser.open(code);
  expect(ended.text).toContain(doorMessages.refusals.givenBack.title);
  expect(ended.text).not.toMatch(/Notes for the door|To hand over/);
  expect((await page.press("Let in")).status).toBe(409);

  const unpaid = await readyToPay();
  await runAll(
    paymentStatements({ id: "unpaidunpaidunpaidun", uid: unpaid.uid, amountCents: 100, state: "reserved" }),
  );
  const waiting = await helper.browser.open("/admin/door/unpaidunpaidunpaidun-00");
  expect(waiting.text).toContain(doorMessages.refusals.unpaid.title);
  expect(waiting.text).not.toContain("Record their money");
  const treasurer = await colleague(["money", "door"]);
  expect((await treasurer.browser.open("/admin/door/unpaidunpaidunpaidun-00")).text).toContain(
    "Record their money",
  );

  const [former] = await rows<{ id: string; secret: string }>(
    `SELECT holdings.id, secret FROM holdings JOIN ticket_codes ON holding_id = holdings.id WHERE conference_id = ? LIMIT 1`,
    FORMER_CONFERENCE,
  );
  const old = await signTicket(readConfig(env), { holdingId: former!.id, secret: former!.secret });
  const refused = await helper.browser.open(`/door/${old}`);
  expect(refused.text).toContain(doorMessages.refusals.otherYear.title);
  expect(await journalOf(person.uid)).toEqual([]);
});

test("a ticket for an online event opens no door", async () => {
  const helper = await colleague("door");
  const person = await readyToPay();
  await runAll(
    paymentStatements({
      ...{
        id: "onlineonlineonlineon",
        uid: person.uid,
        passType: "gold",
        amountCents: 100,
        state: "captured",
        transactionId: "online",
      },
      resolvedAt: 1,
    }),
  );
  const page = await helper.browser.open("/admin/door/onlineonlineonlineon-00");
  expect(page.text).toContain(doorMessages.refusals.online.title);
  const { text } = await person.browser.open("/ticket");
  expect(text).toContain(doorMessages.online);
});

test("a code with the right signature and another secret is not a ticket", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  const { holdingId } = await row<{ holdingId: string }>(
    "SELECT id AS holdingId FROM holdings WHERE uid = ? AND item = 'goldPlus'",
    person.uid,
  );
  const forged = await signTicket(readConfig(env), { holdingId, secret: "0".repeat(32) });
  const page = await helper.browser.open(`/door/${forged}`);
  expect(page.text).toContain(doorMessages.refusals.unknown.title);
  expect(page.text).not.toContain("Mei Chen");
});

test("codes are counted before they are looked up", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  await findable(person.uid);
  const code = await codeOf(person.uid);
  const other = code.replace(/.(?=.{80}$)/, (letter) => (letter === "A" ? "B" : "A"));
  expect((await helper.browser.open(other)).text).toContain(doorMessages.refusals.unknown.title);
  await run("UPDATE counters SET count = 400 WHERE key LIKE 'door:%'");
  const page = await helper.browser.open(code);
  expect([page.status, page.text.includes("Mei Chen")]).toEqual([429, false]);
  // The list of names still works.
  expect((await helper.browser.open("/admin/door?name=chen")).text).toContain("Mei Chen");
  await run("DELETE FROM counters");
});

test("the list finds people by name and by reference, and it is written down that somebody looked", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  await findable(person.uid);
  const reference = `${person.id.slice(0, 4)}-${person.id.slice(4, 8)}`.toUpperCase();
  for (const search of [reference, reference.toLowerCase().replace("-", "")]) {
    const page = await helper.browser.open(`/admin/door?name=${search}`);
    expect(page.text).toContain(reference);
    expect((await helper.browser.open(`/admin/door/${person.id}-00`)).text).toContain("Mei Chen");
  }
  const many = await helper.browser.open("/admin/door?name=mei");
  expect(many.html.match(/href="\/admin\/door\/[^"]/g)!.length).toBeLessThanOrEqual(20);
  expect((await helper.browser.open("/admin/door?name=nobody-of-this-name")).text).toContain(
    doorMessages.nobody,
  );
  const looks = await rows(
    "SELECT action FROM audit WHERE actor_uid = ? AND action = 'searchDoor'",
    helper.uid,
  );
  expect(looks).toHaveLength(4);
  const inside = await letIn(helper, `/admin/door/${person.id}-00`);
  expect(inside.text).toContain("Let in");
  expect(await journalOf(person.uid)).toMatchObject([{ act: "in", way: "list" }]);
});

test("a practice with invented tickets leaves nothing", async () => {
  const helper = await colleague("door");
  await changingNothing(
    async () => {
      const list = await helper.browser.open("/admin/door/practice");
      expect(list.text).toContain(doorMessages.practice.lead);
      const inside = await letIn(helper, "/admin/door/practice?ticket=0");
      expect(inside.html).toContain("<h1>Let in just now</h1>");
      const handed = await (await inside.press("Hand over Mug")).follow();
      expect(handed.text).toContain("Handed over at");
      expect((await (await handed.press("That was a mistake")).follow()).text).toContain("May come in");
    },
    { but: ["sessions"] },
  );
});

test("the list says of everybody whether they are here, and leads from one person to the next", async () => {
  const [person, gone, online, helper] = [
    await holder(),
    await holder(),
    await readyToPay(),
    await colleague("door"),
  ];
  await runAll(
    paymentStatements({
      ...{
        id: "onlineonlyonlineonly",
        uid: online.uid,
        passType: "gold",
        amountCents: 100,
        state: "captured",
      },
      ...{ transactionId: "only", resolvedAt: 1 },
    }),
  );
  await run(
    `INSERT INTO search_words (conference_id, uid, word) SELECT ?1, value, 'kiri' FROM json_each(?2)`,
    ...[CONFERENCE, JSON.stringify([person.uid, gone.uid, online.uid])],
  );
  await giveBack(gone.id, { items: "goldPlus", amount: "520" });
  const found = async () => {
    const page = await helper.browser.open("/admin/door?name=kiri");
    expect(tripsOf(page)).toBeLessThanOrEqual(5);
    return Object.fromEntries(
      [...page.html.matchAll(/<a href="\/admin\/door\/([\w]+)-\d+"[\s\S]*?class="tag"[^>]*>([^<]*)</g)].map(
        ([, id, state]) => [id, state],
      ),
    );
  };
  const others = { [gone.id]: "Given back", onlineonlyonlineonly: doorMessages.refusals.online.title };
  expect(await found()).toEqual({ ...others, [person.id]: doorMessages.notYet });
  const inside = await letIn(helper, `/admin/door/${person.id}-00`);
  expect(await found()).toEqual({ ...others, [person.id]: expect.stringMatching(/^Here since \d\d:\d\d$/) });
  expect(inside.html).toMatch(/<a href="\/admin\/door\?next" class="button">Next person<\/a>/);
  const next = await helper.browser.open("/admin/door?next");
  expect(next.html).toMatch(/<input (?=[^>]*id="name")(?=[^>]*autofocus)/i);
  // A helper who scans with the camera of the phone continues with the camera, so the page has no link to the next
  // person.
  const byCamera = await letInAgain(helper, await codeOf(person.uid));
  expect(byCamera.html).not.toContain("Next person");
  await (await helper.browser.open(`/admin/door/${person.id}-00`)).press("That was a mistake");
  await (await helper.browser.open(`/admin/door/${person.id}-00`)).press("That was a mistake");
  expect(await found()).toEqual({ ...others, [person.id]: doorMessages.notYet });
});
