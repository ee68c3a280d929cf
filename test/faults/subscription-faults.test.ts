import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY, MINUTE } from "~/values/durations.ts";
import { interleave, planned, random } from "../support/faults.ts";
import { prepareMoney } from "../support/money.ts";
import { canaries } from "../support/money-state.ts";
import { exploreBy, oneFaultOf } from "../support/schedules.ts";
import { emptying } from "../support/storage.ts";
import { runSubscribing, SUBSCRIBING, Subscribing } from "../support/subscribing.ts";
import { toldOfTurns, turnOfThisRun } from "../support/turns.ts";

const LONG = 300_000;
/**
 * The number of the call that charges, counted from 0. Three calls come before it: one reserves, one counts the card,
 * and one sets the state `charging`.
 */
const CHARGE = 3;

let schedules = 0;
let leftOut = 0;

beforeAll(prepareMoney);

afterAll(async () => {
  console.log(`${schedules} schedules, ${toldOfTurns(leftOut)}`);
  expect(await canaries()).toEqual([]);
});

test.each(Object.entries(SUBSCRIBING))(
  "%s, with a fault at every single call, by turns",
  async (_name, scenario) => {
    const tried = oneFaultOf(turnOfThisRun);
    const explored = await exploreBy((faults) => runSubscribing(scenario, faults), 1, tried);
    schedules += explored.schedules;
    leftOut += explored.leftOut;
    expect(explored.broken).toEqual([]);
  },
  LONG,
);

describe("at the same time", () => {
  test("fifty clicks reach the processor once", async () => {
    const schedule = await Subscribing.open();
    await interleave(
      Array.from({ length: 50 }, () => (turn) => schedule.subscribe(turn)),
      random(1),
    );
    expect(await schedule.ends()).toEqual([]);
    expect(schedule.gateway.charges).toHaveLength(1);
    expect(schedule.gateway.recurrences).toHaveLength(1);
  });

  test.each([1, 2, 3, 4, 5, 6])("pages, webhooks and two crons complete it once (%i)", async (seed) => {
    const what = seed % 2 === 0 ? "charged, answer lost" : "made, answer lost";
    const schedule = await Subscribing.open({
      plan: ({ kind, step }) =>
        step === "subscribe" && kind === (seed % 2 === 0 ? "charge" : "subscribe") ? what : undefined,
    });
    await schedule.subscribe();
    schedule.pass(2 * MINUTE);
    await interleave(
      [
        schedule.look,
        schedule.look,
        (turn) => schedule.cron(turn),
        (turn) => schedule.cron(turn),
        (turn) => schedule.webhook(turn),
      ],
      random(seed),
    );
    expect(await schedule.ends()).toEqual([]);
    expect(schedule.gateway.charges).toHaveLength(1);
    expect(schedule.gateway.recurrences).toHaveLength(1);
  });

  test.each([1, 2, 3, 4])("a renewal that is reported in every way is one more period (%i)", async (seed) => {
    const schedule = await Subscribing.open();
    await schedule.subscribe();
    schedule.gateway.settle();
    // A year is over now, even if it has a 29 February.
    schedule.pass(366 * DAY);
    schedule.gateway.renew();
    await interleave(
      [
        (turn) => schedule.webhook(turn),
        (turn) => schedule.webhook(turn),
        (turn) => schedule.cron(turn),
        (turn) => schedule.cron(turn),
        schedule.look,
      ],
      random(seed),
    );
    expect(await schedule.ends()).toEqual([]);
    const { periods } = (await env.DB.prepare("SELECT count(*) AS periods FROM subscription_periods").first<{
      periods: number;
    }>())!;
    expect(periods).toBe(2);
  });

  test.each([
    1, 2, 3, 4,
  ])("cancelling, resuming and refunding at once end as one of the three (%i)", async (seed) => {
    const schedule = await Subscribing.open();
    await schedule.subscribe();
    await interleave(
      [
        schedule.cancel,
        schedule.resume,
        (turn) => schedule.refund(turn),
        schedule.cancel,
        (turn) => schedule.cron(turn),
      ],
      random(seed),
    );
    expect(await schedule.ends()).toEqual([]);
  });
});

test("a renewal that the card does not pay is past due for three days, then over", async () => {
  const schedule = await Subscribing.open();
  await schedule.subscribe();
  // A year is over now, even if it has a 29 February.
  schedule.pass(366 * DAY);
  schedule.gateway.renew({ paying: false });
  await schedule.webhook();
  const state = () => env.DB.prepare("SELECT state FROM subscriptions").first("state");
  expect(await state()).toBe("past_due");
  schedule.pass(3 * DAY);
  await schedule.cron();
  await schedule.cron();
  expect(await state()).toBe("ended");
  expect(schedule.gateway.recurrences[0]!.status).toBe("ended");
});

test("our database is restored from an hour ago, and a subscription is written again", async () => {
  const schedule = await Subscribing.open();
  await schedule.subscribe();
  await env.DB.batch([
    ...emptying(["subscription_periods", "subscriptions", "outbox", "audit", "counters"]),
    env.DB.prepare("UPDATE users SET hpair_plus_subscription_id = NULL"),
  ]);
  expect(await schedule.ends()).toEqual([]);
  expect(schedule.gateway.charges).toHaveLength(1);
  expect(schedule.gateway.recurrences).toHaveLength(1);
});

describe("what the processor does not show yet is stopped once it does", () => {
  const statuses = ({ gateway }: Subscribing) => gateway.recurrences.map(({ status }) => status);

  test("made unseen, then refused: its charge has gone back", async () => {
    const schedule = await Subscribing.open({
      plan: ({ kind, step }) => {
        if (kind !== "subscribe") return undefined;
        return step === "subscribe" ? "made, unseen for a while" : "declined";
      },
    });
    await schedule.subscribe();
    schedule.pass(2 * MINUTE);
    await schedule.cron();
    expect(await schedule.ends()).toEqual([]);
    expect(statuses(schedule)).toEqual(["ended", "active"]);
  });

  test("resumed unseen, then refused: it stays cancelled", async () => {
    const schedule = await Subscribing.open({
      plan: ({ kind, step }) => {
        if (kind !== "subscribe") return undefined;
        return step === "resume" ? "made, unseen for a while" : "declined";
      },
    });
    await schedule.subscribe(undefined, null);
    await schedule.cancel();
    await schedule.resume();
    schedule.pass(2 * MINUTE);
    await schedule.cron();
    expect(await schedule.ends()).toEqual([]);
    expect(statuses(schedule)).toEqual(["ended", "ended"]);
  });

  test("running, and not visible when it is refunded", async () => {
    const schedule = await Subscribing.open({
      plan: ({ step, name }) =>
        step === "refund" && ["findSubscription", "subscriptionsOf"].includes(name)
          ? "sees nothing"
          : undefined,
    });
    await schedule.subscribe();
    await schedule.refund();
    expect(statuses(schedule)).toEqual(["active"]);
    expect(await schedule.ends()).toEqual([]);
    expect(statuses(schedule)).toEqual(["ended", "active"]);
  });
});

// The suite can be trusted because it notices mistakes. Each test here breaks one thing, which must be reported.
describe("negative controls", () => {
  const inTurn = () => 0;

  test("without the unique index, two tabs subscribe twice", async () => {
    const sql = await env.DB.prepare(
      "SELECT sql FROM sqlite_schema WHERE name = 'subscriptions_one_live'",
    ).first<string>("sql");
    const twice = async () => {
      const schedule = await Subscribing.open();
      await interleave([(turn) => schedule.subscribe(turn), (turn) => schedule.subscribe(turn)], inTurn);
      return schedule.ends();
    };
    expect(await twice()).toEqual([]);
    await env.DB.prepare("DROP INDEX subscriptions_one_live").run();
    const wrong = await twice();
    await Subscribing.open();
    await env.DB.prepare(sql!).run();
    expect(wrong).toEqual(expect.arrayContaining(["subscribed twice", "two recurring subscriptions"]));
  });

  test("where an unknown outcome does not block, the second click subscribes again", async () => {
    const sql = await env.DB.prepare(
      "SELECT sql FROM sqlite_schema WHERE name = 'subscriptions_one_live'",
    ).first<string>("sql");
    const again = async () => {
      const schedule = await Subscribing.open({
        plan: planned([{ at: CHARGE, what: "charged, answer lost" }]),
      });
      await schedule.subscribe();
      await schedule.subscribe();
      return schedule.ends();
    };
    expect(await again()).toEqual([]);
    await env.DB.prepare("DROP INDEX subscriptions_one_live").run();
    await env.DB.prepare(
      sql!.replace("'unknown', ", "").replaceAll("'charged', ", "").replaceAll("'active', ", ""),
    ).run();
    const wrong = await again();
    await Subscribing.open();
    await env.DB.prepare("DROP INDEX subscriptions_one_live").run();
    await env.DB.prepare(sql!).run();
    expect(wrong).toEqual(expect.arrayContaining(["subscribed twice", "two recurring subscriptions"]));
  });

  test("if nobody continues a subscription that could not be completed, its charge is lost", async () => {
    const refused = async (rewrite?: (sql: string) => string) => {
      const schedule = await Subscribing.open({
        plan: ({ kind }) =>
          kind === "subscribe" ? "declined" : kind === "give back" ? "not done, answer lost" : undefined,
        ...(rewrite && { rewrite }),
      });
      await schedule.subscribe();
      return schedule.ends();
    };
    expect(await refused()).toEqual([]);
    const notThese = (sql: string) =>
      sql.replace('"subscriptions"."lease_until" <= ?', '$& and "subscriptions"."state" <> \'refunded\'');
    expect(await refused(notThese)).toContain("lost charge: its row is refunded");
  });
});
