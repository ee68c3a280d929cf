import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, test } from "vitest";
import { interleave, planned } from "../support/faults.ts";
import { MINUTE, prepareMoney, Schedule } from "../support/money.ts";

// The fault suite is believed because it notices: each of these breaks one thing that keeps money in order, and
// the same schedule that is fine with it has to be reported without it.

const CHARGE = 4;
/** Everybody in turn. */
const inTurn = () => 0;

const INDEXES = ["payments_one_live", "refunds_one_live"];
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

/** Puts another index in its place, or none; a fresh schedule makes room for the whole one again. */
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

test("without the unique index, two tabs charge twice", async () => {
  expect(await together()).toEqual([]);
  await replaceIndex("payments_one_live", () => null);
  const wrong = await together();
  expect(wrong).toContainEqual(expect.stringContaining("charged while another charge stands"));
  expect(wrong).toContain("double charge");
  expect(wrong).toContainEqual(expect.stringContaining("inspect: a delegate holds or pays a pass once"));
});

test("without the compare-and-set of an outcome, a late answer brings back what was given back", async () => {
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

test("where an unknown outcome does not block, the second click charges again", async () => {
  const twice = async (options: Options) => {
    const plan = planned([{ at: CHARGE, what: "charged, answer lost" }]);
    const schedule = await Schedule.open({ ...options, plan });
    await schedule.pay();
    await schedule.pay();
    return schedule.ends();
  };
  expect(await twice({})).toEqual([]);
  await replaceIndex("payments_one_live", (sql) => sql.replace("'unknown', ", ""));
  const unseen = (sql: string) =>
    sql.replace(
      'where ("payments"."conference_id" = ? and "payments"."delegate_uid" = ?)',
      'where ("payments"."conference_id" = ? and "payments"."delegate_uid" = ? and "payments"."state" <> \'unknown\')',
    );
  expect(await twice({ rewrite: unseen })).toContainEqual(
    expect.stringContaining("charged while another charge stands"),
  );
});

test("where the reconciler gives up at once, who tries again is charged twice", async () => {
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
  const beforeChores = () => env.DB.prepare("UPDATE payments SET lease_until = 0, unseen_since = 0").run();
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
  await replaceIndex("refunds_one_live", () => null);
  const anyState = (sql: string) =>
    sql.replace(
      '"payments"."state" = ?) returning "id"',
      '"payments"."state" in (?, \'refund_pending\', \'refunded\')) returning "id"',
    );
  const wrong = await directors({ rewrite: anyState });
  expect(wrong).toContainEqual(expect.stringContaining("given back twice"));
  expect(wrong).toContain("two refunds of one payment");
});
