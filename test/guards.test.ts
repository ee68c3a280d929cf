// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is read contains them.
import ts from "typescript";
import { expect, test } from "vitest";
import { ACCEPTED } from "../scripts/guards/accepted.mjs";
import { allGuards } from "../scripts/guards/files.mjs";
import { conditionsIn, plant, triggersIn } from "../scripts/guards/find.mjs";

const guardsOf = (source: string) => plant("one.ts", source).guards.map(({ text }) => text);

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
  const answers = (off: string | null) => {
    globalThis.guards = { off, reached };
    return [may(true, false), may(false, true)];
  };
  const before = globalThis.guards;
  try {
    globalThis.guards = { off: null, reached };
    expect([may(true, false), [...reached]]).toEqual([1, [one]]);
    expect([answers(null), answers(one!), answers(other!)]).toEqual([
      [1, 1],
      [2, 1],
      [1, 2],
    ]);
    expect([...reached]).toEqual([one, other]);
  } finally {
    globalThis.guards = before;
  }
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
  expect(found).toEqual([{ id: "t_kept", file: "1.sql", line: 3, text: "the trigger t_kept", table: "t" }]);
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
