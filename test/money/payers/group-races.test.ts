import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { inspect } from "~/staff/invariants.server.ts";
import { BOOKED } from "../../support/bills.ts";
import { ask, askers, payer, payment, paymentsOf, requestOf } from "../../support/groups.ts";
import { overtake } from "../../support/overtake.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import type { Delegate } from "../../support/people.ts";
import { chargesOf, deleting, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";

// Somebody pays for several people, and at the same moment something else happens to one of them. Each race is run with
// its guard. As a control, it is run without the guard, and then something must be wrong.

const RESERVE = 'insert into "payments"';

/** The rules that our own rows break, according to the checker. */
async function wrong(): Promise<string[]> {
  const context = { db: connect(env.DB, newMeter()), processors: [], files: { has: async () => true } };
  const found = await inspect(context as unknown as Parameters<typeof inspect>[0]);
  return found.filter(({ rule }) => !/processor|lease/.test(rule)).map(({ rule }) => rule);
}

/** Presses the payer's button. Right before the reservation, `meanwhile` is called. */
async function paying(
  teacher: Delegate,
  people: Delegate[],
  meanwhile: () => Promise<unknown>,
  rewrite?: (sql: string) => string,
) {
  const ids = await Promise.all(people.map(({ uid }) => requestOf(uid)));
  const { send } = teacher.browser;
  const happened = overtake(teacher.browser, RESERVE, meanwhile, rewrite);
  const answer = await teacher.browser.submit("/paying", payment(ids, 495 * people.length));
  expect(happened()).toBe(true);
  teacher.browser.send = send;
  return answer;
}

/** Each function takes a guard out of its statement, and leaves the parameters of the guard in place. */
const partly = (sql: string) =>
  sql.startsWith('delete from "payments"') ? sql.replace(/(count\(\*\)[^<]*)< \?/, "$1< ? - 1000") : sql;
const unasked = (sql: string) =>
  sql.startsWith(RESERVE)
    ? sql.replace('FROM "payer_requests" WHERE', 'FROM (SELECT 1) LEFT JOIN "payer_requests" ON')
    : sql;

type Race = {
  name: string;
  meanwhile: (people: Delegate[], teacher: Delegate) => Promise<unknown>;
  control: (sql: string) => string;
};

const RACES: Race[] = [
  {
    name: "one of them pays for themselves",
    meanwhile: async ([, one]) => {
      const answer = await one!.browser.post("/register", { ...PASS_PAYMENT, total: "495" });
      expect(answer.status).toBe(302);
    },
    control: partly,
  },
  {
    name: "the last place is sold",
    meanwhile: () =>
      run(
        `UPDATE tickets SET places = 1 + (SELECT count(*) FROM holdings WHERE item = 'goldPlus'
          AND state IN ('pending', 'held', 'ending')) WHERE id = 'goldPlus'`,
      ),
    control: partly,
  },
  {
    name: "one of them takes the request back",
    meanwhile: async ([, one]) => {
      expect((await one!.browser.post("/register/payer", { intent: "take back" })).status).toBe(302);
    },
    control: unasked,
  },
  {
    name: "one of them asks somebody else",
    meanwhile: ([, one]) => ask(one!, "another@example.org"),
    control: unasked,
  },
];

beforeEach(async () => {
  await run("DELETE FROM counters");
  await run("UPDATE tickets SET places = NULL");
});

describe.each(RACES)("$name", ({ meanwhile, control }) => {
  test("nobody is charged, and nothing of the others is reserved", async () => {
    const teacher = await payer();
    const people = await askers(3, teacher.email);
    const answer = await paying(teacher, people, () => meanwhile(people, teacher));
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("Nothing was charged.");
    expect((await paymentsOf(people)).filter(({ payer_uid }) => payer_uid === teacher.uid)).toEqual([]);
    expect(await chargesOf(teacher.uid)).toEqual([]);
    expect(await differences()).toEqual([]);
    expect(await wrong()).toEqual([]);
  });

  test("without the guard something is wrong", async () => {
    const teacher = await payer();
    const people = await askers(3, teacher.email);
    await paying(teacher, people, () => meanwhile(people, teacher), control);
    const left = (await paymentsOf(people)).filter(({ payer_uid }) => payer_uid === teacher.uid);
    // The payer's payments should not exist. Either the payer may not pay for these people, or the order was refused
    // and its people still cannot pay.
    expect(left).not.toEqual([]);
    await env.DB.batch(deleting("entries", "order_id = ?", left[0]!.order_id));
    await run("DELETE FROM payments WHERE order_id = ?", left[0]!.order_id);
    await run("DELETE FROM orders WHERE id = ?", left[0]!.order_id);
  });
});

test("pressed twice at once, everybody is paid for once", async () => {
  const teacher = await payer();
  const people = await askers(2, teacher.email);
  const ids = await Promise.all(people.map(({ uid }) => requestOf(uid)));
  const press = () => teacher.browser.submit("/paying", payment(ids, 990));
  const answers = await Promise.all([press(), press()]);
  const [{ order_id: order } = { order_id: "" }] = await paymentsOf(people);
  // The second press leads to the payment that the first one began, and does not say that nothing was charged.
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [302, `/payment/${order}`],
    [302, `/payment/${order}`],
  ]);
  expect(await chargesOf(teacher.uid)).toHaveLength(1);
  expect((await paymentsOf(people)).map(({ state }) => state)).toEqual(["captured", "captured"]);
  expect(await wrong()).toEqual([]);
});

test("an outcome that moves only the first payment of its order is found", async () => {
  const teacher = await payer();
  const people = await askers(2, teacher.email);
  const onlyFirst = (sql: string) =>
    sql.startsWith('update "payments"')
      ? sql.replace('"payments"."order_id" = ?', '"payments"."id" = ?')
      : sql;
  await paying(teacher, people, async () => undefined, onlyFirst);
  expect((await paymentsOf(people)).map(({ state }) => state).sort()).toEqual(["captured", "charging"]);
  expect(await wrong()).toContain(
    "the payments of an order begin and are paid together, and come to what it charges",
  );
  await run(
    `UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE order_id IN (SELECT id FROM orders WHERE payer_uid = ?)`,
    teacher.uid,
  );
  expect(await wrong()).toEqual([]);
});
