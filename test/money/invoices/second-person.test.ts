import { beforeEach, describe, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import type { RoleName } from "~/access/abilities.ts";
import { WAIT } from "~/accounts/second-person.ts";
import { invoicingMessages } from "~/money/invoices/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { HOUR } from "~/values/durations.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { invoicingInForce, putIntoForce, withInvoicing } from "../../support/invoicing.ts";
import { overtake } from "../../support/overtake.ts";
import { CONFERENCE, delegate } from "../../support/people.ts";
import { colleague } from "../../support/staff.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { answerWith, keepHouse } from "../../support/worker.ts";

// Some acts need two people. One person can never do them alone, whatever that person tries. If nobody else can confirm
// new settings for invoices, the settings apply only after a wait, and the whole staff is told.

const PAGE = "/admin/payments/invoicing";
const BANK = "Another bank, account 999";

/** Something that one person of the staff begins and another one confirms. */
type Act = {
  /** @returns the id of the act. */
  begin: (first: Browser) => Promise<string>;
  confirm: (second: Browser, id: string) => Promise<Response>;
  isDone: (id: string) => Promise<boolean>;
  /** The statement that carries the act out. */
  statement: string;
};

const propose = async (browser: Browser, says: Record<string, string>) =>
  (await browser.open(PAGE)).press("Propose", says);

const openProposal = async () =>
  (await row<{ id: string } | null>("SELECT id FROM invoicing WHERE state = 'proposed'"))?.id ?? "";

async function invoiced(): Promise<string> {
  const { browser } = await delegate({
    submittedAt: "2023-05-10T12:00:00Z",
    decision: "Accepted",
    waiver: true,
  });
  const buyer = { buyerName: "University of Ghana", buyerAddress: "Bursary, Accra" };
  const asked = await browser.post("/register/invoice", {
    ...{ ...buyer, intent: "ask", intendedPassCost: "550", total: "550" },
  });
  expect(asked.status).toBe(302);
  return asked.headers.get("location")!.split("/")[2]!;
}

const invoiceOf = async (taking: string) =>
  `/admin/payments/invoices/${(await row<{ id: string }>("SELECT order_id AS id FROM takings WHERE id = ?", taking)).id}`;

/** Records money for an invoice, and returns the id of the taking. */
async function record(browser: Browser, invoice: string, kind: "pays" | "owed"): Promise<string> {
  const checked = await (await browser.open(`/admin/payments/invoices/${invoice}`)).press("Continue", {
    ...{ kind, means: "bank transfer", amount: "550", reference: "TX 4711", receivedOn: "2022-12-16" },
  });
  expect((await checked.press("Record $550")).status).toBe(302);
  return (await row<{ id: string }>("SELECT id FROM takings WHERE order_id = ?", invoice)).id;
}

const ACTS: Record<string, Act> = {
  "another bank account": {
    begin: async (first) => {
      expect((await propose(first, { payTo: BANK })).status).toBe(302);
      return openProposal();
    },
    confirm: (second, id) => second.post(PAGE, { intent: "confirm", id }),
    isDone: async () => (await invoicingInForce()).payTo === BANK,
    statement: 'update "invoicing"',
  },
  "a higher limit of the second person": {
    begin: async (first) => {
      expect((await propose(first, { secondPersonCents: "90000" })).status).toBe(302);
      return openProposal();
    },
    confirm: (second, id) => second.post(PAGE, { intent: "confirm", id }),
    isDone: async () => (await invoicingInForce()).secondPersonCents === 90_000_00,
    statement: 'update "invoicing"',
  },
  "money above the limit": {
    begin: async (first) => record(first, await invoiced(), "pays"),
    confirm: async (second, id) => second.post(await invoiceOf(id), { intent: "confirm", id }),
    isDone: async (id) =>
      (await rows("SELECT 1 FROM takings WHERE id = ? AND state = 'taken'", id)).length > 0,
    statement: 'update "takings"',
  },
  "money above the limit that buys nothing": {
    begin: async (first) => record(first, await invoiced(), "owed"),
    confirm: async (second, id) => second.post(await invoiceOf(id), { intent: "confirm", id }),
    isDone: async (id) =>
      (await rows("SELECT 1 FROM takings WHERE id = ? AND state = 'unwanted'", id)).length > 0,
    statement: 'update "takings"',
  },
  "a reversal above the limit": {
    begin: async (first) => {
      const invoice = await invoiced();
      const taking = await record(first, invoice, "pays");
      const confirmed = { intent: "confirm", id: taking };
      const director = await signedIn("director");
      expect((await director.post(await invoiceOf(taking), confirmed)).status).toBe(302);
      const fields = {
        intent: "reverse",
        taking,
        entry: newId(),
        [`reason-${taking}`]: "Another's transfer",
      };
      expect((await first.post(await invoiceOf(taking), fields)).status).toBe(302);
      return (await row<{ id: string }>("SELECT id FROM reversals WHERE taking_id = ?", taking)).id;
    },
    confirm: async (second, id) => {
      const { taking } = await row<{ taking: string }>(
        "SELECT taking_id AS taking FROM reversals WHERE id = ?",
        id,
      );
      return second.post(await invoiceOf(taking), { intent: "confirm-reversal", id });
    },
    isDone: async (id) =>
      (await rows("SELECT 1 FROM reversals WHERE id = ? AND state = 'done'", id)).length > 0,
    statement: 'update "reversals"',
  },
};

const give = (account: string, abilities: string[]) =>
  run("UPDATE staff SET abilities = ? WHERE uid = ?", JSON.stringify(abilities), demoUid(account));

/** Gives the demo's staff their own abilities again, as if they had had them for a long time. */
async function asBefore(): Promise<void> {
  for (const [account, abilities] of Object.entries({
    ...{
      treasurer: ["read", "money"],
      director: ["everything"],
      content: ["content"],
      decisions: ["read", "decide"],
    },
  }))
    await give(account, abilities);
  await run("UPDATE users SET admin = 1 WHERE uid = ?", demoUid("director"));
  await run("UPDATE money_since SET since = 0");
}

beforeEach(async () => {
  vi.useRealTimers();
  await asBefore();
  await run("UPDATE invoicing SET state = 'withdrawn' WHERE state = 'proposed'");
  const { payTo, secondPersonCents } = await invoicingInForce();
  if (payTo === BANK || secondPersonCents !== 500_00)
    await putIntoForce({ ...(await invoicingInForce()), payTo: "The bank", secondPersonCents: 500_00 }).run();
});

/**
 * Ways to get around the second person. Each of them happens after `begin`, and returns the browser of somebody who
 * must not be able to confirm the act.
 */
const WAYS: Record<string, () => Promise<Browser>> = {
  "the same person": () => signedIn("treasurer"),
  "the same person with another role": async () => {
    await give("treasurer", ["everything"]);
    return signedIn("treasurer");
  },
  "somebody who was given the ability in between": async () => {
    await give("content", ["money", "content"]);
    return signedIn("content");
  },
  "somebody who was made a director in between": async () => {
    await give("decisions", ["everything"]);
    return signedIn("decisions");
  },
  "somebody from whom it was taken in between": async () => {
    const browser = await signedIn("director");
    await give("director", ["content"]);
    return browser;
  },
  "somebody from whom it was taken, and who got it back": async () => {
    await give("director", ["content"]);
    await give("director", ["everything"]);
    return signedIn("director");
  },
  "somebody who left the staff in between": async () => {
    const browser = await signedIn("director");
    await run("UPDATE users SET admin = 0 WHERE uid = ?", demoUid("director"));
    return browser;
  },
  "somebody whose account was disabled, and enabled again": async () => {
    await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", demoUid("director"));
    await run("UPDATE users SET disabled_at = NULL WHERE uid = ?", demoUid("director"));
    return signedIn("director");
  },
};

describe.each(Object.entries(ACTS))("%s", (_, act) => {
  test.each(Object.entries(WAYS))("is not done by %s", async (_way, attempt) => {
    const first = await signedIn("treasurer");
    const id = await act.begin(first);
    // The attempt is made in another session, and in the session in which the act was begun.
    const second = await attempt();
    for (const browser of [second, first]) {
      const answer = await act.confirm(browser, id);
      expect([401, 403, 409]).toContain(answer.status);
    }
    expect(await act.isDone(id)).toBe(false);
  });

  test("is not done by the first person, or over what has changed, once another limit is in force", async () => {
    const first = await signedIn("treasurer");
    const id = await act.begin(first);
    await withInvoicing({ secondPersonCents: 80_000_00 }, async () => {
      expect((await act.confirm(first, id)).status).toBeGreaterThanOrEqual(403);
      // Another version has come into force since the proposal, so nobody can confirm the proposal any more.
      if (act.statement === 'update "invoicing"')
        expect((await act.confirm(await signedIn("director"), id)).status).toBe(409);
      expect(await act.isDone(id)).toBe(false);
    });
  });

  test("is done once by another person, who has long had the ability", async () => {
    const id = await act.begin(await signedIn("treasurer"));
    const director = await signedIn("director");
    expect((await act.confirm(director, id)).status).toBe(302);
    expect(await act.isDone(id)).toBe(true);
    // Pressing again changes nothing, and the answer is not that somebody else has confirmed.
    expect((await changingNothing(() => act.confirm(director, id))).status).toBe(302);
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
    overtake(director, act.statement, () => give("director", ["content"]), rewrite);
    expect((await act.confirm(director, id)).status === 302).toBe(isDone);
    expect(await act.isDone(id)).toBe(isDone);
  });
});

describe("of two who confirm another bank account at once", () => {
  const control = (sql: string) =>
    /^(update "invoicing"|insert into "audit")/.test(sql)
      ? sql
          .replace(`"invoicing"."state" = 'proposed'`, "true")
          .replace('= "invoicing"."replaces"', "IS NOT NULL")
      : sql;
  test.each([
    ["one does", (sql: string) => sql, 409, 1],
    ["without the guards both do", control, 302, 2],
  ])("%s", async (name, rewrite, status, times) => {
    await give("decisions", ["everything"]);
    await run("UPDATE money_since SET since = 0");
    if (name !== "one does") await run("DROP TRIGGER invoicing_settled_once");
    const id = await ACTS["another bank account"]!.begin(await signedIn("treasurer"));
    const [slow, quick] = [await signedIn("director"), await signedIn("decisions")];
    overtake(
      slow,
      'update "invoicing"',
      async () => expect((await quick.post(PAGE, { intent: "confirm", id })).status).toBe(302),
      rewrite,
    );
    expect((await slow.post(PAGE, { intent: "confirm", id })).status).toBe(status);
    const acts = await rows(
      "SELECT 1 FROM audit WHERE action = 'confirm invoicing' AND object = ?",
      `invoicing/${id}`,
    );
    expect(acts).toHaveLength(times);
  });
});

/** Takes the ability to handle money away from everybody except this account, as if that had happened long ago. */
async function leaveAlone(account: string): Promise<void> {
  await run(
    `UPDATE staff SET abilities = '["read"]' WHERE uid <> ? AND (abilities LIKE '%money%' OR abilities LIKE '%everything%')`,
    demoUid(account),
  );
}

const mailsAbout = (id: string, event: string) =>
  rows<{ recipient: string; body: string }>(
    "SELECT recipient, body FROM outbox WHERE event_key LIKE ? ORDER BY recipient",
    `invoicing:${id}:${event}:%`,
  );

describe("whoever is alone", () => {
  const lonely = async () => {
    await leaveAlone("treasurer");
    const id = await ACTS["another bank account"]!.begin(await signedIn("treasurer"));
    const { proposed_at, applies_at } = await row<{ proposed_at: number; applies_at: number }>(
      "SELECT proposed_at, applies_at FROM invoicing WHERE id = ?",
      id,
    );
    expect(applies_at - proposed_at).toBe(72 * HOUR);
    return { id, appliesAt: applies_at };
  };
  const cronAt = async (at: number) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(at);
    await keepHouse();
    vi.useRealTimers();
  };

  test("waits for 72 hours to the millisecond, and the whole staff is told at once and finds it at home", async () => {
    const { id, appliesAt } = await lonely();
    const staff = await rows("SELECT 1 FROM users WHERE admin = 1 AND disabled_at IS NULL");
    const mails = await mailsAbout(id, "proposed");
    expect(mails.map(({ recipient }) => recipient)).toEqual(
      (await rows<{ email: string }>("SELECT email FROM users WHERE admin = 1 ORDER BY email")).map(
        ({ email }) => email,
      ),
    );
    expect(mails).toHaveLength(staff.length);
    expect(mails[0]!.body).toContain(BANK);
    for (const account of ["reviewer", "door", "content", "treasurer"]) {
      const home = await (await signedIn(account)).open("/");
      expect(home.text).toContain(invoicingMessages.home.title);
      expect(home.html.includes(PAGE)).toBe(account === "treasurer");
    }
    await cronAt(appliesAt - 1);
    expect((await invoicingInForce()).payTo).not.toBe(BANK);
    await cronAt(appliesAt);
    expect((await invoicingInForce()).payTo).toBe(BANK);
    expect(await mailsAbout(id, "applied")).toHaveLength(staff.length);
    await cronAt(appliesAt + 1);
    expect(await rows("SELECT 1 FROM audit WHERE action = 'apply invoicing'")).toHaveLength(1);
    const home = await (await signedIn("reviewer")).open("/");
    expect(home.text).toContain("Welcome back");
    expect(home.text).not.toContain(invoicingMessages.home.title);
    expect(await findings()).toEqual([]);
  });

  test("cannot be quickened by somebody who comes later, who can withdraw it", async () => {
    const { id, appliesAt } = await lonely();
    await give("director", ["everything"]);
    const director = await signedIn("director");
    expect((await director.post(PAGE, { intent: "confirm", id })).status).toBe(403);
    await cronAt(appliesAt - 1);
    expect((await invoicingInForce()).payTo).not.toBe(BANK);
    // Days later they have to log in again.
    const later = await signedIn("director");
    expect((await (await later.open(PAGE)).press("Withdraw")).status).toBe(302);
    await cronAt(appliesAt);
    expect((await invoicingInForce()).payTo).not.toBe(BANK);
  });

  test("is alone with somebody who was added within these hours", async () => {
    await leaveAlone("treasurer");
    await give("director", ["everything"]);
    await run(
      "UPDATE money_since SET since = ? WHERE uid = ?",
      Date.now() - WAIT + HOUR,
      demoUid("director"),
    );
    const id = await ACTS["another bank account"]!.begin(await signedIn("treasurer"));
    expect(await row("SELECT applies_at > proposed_at AS alone FROM invoicing WHERE id = ?", id)).toEqual({
      alone: 1,
    });
    expect((await (await signedIn("director")).post(PAGE, { intent: "confirm", id })).status).toBe(403);
  });

  test.each([
    ["has lost the ability by then", () => give("treasurer", ["read"])],
    [
      "has lost it and got it back",
      async () => {
        await give("treasurer", ["read"]);
        await give("treasurer", ["read", "money"]);
      },
    ],
  ])("changes nothing if they %s", async (_, lose) => {
    const { appliesAt } = await lonely();
    await lose();
    await cronAt(appliesAt + HOUR);
    expect((await invoicingInForce()).payTo).not.toBe(BANK);
  });

  test("does not become alone by taking the ability from the others afterwards", async () => {
    const id = await ACTS["another bank account"]!.begin(await signedIn("treasurer"));
    await leaveAlone("treasurer");
    expect(await row("SELECT applies_at FROM invoicing WHERE id = ?", id)).toEqual({ applies_at: null });
    await cronAt(Date.now() + 100 * 24 * HOUR);
    expect((await invoicingInForce()).payTo).not.toBe(BANK);
  });

  test("writes to the address for replies too", async () => {
    await leaveAlone("treasurer");
    const browser = await signedIn("treasurer");
    browser.send = (request) => answerWith({ MAIL_REPLY_TO: "office@hpair.example" }, request);
    const id = await ACTS["another bank account"]!.begin(browser);
    expect((await mailsAbout(id, "proposed")).map(({ recipient }) => recipient)).toContain(
      "office@hpair.example",
    );
  });
});

test("a proposal is told to those with the ability alone, says from what to what, and can be withdrawn by any of them", async () => {
  const before = await invoicingInForce();
  const id = await ACTS["another bank account"]!.begin(await signedIn("treasurer"));
  expect((await mailsAbout(id, "proposed")).map(({ recipient }) => recipient)).toEqual([
    "director@hpair.example",
    "treasurer@hpair.example",
  ]);
  const page = await (await signedIn("director")).open(PAGE);
  expect(page.html).toContain(`<ins>${BANK}</ins>`);
  expect(page.html).toContain(`<del>${before.payTo}</del>`);
  expect((await (await signedIn("content")).open("/")).text).not.toContain(invoicingMessages.home.title);
  expect((await page.press("Withdraw")).status).toBe(302);
  expect((await page.press("Confirm and put into force")).status).toBe(409);
  expect(await invoicingInForce()).toEqual(before);
});

test("a typing error does not renew what the form was made from", async () => {
  const director = await signedIn("director");
  const page = await director.open(PAGE);
  await withInvoicing({ days: 21 }, async () => {
    const wrong = await page.press("Propose", { taxRate: "x" });
    const again = await wrong.press("Propose", { taxRate: "" });
    expect([wrong.status, again.status]).toEqual([400, 409]);
    expect(again.text).toContain(invoicingMessages.moved);
  });
});

test("a proposal stands on the home of staff who apply themselves as on that of others, and on no other delegate's", async () => {
  const applying = async (role: RoleName) => {
    const { uid, browser } = await colleague(role);
    await run("INSERT INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)", CONFERENCE, uid);
    return browser;
  };
  const [reader, treasurer] = [await applying("reviewer"), await applying("treasurer")];
  const { browser: stranger } = await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  /** Whether the first page has the notice, and whether it links to the page of the settings for invoices. */
  const atHome = async (browser: Browser) => {
    const { text, html } = await browser.open("/");
    expect(text).not.toContain("Welcome back");
    return [text.includes(invoicingMessages.home.title), html.includes(PAGE)];
  };
  const id = await ACTS["another bank account"]!.begin(await signedIn("treasurer"));
  expect(await atHome(treasurer)).toEqual([true, true]);
  expect(await atHome(reader)).toEqual([false, false]);
  expect((await treasurer.post(PAGE, { intent: "withdraw", id })).status).toBe(302);

  await leaveAlone("treasurer");
  await ACTS["another bank account"]!.begin(await signedIn("treasurer"));
  expect(await atHome(reader)).toEqual([true, false]);
  expect(await atHome(stranger)).toEqual([false, false]);
});

test("one form is one proposal, and of two forms the second is told of the first", async () => {
  const [first, second] = [await signedIn("treasurer"), await signedIn("director")];
  const [page, late] = [await first.open(PAGE), await second.open(PAGE)];
  for (const _ of [1, 2, 3]) expect((await page.press("Propose", { payTo: BANK })).status).toBe(302);
  expect(await rows("SELECT 1 FROM invoicing WHERE state = 'proposed'")).toHaveLength(1);
  const refused = await late.press("Propose", { payTo: "A third bank" });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(invoicingMessages.moved)]);
});

test("the limit that counts is that of the moment in which money is recorded, even if it changes in that moment", async () => {
  const invoice = await withInvoicing({ secondPersonCents: 900_00 }, async () => {
    const invoice = await invoiced();
    const treasurer = await signedIn("treasurer");
    const page = await treasurer.open(`/admin/payments/invoices/${invoice}`);
    const checked = await page.press("Continue", {
      ...{ kind: "pays", means: "cash", amount: "550", reference: "Till 1", receivedOn: "2022-12-16" },
    });
    const before = await invoicingInForce();
    overtake(treasurer, 'insert into "takings"', () =>
      putIntoForce({ ...before, secondPersonCents: 100_00 }).run(),
    );
    expect((await checked.press("Record $550")).status).toBe(302);
    return invoice;
  });
  expect(await rows("SELECT state, limit_cents FROM takings WHERE order_id = ?", invoice)).toEqual([
    { state: "waiting", limit_cents: 100_00 },
  ]);
});

test("the checker judges money by the limit that was stored with it, and not by that of today", async () => {
  const treasurer = await signedIn("treasurer");
  const id = await withInvoicing({ secondPersonCents: 900_00 }, () =>
    ACTS["money above the limit"]!.begin(treasurer),
  );
  expect(await row("SELECT state, recorded_by = settled_by AS own FROM takings WHERE id = ?", id)).toEqual({
    ...{ state: "taken", own: 1 },
  });
  // There is no alarm after the limit is lowered again. There is an alarm if money is above the limit that was stored
  // with it, no matter what the limit is now.
  expect(await findings()).toEqual([]);
  await run("UPDATE takings SET limit_cents = 50000 WHERE id = ?", id);
  const rule = "money above the limit is recorded by one person and confirmed by another";
  await withInvoicing({ secondPersonCents: 900_00 }, async () =>
    expect(await findings()).toEqual([expect.objectContaining({ rule, object: `takings/${id}` })]),
  );
  await run("UPDATE takings SET limit_cents = 90000 WHERE id = ?", id);
});
