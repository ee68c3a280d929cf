import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allOf, FEWEST, foldSmall, type ReachedRow } from "./sponsors.ts";

const row = (name: string, applied: number, accepted = 0, paid = 0): ReachedRow => ({
  ...{ name, applied, accepted, paid },
});
const names = (rows: ReachedRow[] | undefined) => rows?.map(({ name }) => name);

describe("a table for sponsors", () => {
  test.each([
    ["shows what is large", [row("A", 9, 5, 5), row("B", 5)], ["A", "B"], null],
    ["shows the largest first", [row("A", 5), row("B", 9)], ["B", "A"], null],
    ["folds four and not five", [row("A", 9), row("B", 4), row("C", 4), row("D", 5)], ["A", "D"], 2],
    [
      "folds by any column",
      [row("A", 30, 20, 10), row("B", 9, 4, 0), row("C", 9, 7, 1), row("D", 20, 9, 9)],
      ["A"],
      3,
    ],
    ["never folds a single row", [row("A", 20, 9, 9), row("B", 9, 9, 9), row("C", 4)], ["A"], 2],
    [
      "folds more if the folded row is still small",
      [row("A", 9), row("B", 8), row("C", 1), row("D", 1)],
      ["A"],
      3,
    ],
    ["leaves out who did not apply", [row("A", 9), row("B", 0)], ["A"], null],
  ])("%s", (_, rows, shown, folded) => {
    const table = foldSmall(rows);
    expect([names(table?.rows), table?.others?.folded ?? null]).toEqual([shown, folded]);
  });

  test.each([
    ["nobody accepted yet", [row("A", 9), row("B", 9)], true],
    ["four in all", [row("A", 4)], false],
    ["one with a pass in all", [row("A", 90, 50, 1)], true],
    ["nobody", [], true],
  ])("with %s is shown: %s", (_, rows, isShown) => {
    expect(foldSmall(rows) !== null).toBe(isShown);
  });

  test("leaves out a column whose sum is under five, and folds nothing because of it", () => {
    const table = foldSmall([row("A", 30, 9, 3), row("B", 9, 7, 1)]);
    expect([table?.columns, names(table?.rows)]).toEqual([
      ["applied", "accepted"],
      ["A", "B"],
    ]);
  });

  test("never shows a number under five, and none can be found by subtracting", () => {
    const rows = fc.array(
      fc.tuple(fc.nat(30), fc.nat(100), fc.nat(100)).map(([applied, a, b]) => {
        const accepted = Math.round((applied * a) / 100);
        return { applied, accepted, paid: Math.round((accepted * b) / 100) };
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(rows, (found) => {
        const named = found.map((one, index) => ({ ...one, name: `N${index}` }));
        const table = foldSmall(named);
        if (!table) return;
        const sum = allOf(named);
        const shown = allOf(table.rows);
        for (const column of table.columns) {
          const numbers = [...table.rows, ...(table.others ? [table.others] : []), sum].map(
            (one) => one[column],
          );
          expect(numbers.every((number) => number === 0 || number >= FEWEST)).toBe(true);
          expect(sum[column] - shown[column]).toBe(table.others?.[column] ?? 0);
        }
        expect(table.others?.folded).not.toBe(1);
      }),
      { numRuns: 2000 },
    );
  });
});
