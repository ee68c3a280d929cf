import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compareJournal, settleOpenPayments } from "~/money/reconciler/reconciler.server.ts";
import { DAY, MINUTE } from "~/values/durations.ts";
import { interleave, planned, random } from "../support/faults.ts";
import { prepareMoney, Schedule } from "../support/money.ts";
import { canaries, linesLogged } from "../support/money-state.ts";
import { payAtRandom } from "../support/prices.ts";
import { explore, oneFaultOf, randomInterleaving, SCENARIOS } from "../support/schedules.ts";
import { deleting, emptying } from "../support/storage.ts";
import { toldOfTurns, turnOfThisRun } from "../support/turns.ts";

const LONG = 300_000;
const SEEDS = [1, 2, 3, 4, 5];
/**
 * The number of the call that charges, counted from 0. Three calls come before it: one reads, one reserves, and one
 * stores in the file store what the payment is for.
 */
const CHARGE = 3;

let schedules = 0;
let leftOut = 0;

beforeAll(prepareMoney);

afterAll(async () => {
  console.log(`${schedules} schedules, ${toldOfTurns(leftOut)}, ${linesLogged()} lines logged`);
  expect(linesLogged()).toBeGreaterThan(0);
  expect(await canaries()).toEqual([]);
});

const open = (...whats: string[]) => {
  schedules += 1;
  return Schedule.open({ plan: planned(whats.map((what) => ({ at: CHARGE, what }))) });
};

test.each(Object.entries(SCENARIOS))(
  "%s, with a fault at every single call, by turns",
  async (_name, scenario) => {
    const explored = await explore(scenario, 1, oneFaultOf(turnOfThisRun));
    schedules += explored.schedules;
    leftOut += explored.leftOut;
    expect(explored.broken).toEqual([]);
  },
  LONG,
);

test(
  "whatever happens around a payment, in a random order and with random faults",
  async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      schedules += 1;
      expect({ seed, broken: await randomInterleaving(random(seed)) }).toEqual({ seed, broken: [] });
    }
  },
  LONG,
);

describe("at the same time", () => {
  test.each(SEEDS)("of the two passes one is paid for, once (%i)", async (seed) => {
    const schedule = await open();
    await interleave(
      (["goldPlus", "gold", "goldPlus", "gold"] as const).map(
        (passType) => (turn) => schedule.pay({ passType }, turn),
      ),
      random(seed),
    );
    expect(await schedule.ends()).toEqual([]);
    const passes = schedule.gateway.charges
      .map(({ carried }) => "passType" in carried && carried.passType)
      .sort();
    expect([["goldPlus"], ["gold"]]).toContainEqual(passes);
  });

  test.each(
    SEEDS,
  )("two runs of the reconciler, a page and a webhook settle a payment once (%i)", async (seed) => {
    const schedule = await open("charged, answer lost");
    await schedule.pay();
    schedule.pass(2 * MINUTE);
    await interleave(
      [
        (turn) => schedule.cron(turn, [settleOpenPayments]),
        (turn) => schedule.cron(turn, [settleOpenPayments]),
        (turn) => schedule.look(turn),
        (turn) => schedule.webhook({}, turn),
      ],
      random(seed),
    );
    expect(await schedule.ends()).toEqual([]);
    expect(schedule.gateway.charges).toHaveLength(1);
  });

  test.each(SEEDS)("a refund, webhooks, the page and the cron agree (%i)", async (seed) => {
    const schedule = await open();
    await schedule.pay();
    if (seed % 2 === 0) schedule.gateway.settle();
    await interleave(
      [
        (turn) => schedule.refund({}, turn),
        (turn) => schedule.refund({ amountCents: 100 }, turn),
        (turn) => schedule.webhook({}, turn),
        (turn) => schedule.cron(turn),
        (turn) => schedule.cron(turn),
        (turn) => schedule.look(turn),
      ],
      random(seed),
    );
    expect(await schedule.ends()).toEqual([]);
  });

  test(
    "fifty refunds by two directors reach the processor once",
    async () => {
      const schedule = await open();
      await schedule.pay();
      schedule.gateway.settle();
      await interleave(
        Array.from(
          { length: 50 },
          (_, index) => (turn) => schedule.refund({ amountCents: 100 + index }, turn),
        ),
        random(1),
      );
      expect(schedule.gateway.refunds).toHaveLength(1);
      expect(await schedule.ends()).toEqual([]);
    },
    LONG,
  );
});

test("a refund whose answer was lost is not called refused because its charge is not visible for a moment", async () => {
  schedules += 1;
  const schedule = await Schedule.open({
    plan: ({ kind }) => (kind === "give back" ? "done, answer lost" : undefined),
  });
  await schedule.pay();
  schedule.gateway.settle();
  await schedule.refund({ amountCents: 100 });
  schedule.gateway.charges[0]!.visibleFrom = Date.now() + MINUTE;
  await schedule.cron();
  expect(await schedule.ends()).toEqual([]);
  expect(schedule.gateway.refunds).toHaveLength(1);
});

describe("webhooks", () => {
  test("that come twenty times before the answer change something only once", async () => {
    const schedule = await open("charged, answered late");
    await schedule.pay();
    await schedule.webhook();
    for (let repeated = 0; repeated < 19; repeated += 1) await schedule.webhook({ again: true });
    const state = () => env.DB.prepare("SELECT state FROM payments").first("state");
    expect(await state()).toBe("captured");
    await schedule.answerLate();
    expect(await state()).toBe("captured");
    expect(await schedule.ends()).toEqual([]);
  });

  test("that come in the wrong order, of a declined charge and the one after it", async () => {
    const schedule = await open("declined");
    await schedule.pay();
    await schedule.pay();
    const [declined, captured] = schedule.gateway.charges;
    await schedule.webhook({ charge: captured! });
    await schedule.webhook({ charge: declined! });
    await schedule.webhook({ charge: captured! });
    expect(await schedule.ends()).toEqual([]);
    expect(schedule.gateway.kept()).toEqual([captured]);
  });

  test("report a void made without the portal, and so does the journal if they are lost", async () => {
    for (const isLost of [false, true]) {
      const schedule = await open();
      await schedule.pay();
      await schedule.gateway.void(schedule.gateway.charges[0]!.transactionId);
      if (!isLost) await schedule.webhook();
      expect(await schedule.ends({ mayTakeBack: true })).toEqual([]);
    }
  });

  test.each([
    ["as credit", { kind: "credit" }],
    ["with nothing for it", { amountCents: 0 }],
  ] as const)("report the void of a charge whose pass was ended %s, or the journal does", async (_, how) => {
    for (const isLost of [false, true]) {
      const schedule = await open();
      await schedule.pay();
      await schedule.refund(how);
      await schedule.gateway.void(schedule.gateway.charges[0]!.transactionId);
      if (!isLost) await schedule.webhook();
      await schedule.quiesce();
      expect(await env.DB.prepare("SELECT state FROM payments").first("state")).toBe("voided");
      const left = "SELECT account FROM entries GROUP BY account HAVING sum(cents) <> 0";
      expect((await env.DB.prepare(left).all()).results).toEqual([]);
    }
  });
});

describe("our database is restored from an hour ago", () => {
  /** Sets the database back to a time before anybody paid. */
  const restore = () =>
    env.DB.batch(
      emptying(["entries", "refunds", "payments", "orders", "outbox", "audit", "counters", "webhook_events"]),
    );

  test("and every payment is written again from the processor, with its pass and its add-ons", async () => {
    const schedule = await open();
    await schedule.pay({ passType: "gold" });
    await schedule.pay({ selection: { h2023mug: true, h2023shirtblack: "XL" }, heldPass: "gold" });
    schedule.pass(2 * DAY);
    await restore();
    schedule.forgetSent();
    expect(await schedule.ends()).toEqual([]);
    const { results } = await env.DB.prepare(
      "SELECT pass_type AS pass, state, json_extract(add_ons, '$.h2023shirtblack') AS shirt FROM payments ORDER BY pass_type",
    ).all();
    expect(results).toEqual([
      { pass: "gold", state: "captured", shirt: null },
      { pass: "goldPlus", state: "captured", shirt: "XL" },
    ]);
    // The processor's journal no longer lists the charges, because they are too old. Their rows are newer: they were
    // written after the restore. No charge must be reported as missing.
    schedule.pass(1.5 * DAY);
    expect(await schedule.ends()).toEqual([]);
  });

  test.each([
    ["after the pass", false],
    ["before the pass", true],
  ])("and add-ons that were bought later are written again as such, listed %s", async (_, isReversed) => {
    const schedule = await open();
    await schedule.pay();
    await schedule.pay({ buys: "add-ons", selection: { h2023mug: true, h2023shirtblack: "M" } });
    const bills = () =>
      env.DB.prepare("SELECT id, amount_cents, lines FROM payments ORDER BY amount_cents")
        .all()
        .then(({ results }) => results);
    const before = await bills();
    expect(before).toHaveLength(2);
    await restore();
    if (isReversed) schedule.gateway.charges.reverse();
    schedule.forgetSent();
    // A report about the add-ons alone decides nothing while the outcome of their pass is unknown.
    await schedule.webhook({
      charge: schedule.gateway.charges.find(({ amountCents }) => amountCents === 5_500)!,
    });
    expect(schedule.gateway.kept()).toHaveLength(2);
    expect(await schedule.ends()).toEqual([]);
    expect(await bills()).toEqual(before);
    expect(schedule.gateway.kept()).toHaveLength(2);
  });

  test("and add-ons that were bought again in the meantime, or whose pass is gone, are given back", async () => {
    const later = { buys: "add-ons", selection: { h2023mug: true } } as const;
    const again = await open();
    await again.pay();
    await again.pay(later);
    await restore();
    again.forgetSent();
    await again.pay();
    await again.pay(later);
    expect(await again.ends({ mayTakeBack: true, mayBeDouble: true })).toEqual([]);
    expect(again.gateway.charges).toHaveLength(4);
    expect(again.gateway.kept()).toHaveLength(2);

    const gone = await open();
    await gone.pay();
    await gone.pay(later);
    gone.gateway.settle();
    const lost = "payment_id IN (SELECT id FROM payments WHERE amount_cents = 2500)";
    await env.DB.batch(deleting("entries", lost));
    await env.DB.prepare("DELETE FROM payments WHERE amount_cents = 2500").run();
    await env.DB.prepare("DELETE FROM orders WHERE id NOT IN (SELECT order_id FROM payments)").run();
    await gone.refund();
    await gone.cron();
    expect(gone.gateway.charges.map((charge) => gone.gateway.givenBack(charge))).toEqual([49_500, 2_500]);
  });

  const VIRTUAL = { item: "h2023virtual", variant: null, cents: 0, state: "held" };
  test.each([
    ["as it was bought", true, [49_500, 2_500, 3_000]],
    ["for the sum of it if that was not kept", false, [55_000, 0, 0]],
  ])("and whoever paid another price than today's holds all, %s", async (_, isKept, [pass, mug, shirt]) => {
    const schedule = await open();
    await schedule.pay({ selection: { h2023mug: true, h2023shirtblack: "XL" } });
    if (!isKept) schedule.files.clear();
    await restore();
    await env.DB.prepare("UPDATE prices SET cents = cents + 100 WHERE ticket_id = 'goldPlus'").run();
    schedule.pass(20 * MINUTE);
    await schedule.cron();
    const { results } = await env.DB.prepare(
      "SELECT item, variant, cents, state FROM holdings WHERE state <> 'ended' ORDER BY item",
    ).all();
    await env.DB.prepare("UPDATE prices SET cents = cents - 100 WHERE ticket_id = 'goldPlus'").run();
    expect(results).toEqual([
      { item: "goldPlus", variant: null, cents: pass, state: "held" },
      { item: "h2023mug", variant: null, cents: mug, state: "held" },
      { item: "h2023shirtblack", variant: "XL", cents: shirt, state: "held" },
      VIRTUAL,
    ]);
  });

  test("and whoever has paid holds the pass and the add-ons, even where no place is left by now", async () => {
    const schedule = await open();
    await schedule.pay({ selection: { h2023mug: true } });
    await restore();
    const limit = (places: number | null) =>
      env.DB.batch(
        ["tickets", "add_ons"].map((table) => env.DB.prepare(`UPDATE ${table} SET places = ?`).bind(places)),
      );
    await limit(0);
    schedule.forgetSent();
    const wrong = await schedule.ends();
    const { results } = await env.DB.prepare(
      "SELECT item, cents FROM holdings WHERE state = 'held' ORDER BY item",
    ).all();
    await limit(null);
    expect(wrong).toEqual([]);
    expect(results).toEqual([
      { item: "goldPlus", cents: 49_500 },
      { item: "h2023mug", cents: 2_500 },
      { item: "h2023virtual", cents: 0 },
    ]);
  });

  test("and a delegate who has paid again in the meantime gets the first charge back", async () => {
    const schedule = await open();
    await schedule.pay();
    await restore();
    schedule.forgetSent();
    await schedule.pay();
    expect(await schedule.ends({ mayTakeBack: true, mayBeDouble: true })).toEqual([]);
    expect(schedule.gateway.charges).toHaveLength(2);
    expect(schedule.gateway.kept()).toHaveLength(1);
  });
});

test.each([
  false,
  true,
])("a charge that turns up too late is given back and reported once (settled: %s)", async (isSettled) => {
  const schedule = await open("charged, answer lost");
  await schedule.pay();
  const [charge] = schedule.gateway.charges;
  charge!.visibleFrom = Number.POSITIVE_INFINITY;
  schedule.pass(2 * MINUTE);
  for (let minutes = 0; minutes < 40; minutes += 5) {
    await schedule.cron();
    schedule.pass(5 * MINUTE);
  }
  expect(await env.DB.prepare("SELECT state FROM payments").first("state")).toBe("released");
  charge!.visibleFrom = 0;
  if (isSettled) schedule.gateway.settle();
  await interleave(
    [(turn) => schedule.cron(turn, [compareJournal]), (turn) => schedule.cron(turn, [compareJournal])],
    () => 0,
  );
  expect(await schedule.ends({ mayTakeBack: true })).toEqual([]);
  expect(schedule.gateway.givenBack(charge!)).toBe(isSettled ? charge!.amountCents : 0);
  expect(charge!.outcome).toBe(isSettled ? "captured" : "voided");
  const reports = await env.DB.prepare(
    "SELECT count(*) AS n FROM audit WHERE action = 'payment taken back'",
  ).first("n");
  expect(reports).toBe(1);
});

test(
  "a thousand random requests are charged what the specification's tables say, or nothing",
  async () => {
    const { charged, refused, wrong } = await payAtRandom(1000, random(7));
    expect(wrong).toEqual([]);
    expect(Math.min(charged, refused)).toBeGreaterThan(200);
  },
  LONG,
);
