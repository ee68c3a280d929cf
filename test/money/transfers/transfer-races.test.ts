import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { transferMessages } from "~/money/transfers/messages.ts";
import { inspect } from "~/staff/invariants.server.ts";
import { standingMessages } from "~/standing/messages.ts";
import { type Browser, signedIn, signedInAs } from "../../support/browser.ts";
import { overtake } from "../../support/overtake.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import type { Delegate } from "../../support/people.ts";
import { deleting, rows, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";
import { holder, offer, SHIRT, taker } from "../../support/transfers.ts";

// A pass is accepted, and at the same moment something else happens to it. Each race is run with the guard of the
// accepting statement. As a control, it is run without this guard, and then something must be wrong.

const ACCEPT = 'update "transfers" set "state" = ?, "grounds"';

/** The rules that our own rows break, according to the checker. */
async function wrong(): Promise<string[]> {
  const context = { db: connect(env.DB, newMeter()), processors: [], files: { has: async () => true } };
  const found = await inspect(context as unknown as Parameters<typeof inspect>[0]);
  return found.filter(({ rule }) => !/processor|lease/.test(rule)).map(({ rule }) => rule);
}

const heldBy = async (uid: string) =>
  (
    await rows<{ item: string; state: string }>(
      "SELECT item, state FROM holdings WHERE uid = ? AND state <> 'ended' ORDER BY item",
      uid,
    )
  ).map(({ item, state }) => (state === "held" ? item : `${item} ${state}`));

type Pair = { from: Delegate & { id: string }; to: Delegate; offerId: string };

async function pair(): Promise<Pair> {
  const [from, to] = [await holder(), await taker()];
  return { from, to, offerId: await offer(from, to.email) };
}

/** Presses the new holder's button. Right before the accepting statement, `meanwhile` is called. */
async function accepting(
  { to, offerId }: Pair,
  meanwhile: () => Promise<unknown>,
  rewrite?: (sql: string) => string,
) {
  const page = await to.browser.open(`/transfer/${offerId}`);
  const { send } = to.browser;
  const happened = overtake(to.browser, ACCEPT, meanwhile, rewrite);
  const answer = await page.press("Accept the pass");
  expect(happened()).toBe(true);
  to.browser.send = send;
  return answer;
}

const swap = ({ from }: Pair) =>
  from.browser.post(`/payment/${from.id}/exchange`, { item: SHIRT, seen: "M", [`variant-${SHIRT}`]: "L" });
const giveUp = ({ from }: Pair) =>
  from.browser.post(`/payment/${from.id}/withdraw`, {
    ...{ expectedCents: "50000", seenCents: "0", confirmed: "true" },
  });
const refund =
  (fields: Record<string, string>) =>
  async ({ from }: Pair) =>
    (await signedIn("director")).post(`/admin/payments/${from.id}`, {
      ...{ intent: "give", kind: "money", reason: "Asked for" },
      ...fields,
    });
const buy =
  (path: string, total: string) =>
  ({ to }: Pair) =>
    signedInAs(to.uid).then((browser: Browser) =>
      browser.post(path, {
        ...PASS_PAYMENT,
        ...{ passType: path === "/register" ? "goldPlus" : "gold", total, intendedPassCost: total },
      }),
    );
const takeBack = ({ from, offerId }: Pair) =>
  from.browser.post(`/payment/${from.id}/transfer`, { intent: "take back", offer: offerId });
const reject = async ({ to }: Pair) => {
  await run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", to.uid);
  return new Response(null, { status: 302 });
};

/** Each function takes a guard out of its statement, and leaves the parameters of the guard in place. */
const uncounted = (sql: string) => sql.replaceAll("? = (SELECT count(*)", "? <> (SELECT -1 - count(*)");
const unpaid = (sql: string) => sql.replace('FROM "refunds" WHERE', "$& false AND");
const alone = (sql: string) =>
  sql.replace(
    'AND NOT EXISTS (SELECT 1 FROM "holdings" WHERE "holdings"."conference_id" = ?',
    "$& AND false",
  );
const anyState = (sql: string) =>
  sql.replace('"transfers"."state" = ? and', '"transfers"."state" <> ? || 1 and');
const anyRight = (sql: string) => sql.replace("WHERE seen.grounds", "WHERE true OR seen.grounds");

/**
 * Changes the SQL of two statements: the one that accepts a transfer, and the one that writes its entry in the audit.
 * The entry has the same condition, and later statements run only if the entry was written.
 */
const inAccepting = (change: (sql: string) => string) => (sql: string) =>
  sql.startsWith(ACCEPT) || (sql.startsWith('insert into "audit"') && sql.includes("seen.grounds"))
    ? change(sql)
    : sql;

const RIGHT = "a pass is transferred to a person with the right to it, and never one that an award paid for";
const COMES = "what is held comes from a payment that stands, and was not given back";

type Race = {
  name: string;
  meanwhile: (pair: Pair) => Promise<Response>;
  /** What the two people hold afterwards. */
  leaves: { from: string[]; to: string[] };
  /** Takes the guard away. */
  control: (sql: string) => string;
  /** The result without the guard, which is wrong: a rule that is broken, or what the new holder has. */
  breaks: { rule: string } | { to: string[] };
};

/** What the new holder reads if the pass is not accepted: what has changed, or why they cannot have the pass. */
const WHY = new RegExp(
  [
    ...[transferMessages.changed, transferMessages.closed, transferMessages.haveOne, transferMessages.notYet],
    standingMessages.onlyIfAccepted("Harvard Conference ticket"),
  ].join("|"),
);

const ALL = ["goldPlus", "h2023mug", SHIRT, "h2023virtual"];
const ON_ITS_WAY = ALL.map((item) => `${item} ending`);

const RACES: Race[] = [
  {
    name: "a size is exchanged",
    meanwhile: swap,
    leaves: { from: ALL, to: [] },
    control: uncounted,
    breaks: { rule: "what took the place of something is of the same line, which nothing else continues" },
  },
  {
    name: "the pass is given up",
    meanwhile: giveUp,
    leaves: { from: ON_ITS_WAY, to: [] },
    control: (sql) => unpaid(uncounted(sql)),
    breaks: { rule: COMES },
  },
  {
    name: "staff give all of it back as credit",
    meanwhile: refund({ items: "goldPlus", kind: "credit" }),
    leaves: { from: [], to: [] },
    control: uncounted,
    breaks: { rule: COMES },
  },
  {
    name: "a goodwill is on its way back",
    meanwhile: refund({ amount: "10" }),
    leaves: { from: ALL, to: [] },
    control: unpaid,
    breaks: { to: ALL },
  },
  {
    name: "the new holder buys the other pass",
    meanwhile: buy("/virtual-summit", "150"),
    leaves: { from: ALL, to: ["gold"] },
    control: alone,
    breaks: { to: ["gold", ...ALL] },
  },
  {
    name: "the offer is taken back",
    meanwhile: takeBack,
    leaves: { from: ALL, to: [] },
    control: anyState,
    breaks: { to: ALL },
  },
  {
    name: "the decision is changed",
    meanwhile: reject,
    leaves: { from: ALL, to: [] },
    control: anyRight,
    breaks: { rule: RIGHT },
  },
];

beforeEach(() => run("DELETE FROM counters"));

describe.each(RACES)("while a pass is accepted, $name", ({ meanwhile, leaves, control, breaks }) => {
  test("and the pass stays where it is", async () => {
    const both = await pair();
    const answer = await accepting(both, async () => {
      expect((await meanwhile(both)).status).toBe(302);
    });
    expect(answer.status).toBe(409);
    expect(answer.text).toMatch(WHY);
    expect(await heldBy(both.from.uid)).toEqual(leaves.from);
    expect(await heldBy(both.to.uid)).toEqual(leaves.to);
    expect(await wrong()).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test("and without the guard something is wrong", async () => {
    const both = await pair();
    await accepting(both, () => meanwhile(both), inAccepting(control));
    if ("rule" in breaks) expect(await wrong()).toContain(breaks.rule);
    else expect(await heldBy(both.to.uid)).toEqual(breaks.to);
    // The rows that are wrong are removed, so that later tests do not find them.
    await run("UPDATE transfers SET state = 'taken back' WHERE id = ?", both.offerId);
    for (const { uid } of [both.from, both.to]) {
      await run(
        "DELETE FROM refund_lines WHERE holding_id IN (SELECT id FROM holdings WHERE payment_id = ?)",
        both.from.id,
      );
      await run("DELETE FROM refunds WHERE payment_id = ?", both.from.id);
      await run("DELETE FROM transfers WHERE from_uid = ?", uid);
      await env.DB.batch(
        deleting("entries", "payment_id IN (SELECT id FROM payments WHERE delegate_uid = ?)", uid),
      );
      await run("DELETE FROM payments WHERE delegate_uid = ?", uid);
    }
    await run("DELETE FROM orders WHERE id NOT IN (SELECT order_id FROM payments)");
  });
});

test("the new holder buys the same pass at that moment: they have one, and the other stays", async () => {
  const both = await pair();
  const answer = await accepting(both, () => buy("/register", "495")(both));
  expect(answer.status).toBe(409);
  expect(await heldBy(both.from.uid)).toEqual(ALL);
  expect(await heldBy(both.to.uid)).toEqual(["goldPlus", "h2023virtual"]);
  expect(await wrong()).toEqual([]);
  // Without the guard, the unique index on holdings refuses the whole batch.
  const others = await pair();
  await accepting(others, () => buy("/register", "495")(others), inAccepting(alone)).catch(() => {});
  expect(await heldBy(others.from.uid)).toEqual(ALL);
  expect(await heldBy(others.to.uid)).toEqual(["goldPlus", "h2023virtual"]);
  expect(await wrong()).toEqual([]);
});

test("a purchase at the moment at which the pass is accepted charges nothing", async () => {
  const both = await pair();
  const browser = await signedInAs(both.to.uid);
  const happened = overtake(browser, 'insert into "payments"', async () => {
    const page = await both.to.browser.open(`/transfer/${both.offerId}`);
    expect((await page.press("Accept the pass")).status).toBe(302);
  });
  const answer = await browser.post("/register", { ...PASS_PAYMENT, total: "495" });
  expect([answer.status, happened()]).toEqual([409, true]);
  expect(await heldBy(both.to.uid)).toEqual(ALL);
  expect(await rows("SELECT 1 FROM payments WHERE delegate_uid = ?", both.to.uid)).toEqual([]);
  expect(await wrong()).toEqual([]);
});

test("giving up, exchanging and refunding at the moment at which the pass is accepted do nothing to the new holder", async () => {
  const acts: [string, (pair: Pair) => Promise<Response>, (browser: Browser) => void][] = [
    ["refunds", giveUp, () => {}],
    ["holdings", swap, () => {}],
  ];
  for (const [table, act] of acts) {
    const both = await pair();
    const begins = table === "refunds" ? 'insert into "refunds"' : 'update "holdings"';
    const { send } = both.from.browser;
    const happened = overtake(both.from.browser, begins, async () => {
      const page = await both.to.browser.open(`/transfer/${both.offerId}`);
      expect((await page.press("Accept the pass")).status).toBe(302);
    });
    const answer = await act(both);
    both.from.browser.send = send;
    expect([table, answer.status, happened()]).toEqual([table, 409, true]);
    expect(await heldBy(both.to.uid)).toEqual(ALL);
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id = ?", both.from.id)).toEqual([]);
    expect(await wrong()).toEqual([]);
  }
  // If the statement did not check who holds the pass, the new holder would lose it, and the payer would get the money.
  const both = await pair();
  overtake(
    both.from.browser,
    'insert into "refunds"',
    async () => {
      const page = await both.to.browser.open(`/transfer/${both.offerId}`);
      await page.press("Accept the pass");
    },
    (sql) =>
      sql.startsWith('insert into "refunds"')
        ? sql.replace(`'held' AND "holdings"."uid" = ?`, `'held' AND ? <> ''`)
        : sql,
  );
  expect((await giveUp(both)).status).toBe(302);
  expect(await heldBy(both.to.uid)).not.toEqual(ALL);
});

test("five presses at once transfer it once", async () => {
  const both = await pair();
  const page = await both.to.browser.open(`/transfer/${both.offerId}`);
  const answers = await Promise.all(Array.from({ length: 5 }, () => page.press("Accept the pass")));
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
  expect(await heldBy(both.to.uid)).toEqual(ALL);
  expect(await heldBy(both.from.uid)).toEqual([]);
  const mails = await rows(
    "SELECT 1 FROM outbox WHERE event_key IN (?, ?)",
    `transferred:${both.offerId}`,
    `taken-over:${both.offerId}`,
  );
  expect(mails).toHaveLength(2);
  expect(
    await rows("SELECT 1 FROM audit WHERE action = 'take over pass' AND actor_uid = ?", both.to.uid),
  ).toHaveLength(1);
  expect(await wrong()).toEqual([]);
  expect(await differences()).toEqual([]);
});
