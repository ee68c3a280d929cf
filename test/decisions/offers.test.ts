import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { decisionMessages } from "~/decisions/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { BOOKED } from "../support/bills.ts";
import { signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { overtake } from "../support/overtake.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { CONFERENCE, type Delegate, delegate, readyToPay } from "../support/people.ts";
import { programAs } from "../support/programs.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { mailsOf, told } from "../support/told.ts";
import { keepHouse } from "../support/worker.ts";

const NOW = "2022-12-17T15:00:00Z";
const SUBMITTED = "2022-11-11T18:05:00Z";
const ENDS = "2022-12-18T20:00:00Z";
const PASS = "Harvard Conference ticket";
const say = decisionMessages.waiting;

const waiting = (more: Parameters<typeof delegate>[0] = {}) =>
  delegate({ submittedAt: SUBMITTED, decision: "Waitlisted", waiver: true, ...more });

let made = 0;

/** Stores an offer as the statement that makes offers would store it. */
async function offered(
  { uid }: { uid: string },
  { passType = "goldPlus", endsAt = ENDS, endedAt = "" } = {},
) {
  const id = `offer-${String(++made).padStart(14, "0")}`;
  await run(
    `INSERT INTO offers (id, conference_id, uid, pass_type, offered_at, ends_at, grounds, ended_at, ended_because)
      VALUES (?, ?, ?, ?, ?, ?, '{"placesLeft":null}', ?, ?)`,
    ...[id, CONFERENCE, uid, passType, Date.parse(NOW), Date.parse(endsAt)],
    ...(endedAt ? [Date.parse(endedAt), "declined"] : [null, null]),
  );
  return id;
}

const limitPass = (places: number | null) =>
  run("UPDATE tickets SET places = ? WHERE id = 'goldPlus' AND conference_id = ?", places, CONFERENCE);

const pay = ({ browser }: Delegate, more: Record<string, string> = {}) =>
  browser.post("/register", { ...PASS_PAYMENT, intent: "pay", total: "495", ...more });

const DECLINED_CARD = { cardNumber: "4000 0000 0000 0002" };

/** The decision that a program gets, and the text of the decision page. */
async function answers({ uid, browser }: Delegate) {
  const { body } = await (await programAs(uid)).call("getDecision", {});
  return { told: body.result?.data?.decision ?? null, page: (await browser.open("/decision")).text };
}

const decisionOf = async (person: Delegate) => (await answers(person)).told;

const setRelease = (released: boolean) =>
  run(
    `UPDATE rounds SET decision_release = ?1, released_at = iif(?2, ?1, NULL), told_at = ?1
      WHERE id = 'early' AND conference_id = ?3`,
    ...[Date.parse("2022-11-30T18:00:00Z"), Number(released), CONFERENCE],
  );

/** Ends everything that anybody holds, so that places can be counted from zero. */
async function nobodyHolds() {
  await run(
    `UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE state IN ('captured', 'refund_pending', 'charging', 'unknown')`,
  );
  await run("UPDATE holdings SET state = 'ended' WHERE state <> 'ended'");
  await run("DELETE FROM offers");
  await run("DELETE FROM waiting_lists");
  await run("DELETE FROM outbox");
  await run("DELETE FROM counters");
  await limitPass(null);
}

beforeEach(async () => {
  await stopClockAt(NOW);
  await nobodyHolds();
  await setRelease(true);
});

afterEach(restoreClock);
afterAll(nobodyHolds);

describe("an offer", () => {
  test("reads Accepted until its last millisecond, in every answer, and Waitlisted after it", async () => {
    const person = await waiting();
    expect(await decisionOf(person)).toBe("Waitlisted");
    await offered(person);
    for (const instant of ["2022-12-18T19:59:59.999Z", ENDS]) {
      await stopClockAt(instant);
      const { told, page } = await answers(person);
      expect(told, instant).toBe("Accepted");
      expect(page).toContain("You are accepted");
      expect(page).toContain(say.offered(PASS));
      expect((await person.browser.open("/register")).text).toContain("Pay $495");
    }
    await stopClockAt("2022-12-18T20:00:00.001Z");
    const { told, page } = await answers(person);
    expect(told).toBe("Waitlisted");
    expect(page).toContain("You are on the waiting list");
    expect((await person.browser.open("/register")).text).not.toContain("Pay $495");
    expect((await pay(person)).status).toBe(403);
    expect((await person.browser.open("/decision/letter")).status).toBe(404);
  });

  test("is nothing to whoever may not know: every page is the same, byte by byte", async () => {
    const person = await waiting();
    await setRelease(false);
    // The first visits set cookies and fill the isolate's memory, so they are not compared.
    for (const _ of [1, 2]) await told(person);
    const before = await told(person);
    await offered(person);
    expect(await told(person)).toEqual(before);
    expect(await decisionOf(person)).toBeNull();
    const refused = await person.browser.post("/decision", { intent: "decline", offer: "offer" });
    expect(refused.status).toBe(409);
  });

  test("of another person, of the past, or beside another decision changes nothing", async () => {
    const [person, other, rejected] = [
      await waiting(),
      await waiting(),
      await delegate({ submittedAt: SUBMITTED, decision: "Rejected", waiver: true }),
    ];
    await offered(other);
    await offered(person, { endedAt: NOW });
    await offered(rejected);
    expect(await decisionOf(person)).toBe("Waitlisted");
    expect(await decisionOf(rejected)).toBe("Rejected");
  });

  test("keeps a place: nobody else gets the last one, and its person does", async () => {
    await limitPass(1);
    const [person, other] = [await waiting(), await readyToPay()];
    const id = await offered(person);
    expect((await other.browser.open("/register")).text).toContain(passMessages.passSoldOut(PASS));
    expect((await pay(other)).status).toBe(409);
    expect((await pay(person)).status).toBe(302);
    expect(await decisionOf(person)).toBe("Accepted");
    expect((await person.browser.open("/decision")).text).not.toContain(say.offered(PASS));
    const late = await person.browser.post("/decision", { intent: "decline", offer: id });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain(say.paying);
  });

  test("keeps its place for its person even if there are fewer places by now", async () => {
    await limitPass(2);
    const [person, other] = [await waiting(), await readyToPay()];
    await offered(person);
    expect((await pay(other)).status).toBe(302);
    await limitPass(1);
    expect((await pay(person)).status).toBe(302);
  });

  test.each<[string, (person: Delegate, id: string) => Promise<unknown>]>([
    ["its end", () => stopClockAt("2022-12-18T20:00:00.001Z")],
    [
      "its person, who gives it back twice",
      async ({ browser }, id) => {
        const asked = await browser.open("/decision?ask=decline");
        expect(asked.text).toContain(say.consequence);
        for (let press = 0; press < 2; press += 1) expect((await asked.press(say.confirm)).status).toBe(302);
        expect(await row("SELECT ended_because FROM offers WHERE id = ?", id)).toEqual({
          ended_because: "declined",
        });
      },
    ],
    [
      "a refund",
      async (person) => {
        expect((await pay(person)).status).toBe(302);
        await run("UPDATE payments SET state = 'refund_pending' WHERE delegate_uid = ?", person.uid);
        expect(await decisionOf(person)).toBe("Accepted");
        await run("UPDATE payments SET state = 'refunded' WHERE delegate_uid = ?", person.uid);
      },
    ],
  ])("gives its place back by %s, and its person waits again", async (_, end) => {
    await limitPass(1);
    const [person, other] = [await waiting(), await readyToPay()];
    await end(person, await offered(person));
    expect(await decisionOf(person)).toBe("Waitlisted");
    expect((await pay(other)).status).toBe(302);
  });

  test("gives its place back when its person buys the other pass", async () => {
    await limitPass(1);
    const [person, other] = [await waiting(), await readyToPay()];
    await offered(person);
    const gold = { ...PASS_PAYMENT, passType: "gold", intendedPassCost: "150", intent: "pay", total: "150" };
    expect((await person.browser.post("/virtual-summit", gold)).status).toBe(302);
    expect((await pay(other)).status).toBe(302);
    expect(await decisionOf(person)).toBe("Accepted");
  });

  test("is not used up by a card that is declined", async () => {
    await limitPass(1);
    const person = await waiting();
    await offered(person);
    expect((await pay(person, DECLINED_CARD)).status).toBe(402);
    expect((await pay(person)).status).toBe(302);
  });

  test("waits for a payment that is open at its end; an invoice is due no later than that", async () => {
    await limitPass(1);
    const [person, other] = [await waiting(), await readyToPay()];
    await offered(person);
    const invoice = {
      ...{ intent: "ask", buyerName: "Mei Chen", buyerAddress: "1 Road" },
      ...{ intendedPassCost: "495", total: "495" },
    };
    await stopClockAt(ENDS);
    const asked = await person.browser.post("/register/invoice", invoice);
    expect(asked.status, await asked.clone().text()).toBe(302);
    expect(await row("SELECT due_at FROM invoices ORDER BY number DESC LIMIT 1")).toEqual({
      due_at: Date.parse(ENDS),
    });
    await stopClockAt("2022-12-18T20:00:00.001Z");
    expect(await decisionOf(person)).toBe("Accepted");
    expect((await pay(other)).status).toBe(409);
    await run("UPDATE payments SET state = 'released' WHERE delegate_uid = ?", person.uid);
    expect(await decisionOf(person)).toBe("Waitlisted");
    expect((await pay(other)).status).toBe(302);
  });
});

describe("a place that is offered while somebody else is paying for it", () => {
  /** The reserving statement without the part that counts the places kept for others. */
  const withoutGuard = (sql: string) =>
    sql.replace(/(SELECT count\(\*\) FROM "offers" WHERE )(?=[^;]*"offers"."uid" <> )/, "$1 false AND ");

  /**
   * Somebody pays for the last place. After the check of the page, but before the reservation, the place is offered to
   * `person`.
   */
  async function overtaken(person: Delegate, rewrite: (sql: string) => string) {
    await limitPass(1);
    const other = await readyToPay();
    const isOffered = overtake(other.browser, 'insert into "payments"', () => offered(person), rewrite);
    const { status } = await pay(other);
    expect(isOffered()).toBe(true);
    return status;
  }

  test("is not sold to them", async () => {
    const person = await waiting();
    expect(await overtaken(person, (sql) => sql)).toBe(409);
    expect((await pay(person)).status).toBe(302);
  });

  test("would be sold without the guard of the statement", async () => {
    const person = await waiting();
    expect(await overtaken(person, withoutGuard)).toBe(302);
  });
});

describe("the staff", () => {
  const path = "/admin/waiting";
  const offersNow = () => rows<{ uid: string }>("SELECT uid FROM offers WHERE ended_at IS NULL ORDER BY uid");
  const free = (number: number) => limitPass(number);

  /** Makes sure that nobody else is waiting. */
  const onlyThese = (people: { uid: string }[]) =>
    run(
      "UPDATE decisions SET decision = 'Rejected' WHERE decision = 'Waitlisted' AND uid NOT IN (SELECT value FROM json_each(?))",
      JSON.stringify(people.map(({ uid }) => uid)),
    );
  /** Lets the portal offer each free place for 24 hours. */
  const fills = () =>
    run(
      `INSERT OR REPLACE INTO waiting_lists (conference_id, sorted_by, by_hand, pass_type, refills, hours)
        VALUES (?, 'score', '[]', 'goldPlus', 1, 24)`,
      CONFERENCE,
    );
  const scored = ({ uid }: { uid: string }, score: number) =>
    run("UPDATE applications SET mean_score = ? WHERE uid = ?", score, uid);

  test("offer the free places to those above the line in two presses, and each is told", async () => {
    const director = await signedIn("director");
    const people = [await waiting(), await waiting(), await waiting()];
    await onlyThese(people);
    for (const [index, person] of people.entries()) await scored(person, 300 + 10 * index);
    await free(2);
    const page = await director.open(path);
    expect(page.text).toContain(say.line(2));
    expect(page.text).not.toContain("Wants to take part");
    await run(
      `INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at)
        VALUES (?, ?, 'participation', 1, '{"participation":"Virtual"}', 0)`,
      ...[CONFERENCE, people[0]!.uid],
    );
    const { text } = await director.open(path);
    expect(text).toContain("Wants to take part");
    // The pattern leaves out the title of the virtual pass, which is on the page too.
    expect(text.match(/Virtual (?!Summit)/g)).toHaveLength(1);
    const asked = await page.press("Offer to those who are ticked");
    expect(asked.status).toBe(200);
    expect(asked.text).toContain(say.asks(2));
    expect(await offersNow()).toEqual([]);
    for (let press = 0; press < 2; press += 1) expect((await asked.press(say.offers(2))).status).toBe(302);
    const best = people.slice(1).map(({ uid }) => ({ uid }));
    expect(await offersNow()).toEqual(best);
    expect(await Promise.all(people.map(decisionOf))).toEqual(["Waitlisted", "Accepted", "Accepted"]);
    await keepHouse();
    expect(await mailsOf(people[2]!.email)).toMatchObject([
      { subject: expect.stringContaining("A place is kept for you"), sent_at: expect.any(Number) },
    ]);
    expect(await mailsOf(people[0]!.email)).toEqual([]);
    // There is no room for a third offer, whatever is posted.
    const third = await director.post(path, {
      ...{ intent: "offer", uid: people[0]!.uid, pressId: "another", passType: "goldPlus" },
      endsAt: "2022-12-20T20:00",
    });
    expect(third.status).toBe(409);
    expect(await third.text()).toContain(say.tooFew(0));
    // When an offer is taken back, its place is free and its person waits again.
    const back = await (await director.open(path)).press(/^Take back/);
    expect(back.status).toBe(302);
    expect(await offersNow()).toHaveLength(1);
    const waits = await Promise.all(people.map(decisionOf));
    expect(waits.filter((decision) => decision === "Waitlisted")).toHaveLength(2);
  });

  test("get their mail although their release was taken back in between", async () => {
    const person = await waiting();
    await offered(person);
    await keepHouse({ MAILER: "none" });
    await setRelease(false);
    await keepHouse();
    const offerMail = async () =>
      (await mailsOf(person.email)).find(({ subject }) => subject.includes("A place is kept for you"));
    expect(await offerMail()).toMatchObject({ sent_at: null, due_at: null });
    await setRelease(true);
    await run("UPDATE rounds SET told_at = NULL WHERE id = 'early' AND conference_id = ?", CONFERENCE);
    for (const _ of ["queued", "sent"]) await keepHouse();
    expect(await offerMail()).toMatchObject({ sent_at: expect.any(Number) });
  });

  /** The mails that say that an offer was taken back. */
  const takenBack = async ({ email }: Delegate) =>
    (await mailsOf(email)).filter(({ subject }) => subject.includes("no longer kept"));

  test("tell nobody that an offer was taken back while its release is taken back, but as soon as it is out again", async () => {
    const director = await signedIn("director");
    const [hidden, hiddenLater] = [await waiting(), await waiting()];
    await onlyThese([hidden, hiddenLater]);
    const ids = [await offered(hidden), await offered(hiddenLater)];
    await keepHouse();
    const take = (id: string) => director.post(path, { intent: "take-back", offer: id });
    expect((await take(ids[1]!)).status).toBe(302);
    await setRelease(false);
    expect((await take(ids[0]!)).status).toBe(302);
    await keepHouse();
    for (const person of [hidden, hiddenLater])
      expect(await takenBack(person)).toMatchObject([{ sent_at: null, due_at: null }]);
    await setRelease(true);
    await run("UPDATE rounds SET told_at = NULL WHERE id = 'early' AND conference_id = ?", CONFERENCE);
    for (const _ of ["queued", "sent"]) await keepHouse();
    for (const person of [hidden, hiddenLater])
      expect(await takenBack(person)).toMatchObject([{ sent_at: expect.any(Number) }]);
  });

  test("see nobody above the line if there are fewer places than people who have one", async () => {
    expect((await pay(await readyToPay())).status).toBe(302);
    await onlyThese([await waiting(), await waiting(), await waiting()]);
    await free(0);
    const { html } = await (await signedIn("director")).open(path);
    expect(html.match(/name="uid"/g)).toHaveLength(3);
    expect(html).not.toMatch(/name="uid"[^>]* checked|checked[^>]* name="uid"/);
  });

  test("offer nothing to somebody who does not wait, nor after the list stops", async () => {
    const director = await signedIn("director");
    const [person, accepted] = [await waiting(), await readyToPay()];
    await onlyThese([person]);
    const offer = (uid: string, pressId: string) =>
      director.post(path, {
        ...{ intent: "offer", uid, pressId, passType: "goldPlus", endsAt: "2022-12-20T20:00" },
      });
    expect((await offer(accepted.uid, "a")).status).toBe(409);
    const settings = { sortedBy: "score", passType: "goldPlus", hours: "48", stopsAt: "2022-12-20T19:00" };
    expect((await director.post(path, { intent: "settings", ...settings })).status).toBe(302);
    const late = await offer(person.uid, "b");
    expect(late.status).toBe(409);
    expect(await late.text()).toContain(say.afterStop);
    expect((await person.browser.open("/decision")).text).toContain(
      "We offer no places after 20 December 2022",
    );
    expect(await offersNow()).toEqual([]);
  });

  test("read that the list has stopped, and find no button that would be refused; nobody is promised news", async () => {
    const director = await signedIn("director");
    const person = await waiting();
    await onlyThese([person]);
    await free(1);
    const stop = async (at: string) => {
      await run("DELETE FROM waiting_lists");
      await run(
        `INSERT INTO waiting_lists (conference_id, sorted_by, by_hand, pass_type, refills, hours, stops_at)
          VALUES (?, 'score', '[]', 'goldPlus', 1, 48, ?)`,
        ...[CONFERENCE, Date.parse(at)],
      );
    };
    // The proposed end is no later than the end of the list, so it is not refused.
    await stop("2022-12-18T17:00:00Z");
    const before = await director.open(path);
    expect(before.html).toContain('value="2022-12-18T12:00"');
    expect(before.text).not.toContain(say.hasStopped);
    expect((await person.browser.open("/decision")).text).toContain("We offer no places after");

    for (const at of [NOW, "2022-12-16T17:00:00Z"]) {
      await stop(at);
      const page = await director.open(path);
      expect(page.text, at).toContain(say.hasStopped);
      expect(page.has("Offer to those who are ticked"), at).toBe(false);
      expect(page.html, at).not.toContain('type="checkbox" name="uid"');
      const { text } = await person.browser.open("/decision");
      expect(text, at).toContain(say.stopped);
      expect(text, at).not.toMatch(/We offer no places after|We will write to/);
    }
  });

  test("offer nothing that nobody could buy: a pass before its sale, after it, or not on sale", async () => {
    const director = await signedIn("director");
    const person = await waiting();
    await onlyThese([person]);
    await free(1);
    await fills();
    const offer = async (endsAt: string) =>
      director.post(path, {
        ...{ intent: "offer", uid: person.uid, pressId: `sale-${++made}`, passType: "goldPlus", endsAt },
      });
    const sale = (set: string, at: number | null = null) =>
      run(
        `UPDATE tickets SET ${set} WHERE id = 'goldPlus' AND conference_id = ?2 AND ?1 IS ?1`,
        at,
        CONFERENCE,
      );
    try {
      for (const [set, at] of [
        ["on_sale = 0", null],
        ["on_sale = 1, sale_from = ?1", Date.parse(NOW) + 1],
        ["sale_from = NULL, sale_until = ?1", Date.parse(NOW) - 1],
      ] as const) {
        await sale(set, at);
        await keepHouse({ MAILER: "none" });
        expect(await offersNow(), set).toEqual([]);
        const refused = await offer("2022-12-17T12:00");
        expect(refused.status, set).toBe(409);
        expect(await refused.text()).toContain(say.notSold);
        const page = await director.open(path);
        expect(page.text).toContain(say.notOnSale);
        expect(page.has("Offer to those who are ticked"), set).toBe(false);
      }
      // The sale ends at noon in New York, before an offer of 24 hours would.
      await sale("sale_until = ?1", Date.parse("2022-12-17T17:00:00Z"));
      const page = await director.open(path);
      expect(page.html).toContain('value="2022-12-17T12:00"');
      const late = await offer("2022-12-17T12:01");
      expect(late.status).toBe(409);
      expect(await late.text()).toContain(say.afterSale);
      await keepHouse({ MAILER: "none" });
      expect(await rows("SELECT ends_at FROM offers")).toEqual([
        { ends_at: Date.parse("2022-12-17T17:00:00Z") },
      ]);
    } finally {
      await sale("on_sale = 1, sale_from = NULL, sale_until = NULL");
    }
  });

  test("fill no place when the event is over, or of an edition that is no longer the current one", async () => {
    const person = await waiting();
    await onlyThese([person]);
    await free(1);
    await fills();
    await stopClockAt("2023-02-20T06:00:00Z");
    await keepHouse({ MAILER: "none" });
    expect(await offersNow()).toEqual([]);
    await stopClockAt(NOW);
    const makeCurrent = (id: string) =>
      run("UPDATE settings SET value = ? WHERE key = 'currentConference'", id);
    await makeCurrent("aconf_2022");
    await keepHouse({ MAILER: "none" });
    await makeCurrent(CONFERENCE);
    expect(await offersNow()).toEqual([]);
    await keepHouse({ MAILER: "none" });
    expect(await offersNow()).toEqual([{ uid: person.uid }]);
  });

  test("fill no place by itself when less than an hour would be left, so that nobody is passed over for it", async () => {
    const person = await waiting();
    await onlyThese([person]);
    await free(1);
    const stopsIn = async (minutes: number) => {
      await fills();
      await run("UPDATE waiting_lists SET stops_at = ?", Date.parse(NOW) + minutes * 60_000);
      await keepHouse({ MAILER: "none" });
    };
    await stopsIn(59);
    expect(await offersNow()).toEqual([]);
    await stopsIn(60);
    expect(await offersNow()).toEqual([{ uid: person.uid }]);
  });

  test("read how many wait, not how many are shown, and no line where a pass has no limit", async () => {
    const director = await signedIn("director");
    const person = await waiting();
    await onlyThese([person]);
    const page = await director.open(path);
    expect(page.text).toContain("1 person is waiting");
    expect(page.text).not.toContain("behind the line");
    const generated = `WITH RECURSIVE generated(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM generated WHERE n < 300)`;
    const uid = "printf('many-waiting-%015d', n)";
    await run(
      `INSERT INTO users (uid, email, email_key, password_hash, created_at)
        ${generated} SELECT ${uid}, ${uid} || '@hpair.example', ${uid} || '@hpair.example', '', 0 FROM generated`,
    );
    await run(
      `INSERT INTO applications (conference_id, uid, created_at, submitted_at)
        ${generated} SELECT ?, ${uid}, 0, ? FROM generated`,
      ...[CONFERENCE, Date.parse(SUBMITTED)],
    );
    await run(
      `INSERT INTO decisions (conference_id, uid, decision, set_at)
        ${generated} SELECT ?, ${uid}, 'Waitlisted', ? FROM generated`,
      ...[CONFERENCE, Date.parse("2022-11-28T16:30:00Z")],
    );
    const { text } = await director.open(path);
    expect(text).toContain("301 people are waiting");
    expect(text).toContain(say.firstShown(300));
    await onlyThese([]);
  });

  test("are filled in the order that staff set by hand; who was not put in order comes after, by score", async () => {
    const director = await signedIn("director");
    const people = [await waiting(), await waiting(), await waiting()];
    await onlyThese(people);
    for (const [index, person] of people.entries()) await scored(person, 300 - 10 * index);
    const [best, middle, last] = people as [Delegate, Delegate, Delegate];
    await free(0);
    const settings = { sortedBy: "hand", passType: "goldPlus", hours: "24" };
    expect((await director.post(path, { intent: "settings", ...settings })).status).toBe(302);
    const order = (...uids: string[]) =>
      director.post(path, {
        intent: "order",
        ...Object.fromEntries(uids.map((uid, index) => [`place-${uid}`, String(index + 1)])),
      });
    const listed = async () => {
      const { html } = await director.open(path);
      return people.map(({ uid }) => uid).sort((one, other) => html.indexOf(one) - html.indexOf(other));
    };
    expect(await listed()).toEqual([best.uid, middle.uid, last.uid]);
    expect((await order(last.uid, middle.uid, best.uid)).status).toBe(200);
    expect(await listed()).toEqual([last.uid, middle.uid, best.uid]);
    expect((await order(last.uid)).status).toBe(200);
    expect(await listed()).toEqual([last.uid, best.uid, middle.uid]);
    await free(1);
    const refilled = { ...settings, refills: "true" };
    expect((await director.post(path, { intent: "settings", ...refilled })).status).toBe(302);
    await keepHouse({ MAILER: "none" });
    expect(await offersNow()).toEqual([{ uid: last.uid }]);
  });

  test("type places and press Enter, or look at an offer and go back: nothing is lost", async () => {
    const director = await signedIn("director");
    const people = [await waiting(), await waiting()];
    await onlyThese(people);
    await free(2);
    const settings = { intent: "settings", sortedBy: "hand", passType: "goldPlus", hours: "24" };
    expect((await director.post(path, settings)).status).toBe(302);
    const page = await director.open(path);
    const save = "Save this order";
    // Enter presses the first button of a form.
    const { name, value } = page.form(save).buttons[0]!;
    expect([name, value]).toEqual(["intent", "order"]);
    const [first, second] = page.form(save).fields.filter(([field]) => field.startsWith("place-"));
    const typed = { [first![0]]: "2", [second![0]]: "1.5", endsAt: "2022-12-18T09:30" };
    const inForm = (shown: typeof page) => new Map(shown.form(save).fields);
    const asked = await page.press("Offer to those who are ticked", typed);
    expect(asked.text).toContain(say.asks(2));
    const back = await changingNothing(() => asked.press("Back to the list"));
    for (const [field, text] of Object.entries(typed)) expect(inForm(back).get(field)).toBe(text);
    expect(back.form(save).fields.filter(([field]) => field === "uid")).toHaveLength(2);
    const ordered = await back.press(save);
    expect(ordered.status).toBe(200);
    expect([second, first].map((one) => inForm(ordered).get(one![0]))).toEqual(["1", "2"]);
    expect(inForm(ordered).get("endsAt")).toBe(typed.endsAt);
    expect(ordered.form(save).fields.filter(([field]) => field === "uid")).toHaveLength(2);
  });

  test("pass over somebody whose account is disabled", async () => {
    const director = await signedIn("director");
    const [disabled, next] = [await waiting(), await waiting()];
    await onlyThese([disabled, next]);
    await scored(disabled, 400);
    await scored(next, 300);
    await free(1);
    await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", disabled.uid);
    expect((await director.open(path)).html).not.toContain(disabled.uid);
    const offer = await director.post(path, {
      ...{ intent: "offer", uid: disabled.uid, pressId: "disabled", passType: "goldPlus" },
      endsAt: "2022-12-20T20:00",
    });
    expect(offer.status).toBe(409);
    const settings = { sortedBy: "score", passType: "goldPlus", hours: "24", refills: "true" };
    expect((await director.post(path, { intent: "settings", ...settings })).status).toBe(302);
    await keepHouse({ MAILER: "none" });
    expect(await offersNow()).toEqual([{ uid: next.uid }]);
  });

  test("let the portal fill free places in order, once, however many crons run, and stop it", async () => {
    const director = await signedIn("director");
    const people = [await waiting(), await waiting(), await waiting()];
    await onlyThese(people);
    for (const [index, person] of people.entries()) await scored(person, 300 - 10 * index);
    await free(1);
    const settings = { sortedBy: "score", passType: "goldPlus", hours: "24", refills: "true" };
    expect((await director.post(path, { intent: "settings", ...settings })).status).toBe(302);
    await Promise.all([keepHouse({ MAILER: "none" }), keepHouse({ MAILER: "none" })]);
    expect(await offersNow()).toEqual([{ uid: people[0]!.uid }]);
    const declined = await people[0]!.browser.open("/decision?ask=decline");
    expect((await declined.press(say.confirm)).status).toBe(302);
    await keepHouse({ MAILER: "none" });
    expect(await offersNow()).toEqual([{ uid: people[1]!.uid }]);
    await stopClockAt("2022-12-19T15:00:00.001Z");
    await keepHouse({ MAILER: "none" });
    expect(await offersNow()).toEqual([{ uid: people[2]!.uid }]);
    // The portal never offers a place to the same person twice.
    await stopClockAt("2022-12-21T15:00:00.001Z");
    await keepHouse({ MAILER: "none" });
    expect(await offersNow()).toEqual([]);
    expect(await rows("SELECT uid, ended_because FROM offers ORDER BY offered_at")).toEqual(
      people.map(({ uid }, index) => ({ uid, ended_because: index === 0 ? "declined" : "expired" })),
    );
  });
});
