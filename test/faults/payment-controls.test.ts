import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { reopenApplication } from "~/applications/applications.server.ts";
import { proposeDecisions } from "~/decisions/decision-planning.server.ts";
import { decisionPlans } from "~/decisions/decision-plans.server.ts";
import { decisionMessages } from "~/decisions/messages.ts";
import { exchange } from "~/money/transfers/exchanges.server.ts";
import { applyPlan } from "~/plans/plans.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { MINUTE } from "~/values/durations.ts";
import { interleave, planned, type Turn } from "../support/faults.ts";
import { DELEGATE, DIRECTOR, prepareMoney, Schedule, visitOf } from "../support/money.ts";
import { readAll } from "../support/money-state.ts";
import { withoutLookingAtHoldings } from "../support/payments.ts";

// The fault suite can be trusted because it notices mistakes. Each test here breaks one safeguard of the money. A
// schedule that ends well with the safeguard intact must then be reported as wrong.

/**
 * The number of the call that charges, counted from 0. Three calls come before it: one reads, one reserves, and one
 * stores in the file store what the payment is for.
 */
const CHARGE = 3;
/** All actors take turns. */
const inTurn = () => 0;

/** The part of the reserving statement with this condition: the visible decision must allow the pass. */
const DECISION = /seen\.decision IN \(SELECT value FROM json_each\(\?\)\)/;

const INDEXES = ["holdings_one_live", "refunds_one_open"];
const whole = new Map<string, string>();

beforeAll(async () => {
  await prepareMoney();
  for (const name of INDEXES) {
    const sql = await env.DB.prepare("SELECT sql FROM sqlite_schema WHERE name = ?")
      .bind(name)
      .first<string>("sql");
    whole.set(name, sql!);
  }
});

/**
 * Replaces an index by a changed one, or drops it. The original index can be made again once a new schedule has emptied
 * the tables.
 */
async function replaceIndex(name: string, change: (sql: string) => string | null): Promise<void> {
  const sql = change(whole.get(name)!);
  await env.DB.prepare(`DROP INDEX IF EXISTS ${name}`).run();
  if (sql) await env.DB.prepare(sql).run();
}

afterEach(async () => {
  await Schedule.open();
  for (const name of INDEXES) await replaceIndex(name, (sql) => sql);
});

type Options = Parameters<typeof Schedule.open>[0];

async function together(options: Options = {}): Promise<string[]> {
  const schedule = await Schedule.open(options);
  await interleave([(turn) => schedule.pay({}, turn), (turn) => schedule.pay({}, turn)], inTurn);
  return schedule.ends();
}

test("without the condition and the unique index, two tabs charge twice", async () => {
  expect(await together()).toEqual([]);
  await replaceIndex("holdings_one_live", () => null);
  expect(await together()).toEqual([]);
  const wrong = await together({ rewrite: withoutLookingAtHoldings });
  expect(wrong).toContainEqual(expect.stringContaining("charged while another charge stands"));
  expect(wrong).toContain("double charge");
  expect(wrong).toContainEqual(expect.stringContaining("inspect: a delegate holds or pays a pass once"));
});

test("without the compare-and-set of an outcome, a late answer revives a payment that was given back", async () => {
  const late = async (options: Options) => {
    const plan = planned([{ at: CHARGE, what: "charged, answered late" }]);
    const schedule = await Schedule.open({ ...options, plan });
    await schedule.pay();
    await schedule.look();
    schedule.gateway.settle();
    await schedule.refund();
    await schedule.answerLate();
    return schedule.ends();
  };
  expect(await late({})).toEqual([]);
  const anyState = (sql: string) =>
    sql.startsWith('update "payments"')
      ? sql.replace("in (?, ?)", "in (?, ?, 'captured', 'voided', 'refunded', 'released', 'declined')")
      : sql;
  expect(await late({ rewrite: anyState })).toContainEqual(expect.stringContaining("invented charge"));
});

test("if an unknown outcome does not block, the second click charges again", async () => {
  const twice = async (options: Options) => {
    const plan = planned([{ at: CHARGE, what: "charged, answer lost" }]);
    const schedule = await Schedule.open({ ...options, plan });
    await schedule.pay();
    await schedule.pay();
    return schedule.ends();
  };
  expect(await twice({})).toEqual([]);
  await replaceIndex("holdings_one_live", (sql) => sql.replace("'pending', ", ""));
  const unseen = (sql: string) =>
    withoutLookingAtHoldings(sql).replace(
      '"holdings"."state" IN',
      `"holdings"."state" <> 'pending' AND "holdings"."state" IN`,
    );
  expect(await twice({ rewrite: unseen })).toContainEqual(
    expect.stringContaining("charged while another charge stands"),
  );
});

test("if the reconciler gives up at once, a delegate who tries again is charged twice", async () => {
  const impatient = async (options: Options) => {
    const plan = planned([{ at: CHARGE, what: "charged, unseen for a while" }]);
    const schedule = await Schedule.open({ ...options, plan });
    await schedule.pay();
    for (let runs = 0; runs < 3; runs += 1) {
      schedule.pass(MINUTE);
      await schedule.cron();
    }
    await schedule.pay();
    return schedule.ends();
  };
  expect(await impatient({})).toEqual([]);
  const beforeChores = () => env.DB.prepare("UPDATE orders SET lease_until = 0, unseen_since = 0").run();
  const wrong = await impatient({ beforeChores });
  expect(wrong).toContainEqual(expect.stringContaining("charged while another charge stands"));
  expect(wrong).toContain("a good charge was taken back");
});

test("without the compare-and-set and the index of refunds, two directors give back twice", async () => {
  const directors = async (options: Options) => {
    const schedule = await Schedule.open(options);
    await schedule.pay();
    schedule.gateway.settle();
    const back = { amountCents: 100 };
    await interleave([(turn) => schedule.refund(back, turn), (turn) => schedule.refund(back, turn)], inTurn);
    return schedule.ends();
  };
  expect(await directors({})).toEqual([]);
  await replaceIndex("refunds_one_open", () => null);
  const anyState = (sql: string) =>
    sql
      .replace(
        /("payments"."id" = \? AND "payments"."state") = 'captured'/,
        "$1 IN ('captured', 'refund_pending', 'refunded')",
      )
      .replace(
        /AND (\? = \(SELECT coalesce\(sum.*) on conflict/s,
        (_, guards: string) => `AND json_array(${guards.match(/\?/g)!.join()}) <> '' on conflict`,
      );
  const wrong = await directors({ rewrite: anyState });
  expect(wrong).toContainEqual(expect.stringContaining("given back twice"));
  expect(wrong).toContain("two refunds of one payment");
});

test("without counting what is still held, an add-on ends twice with nothing for it", async () => {
  const directors = async (options: Options) => {
    const schedule = await Schedule.open(options);
    await schedule.pay({ selection: { h2023mug: true } });
    const end = { items: ["h2023mug"], amountCents: 0 };
    await interleave([(turn) => schedule.refund(end, turn), (turn) => schedule.refund(end, turn)], inTurn);
    return (await readAll()).refunds.length;
  };
  expect(await directors({})).toBe(1);
  const uncounted = (sql: string) =>
    sql.replace('? = (SELECT count(*) FROM "holdings"', '? <> (SELECT 1000 + count(*) FROM "holdings"');
  expect(await directors({ rewrite: uncounted })).toBe(2);
});

test("without asking what is still held, and without the index, one shirt becomes two", async () => {
  const sizes = async (options: Options) => {
    const schedule = await Schedule.open(options);
    await schedule.pay({ selection: { h2023shirtblack: "M" } });
    const paymentId = (await readAll()).payments[0]!.id;
    const swap = (variant: string) => (turn: Turn) =>
      schedule.request(
        "exchange",
        (context) =>
          exchange(
            context,
            visitOf(DELEGATE),
            { paymentId, item: "h2023shirtblack", seen: "M", variant },
            { isStaff: false },
          ),
        { turn },
      );
    await interleave([swap("S"), swap("L")], inTurn);
    const { results } = await env.DB.prepare(
      "SELECT variant FROM holdings WHERE item = 'h2023shirtblack' AND state = 'held'",
    ).all();
    return { held: results.length, wrong: (await schedule.ends()).length };
  };
  expect(await sizes({})).toEqual({ held: 1, wrong: 0 });
  const anyState = (sql: string) =>
    /^(update "holdings"|insert into "audit")/.test(sql)
      ? sql.replace('"holdings"."state" = ?', '("holdings"."state" = ? or true)')
      : sql;
  expect(await sizes({ rewrite: anyState })).toEqual({ held: 1, wrong: 0 });
  await replaceIndex("holdings_one_live", () => null);
  const { held, wrong } = await sizes({ rewrite: anyState });
  expect([held, wrong > 0]).toEqual([2, true]);
});

/** The right to pay is taken away between the check of a payment and the statement that reserves it. */
describe("between the check and the reservation", () => {
  const AWAY: Record<string, { sql: string; back: string; guards: RegExp[] }> = {
    "the application is opened again": {
      sql: "UPDATE applications SET reopened_from = submitted_at, submitted_at = NULL WHERE uid = ?",
      back: "UPDATE applications SET submitted_at = reopened_from, reopened_from = NULL WHERE uid = ?",
      // If an application is not submitted, its decision is not visible either.
      guards: [/seen\.submittedAt = \?/, DECISION],
    },
    "the decision becomes Rejected": {
      sql: "UPDATE decisions SET decision = 'Rejected' WHERE uid = ?",
      back: "UPDATE decisions SET decision = 'Accepted' WHERE uid = ?",
      guards: [DECISION],
    },
    "another decision waits for its release": {
      sql: "UPDATE decisions SET set_at = 8640000000000000 WHERE uid = ?",
      back: "UPDATE decisions SET set_at = 0 WHERE uid = ?",
      guards: [DECISION],
    },
    "the release is taken back": {
      sql: "UPDATE rounds SET released_at = NULL WHERE ? <> ''",
      back: "UPDATE rounds SET released_at = decision_release WHERE ? <> ''",
      guards: [DECISION],
    },
    "the agreement has a new version": {
      sql: "INSERT INTO agreements (conference_id, version, opening_letter, code_of_conduct, refund_policy, liability_release, created_at) SELECT conference_id, 2, opening_letter, code_of_conduct, refund_policy, liability_release, 0 FROM agreements WHERE ? <> ''",
      back: "DELETE FROM agreements WHERE version = 2 AND ? <> ''",
      guards: [/seen\.agreementVersion = \?/],
    },
  };
  const RULE = "inspect: everybody who pays for a pass has the right to it";

  async function overtaken(away: string, options: Options = {}) {
    let isAway = false;
    const schedule = await Schedule.open(options);
    const between: Turn = async () => {
      // The second call reserves, so the right is taken away just before it.
      if (schedule.seams.trace.length !== 1 || isAway) return;
      isAway = true;
      await env.DB.prepare(away).bind(DELEGATE).run();
    };
    await schedule.pay({}, between);
    return schedule;
  }

  test.each(Object.entries(AWAY))("%s: nothing is charged", async (_, { sql, back, guards }) => {
    const guarded = await overtaken(sql);
    expect(guarded.gateway.charges).toEqual([]);
    expect((await readAll()).payments).toEqual([]);
    await env.DB.prepare(back).bind(DELEGATE).run();
    expect(await guarded.ends()).toEqual([]);

    const rewrite = (statement: string) =>
      guards.reduce((changed, guard) => changed.replace(guard, "? <> ''"), statement);
    const without = await overtaken(sql, { rewrite });
    await env.DB.prepare(back).bind(DELEGATE).run();
    expect(without.gateway.charges).toHaveLength(1);
    expect(await without.ends()).toContainEqual(expect.stringContaining(RULE));
  });

  test.each([
    [
      "the pass is taken off sale",
      "UPDATE tickets SET on_sale = 0 WHERE id = 'goldPlus' AND ? <> ''",
      "UPDATE tickets SET on_sale = 1 WHERE ? <> ''",
    ],
    [
      "its price changes",
      "UPDATE prices SET cents = cents + 100 WHERE ticket_id = 'goldPlus' AND ? <> ''",
      "UPDATE prices SET cents = cents - 100 WHERE ticket_id = 'goldPlus' AND ? <> ''",
    ],
    [
      "a deadline moves, and the round with it",
      "UPDATE rounds SET deadline = deadline - 1 WHERE ? <> ''",
      "UPDATE rounds SET deadline = deadline + 1 WHERE ? <> ''",
    ],
  ])("%s: nothing is charged", async (_, sql, back) => {
    const guarded = await overtaken(sql);
    await env.DB.prepare(back).bind(DELEGATE).run();
    expect(guarded.gateway.charges).toEqual([]);
    expect(await guarded.ends()).toEqual([]);
    const rewrite = (statement: string) =>
      statement.replace(
        /AND json_array\((.*?)\) = \?\s+AND (EXISTS .*?) (?=on conflict)/s,
        "AND json_array($1) <> ? AND (true OR $2) ",
      );
    const without = await overtaken(sql, { rewrite });
    await env.DB.prepare(back).bind(DELEGATE).run();
    expect(without.gateway.charges).toHaveLength(1);
  });
});

describe("both passes at the same moment", () => {
  const RULE = "inspect: no pass is paid for while the other one is";
  const both = async (order: number[], options: Options = {}) => {
    const schedule = await Schedule.open(options);
    let turn = 0;
    await interleave(
      [(go) => schedule.pay({ passType: "gold" }, go), (go) => schedule.pay({ passType: "goldPlus" }, go)],
      () => order[turn++] ?? 0,
    );
    return schedule;
  };

  // After a call, an actor goes to the end of the queue. 0 chooses the actor that has waited longest.
  test.each([
    ["gold to its end before goldPlus looks", [0, 0.9, 0.9, 0.9, 0.9, 0.9]],
    ["goldPlus to its end once both have looked", [0, 0, 0.9, 0.9, 0.9, 0.9]],
    ["by turns, gold first", []],
    ["by turns, goldPlus first", [0.9]],
  ])("%s: one of them is charged", async (_, order) => {
    const schedule = await both(order);
    expect(schedule.gateway.charges).toHaveLength(1);
    expect(await schedule.ends({ passType: "gold" })).toEqual([]);
  });

  test("without the guard both are, and the checker says so", async () => {
    const rewrite = (sql: string) =>
      sql.replace("coalesce(seen.beside NOT IN", "coalesce(1 OR seen.beside NOT IN");
    const schedule = await both([], { rewrite });
    expect(schedule.gateway.charges).toHaveLength(2);
    expect(await schedule.ends()).toContainEqual(expect.stringContaining(RULE));
  });
});

describe("while a payment is open", () => {
  const open = () => Schedule.open({ plan: planned([{ at: CHARGE, what: "charged, answered late" }]) });

  test("its application is not opened again", async () => {
    const schedule = await open();
    await schedule.pay();
    const reopen = (context: Context) =>
      reopenApplication(context, visitOf(DIRECTOR), { uid: DELEGATE, reason: "A typing error" });
    expect(await schedule.request("reopen", reopen, {}, null)).toEqual({ value: "cannotReopen" });
    await schedule.answerLate();
    expect(await schedule.ends()).toEqual([]);
  });

  test("a plan does not change the decision it rests on, and says whose payment to wait for", async () => {
    const schedule = await open();
    await schedule.pay();
    const director = visitOf(DIRECTOR);
    const text = `uid,decision\n${DELEGATE},Rejected`;
    const asked = { title: "Decisions", text, awards: { title: "Award", budgetId: null } };
    const proposed = await schedule.request("propose", (c) => proposeDecisions(c, director, asked), {}, null);
    const { planId } = (proposed as { value: { planId: string } }).value;
    const apply = () =>
      schedule.request("apply", (c) => applyPlan(c, director, decisionPlans, planId), {}, null);
    expect(await apply()).toEqual({
      value: { refused: decisionMessages.plan.paying(1, [DELEGATE]), status: 409 },
    });
    await schedule.answerLate();
    expect(await schedule.ends()).toEqual([]);
    expect(await apply()).toEqual({ value: { applied: true } });
    await env.DB.batch([
      env.DB.prepare("DELETE FROM decision_lines"),
      env.DB.prepare("DELETE FROM plans"),
      env.DB.prepare(
        "UPDATE decisions SET decision = 'Accepted', set_at = 0, plan_id = NULL WHERE uid = ?",
      ).bind(DELEGATE),
    ]);
  });
});
