import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { awardRows, codeRows, reductionRows } from "~/standing/grants.server.ts";
import { paymentStatements } from "../support/bills.ts";
import { CONFERENCE } from "../support/people.ts";
import { run, runAll } from "../support/storage.ts";

// These tests are about which grants can be used now, and how much of their budgets is left. The tables also contain
// other grants, uses and budgets, which must not change the result.

const db = connect(env.DB, newMeter());
const NOW = Date.parse("2022-12-17T15:00:00Z");
const OTHER = "another-edition";

async function grant(values: Record<string, unknown>): Promise<void> {
  const all = {
    ...{ conference_id: CONFERENCE, title: "A friend", created_by: "x", created_at: 0, percent: 10 },
    ...(values["uid"] ? { kind: "award" } : { kind: "code", code: values["id"] }),
    ...values,
  };
  const columns = Object.keys(all);
  await run(`INSERT INTO grants (${columns}) VALUES (${columns.map(() => "?")})`, ...Object.values(all));
}

let made = 0;

/**
 * Stores a payment of $150 for somebody's pass. `uses` says how many cents each grant took off. If `isOver` is true,
 * the payment has failed.
 */
async function pass({ uses, isOver = false }: { uses: Record<string, number>; isOver?: boolean }) {
  made += 1;
  const id = `pass${String(made).padStart(16, "0")}`;
  const reductions = Object.entries(uses).map(([grantId, cents]) => ({ id: grantId, title: "", cents }));
  await runAll([
    [
      "INSERT OR IGNORE INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?1, ?1, '', 0)",
      [`holder-${made}`],
    ],
    [
      "INSERT OR IGNORE INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)",
      [CONFERENCE, `holder-${made}`],
    ],
  ]);
  await runAll(
    paymentStatements({
      ...{ id, uid: `holder-${made}`, passType: "gold", amountCents: 15_000 },
      lines: JSON.stringify([{ id: "gold", title: "Pass", variant: null, cents: 15_000, reductions }]),
      ...{ state: isOver ? "declined" : "captured", transactionId: isOver ? null : `tx-${made}` },
    }),
  );
}

const budget = (id: string, cents: number) =>
  run("INSERT INTO budgets VALUES (?, ?, 'Fund', ?, 'x', 0)", id, CONFERENCE, cents);

beforeAll(() =>
  run("INSERT INTO conferences (id, location, year, lat, lng) VALUES (?, 'Accra', 2031, 0, 0)", OTHER),
);

const found = async (code: string, now = NOW, conferenceId = CONFERENCE) =>
  (await codeRows(db, conferenceId, code, now)).map(({ id }) => id);

describe("a code", () => {
  test("is that of its own edition, and is unknown in another one", async () => {
    await grant({ id: "here", code: "SAME" });
    await grant({ id: "there", code: "SAME", conference_id: OTHER });
    await grant({ id: "only-there", conference_id: OTHER });
    expect(await found("SAME")).toEqual(["here"]);
    expect(await found("SAME", NOW, OTHER)).toEqual(["there"]);
    expect(await found("only-there")).toEqual([]);
  });

  test("counts from its first moment to its last, and not once it was ended", async () => {
    await grant({ id: "period", valid_from: NOW, valid_until: NOW + 1000 });
    await grant({ id: "begun", valid_from: NOW });
    await grant({ id: "until", valid_until: NOW });
    await grant({ id: "stopped", ended_at: 1 });
    const usable: [code: string, now: number, isUsable: boolean][] = [
      ["period", NOW - 1, false],
      ["period", NOW, true],
      ["period", NOW + 1000, true],
      ["period", NOW + 1001, false],
      ["begun", NOW - 1, false],
      ["begun", NOW + 1e12, true],
      ["until", NOW, true],
      ["until", NOW + 1, false],
      ["stopped", NOW, false],
    ];
    for (const [code, now, isUsable] of usable)
      expect([code, now - NOW, await found(code, now)]).toEqual([code, now - NOW, isUsable ? [code] : []]);
  });

  test("counts as often as was said: uses of other codes, and of passes that are over, are no uses of it", async () => {
    await grant({ id: "twice", max_uses: 2 });
    await grant({ id: "often" });
    await pass({ uses: { often: 1_500 } });
    await pass({ uses: { often: 1_500 } });
    await pass({ uses: { twice: 1_500 } });
    await pass({ uses: { twice: 1_500 }, isOver: true });
    expect(await found("twice")).toEqual(["twice"]);
    await pass({ uses: { twice: 1_500 } });
    expect(await found("twice")).toEqual([]);
    expect(await found("often")).toEqual(["often"]);
  });

  test("counts until its own budget is used up, of which codes of other budgets take nothing", async () => {
    await budget("small", 3_000);
    await budget("large", 1_000_000);
    for (const of of ["small", "large"]) {
      await grant({ id: `${of}-1`, budget_id: of });
      await grant({ id: `${of}-2`, budget_id: of });
    }
    await grant({ id: "of-no-budget" });
    const left = async (code: string) =>
      (await codeRows(db, CONFERENCE, code, NOW)).map(({ budgetLeft }) => budgetLeft);
    await pass({ uses: { "large-1": 7_000, "of-no-budget": 4_000 } });
    await pass({ uses: { "small-1": 2_000 } });
    await pass({ uses: { "small-1": 2_000 }, isOver: true });
    expect(await left("small-2")).toEqual([1_000]);
    expect(await left("large-2")).toEqual([993_000]);
    expect(await left("of-no-budget")).toEqual([null]);
    // This pass takes one cent more than is left, as if the budget had been made smaller.
    await pass({ uses: { "small-2": 1_001 } });
    expect(await left("small-1")).toEqual([]);
    expect(await left("large-1")).toEqual([993_000]);
  });
});

test("an award is the one that its person has in this edition now", async () => {
  const own = async () => (await awardRows(db, CONFERENCE, "scholar", NOW)).map(({ id }) => id);
  await grant({ id: "of-there", uid: "scholar", conference_id: OTHER });
  await grant({ id: "of-before", uid: "scholar", ended_at: 1 });
  await grant({ id: "of-another", uid: "another" });
  expect(await own()).toEqual([]);
  await grant({ id: "of-now", uid: "scholar", percent: 50 });
  expect(await own()).toEqual(["of-now"]);
});

test("what awards and codes took off is said of one edition, and only of passes that are paid or being paid", async () => {
  const edition = "edition-of-sums";
  await run("INSERT INTO conferences (id, location, year, lat, lng) VALUES (?, 'Lima', 2032, 0, 0)", edition);
  await grant({ id: "sum-award", uid: "sum-scholar" });
  await grant({ id: "sum-code" });
  await grant({ id: "sum-elsewhere" });
  await pass({ uses: { "sum-award": 5_000, "sum-code": 1_000 } });
  await pass({ uses: { "sum-code": 1_500, "sum-elsewhere": 9_000 } });
  await pass({ uses: { "sum-code": 1_500 }, isOver: true });
  await run("UPDATE grants SET conference_id = ? WHERE id IN ('sum-award', 'sum-code')", edition);
  const rows = await reductionRows(db, edition);
  expect(rows.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
    { kind: "award", uses: 1, cents: 5_000 },
    { kind: "code", uses: 2, cents: 2_500 },
  ]);
});
