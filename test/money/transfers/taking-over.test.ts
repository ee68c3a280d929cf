import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transferMessages } from "~/money/transfers/messages.ts";
import { type Browser, signedInAs } from "../../support/browser.ts";
import { addFormerEdition, FORMER_CONFERENCE, switchBack, switchTo } from "../../support/editions.ts";
import { overtake } from "../../support/overtake.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, readyToPay } from "../../support/people.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { accept, holder, offer, taker } from "../../support/transfers.ts";

// The conditions under which a pass may change hands are checked again at the moment when it changes hands.

const ACCEPT = 'update "transfers" set "state" = ?, "grounds"';
const ALL = ["goldPlus", "h2023mug", "h2023shirtblack", "h2023virtual"];
const { passType: _, intendedPassCost: __, ...CARD } = PASS_PAYMENT;

const heldBy = async (uid: string) =>
  (
    await rows<{ item: string }>(
      "SELECT item FROM holdings WHERE uid = ? AND state = 'held' ORDER BY item",
      uid,
    )
  ).map(({ item }) => item);

const named = (uid: string, firstName: string) =>
  run("UPDATE answers SET answers = ? WHERE uid = ?", JSON.stringify({ firstName, lastName: "Chen" }), uid);

const mailsAbout = (id: string) =>
  rows<{ event_key: string; recipient: string }>(
    "SELECT event_key, recipient FROM outbox WHERE event_key IN (?, ?) ORDER BY event_key",
    ...[`taken-over:${id}`, `transferred:${id}`],
  );

async function pair() {
  const [from, to] = [await holder(), await taker()];
  return { from, to, id: await offer(from, to.email) };
}

/** Opens the offer, lets `meanwhile` happen right before the accepting statement, and presses the button. */
async function acceptOvertaken(browser: Browser, id: string, meanwhile: () => Promise<unknown>) {
  const page = await browser.open(`/transfer/${id}`);
  const { send } = browser;
  const happened = overtake(browser, ACCEPT, meanwhile);
  const answer = await page.press("Accept the pass");
  browser.send = send;
  expect(happened()).toBe(true);
  return answer;
}

/**
 * Expects that nothing has moved, and that no mail, no audit entry and no stored act says that the pass was taken over.
 */
async function expectNothingMoved({ from, to, id }: Awaited<ReturnType<typeof pair>>) {
  expect(await heldBy(from.uid)).toEqual(ALL);
  expect(await heldBy(to.uid)).toEqual([]);
  expect(await mailsAbout(id)).toEqual([]);
  expect(await rows("SELECT 1 FROM audit WHERE action = 'take over pass' AND actor_uid = ?", to.uid)).toEqual(
    [],
  );
  expect((await env.FILES.list({ prefix: `acts/${id}` })).objects).toEqual([]);
}

/**
 * Stores version 2 of an agreement. `countsFrom` is the oldest version that still counts; with null, only version 2
 * counts.
 */
const newVersion = (conferenceId: string, { countsFrom }: { countsFrom: number | null }) =>
  run(
    `INSERT INTO agreements (conference_id, version, opening_letter, code_of_conduct, refund_policy, liability_release,
      counts_from, created_at) SELECT conference_id, 2, opening_letter, code_of_conduct, refund_policy,
      liability_release, ?, 0 FROM agreements WHERE conference_id = ? AND version = 1`,
    ...[countsFrom, conferenceId],
  );

beforeAll(addFormerEdition);
beforeEach(() => run("DELETE FROM counters"));

test("of two offers to one person, each page names its own giver and things, and moves only these", async () => {
  const [first, second, to] = [await holder(), await readyToPay(), await taker()];
  await named(first.uid, "Ada");
  await named(second.uid, "Bo");
  expect((await second.browser.post("/register", PASS_PAYMENT)).status).toBe(302);
  const paid = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", second.uid);
  const stranger = await taker();
  const ids = [await offer(first, to.email), await offerAnew({ ...second, id: paid.id }, to.email)];
  const pages = await Promise.all(ids.map((id) => to.browser.open(`/transfer/${id}`)));
  expect(pages[0]!.text).toContain("Ada Chen offers you this pass.");
  expect(pages[0]!.text).toContain("Mug");
  expect(pages[1]!.text).toContain("Bo Chen offers you this pass.");
  expect(pages[1]!.text).not.toContain("Mug");
  for (const id of ids) {
    expect((await stranger.browser.get(`/transfer/${id}`)).status).toBe(404);
    expect((await changingNothing(() => stranger.browser.post(`/transfer/${id}`, { seen: "" }))).status).toBe(
      404,
    );
  }
  expect((await pages[1]!.press("Accept the pass")).status).toBe(302);
  expect(await heldBy(to.uid)).toEqual(["goldPlus", "h2023virtual"]);
  expect(await heldBy(second.uid)).toEqual([]);
  expect(await heldBy(first.uid)).toEqual(ALL);
  expect(await mailsAbout(ids[0]!)).toEqual([]);
  expect(await mailsAbout(ids[1]!)).toEqual([
    { event_key: `taken-over:${ids[1]}`, recipient: to.email },
    { event_key: `transferred:${ids[1]}`, recipient: second.email },
  ]);
  // The change can be written again after a restore.
  expect((await env.FILES.list({ prefix: `acts/${ids[1]}` })).objects).toHaveLength(1);
});

/** Like `offer`, for an address to which another pass is offered too. */
async function offerAnew(from: { browser: Browser; id: string; uid: string }, email: string) {
  const answer = await from.browser.post(`/payment/${from.id}/transfer`, {
    intent: "offer",
    recipientEmail: email,
  });
  expect(answer.status).toBe(302);
  const { id } = await row<{ id: string }>("SELECT id FROM transfers WHERE from_uid = ?", from.uid);
  return id;
}

test("somebody with both passes gives one of them away, and keeps the other", async () => {
  const [from, to] = [await readyToPay(), await taker()];
  const virtual = { ...CARD, passType: "gold", intendedPassCost: "150", total: "150" };
  expect((await from.browser.post("/virtual-summit", virtual)).status).toBe(302);
  const page = await from.browser.open("/register");
  expect((await page.press("Pay $495", CARD)).status).toBe(302);
  const { id } = await row<{ id: string }>(
    "SELECT id FROM payments WHERE delegate_uid = ? AND pass_type = 'goldPlus'",
    from.uid,
  );
  expect((await accept(to.browser, await offer({ ...from, id }, to.email))).status).toBe(302);
  expect(await heldBy(to.uid)).toEqual(["goldPlus", "h2023virtual"]);
  expect(await heldBy(from.uid)).toEqual(["gold"]);
});

describe("between the page and the press", () => {
  test("something is bought for the pass: the new holder looks at the offer again first", async () => {
    const both = await pair();
    const page = await both.to.browser.open(`/transfer/${both.id}`);
    const more = { ...CARD, intent: "pay", total: "30", "addOns.h2023hatblack": "true" };
    expect((await both.from.browser.post("/register/add-ons", more)).status).toBe(302);
    const answer = await page.press("Accept the pass");
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(transferMessages.changed)]);
    expect(await heldBy(both.to.uid)).toEqual([]);
    expect((await accept(both.to.browser, both.id)).status).toBe(302);
    expect(await heldBy(both.to.uid)).toContain("h2023hatblack");
  });

  test("the money for it is on its way back: the offer is closed", async () => {
    const both = await pair();
    const page = await both.to.browser.open(`/transfer/${both.id}`);
    const state = (to: string) => run("UPDATE holdings SET state = ? WHERE uid = ?", to, both.from.uid);
    await state("ending");
    const answer = await page.press("Accept the pass");
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(transferMessages.closed)]);
    await state("held");
    await expectNothingMoved(both);
  });

  test.each([
    [
      "an add-on is being refunded",
      "UPDATE holdings SET state = 'ending' WHERE uid = ? AND item = 'h2023mug'",
    ],
    ["an add-on is being paid", "UPDATE holdings SET state = 'pending' WHERE uid = ? AND item = 'h2023mug'"],
    [
      "a refund is open, although everything is held",
      `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, reason, state, requested_by, lease_until, created_at)
        SELECT substr(id, 1, 16) || 'back', conference_id, id, 'money', 100, '', 'unknown', 'x', 0, 0 FROM payments
        WHERE delegate_uid = ?`,
    ],
  ])("%s: the page says to wait and has no button", async (_name, statement) => {
    const both = await pair();
    const before = await both.to.browser.open(`/transfer/${both.id}`);
    await run(statement, both.from.uid);
    const page = await both.to.browser.open(`/transfer/${both.id}`);
    expect(page.text).toContain(transferMessages.notYet);
    expect(page.text).toContain("You can accept it until");
    expect(page.has("Accept the pass")).toBe(false);
    const answer = await before.press("Accept the pass");
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(transferMessages.notYet)]);
    await run("UPDATE holdings SET state = 'held' WHERE uid = ?", both.from.uid);
    await run("DELETE FROM refunds WHERE id LIKE '%back'");
    await expectNothingMoved(both);
    expect((await accept(both.to.browser, both.id)).status).toBe(302);
  });

  test("the pass has ended: its offer moves neither nothing nor a pass that was bought since", async () => {
    const both = await pair();
    await run("UPDATE holdings SET state = 'ended', until = 0 WHERE uid = ?", both.from.uid);
    expect((await both.to.browser.post(`/transfer/${both.id}`, { seen: "" })).status).toBe(409);
    expect(await mailsAbout(both.id)).toEqual([]);
    expect(await row("SELECT state FROM transfers WHERE id = ?", both.id)).toEqual({ state: "open" });
  });

  test("another edition has become the current one: passes of the last one stay where they are", async () => {
    const both = await pair();
    const { ofOtherEdition } = transferMessages;
    await switchTo(FORMER_CONFERENCE);
    const page = await both.to.browser.open(`/transfer/${both.id}`);
    const answer = await both.to.browser.post(`/transfer/${both.id}`, { seen: "" }).finally(switchBack);
    expect([page.text.includes(ofOtherEdition), page.has("Accept the pass")]).toEqual([true, false]);
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(ofOtherEdition)]);
    await expectNothingMoved(both);
  });
});

describe("at the moment of the press", () => {
  test("the time of the offer is over: it moves nothing, and nobody is told anything", async () => {
    const both = await pair();
    const answer = await acceptOvertaken(both.to.browser, both.id, () =>
      run("UPDATE transfers SET expires_at = 1 WHERE id = ?", both.id),
    );
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(transferMessages.closed)]);
    await expectNothingMoved(both);
  });

  test("the terms that the new holder accepted count no more", async () => {
    const both = await pair();
    const answer = await acceptOvertaken(both.to.browser, both.id, () =>
      newVersion(CONFERENCE, { countsFrom: null }),
    );
    await run("DELETE FROM agreements WHERE conference_id = ? AND version = 2", CONFERENCE);
    expect(answer.status).toBe(409);
    await expectNothingMoved(both);
  });

  test("the same person has pressed in another tab: both presses say that the pass is theirs", async () => {
    const both = await pair();
    const other = await signedInAs(both.to.uid);
    const until = () =>
      rows<{ until: number }>("SELECT until FROM holdings WHERE uid = ? AND state = 'ended'", both.from.uid);
    let first: { until: number }[] = [];
    const answer = await acceptOvertaken(both.to.browser, both.id, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect((await accept(other, both.id)).status).toBe(302);
      first = await until();
    });
    expect([answer.status, answer.location]).toEqual([302, "/"]);
    expect(await heldBy(both.to.uid)).toEqual(ALL);
    expect(await mailsAbout(both.id)).toHaveLength(2);
    // The holdings of the former holder ended only once, at the first press.
    expect(first).toHaveLength(ALL.length);
    expect(await until()).toEqual(first);
  });
});

describe("a pass that a code made cheaper", () => {
  async function coded() {
    const code = `CODE${Math.random().toString(36).slice(2, 8).toUpperCase()}`;
    await run(
      `INSERT INTO grants (id, conference_id, kind, title, code, percent, max_uses, created_by, created_at)
        VALUES (?, ?, 'code', 'Friends', ?, 100, 1, 'x', 0)`,
      ...[code, CONFERENCE, code],
    );
    const [from, to] = [await readyToPay(), await taker()];
    const fields = { intent: "pay", passType: "goldPlus", code, total: "0", intendedPassCost: "0" };
    expect((await from.browser.post(`/register?code=${code}`, fields)).status).toBe(302);
    const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", from.uid);
    const used = () =>
      row(
        `SELECT holdings.uid, holdings.item FROM grant_uses JOIN holdings ON holdings.id = holding_id WHERE grant_id = ?`,
        code,
      );
    return { from, to, used, id: await offer({ ...from, id }, to.email) };
  }

  test("takes the use of the code with it, on the pass itself", async () => {
    const { from, to, used, id } = await coded();
    expect(await used()).toEqual({ uid: from.uid, item: "goldPlus" });
    expect((await accept(to.browser, id)).status).toBe(302);
    expect(await used()).toEqual({ uid: to.uid, item: "goldPlus" });
  });

  test("keeps it if the pass is not accepted after all", async () => {
    const { from, to, used, id } = await coded();
    const answer = await acceptOvertaken(to.browser, id, () =>
      run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", to.uid),
    );
    expect(answer.status).toBe(409);
    expect(await used()).toEqual({ uid: from.uid, item: "goldPlus" });
    expect(await heldBy(to.uid)).toEqual([]);
  });
});

test("the right of the new holder is their own, in this edition: nothing of others or of other editions counts", async () => {
  const both = await pair();
  const stranger = await taker();
  for (const edition of [CONFERENCE, FORMER_CONFERENCE]) {
    await newVersion(edition, { countsFrom: 1 });
    await run(
      `INSERT INTO acceptances (conference_id, uid, version, full_name, stated_date, accepted_at)
        VALUES (?, ?, 2, 'Mei Chen', '2022-12-10', 0)`,
      ...[edition, edition === CONFERENCE ? stranger.uid : both.to.uid],
    );
  }
  await run(
    "INSERT INTO applications (conference_id, uid, created_at, submitted_at) VALUES (?, ?, 0, 7)",
    ...[FORMER_CONFERENCE, both.to.uid],
  );
  await run(
    "INSERT INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, 'Rejected', 0)",
    ...[FORMER_CONFERENCE, both.to.uid],
  );
  expect((await accept(both.to.browser, both.id)).status).toBe(302);
  const { grounds } = await row<{ grounds: string }>("SELECT grounds FROM transfers WHERE id = ?", both.id);
  expect(JSON.parse(grounds)).toEqual({
    submittedAt: Date.parse("2022-11-11T18:05:00Z"),
    decision: "Accepted",
    agreementVersion: 1,
  });
  expect(await heldBy(both.to.uid)).toEqual(ALL);
});
