import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { WAIT } from "~/accounts/second-person.ts";
import { grantMessages } from "~/money/awards/messages.ts";
import { outgoingMessages } from "~/money/outgoings/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { DAY, HOUR } from "~/values/durations.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { askers, payer, payFor } from "../../support/groups.ts";
import { invoicingInForce, putIntoForce, withInvoicing } from "../../support/invoicing.ts";
import { overtake } from "../../support/overtake.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { readyToPay } from "../../support/people.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";

// Two people are needed to give away money above the limit. The money is given once or not at all.

const DESK = "/admin/grants";

/** Something that one person proposes and another one confirms. */
type Act = {
  /** @returns the id of the proposal. */
  begin: (first: Browser) => Promise<string>;
  confirm: (second: Browser, id: string) => Promise<Response>;
  /** How often the act was carried out. */
  times: (id: string) => Promise<number>;
  /** The statement that carries the act out. */
  statement: string;
};

const newest = async () =>
  (await row<{ id: string }>("SELECT id FROM outgoings ORDER BY proposed_at DESC, rowid DESC LIMIT 1")).id;

const requestOf = async (id: string) =>
  JSON.parse((await row<{ request: string }>("SELECT request FROM outgoings WHERE id = ?", id)).request);

const stateOf = async (id: string) =>
  (await row<{ state: string }>("SELECT state FROM outgoings WHERE id = ?", id)).state;

/** Somebody who has just paid $550 for the pass with add-ons. */
async function paid() {
  const person = await readyToPay();
  const chosen = { "addOns.h2023mug": "true", "addOns.h2023shirtblack": "M", total: "550" };
  expect((await person.browser.post("/register", { ...PASS_PAYMENT, ...chosen })).status).toBe(302);
  const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", person.uid);
  return { ...person, id };
}

const give = (browser: Browser, id: string, more: Record<string, string>) =>
  browser.post(`/admin/payments/${id}`, {
    ...{ intent: "give", kind: "money", reason: "Asked for", entry: newId(), seenCents: "0", ...more },
  });

const paymentOf = async (id: string) =>
  (await row<{ id: string }>("SELECT payment_id AS id FROM outgoings WHERE id = ?", id)).id;

const answered = (browser: Browser, intent: string) => async (id: string) =>
  browser.post(`/admin/payments/${await paymentOf(id)}`, { intent, id });

const refund = (fields: Record<string, string>): Act => ({
  async begin(first) {
    const { id } = await paid();
    expect((await give(first, id, fields)).status).toBe(302);
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id = ?", id)).toEqual([]);
    return newest();
  },
  confirm: (second, id) => answered(second, "confirm-out")(id),
  times: async (id) => (await rows("SELECT 1 FROM refunds WHERE payment_id = ?", await paymentOf(id))).length,
  statement: 'insert into "refunds"',
});

const add = (browser: Browser, intent: "award" | "code", fields: Record<string, string>) =>
  browser.post(DESK, {
    ...{ intent, entry: newId(), [`${intent}-title`]: "Scholarship", [`${intent}-budgetId`]: "" },
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${intent}-${name}`, value])),
  });

const awardsOf = (uids: string[]) =>
  rows(`SELECT 1 FROM grants WHERE uid IN (${uids.map(() => "?").join()}) AND ended_at IS NULL`, ...uids);

const award = (size: string, people = 1): Act => ({
  async begin(first) {
    const persons = await Promise.all(Array.from({ length: people }, () => readyToPay()));
    const lines = persons.map(({ email }) => email).join("\n");
    expect((await add(first, "award", { people: lines, size })).status).toBe(302);
    expect(await awardsOf(persons.map(({ uid }) => uid))).toEqual([]);
    return newest();
  },
  confirm: (second, id) => second.post(DESK, { intent: "confirm-out", id }),
  async times(id) {
    const { awards } = await requestOf(id);
    const given = await awardsOf(awards.map(({ uid }: { uid: string }) => uid));
    expect([0, awards.length]).toContain(given.length);
    return given.length / awards.length;
  },
  statement: 'insert into "grants"',
});

const ACTS: Record<string, Act> = {
  "a refund above the limit": refund({ items: "goldPlus", amount: "445" }),
  "a refund as credit above the limit": refund({ items: "goldPlus", amount: "445", kind: "credit" }),
  "a gesture of goodwill above the limit": refund({ amount: "300.01" }),
  "a whole award without a budget": award("whole"),
  "an award above the limit": award("$300.01"),
  "a share that can be above the limit": award("60%"),
  "awards of several people": award("whole", 3),
  "a code above the limit": {
    async begin(first) {
      const code = `CODE-${newId().toUpperCase()}`;
      expect((await add(first, "code", { code, size: "whole" })).status).toBe(302);
      expect(await rows("SELECT 1 FROM grants WHERE code = ?", code)).toEqual([]);
      return newest();
    },
    confirm: (second, id) => second.post(DESK, { intent: "confirm-out", id }),
    times: async (id) =>
      (await rows("SELECT 1 FROM grants WHERE code = ?", (await requestOf(id)).code)).length,
    statement: 'insert into "grants"',
  },
};

const able = (account: string, abilities: string[]) =>
  run("UPDATE staff SET abilities = ? WHERE uid = ?", JSON.stringify(abilities), demoUid(account));

const LIMIT = 300_00;

beforeEach(async () => {
  vi.useRealTimers();
  for (const [account, abilities] of Object.entries({
    ...{ treasurer: ["read", "money"], director: ["everything"] },
    ...{ content: ["content"], decisions: ["read", "decide"] },
  }))
    await able(account, abilities);
  await run("UPDATE users SET admin = 1 WHERE uid = ?", demoUid("director"));
  await run("UPDATE money_since SET since = 0");
  await run("UPDATE outgoings SET state = 'withdrawn' WHERE state = 'proposed'");
  await putIntoForce({ ...(await invoicingInForce()), moneyOutCents: LIMIT }).run();
});

afterEach(() => {
  vi.useRealTimers();
});

/**
 * Ways to get around the second person. Each of them happens after `begin`, and returns the browser of somebody who
 * must not be able to confirm: the proposer, or somebody who got the ability too late, or lost it in between.
 */
const WAYS: Record<string, () => Promise<Browser>> = {
  "the same person": () => signedIn("treasurer"),
  "the same person with another role and another name": async () => {
    await able("treasurer", ["everything"]);
    await run("UPDATE staff SET name = 'Somebody else' WHERE uid = ?", demoUid("treasurer"));
    return signedIn("treasurer");
  },
  "somebody who was given the ability in between": async () => {
    await able("content", ["money", "content"]);
    return signedIn("content");
  },
  "somebody who has had it since the day before": async () => {
    await able("content", ["money", "content"]);
    await run("UPDATE money_since SET since = ? WHERE uid = ?", Date.now() - DAY, demoUid("content"));
    return signedIn("content");
  },
  "somebody from whom it was taken in between": async () => {
    const browser = await signedIn("director");
    await able("director", ["content"]);
    return browser;
  },
  "somebody from whom it was taken, and who got it back": async () => {
    await able("director", ["content"]);
    await able("director", ["everything"]);
    return signedIn("director");
  },
};

describe.each(Object.entries(ACTS))("%s", (_, act) => {
  test.each(Object.entries(WAYS))("is not done by %s", async (_way, attempt) => {
    const first = await signedIn("treasurer");
    const id = await act.begin(first);
    // The attempt is made in another session, and in the session in which the act was proposed.
    for (const browser of [await attempt(), first]) {
      expect([401, 403]).toContain((await act.confirm(browser, id)).status);
    }
    expect(await act.times(id)).toBe(0);
    expect(await stateOf(id)).toBe("proposed");
  });

  test("is done once by another person, and the checker finds nothing", async () => {
    const id = await act.begin(await signedIn("treasurer"));
    const director = await signedIn("director");
    expect((await act.confirm(director, id)).status).toBe(302);
    expect(await act.times(id)).toBe(1);
    // The same person presses twice, and is told again that it is done. For everybody else it is settled.
    expect((await act.confirm(director, id)).status).toBe(302);
    expect((await act.confirm(await signedIn("treasurer"), id)).status).toBe(409);
    expect(await act.times(id)).toBe(1);
    expect(await row("SELECT state, settled_by FROM outgoings WHERE id = ?", id)).toEqual({
      ...{ state: "done", settled_by: demoUid("director") },
    });
    expect(await findings()).toEqual([]);
  });

  test("is done once by twelve confirmations at the same moment", async () => {
    const id = await act.begin(await signedIn("treasurer"));
    await able("decisions", ["everything"]);
    await run("UPDATE money_since SET since = 0");
    const [one, other, own] = [
      await signedIn("director"),
      await signedIn("decisions"),
      await signedIn("treasurer"),
    ];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => act.confirm([one, other, own][index % 3]!, id)),
    );
    const done = answers.flatMap(({ status }, index) => (status === 302 ? index % 3 : []));
    expect(new Set(done).size).toBe(1);
    expect(await act.times(id)).toBe(1);
    expect(await findings()).toEqual([]);
  });

  test.each([
    ["looks at it as it writes", (sql: string) => sql, false],
    [
      "would not, without that look",
      (sql: string) =>
        sql
          .replace(/"money_since"\."since" < /g, "0 < ")
          .replace(/"money_since"\."uid" = \?/g, "? IS NOT NULL"),
      true,
    ],
  ])("whoever loses the ability as they confirm: the statement %s", async (_name, rewrite, isDone) => {
    const id = await act.begin(await signedIn("treasurer"));
    const director = await signedIn("director");
    overtake(director, act.statement, () => able("director", ["content"]), rewrite);
    expect((await act.confirm(director, id)).status === 302).toBe(isDone);
    expect(await act.times(id)).toBe(isDone ? 1 : 0);
  });

  test("is not done once it was withdrawn, not even in the same moment", async () => {
    const treasurer = await signedIn("treasurer");
    const director = await signedIn("director");
    const id = await act.begin(treasurer);
    const page = act.statement.includes("refunds") ? `/admin/payments/${await paymentOf(id)}` : DESK;
    overtake(director, act.statement, async () =>
      expect((await treasurer.post(page, { intent: "withdraw-out", id })).status).toBe(302),
    );
    expect((await act.confirm(director, id)).status).toBe(409);
    expect(await act.times(id)).toBe(0);
    expect(await stateOf(id)).toBe("withdrawn");
  });

  test("stays what it was when the limit changes: the stored one decides", async () => {
    const treasurer = await signedIn("treasurer");
    const id = await act.begin(treasurer);
    for (const moneyOutCents of [80_000_00, 0]) {
      await withInvoicing({ moneyOutCents }, async () => {
        expect((await act.confirm(treasurer, id)).status).toBe(403);
      });
    }
    expect(await act.times(id)).toBe(0);
    await withInvoicing({ moneyOutCents: 0 }, async () =>
      expect((await act.confirm(await signedIn("director"), id)).status).toBe(302),
    );
    expect(await row("SELECT limit_cents AS cents FROM outgoings WHERE id = ?", id)).toEqual({
      cents: LIMIT,
    });
  });

  test("is still confirmed if its proposer has lost the ability meanwhile", async () => {
    const id = await act.begin(await signedIn("treasurer"));
    await able("treasurer", ["read"]);
    expect((await act.confirm(await signedIn("director"), id)).status).toBe(302);
    expect(await act.times(id)).toBe(1);
  });
});

describe("whoever is alone", () => {
  const lonely = async (act: Act) => {
    await able("director", ["content"]);
    const id = await act.begin(await signedIn("treasurer"));
    const { proposed_at, alone_at } = await row<{ proposed_at: number; alone_at: number }>(
      "SELECT proposed_at, alone_at FROM outgoings WHERE id = ?",
      id,
    );
    expect(alone_at - proposed_at).toBe(72 * HOUR);
    return { id, aloneAt: alone_at };
  };
  const at = async (time: number, act: Act, id: string, account = "treasurer") => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(time);
    const { status } = await act.confirm(await signedIn(account), id);
    vi.useRealTimers();
    return status;
  };

  test.each([
    "a refund above the limit",
    "a whole award without a budget",
  ])("confirms %s after 72 hours, to the millisecond", async (name) => {
    const act = ACTS[name]!;
    const { id, aloneAt } = await lonely(act);
    expect(await at(aloneAt - 1, act, id)).toBe(403);
    expect(await act.times(id)).toBe(0);
    expect(await at(aloneAt, act, id)).toBe(302);
    expect(await act.times(id)).toBe(1);
    expect(await findings()).toEqual([]);
  });

  test("cannot be helped by somebody who comes later, who can withdraw it", async () => {
    const act = ACTS["a refund above the limit"]!;
    const { id, aloneAt } = await lonely(act);
    await able("director", ["everything"]);
    expect(await at(aloneAt + HOUR, act, id, "director")).toBe(403);
    expect((await answered(await signedIn("director"), "withdraw-out")(id)).status).toBe(302);
    expect(await at(aloneAt + HOUR, act, id)).toBe(409);
    expect(await act.times(id)).toBe(0);
  });

  test("confirms nothing if the ability was taken and given back meanwhile", async () => {
    const act = ACTS["a refund above the limit"]!;
    const { id, aloneAt } = await lonely(act);
    await able("treasurer", ["read"]);
    await able("treasurer", ["read", "money"]);
    expect(await at(aloneAt + HOUR, act, id)).toBe(403);
    expect(await act.times(id)).toBe(0);
  });

  test("does not become alone by taking the ability from the others afterwards", async () => {
    const act = ACTS["a refund above the limit"]!;
    const id = await act.begin(await signedIn("treasurer"));
    await able("director", ["content"]);
    expect(await at(Date.now() + 100 * DAY, act, id)).toBe(403);
    expect(await act.times(id)).toBe(0);
  });

  test("is told of to all the staff at home, and others see what waits for them", async () => {
    const { title } = outgoingMessages.home;
    const { id } = await lonely(ACTS["a refund above the limit"]!);
    for (const account of ["reviewer", "treasurer"])
      expect((await (await signedIn(account)).open("/")).text).toContain(title);
    await answered(await signedIn("treasurer"), "withdraw-out")(id);
    await able("director", ["everything"]);
    await run("UPDATE money_since SET since = 0");
    await ACTS["a whole award without a budget"]!.begin(await signedIn("treasurer"));
    expect((await (await signedIn("reviewer")).open("/")).text).not.toContain(title);
    expect((await (await signedIn("director")).open("/")).html).toContain(`${DESK}#waiting`);
  });
});

test("nobody with the address of the proposer confirms it", async () => {
  const id = await ACTS["a refund above the limit"]!.begin(await signedIn("treasurer"));
  const { email } = await row<{ email: string }>(
    "SELECT email FROM users WHERE uid = ?",
    demoUid("treasurer"),
  );
  const { email: own } = await row<{ email: string }>(
    "SELECT email FROM users WHERE uid = ?",
    demoUid("director"),
  );
  const rename = (account: string, address: string) =>
    run(
      "UPDATE users SET email = ?, email_key = ? WHERE uid = ?",
      address,
      address.toLowerCase(),
      demoUid(account),
    );
  await rename("treasurer", "former@hpair.example");
  await rename("director", email);
  const { status } = await answered(await signedIn("director"), "confirm-out")(id);
  await rename("director", own);
  await rename("treasurer", email);
  expect(status).toBe(403);
  expect(await stateOf(id)).toBe("proposed");
});

describe("the limit", () => {
  test.each([
    ["below", "299.99", true],
    ["at", "300", true],
    ["above", "300.01", false],
  ])("%s it: %s", async (_, amount, isAtOnce) => {
    const { id } = await paid();
    const treasurer = await signedIn("treasurer");
    expect((await give(treasurer, id, { amount })).status).toBe(302);
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id = ?", id)).toHaveLength(isAtOnce ? 1 : 0);
    expect(await rows("SELECT 1 FROM outgoings WHERE payment_id = ?", id)).toHaveLength(isAtOnce ? 0 : 1);
    const { uid, email } = await readyToPay();
    expect((await add(treasurer, "award", { people: email, size: `$${amount}` })).status).toBe(302);
    expect(await awardsOf([uid])).toHaveLength(isAtOnce ? 1 : 0);
  });

  test("counts what one person has given back of a payment before, and not what two have", async () => {
    const { id } = await paid();
    const treasurer = await signedIn("treasurer");
    const credit = { kind: "credit", seenCents: "0" };
    expect((await give(treasurer, id, { ...credit, amount: "200" })).status).toBe(302);
    expect((await give(treasurer, id, { ...credit, amount: "100.01", seenCents: "20000" })).status).toBe(302);
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id = ?", id)).toHaveLength(1);
    const director = await signedIn("director");
    expect((await answered(director, "confirm-out")(await newest())).status).toBe(302);
    expect((await give(treasurer, id, { ...credit, amount: "100", seenCents: "30001" })).status).toBe(302);
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id = ?", id)).toHaveLength(3);
  });

  test("counts what one person has given back of the payments of one charge", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    expect((await payFor(teacher.browser, people)).status).toBe(302);
    const [first, second] = (await rows(
      "SELECT id FROM payments WHERE delegate_uid IN (?, ?)",
      ...people.map(({ uid }) => uid),
    )) as [{ id: string }, { id: string }];
    const treasurer = await signedIn("treasurer");
    const half = { amount: "200", seenCents: "0" };
    for (const { id } of [first, second]) expect((await give(treasurer, id, half)).status).toBe(302);
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id = ?", first.id)).toHaveLength(1);
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id = ?", second.id)).toEqual([]);
  });

  test("counts in the moment in which it is written, even if it changes in that moment", async () => {
    const { id } = await paid();
    const treasurer = await signedIn("treasurer");
    const before = await invoicingInForce();
    overtake(treasurer, 'insert into "refunds"', () =>
      putIntoForce({ ...before, moneyOutCents: 100_00 }).run(),
    );
    expect((await give(treasurer, id, { amount: "200" })).status).toBe(409);
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id = ?", id)).toEqual([]);
    await putIntoForce(before).run();

    const { uid, email } = await readyToPay();
    const other = await signedIn("treasurer");
    overtake(other, 'insert into "grants"', () => putIntoForce({ ...before, moneyOutCents: 100_00 }).run());
    expect((await add(other, "award", { people: email, size: "$200" })).status).toBe(400);
    expect(await awardsOf([uid])).toEqual([]);
  });

  test("needs no second person for a budget's money", async () => {
    const treasurer = await signedIn("treasurer");
    const fund = { intent: "budget", entry: newId(), "budget-title": "Fund", "budget-amount": "5000" };
    expect((await treasurer.post(DESK, fund)).status).toBe(302);
    const { id: budgetId } = await row<{ id: string }>("SELECT id FROM budgets WHERE title = 'Fund'");
    const { uid, email } = await readyToPay();
    expect((await add(treasurer, "award", { people: email, size: "whole", budgetId })).status).toBe(302);
    expect(await awardsOf([uid])).toHaveLength(1);
  });
});

test("one form makes one proposal, and a payment has one at a time", async () => {
  const { id } = await paid();
  const treasurer = await signedIn("treasurer");
  const page = await treasurer.open(`/admin/payments/${id}`);
  const checked = await page.press("Continue", { items: "goldPlus", amount: "445", reason: "Visa refused" });
  expect(checked.text).toContain(outgoingMessages.needsTwo("$300", false));
  const label = outgoingMessages.propose("Give back $445");
  for (const _ of [1, 2, 3]) expect((await checked.press(label)).status).toBe(302);
  expect(await rows("SELECT 1 FROM outgoings WHERE payment_id = ?", id)).toHaveLength(1);
  const again = await treasurer.submit(`/admin/payments/${id}`, [
    ["intent", "give"],
    ["amount", "400"],
    ["kind", "money"],
    ["reason", "More"],
  ]);
  expect([again.status, again.text]).toEqual([409, expect.stringContaining(outgoingMessages.already)]);
  // The page says who proposed the refund and what it does. The proposer has no button there.
  const shown = await (await signedIn("director")).open(`/admin/payments/${id}`);
  expect(shown.text).toContain(outgoingMessages.title);
  expect(shown.text).toContain("Give back $445 for the Harvard Conference ticket");
  expect((await treasurer.open(`/admin/payments/${id}`)).text).toContain(outgoingMessages.whyNot.own);
  expect((await shown.press(outgoingMessages.confirm)).status).toBe(302);
  expect(await rows("SELECT requested_by AS uid FROM refunds WHERE payment_id = ?", id)).toEqual([
    { uid: demoUid("treasurer") },
  ]);
});

test("an award form that is sent twice makes one proposal", async () => {
  const { email } = await readyToPay();
  const treasurer = await signedIn("treasurer");
  const page = await treasurer.open(DESK);
  const asked = { "award-people": email, "award-title": "Scholarship", "award-size": "whole" };
  const before = (await rows("SELECT 1 FROM outgoings")).length;
  for (const _ of [1, 2]) expect((await page.press("Give the awards", asked)).status).toBe(302);
  expect(await rows("SELECT 1 FROM outgoings")).toHaveLength(before + 1);
  const desk = await treasurer.open(DESK);
  expect(desk.text).toContain(grantMessages.proposed.awards(1));
});

test("of many lines those are proposed that can be given, each person once, and the others stay", async () => {
  const [one, two, other] = [await readyToPay(), await readyToPay(), await readyToPay()];
  const treasurer = await signedIn("treasurer");
  expect((await add(treasurer, "award", { people: other.email, size: "$10" })).status).toBe(302);
  const people = [one.email, `${two.email}, 50%`, `${one.email}, 10%`, other.email, "Mei"].join("\n");
  const answer = await add(treasurer, "award", { people, size: "whole" });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain(grantMessages.onlySomeProposed(2, 3));
  expect(text).toContain(`>${[`${one.email}, 10%`, other.email, "Mei"].join("\n")}</textarea>`);
  expect((await requestOf(await newest())).awards).toEqual([
    { uid: one.uid, percent: 100, amountCents: null },
    { uid: two.uid, percent: 50, amountCents: null },
  ]);
});

test("the delegate sees nothing of a proposal, and neither pays less nor loses anything", async () => {
  const { id, browser, uid } = await paid();
  const before = (await browser.open("/payment-info")).text;
  await give(await signedIn("treasurer"), id, { items: "goldPlus", amount: "445" });
  expect((await browser.open("/payment-info")).text).toBe(before);
  expect(await rows("SELECT 1 FROM entries WHERE event LIKE 'refund/%' AND payment_id = ?", id)).toEqual([]);
  expect(await rows("SELECT 1 FROM holdings WHERE uid = ? AND state <> 'held'", uid)).toEqual([]);
});

describe("what can no longer be done", () => {
  test("as a refund is refused with its reason, and stays until it is withdrawn", async () => {
    const treasurer = await signedIn("treasurer");
    const director = await signedIn("director");
    const id = await ACTS["a gesture of goodwill above the limit"]!.begin(treasurer);
    const payment = await paymentOf(id);
    expect((await give(director, payment, { amount: "10", kind: "credit" })).status).toBe(302);
    const page = await director.open(`/admin/payments/${payment}`);
    expect(page.text).toContain("It cannot be done as it was proposed");
    const answer = await changingNothing(() => answered(director, "confirm-out")(id));
    expect(answer.status).toBe(409);
    expect(await stateOf(id)).toBe("proposed");
    expect((await page.press(outgoingMessages.withdraw)).status).toBe(302);
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id = ?", payment)).toHaveLength(1);
    expect((await answered(director, "confirm-out")(id)).status).toBe(409);
  });

  test("as awards is done for nobody, and says who has one already", async () => {
    const treasurer = await signedIn("treasurer");
    const act = ACTS["awards of several people"]!;
    const id = await act.begin(treasurer);
    const { awards } = await requestOf(id);
    const { email } = await row<{ email: string }>("SELECT email FROM users WHERE uid = ?", awards[0].uid);
    expect((await add(treasurer, "award", { people: email, size: "$10" })).status).toBe(302);
    const director = await signedIn("director");
    const answer = await director.submit(DESK, [
      ["intent", "confirm-out"],
      ["id", id],
    ]);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining("cannot get this award now")]);
    expect(await awardsOf(awards.map(({ uid }: { uid: string }) => uid))).toHaveLength(1);
    expect(await stateOf(id)).toBe("proposed");
  });

  test("as a code is refused", async () => {
    const treasurer = await signedIn("treasurer");
    const id = await ACTS["a code above the limit"]!.begin(treasurer);
    const { code } = await requestOf(id);
    expect((await add(treasurer, "code", { code, size: "5%" })).status).toBe(302);
    const answer = await (await signedIn("director")).post(DESK, { intent: "confirm-out", id });
    expect(answer.status).toBe(409);
    expect(await stateOf(id)).toBe("proposed");
  });
});

test("the database itself refuses that one person does both, that it is changed, settled twice or deleted", async () => {
  const id = await ACTS["a refund above the limit"]!.begin(await signedIn("treasurer"));
  const settled = "state = 'done', made = '[]', settled_at = 1";
  await expect(
    run(`UPDATE outgoings SET ${settled}, settled_by = proposed_by WHERE id = ?`, id),
  ).rejects.toThrow(/outgoings_two/);
  await expect(run("UPDATE outgoings SET amount_cents = 1 WHERE id = ?", id)).rejects.toThrow(
    /never changed/,
  );
  await expect(run("DELETE FROM outgoings WHERE id = ?", id)).rejects.toThrow(/never deleted/);
  await run("UPDATE outgoings SET state = 'withdrawn' WHERE id = ?", id);
  await expect(run("UPDATE outgoings SET state = 'proposed' WHERE id = ?", id)).rejects.toThrow(
    /never changed/,
  );
});

test("the checker finds what waits for a week, and what was not waited for", async () => {
  const act = ACTS["a refund above the limit"]!;
  const id = await act.begin(await signedIn("treasurer"));
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 8 * DAY);
  const found = await findings();
  vi.useRealTimers();
  expect(found).toContainEqual({
    ...{ rule: "no money out waits for a second person for a week", object: `outgoings/${id}` },
  });
  expect(WAIT).toBe(72 * HOUR);
});
