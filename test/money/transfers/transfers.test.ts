import Papa from "papaparse";
import { beforeEach, describe, expect, test } from "vitest";
import { accountMessages } from "~/accounts/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { withdrawalMessages } from "~/money/refunds/messages.ts";
import { transferMessages } from "~/money/transfers/messages.ts";
import { standingMessages } from "~/standing/messages.ts";
import { DAY } from "~/values/durations.ts";
import { messages } from "~/values/messages.ts";
import { BOOKED } from "../../support/bills.ts";
import { signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { subjectsTo } from "../../support/mails.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, delegate, PASSWORD, readyToPay } from "../../support/people.ts";
import { programAs } from "../../support/programs.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";
import { accept, confirmed, holder, offer, SHIRT, taker, unsigned } from "../../support/transfers.ts";

// A pass goes from one person to another, with everything that is held with it. No money moves.

const PASS = "Harvard Conference ticket";

const heldBy = async (uid: string) =>
  (
    await rows<{ item: string; variant: string | null }>(
      "SELECT item, variant FROM holdings WHERE uid = ? AND state = 'held' ORDER BY item",
      uid,
    )
  ).map(({ item, variant }) => (variant === null ? item : `${item}=${variant}`));
const ALL = ["goldPlus", "h2023mug", `${SHIRT}=M`, "h2023virtual"];

async function csv(path: string) {
  const text = await (await (await signedIn("director")).get(path)).text();
  return Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, "").trim(), { header: true }).data;
}

beforeEach(() => run("DELETE FROM counters"));

describe("a pass is transferred", () => {
  test("somebody who has bought a pass meanwhile is not told that they can accept an offered one", async () => {
    const [from, to] = [await holder(), await taker()];
    const id = await offer(from, to.email);
    expect((await to.browser.open("/")).html).toContain(`/transfer/${id}`);
    expect((await to.browser.post("/register", { ...PASS_PAYMENT })).status).toBe(302);
    const home = await to.browser.open("/");
    expect(home.text).toContain("You are registered");
    expect(home.html).not.toContain(`/transfer/${id}`);
    expect((await from.browser.open("/")).text).toContain(`You have offered the ${PASS} to`);
  });

  test("from the offer to the first look of the new holder, and everybody sees it", async () => {
    const [from, to] = [await holder(), await taker()];
    expect((await from.browser.open("/")).html).toContain(`/payment/${from.id}/transfer`);
    expect((await from.browser.open("/payment-info")).html).toContain(`/payment/${from.id}/transfer`);
    const page = await from.browser.open(`/payment/${from.id}/transfer`);
    expect(page.text).toContain(
      "The other person also gets: Virtual summit, Mug, and Unisex black shirt (M). You will no longer have them.",
    );
    const made = await (
      await page.press("Offer the pass", { recipientEmail: ` ${to.email.toUpperCase()} ` })
    ).follow();
    expect(made.text).toContain(transferMessages.whoCan);
    expect(made.text).toMatch(/They can accept it until 24 December 2022/);
    expect((await from.browser.open("/")).text).toContain(`You have offered the ${PASS} to`);

    const { body } = await row<{ body: string }>(
      "SELECT body FROM outbox WHERE recipient = ? AND event_key LIKE 'offer:%'",
      to.email,
    );
    expect(body).toContain(`Mei Chen (${from.email}) offers you the ${PASS}. You pay nothing here.`);
    const path = /\/transfer\/\w+/.exec(body)![0];
    const home = await to.browser.open("/");
    expect(home.html).toContain(`href="${path}"`);
    // Somebody who is offered a pass for nothing is not asked to pay for it.
    expect(home.text).toContain("A pass is offered to you");
    expect(home.text).not.toContain("Register and pay");
    const offered = await to.browser.open(path);
    expect(offered.text).toContain("Mei Chen offers you this pass.");
    expect(offered.text).toContain(
      `You get the ${PASS}, Virtual summit, Mug, and Unisex black shirt (M). ${transferMessages.paidByThem}`,
    );
    const done = await offered.press("Accept the pass");
    expect([done.status, done.location]).toEqual([302, "/"]);
    expect(await heldBy(from.uid)).toEqual([]);
    expect((await heldBy(to.uid)).sort()).toEqual([...ALL].sort());
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);

    // Both people see on their pages that the pass was transferred.
    expect((await to.browser.open("/")).text).toContain("You are registered");
    expect((await to.browser.open("/register")).text).toContain(passMessages.alreadyRegistered(PASS));
    const theirs = await to.browser.open("/payment-info");
    expect(theirs.text).toContain(
      `${transferMessages.takenOver} With: Virtual summit, Mug, Unisex black shirt (M)`,
    );
    expect(theirs.html).toContain(`/payment/${from.id}/exchange`);
    expect((await to.browser.open(path)).text).toContain(transferMessages.takenOver);
    const before = await from.browser.open("/payment-info");
    expect(before.text).toContain(paymentMessages.passTransferred(PASS));
    expect(before.html).not.toMatch(/\/(withdraw|exchange|transfer)"/);
    expect((await from.browser.open(`/payment/${from.id}`)).text).toContain(
      paymentMessages.passTransferred(PASS),
    );
    expect((await from.browser.open(`/payment/${from.id}/transfer`)).text).toContain(
      paymentMessages.passGone(PASS),
    );
    // The receipt stays with the person who paid.
    expect((await from.browser.open(`/payment/${from.id}/receipt`)).text).toContain("Total paid $550");
    for (const page of ["", "/receipt", "/invoice"]) {
      const theirs = await to.browser.open(`/payment/${from.id}${page}`);
      expect([theirs.status, theirs.text], page).toEqual([
        403,
        expect.stringContaining(withdrawalMessages.paidByOther(PASS)),
      ]);
    }
    expect(await subjectsTo(from.email)).toEqual(["Your receipt", "Your pass was transferred"]);
    expect(await subjectsTo(to.email)).toEqual(["A pass is offered to you", "You have taken over a pass"]);

    // Programs and the staff's files and pages show the new holder too.
    for (const [{ uid }, data] of [
      [from, null],
      [to, "goldPlus"],
    ] as const) {
      const told = await (await programAs(uid)).call("getPassType", { userUid: uid });
      expect(told.body).toMatchObject({ data });
    }
    const again = await (await programAs(to.uid)).call("triggerPayment", PASS_PAYMENT);
    expect(again.body.error.message).toBe(passMessages.alreadyRegistered(PASS));
    const registered = await csv("/admin/registrations.csv");
    expect(registered.filter(({ uid }) => uid === from.uid)).toEqual([]);
    expect(registered.find(({ uid }) => uid === to.uid)).toMatchObject({ pass: "goldPlus", [SHIRT]: "M" });
    expect((await csv("/admin/payments.csv")).find(({ reference }) => reference === from.id)).toMatchObject({
      ...{ email: from.email, holder: to.email, net: "550.00" },
    });
    const director = await signedIn("director");
    expect((await director.open(`/admin/payments?search=${to.email}`)).html).toContain(from.id);
    const order = await director.open(`/admin/payments/person/${from.uid}`);
    expect(order.text).toMatch(new RegExp(`Pass transferred ${PASS} to ${to.email} .*, ${to.email}`, "i"));
    expect(order.text).toContain("Has Nothing");
    const other = await director.open(`/admin/payments/person/${to.uid}`);
    expect(other.text).toMatch(new RegExp(`Pass taken over ${PASS} .*, ${from.email}`));
    expect((await director.open(`/admin/payments/${from.id}`)).text).toMatch(/Transferred to Mei Chen/);
    const acts = await rows<{ action: string; who: string }>(
      "SELECT action, actor_uid AS who FROM audit WHERE object = ? AND action LIKE '%pass%' ORDER BY rowid",
      `payments/${from.id}`,
    );
    expect(acts).toEqual([
      { action: "offer pass", who: from.uid },
      { action: "take over pass", who: to.uid },
    ]);

    // Somebody who gave a pass away may buy and hold another one.
    expect((await from.browser.post("/register", { ...PASS_PAYMENT, total: "495" })).status).toBe(302);
    expect(await heldBy(from.uid)).toContain("goldPlus");
    expect(await findings()).toEqual([]);
  });

  test("again to a third person, and back: each change has its offer", async () => {
    const [from, to] = [await holder(), await taker()];
    await confirmed(from);
    expect((await accept(to.browser, await offer(from, to.email))).status).toBe(302);
    expect((await accept(from.browser, await offer({ ...to, id: from.id }, from.email))).status).toBe(302);
    expect((await heldBy(from.uid)).sort()).toEqual([...ALL].sort());
    expect(await heldBy(to.uid)).toEqual([]);
    expect((await from.browser.open("/payment-info")).text).toContain(paymentMessages.passHeld(PASS));
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
    const director = await signedIn("director");
    expect((await director.open(`/admin/payments/person/${from.uid}`)).text).toMatch(
      /Pass taken over .* Pass transferred .* Payment/,
    );
  });

  test("with what was bought for it later, and a size that was exchanged", async () => {
    const [from, to] = [await holder(), await taker()];
    const { passType: _, intendedPassCost: __, ...card } = PASS_PAYMENT;
    const more = { ...card, intent: "pay", total: "30", "addOns.h2023hatblack": "true" };
    expect((await from.browser.post("/register/add-ons", more)).status).toBe(302);
    const swap = { item: SHIRT, seen: "M", [`variant-${SHIRT}`]: "L" };
    expect((await from.browser.post(`/payment/${from.id}/exchange`, swap)).status).toBe(302);
    expect((await accept(to.browser, await offer(from, to.email))).status).toBe(302);
    expect((await heldBy(to.uid)).sort()).toEqual(
      ["goldPlus", "h2023mug", `${SHIRT}=L`, "h2023virtual", "h2023hatblack"].sort(),
    );
    expect(await heldBy(from.uid)).toEqual([]);
    expect((await from.browser.open("/payment-info")).text).toContain("You no longer have the Hat (black).");
    // The new holder can exchange add-ons of the pass and buy more, just like anybody.
    const own = { item: SHIRT, seen: "L", [`variant-${SHIRT}`]: "S" };
    expect((await to.browser.get(`/payment/${from.id}/exchange`)).status).toBe(200);
    expect((await to.browser.post(`/payment/${from.id}/exchange`, own)).status).toBe(302);
    const hat = { ...card, intent: "pay", total: "30", "addOns.h2023hatwhite": "true" };
    expect((await to.browser.post("/register/add-ons", hat)).status).toBe(302);
    expect(await heldBy(to.uid)).toEqual(expect.arrayContaining([`${SHIRT}=S`, "h2023hatwhite"]));
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("when all are sold: the place moves with it, and nobody can buy it meanwhile", async () => {
    const [from, to, other] = [await holder(), await taker(), await readyToPay()];
    const { n } = await row<{ n: number }>(
      "SELECT count(*) AS n FROM holdings WHERE item = 'goldPlus' AND state <> 'ended'",
    );
    await run("UPDATE tickets SET places = ?, on_sale = 0 WHERE id = 'goldPlus'", n);
    try {
      expect((await accept(to.browser, await offer(from, to.email))).status).toBe(302);
      await run("UPDATE tickets SET on_sale = 1 WHERE id = 'goldPlus'");
      for (const person of [from, other]) {
        const answer = await person.browser.post("/register", { ...PASS_PAYMENT, total: "495" });
        expect(answer.status).toBe(409);
        expect(await answer.text()).toContain(passMessages.passSoldOut(PASS));
      }
    } finally {
      await run("UPDATE tickets SET places = NULL, on_sale = 1 WHERE id = 'goldPlus'");
    }
  });

  test("once the terms are signed, in the same way as before paying", async () => {
    const [from, to] = [await holder(), await unsigned()];
    const id = await offer(from, to.email);
    const page = await to.browser.open(`/transfer/${id}`);
    expect(page.text).toContain("Before you can accept the pass, please read and accept the terms");
    expect(page.has("Accept the pass")).toBe(false);
    const early = await changingNothing(() => to.browser.post(`/transfer/${id}`, { seen: "" }));
    expect(early.status).toBe(403);
    const confirm = await (
      await page.press(passMessages.acceptTermsButton, { codeOfConduct: "on", refundPolicy: "on" })
    ).follow();
    const signed = await confirm.press("Accept the terms");
    expect(signed.location).toBe(`/transfer/${id}`);
    expect((await (await signed.follow()).press("Accept the pass")).status).toBe(302);
    expect(await heldBy(to.uid)).toContain("goldPlus");
    expect(await findings()).toEqual([]);
  });

  test("and sessions that ask for it are left, for those who wait", async () => {
    const [from, to, waiting] = [await holder(), await taker(), await holder()];
    const session = async (id: string, level: string | null) => {
      await run(
        `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers, access_level,
          capacity, version, changed_at) VALUES (?, ?, ?, '', '2023-02-18', ?, ?, '[]', ?, 1, 1, 0)`,
        ...[
          id,
          CONFERENCE,
          `Session ${id}`,
          Date.parse("2023-02-18T15:00Z"),
          Date.parse("2023-02-18T16:00Z"),
        ],
        level,
      );
      const choose = (person: typeof from) => person.browser.post("/scheduling", { choose: id });
      expect((await choose(from)).status).toBeLessThan(400);
      expect((await choose(waiting)).status).toBeLessThan(400);
    };
    await session("transfer-gala", "goldPlus");
    await session("transfer-any", null);
    const places = () =>
      rows<{ who: string; state: string }>(
        `SELECT session_id || ' ' || (CASE uid WHEN ? THEN 'from' WHEN ? THEN 'waiting' ELSE 'other' END) AS who, state
        FROM places WHERE session_id LIKE 'transfer-%' ORDER BY 1`,
        from.uid,
        waiting.uid,
      );
    expect(await places()).toEqual([
      { who: "transfer-any from", state: "held" },
      { who: "transfer-any waiting", state: "waiting" },
      { who: "transfer-gala from", state: "held" },
      { who: "transfer-gala waiting", state: "waiting" },
    ]);
    expect((await accept(to.browser, await offer(from, to.email))).status).toBe(302);
    expect(await places()).toEqual([
      { who: "transfer-any from", state: "held" },
      { who: "transfer-any waiting", state: "waiting" },
      { who: "transfer-gala waiting", state: "held" },
    ]);
    expect(await subjectsTo(waiting.email)).toHaveLength(2);
    expect(await differences()).toEqual([]);
  });
});

describe("an offer", () => {
  test("says the same whoever the address belongs to, and writes to nobody who cannot take it", async () => {
    const from = await holder();
    const rejected = await confirmed(
      await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Rejected", waiver: true }),
    );
    const people: [string, string, boolean][] = [
      ["nobody", "nobody@nowhere.example", false],
      ["not confirmed", (await readyToPay()).email, false],
      ["rejected", rejected.email, false],
      [
        "no decision",
        (await confirmed(await delegate({ submittedAt: "2022-11-11T18:05:00Z" }))).email,
        false,
      ],
      ["has a pass", (await confirmed(await holder())).email, false],
      ["can take it", (await taker()).email, true],
      ["can sign first", (await unsigned()).email, true],
    ];
    const disabled = await taker();
    await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", disabled.uid);
    people.push(["disabled", disabled.email, false]);
    const told = new Set<string>();
    for (const [who, email, isTold] of people) {
      await run("DELETE FROM counters");
      const before = (await subjectsTo(email)).length;
      const path = `/payment/${from.id}/transfer`;
      const answer = await from.browser.post(path, { intent: "offer", recipientEmail: email });
      const trips = /db;desc="(\d+)"/.exec(answer.headers.get("Server-Timing")!)![1];
      const page = await from.browser.open(path);
      const home = await from.browser.open("/");
      // A minute may pass between two of the pages, so times are not compared.
      const words = [page.text, home.text].map((text) =>
        text.replaceAll(email, "…").replaceAll(/\d\d:\d\d/g, "…"),
      );
      told.add(JSON.stringify([answer.status, answer.headers.get("location"), trips, ...words]));
      expect((await subjectsTo(email)).length - before, who).toBe(isTold ? 1 : 0);
      expect((await page.press("Take the offer back")).status).toBe(302);
    }
    expect(told.size).toBe(1);
  });

  test("still names the person whose address was typed if its maker had to log in again", async () => {
    const [from, to] = [await holder(), await taker()];
    const page = await from.browser.open(`/payment/${from.id}/transfer`);
    const { name } = page.form("Offer the pass").typed.find(({ kind }) => kind === "email")!;
    await run("DELETE FROM sessions WHERE uid = ?", from.uid);
    const gate = await page.press("Offer the pass", { [name]: to.email });
    const again = await gate.press("Log in", { email: from.email, password: PASSWORD });
    expect([again.status, (await again.follow()).status]).toEqual([307, 302]);
    expect((await from.browser.open("/")).text).toContain(`You have offered the ${PASS} to ${to.email}`);
  });

  test("is one for each pass, for another person than oneself, and made once", async () => {
    const [from, to] = [await holder(), await taker()];
    const path = `/payment/${from.id}/transfer`;
    const ask = (email: string) => from.browser.post(path, { intent: "offer", recipientEmail: email });
    for (const [email, sentence] of [
      [from.email.toUpperCase(), transferMessages.ownAddress],
      ["", messages.required],
      ["nobody", accountMessages.invalidEmail],
    ]) {
      const answer = await changingNothing(() => ask(email!));
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(sentence!)]);
    }
    const id = await offer(from, to.email);
    expect((await changingNothing(() => ask(to.email))).status).toBe(302);
    const second = await changingNothing(() => ask("other@nowhere.example"));
    expect([second.status, await second.text()]).toEqual([
      409,
      expect.stringContaining(transferMessages.offeredAlready),
    ]);
    expect(await subjectsTo(to.email)).toEqual(["A pass is offered to you"]);
    // Five simultaneous requests make one offer.
    await from.browser.post(path, { intent: "take back", offer: id });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(to.email)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
    expect(
      await rows("SELECT 1 FROM transfers WHERE from_uid = ? AND state = 'open'", from.uid),
    ).toHaveLength(1);
    expect(await subjectsTo(to.email)).toHaveLength(2);
  });

  test("can be made five times a day", async () => {
    const from = await holder();
    for (let count = 0; count < 5; count += 1) {
      const id = await offer(from, `nobody-${count}@nowhere.example`);
      await from.browser.post(`/payment/${from.id}/transfer`, { intent: "take back", offer: id });
    }
    const answer = await changingNothing(() =>
      from.browser.post(`/payment/${from.id}/transfer`, {
        intent: "offer",
        recipientEmail: "x@nowhere.example",
      }),
    );
    expect(answer.status).toBe(429);
    expect(await answer.text()).toContain("Too many attempts");
  });

  test("is taken back by its holder or by a treasurer, and is over then", async () => {
    const [from, to] = [await holder(), await taker()];
    const closedTo = async (id: string) => {
      const page = await to.browser.open(`/transfer/${id}`);
      expect(page.text).toContain(transferMessages.closed);
      const late = await changingNothing(() => to.browser.post(`/transfer/${id}`, { seen: "" }));
      expect([late.status, await late.text()]).toEqual([
        409,
        expect.stringContaining(transferMessages.closed),
      ]);
      expect((await to.browser.open("/")).html).not.toContain(`/transfer/${id}`);
    };
    const first = await offer(from, to.email);
    const page = await from.browser.open(`/payment/${from.id}/transfer`);
    expect((await page.press("Take the offer back")).status).toBe(302);
    await closedTo(first);
    // The same button is pressed once more.
    const twice = await changingNothing(() => page.press("Take the offer back"));
    expect([twice.status, twice.text]).toEqual([409, expect.stringContaining(transferMessages.closed)]);

    const second = await offer(from, to.email);
    const stranger = (await readyToPay()).browser;
    const asked = { intent: "take back", offer: second };
    expect((await changingNothing(() => stranger.post(`/payment/${from.id}/transfer`, asked))).status).toBe(
      409,
    );
    const director = await signedIn("director");
    const order = await director.open(`/admin/payments/person/${from.uid}`);
    expect(order.text).toContain(`The ${PASS} is offered to ${to.email}`);
    expect((await order.press("Take the offer back")).status).toBe(302);
    await closedTo(second);
    expect((await director.open(`/admin/payments/person/${from.uid}`)).text).toMatch(
      /Offer taken back Harvard Conference ticket to \S+ .* EST ?, \w+/,
    );
    expect(await heldBy(from.uid)).toContain("goldPlus");
  });

  test("expires after a week, and another one can be made", async () => {
    const [from, to] = [await holder(), await taker()];
    const id = await offer(from, to.email);
    await run("UPDATE transfers SET expires_at = expires_at - ? WHERE id = ?", 8 * DAY, id);
    expect((await to.browser.open(`/transfer/${id}`)).text).toContain(transferMessages.closed);
    const late = await changingNothing(() => to.browser.post(`/transfer/${id}`, { seen: "" }));
    expect(late.status).toBe(409);
    expect((await from.browser.open("/")).text).not.toContain("You have offered");
    const next = await offer(from, to.email);
    expect(await row("SELECT state FROM transfers WHERE id = ?", id)).toEqual({ state: "expired" });
    expect((await accept(to.browser, next)).status).toBe(302);
  });

  test("is nobody's but theirs", async () => {
    const [from, to] = [await holder(), await taker()];
    const id = await offer(from, to.email);
    const stranger = (await taker()).browser;
    for (const other of [stranger, from.browser]) {
      expect((await other.get(`/transfer/${id}`)).status).toBe(404);
      expect((await changingNothing(() => other.post(`/transfer/${id}`, { seen: "" }))).status).toBe(404);
    }
    expect((await stranger.get(`/payment/${from.id}/transfer`)).status).toBe(404);
    const asked = { intent: "offer", recipientEmail: "x@nowhere.example" };
    expect((await changingNothing(() => stranger.post(`/payment/${from.id}/transfer`, asked))).status).toBe(
      404,
    );
  });

  test.each([
    [
      "a decision that was changed",
      "UPDATE decisions SET decision = 'Rejected' WHERE uid = ?",
      standingMessages.onlyIfAccepted(PASS),
    ],
    [
      "an application that was opened again",
      "UPDATE applications SET submitted_at = NULL, reopened_from = submitted_at WHERE uid = ?",
      standingMessages.notSubmitted,
    ],
  ])("is refused with the reason for %s", async (_, change, sentence) => {
    const [from, to] = [await holder(), await taker()];
    const id = await offer(from, to.email);
    const page = await to.browser.open(`/transfer/${id}`);
    await run(change, to.uid);
    const answer = await changingNothing(() => page.press("Accept the pass"));
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(sentence)]);
  });
});

describe("what cannot be transferred", () => {
  const why = async (
    browser: { open: (path: string) => Promise<{ text: string; has: (b: string) => boolean }> },
    id: string,
  ) => {
    const page = await browser.open(`/payment/${id}/transfer`);
    expect(page.has("Offer the pass")).toBe(false);
    return page.text;
  };

  test("a pass that an award paid for; one with a code can, and the code stays used", async () => {
    const person = await readyToPay();
    await run(
      `INSERT INTO grants (id, conference_id, kind, title, uid, percent, created_by, created_at)
      VALUES ('transfer-award', ?, 'award', 'Scholarship', ?, 100, 'x', 0)`,
      ...[CONFERENCE, person.uid],
    );
    const free = { passType: "goldPlus", intent: "pay", total: "0", intendedPassCost: "0" };
    expect((await person.browser.post("/register", free)).status).toBe(302);
    const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", person.uid);
    expect(await why(person.browser, id)).toContain(transferMessages.awarded);
    for (const path of ["/", "/payment-info"])
      expect((await person.browser.open(path)).html, path).not.toContain(`/payment/${id}/transfer`);
    const asked = await changingNothing(() =>
      person.browser.post(`/payment/${id}/transfer`, {
        intent: "offer",
        recipientEmail: "x@nowhere.example",
      }),
    );
    expect([asked.status, await asked.text()]).toEqual([
      409,
      expect.stringContaining(transferMessages.awarded),
    ]);

    await run(
      `INSERT INTO grants (id, conference_id, kind, title, code, percent, max_uses, created_by, created_at)
      VALUES ('transfer-code', ?, 'code', 'Friends', 'TRANSFER', 100, 1, 'x', 0)`,
      CONFERENCE,
    );
    const [from, to, other] = [await readyToPay(), await taker(), await readyToPay()];
    const coded = { ...free, code: "TRANSFER" };
    expect((await from.browser.post("/register?code=TRANSFER", coded)).status).toBe(302);
    const paid = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", from.uid);
    expect((await accept(to.browser, await offer({ ...from, id: paid.id }, to.email))).status).toBe(302);
    const late = await other.browser.post("/register?code=TRANSFER", coded);
    expect(late.status).toBe(400);
    expect(await late.text()).toContain(passMessages.codeUnusable);
    expect(await findings()).toEqual([]);
  });

  test("while something of it is paid for or on its way back, and once the event begins", async () => {
    const from = await holder();
    const sql = (state: string) =>
      run("UPDATE holdings SET state = ? WHERE payment_id = ? AND item = 'h2023mug'", state, from.id);
    await sql("pending");
    expect(await why(from.browser, from.id)).toContain(transferMessages.beingPaid);
    await sql("ending");
    expect(await why(from.browser, from.id)).toContain(transferMessages.onItsWayBack);
    await sql("held");
    const { day } = await row<{ day: string }>("SELECT first_day AS day FROM events WHERE id = 'harvard'");
    await run("UPDATE events SET first_day = '2022-12-17', last_day = '2022-12-18' WHERE id = 'harvard'");
    try {
      expect(await why(from.browser, from.id)).toContain(transferMessages.begun);
    } finally {
      await run("UPDATE events SET first_day = ?, last_day = '2023-02-19' WHERE id = 'harvard'", day);
    }
    const director = await signedIn("director");
    const goodwill = { intent: "give", kind: "money", amount: "10", reason: "Sorry" };
    expect((await director.post(`/admin/payments/${from.id}`, goodwill)).status).toBe(302);
    expect(await why(from.browser, from.id)).toContain(transferMessages.onItsWayBack);
  });
});

test("what is given back after a transfer ends for the holder, and the money goes to whoever paid", async () => {
  const [from, to] = [await holder(), await taker()];
  const director = await signedIn("director");
  const stale = await director.open(`/admin/payments/${from.id}`);
  const id = await offer(from, to.email);
  expect((await accept(to.browser, id)).status).toBe(302);
  // Neither person can give the pass up alone: one of them holds it, and the other has paid for it.
  const press = { expectedCents: "50000", seenCents: "0", confirmed: "true" };
  const asked = await changingNothing(() => from.browser.post(`/payment/${from.id}/withdraw`, press));
  expect([asked.status, await asked.text()]).toEqual([
    409,
    expect.stringContaining(paymentMessages.passTransferred(PASS)),
  ]);
  const theirs = await changingNothing(() => to.browser.post(`/payment/${from.id}/withdraw`, press));
  expect([theirs.status, (await theirs.text()).replaceAll("&#x27;", "'")]).toEqual([
    409,
    expect.stringContaining(withdrawalMessages.paidByOther(PASS)),
  ]);
  // The page from before the transfer names the person who would lose the pass. By now this is another person.
  const given = { items: "goldPlus", kind: "money", reason: "Asked for" };
  expect((await changingNothing(() => stale.press("Continue", given))).status).toBe(409);
  const page = await director.open(`/admin/payments/${from.id}`);
  const checked = await page.press("Continue", { ...given, amount: "100" });
  expect(checked.text).toContain("Mei Chen loses all of it at once.");
  expect((await checked.press("Give back $100")).status).toBe(302);
  expect(await heldBy(to.uid)).toEqual([]);
  expect(await subjectsTo(to.email)).toContain("Part of your registration was ended");
  expect(await findings()).toEqual([]);
  // After the processor has refused the refund, only the new holder has the pass again.
  await run(`UPDATE refunds SET state = 'refused', booking = ${BOOKED} WHERE payment_id = ?`, from.id);
  await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, from.id);
  expect((await heldBy(to.uid)).sort()).toEqual([...ALL].sort());
  expect(await heldBy(from.uid)).toEqual([]);
  expect(await differences()).toEqual([]);
  expect(await findings()).toEqual([]);
});

test("whoever passed on a pass that they had taken over reads so at every page of its payment, and a stranger nothing", async () => {
  const [from, between, to, stranger] = [await holder(), await taker(), await taker(), await taker()];
  expect((await accept(between.browser, await offer(from, between.email))).status).toBe(302);
  expect((await accept(to.browser, await offer({ ...between, id: from.id }, to.email))).status).toBe(302);
  const sentence = withdrawalMessages.theyHoldIt(PASS);
  for (const [page, status] of [
    ["/withdraw", 200],
    ["", 403],
    ["/receipt", 403],
    ["/invoice", 403],
    ["/exchange", 403],
  ] as const) {
    const seen = await between.browser.open(`/payment/${from.id}${page}`);
    expect([seen.status, seen.text], page).toEqual([status, expect.stringContaining(sentence)]);
    expect((await stranger.browser.get(`/payment/${from.id}${page}`)).status, page).toBe(404);
  }
  expect((await from.browser.open(`/payment/${from.id}/withdraw`)).text).toContain(sentence);
});
