// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is read contains them.
import ts from "typescript";
import { expect, test } from "vitest";
import { ACCEPTED } from "../scripts/guards/accepted.mjs";
import { allGuards } from "../scripts/guards/files.mjs";
import { conditionsIn, plant, triggersIn } from "../scripts/guards/find.mjs";
import { Knowledge } from "../scripts/guards/knowledge.mjs";
import { tryGuards } from "../scripts/guards/trying.mjs";

type Stored = import("../scripts/guards/knowledge.mjs").Stored;
type Trial = import("../scripts/guards/trials.mjs").Trial;
type Outcome = import("../scripts/guards/trials.mjs").Outcome;

/** The texts of the guards, without the names of their functions. */
const guardsOf = (source: string) =>
  plant("one.ts", source).guards.map(({ text }) => text.replace(/^\w+: /, ""));

test.each([
  ["a clause that leaves", "function f(a) { if (a > 1) return null; g(); }", ["a > 1"]],
  ["one that throws, in a block", "function f(a) { if (a) { h(); throw a; } }", ["a"]],
  ["each of its alternatives", "function f(a, b) { if (a || b.c) return 1; }", ["a", "b.c"]],
  ["not a branch", "function f(a) { if (a) g(); }", []],
  ["a condition of a statement", "db.update(t).where(and(eq(t.a, 1), isOpen))", ["eq(t.a, 1)", "isOpen"]],
  ["not what joins tables", "db.select().innerJoin(t, and(eq(t.a, u.a), eq(t.b, u.b)))", []],
  ["a judgement", "const isPaid = (a) => a.x && !a.y;", ["a.x", "!a.y"]],
  ["one of a longer rule", "function mayPay(a) { return a.x && a.y; }", ["a.x", "a.y"]],
  ["not what is worked out", "const label = (a) => a.x && a.y;", []],
  [
    "conditions of SQL",
    "sql`EXISTS (SELECT 1 FROM ${t} WHERE ${t.a} = ${a} AND b IS NULL)`",
    ["${t.a} = ${a}", "b IS NULL"],
  ],
])("a guard is %s", (_, source, expected) => {
  expect(guardsOf(source)).toEqual(expected);
});

test.each([
  ["a = 1", []],
  ["WHERE a = 1 AND b = 2", ["a = 1", "b = 2"]],
  ["AND a BETWEEN 1 AND 2 AND c", ["a BETWEEN 1 AND 2", "c"]],
  [
    "SELECT 1 FROM t WHERE a IN (SELECT b FROM u WHERE c = 'x AND y') ORDER BY d",
    ["a IN (SELECT b FROM u WHERE c = 'x AND y')", "c = 'x AND y'"],
  ],
  ["WHERE a OR b", ["a"]],
])("the conditions of %s", (sql, expected) => {
  expect(conditionsIn(sql, []).map(([from, to]) => sql.slice(from, to))).toEqual(expected);
});

test("a guard is switched off by its id, every other one stays, and all that are asked are noted", () => {
  const source = "export function may(a: boolean, b: boolean) { if (a || b) return 1; return 2; }";
  const { guards, written } = plant("one.ts", source);
  const { outputText } = ts.transpileModule(written.replace("export ", ""), {});
  const may = new Function(`${outputText}; return may;`)();
  const [one, other] = guards.map(({ id }) => id);
  const reached = new Set<string>();
  const answers = (...off: string[]) => {
    globalThis.guards = { off: new Set(off), reached };
    return [may(true, false), may(false, true)];
  };
  const before = globalThis.guards;
  try {
    globalThis.guards = { off: new Set(), reached };
    expect([may(true, false), [...reached]]).toEqual([1, [one]]);
    expect([answers(), answers(one!), answers(other!), answers(one!, other!)]).toEqual([
      [1, 1],
      [2, 1],
      [1, 2],
      [2, 2],
    ]);
    expect([...reached]).toEqual([one, other]);
  } finally {
    globalThis.guards = before;
  }
});

test("a guard is named after its function, so what is known of one holds for no other", () => {
  const clause = "if (a) return 1;";
  const texts = (source: string) => plant("one.ts", source).guards.map(({ text }) => text);
  expect(
    texts(`function pay() { return [1].map((a) => { ${clause} }); } const end = (a) => { ${clause} };`),
  ).toEqual(["pay: a", "end: a"]);
  const ids = (source: string) => plant("one.ts", source).guards.map(({ id }) => id);
  const [own] = ids(`function pay(a) { ${clause} }`);
  expect(ids(`function earlier(a) { ${clause} } function pay(a) { ${clause} }`)[1]).toBe(own);
});

test("a guard keeps its id when its file grows, and two that read the same have one each", () => {
  const clause = "function f(a) { if (a) return 1; }\n";
  const ids = (source: string) => plant("one.ts", source).guards.map(({ id }) => id);
  expect(ids(`const b = 1;\n${clause}`)).toEqual(ids(clause));
  expect(new Set(ids(clause + clause)).size).toBe(2);
});

test("a trigger that refuses is one, as the last migration makes it, and one that keeps a count is none", () => {
  const trigger = (name: string, body: string) =>
    `CREATE TRIGGER \`${name}\` BEFORE UPDATE OF \`a\` ON \`t\` WHEN NEW.a = 1\nBEGIN\n  ${body};\nEND;`;
  const refusing = "SELECT RAISE(ABORT, 'no')";
  const found = triggersIn([
    {
      file: "0.sql",
      source: [
        trigger("t_count", "UPDATE u SET a = 1"),
        trigger("t_kept", refusing),
        trigger("t_old", refusing),
      ].join("\n"),
    },
    {
      file: "1.sql",
      source: `DROP TRIGGER \`t_old\`;\nDROP TRIGGER \`t_kept\`;\n${trigger("t_kept", refusing)}`,
    },
  ]);
  expect(found).toEqual([
    {
      id: expect.stringMatching(/^t_kept__\w{10}$/),
      file: "1.sql",
      line: 3,
      text: "the trigger t_kept",
      table: "t",
    },
  ]);
});

test("every guard has tests that may notice it, and every one that is accepted exists", () => {
  const guards = allGuards();
  expect(guards.filter(({ tests }) => tests.length === 0).map(({ file, line }) => `${file}:${line}`)).toEqual(
    [],
  );
  const stale = Object.entries(ACCEPTED).flatMap(([file, reasons]) =>
    Object.keys(reasons).filter(
      (text) => !guards.some((guard) => guard.file === file && guard.text === text),
    ),
  );
  expect(stale).toEqual([]);
});

/**
 * A guard with two test files, "near" and "far", for which a fake run answers. The file "near" probably catches the
 * guard.
 */
const guard = (id: string, more: object = {}) => ({
  ...{ id, file: "a.ts", line: 1, text: id, tests: ["near", "far"], first: ["near"], isTrigger: false },
  ...more,
});
type Answer = Partial<Outcome>;

/**
 * Tries guards with a fake run. `answers` says what a test file answers while a guard is off, alone or with others; by
 * default it passes. Every test file reaches every guard.
 *
 * @returns what is stored at the end, and the runs. Each run is a list of its trials, as "file-id" or "file-id+id".
 */
async function tried(
  guards: ReturnType<typeof guard>[],
  answers: Record<string, Answer> = {},
  { stored = {} as Stored, code = "1", texts = { near: "n1", far: "f1" } as Record<string, string> } = {},
) {
  const kept: Stored[] = [];
  const known = new Knowledge(stored, {
    code,
    textOf: (file: string) => texts[file] ?? null,
    keep: (now: Stored) => void kept.push(structuredClone(now)),
  });
  const runs: string[][] = [];
  const reached = { inTests: guards.map(({ id }) => id), whileLoading: [] };
  await tryGuards(
    guards,
    known,
    async (trials: Trial[], onOutcome: (outcome: Outcome) => void) => {
      runs.push(trials.map(({ file, without }) => `${file}-${without.join("+") || "none"}`));
      for (const trial of trials) {
        const off = trial.without.length > 0 ? trial.without : ["none"];
        const [answer = {}] = off.flatMap((id) => answers[`${trial.file}-${id}`] ?? []);
        const how = answer.how ?? "passed";
        onOutcome({ trial, failed: how !== "passed", how, ms: 10, guards: reached, ...answer });
      }
    },
    () => undefined,
  );
  return { known, stored: kept.at(-1)!, runs: runs.filter((trials) => trials.length > 0) };
}

const failed: Answer = { how: "failed" };

test("a guard is tried with the likely tests first, and with no other test once one has failed", async () => {
  const { known, runs } = await tried([guard("a"), guard("b")], { "near-a": failed, "far-b": failed });
  expect(runs).toEqual([["near-none"], ["near-a+b"], ["near-a", "near-b"], ["far-none"], ["far-b"]]);
  expect([known.isCaught("a"), known.isCaught("b")]).toEqual([true, true]);
});

test("a guard that was not reached while others were off is tried alone", async () => {
  const guards = ["a", "b"].map((id) => guard(id, { tests: ["far"], first: [] }));
  const { runs } = await tried(guards, { "far-a": { guards: { inTests: ["a"], whileLoading: [] } } });
  expect(runs).toEqual([["far-none"], ["far-a+b"], ["far-b"]]);
});

test("a run with short trials tries several files for a guard", async () => {
  const { runs } = await tried([guard("a", { first: ["near", "far"] })]);
  expect(runs).toEqual([
    ["near-none", "far-none"],
    ["near-a", "far-a"],
  ]);
});

test("a test that fails for another reason catches nothing", async () => {
  const unreached: Answer = { how: "failed", guards: { inTests: [], whileLoading: [] } };
  const { known, runs } = await tried([guard("a")], {
    "near-a": unreached,
    "far-a": { how: "failed", guards: undefined },
  });
  expect(known.isCaught("a")).toBe(false);
  expect(runs.flat()).toEqual(["near-none", "near-a", "far-none", "far-a"]);
});

test("a test that runs out of time is tried alone, and what fails after it is tried again", async () => {
  const { known, runs } = await tried([guard("a"), guard("b")], {
    "near-a": { how: "timed out" },
    "near-b": failed,
  });
  expect(runs).toEqual([["near-none"], ["near-a+b"], ["near-a", "near-b"], ["near-a"], ["near-b"]]);
  expect([known.isCaught("a"), known.isCaught("b")]).toEqual([true, true]);
});

test("guards that few tests notice are off together, and in halves once a test has failed", async () => {
  const guards = ["a", "b", "c", "d"].map((id) => guard(id, { tests: ["far"], first: [] }));
  const { known, runs } = await tried(guards, { "far-c": failed });
  expect(runs).toEqual([["far-none"], ["far-a+b+c+d"], ["far-a+b", "far-c+d"], ["far-c", "far-d"]]);
  expect(guards.filter(({ id }) => known.isCaught(id)).map(({ id }) => id)).toEqual(["c"]);
});

test("a test file that fails while no guard is off is left out, and told", async () => {
  const { known, runs } = await tried([guard("a")], { "near-none": failed, "far-a": failed });
  expect([...known.broken]).toEqual(["near"]);
  expect(runs.flat()).toEqual(["near-none", "far-none", "far-a"]);
});

test("what is known spares the trials, until what it is about has changed", async () => {
  const guards = [guard("a"), guard("b")];
  const { stored } = await tried(guards, { "near-a": failed });
  const trials = async (now: { code?: string; texts?: Record<string, string> }, more = guards) =>
    (await tried(more, {}, { stored, ...now })).runs.flat();
  const unchanged = { near: "n1", far: "f1" };
  expect(await trials({})).toEqual([]);
  expect(await trials({ texts: { ...unchanged, near: "n2" } })).toEqual([
    "near-none",
    "far-a",
    "near-b",
    "near-a",
  ]);
  expect(await trials({ texts: { ...unchanged, far: "f2" } })).toEqual(["far-none", "far-b"]);
  // Once the code has changed, the caught guard is still caught, and every test may reach the other guard.
  expect(await trials({ code: "2" })).toEqual(["near-none", "near-b", "far-none", "far-b"]);
  // Once the test file that caught a guard is gone, the guard is not caught any more.
  expect(await trials({ texts: { far: "f1" } }, [guard("a", { tests: ["far"], first: [] })])).toEqual([
    "far-a",
  ]);
});

test("guards that are tried anew are forgotten, and no other", async () => {
  const { stored } = await tried([guard("a"), guard("b")], { "near-a": failed, "near-b": failed });
  const known = new Knowledge(stored, {
    code: "1",
    textOf: (file: string) => `${file[0]}1`,
    keep: () => undefined,
  });
  known.forget([guard("a")]);
  expect([known.isCaught("a"), known.isCaught("b")]).toEqual([false, true]);
});
