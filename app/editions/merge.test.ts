import { expect, test } from "vitest";
import { changesBetween, isSame, merge, takingFrom, valueAtPath } from "./merge.ts";

const base = {
  title: "Asia",
  days: { first: "2023-02-17", last: "2023-02-19" },
  rounds: [
    { id: "early", title: "Early", deadline: 1 },
    { id: "late", title: "Late", deadline: 2 },
  ],
};

test("nothing differs from itself, whatever the order of the fields", () => {
  expect(isSame({ a: 1, b: [2, { c: 3 }] }, { b: [2, { c: 3 }], a: 1 })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: null })).toBe(false);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(changesBetween(base, structuredClone(base))).toEqual([]);
});

test("a change is named by its fields and the ids of items", () => {
  const after = structuredClone(base);
  after.days.last = "2023-02-20";
  after.rounds[1]!.deadline = 3;
  expect(changesBetween(base, after)).toEqual([
    { path: ["days", "last"], before: "2023-02-19", after: "2023-02-20" },
    { path: ["rounds", "late", "deadline"], before: 2, after: 3 },
  ]);
});

test("an item that came, went or moved is one change", () => {
  const [early, late] = base.rounds;
  const extra = { id: "extra", title: "Extra", deadline: 9 };
  expect(changesBetween(base.rounds, [early, late, extra])).toEqual([
    { path: ["extra"], before: undefined, after: extra },
  ]);
  expect(changesBetween(base.rounds, [early])).toEqual([{ path: ["late"], before: late, after: undefined }]);
  expect(changesBetween(base.rounds, [late, early])).toEqual([
    { path: ["order"], before: ["early", "late"], after: ["late", "early"] },
  ]);
  expect(changesBetween({ list: [] }, { list: [extra] })).toEqual([
    { path: ["list", "extra"], before: undefined, after: extra },
  ]);
});

test("what others changed meanwhile stays, and what I changed too", () => {
  const theirs = structuredClone(base);
  theirs.rounds[0]!.deadline = 10;
  theirs.rounds.push({ id: "theirs", title: "Theirs", deadline: 5 });
  const mine = structuredClone(base);
  mine.title = "Architects";
  mine.rounds[0]!.title = "First";
  mine.rounds.push({ id: "mine", title: "Mine", deadline: 6 });
  expect(merge(base, theirs, mine)).toEqual({
    merged: {
      ...base,
      title: "Architects",
      rounds: [
        { id: "early", title: "First", deadline: 10 },
        { id: "late", title: "Late", deadline: 2 },
        { id: "theirs", title: "Theirs", deadline: 5 },
        { id: "mine", title: "Mine", deadline: 6 },
      ],
    },
    both: [],
  });
});

test("an item that one side removed goes, unless the other changed it", () => {
  const without = { ...base, rounds: [base.rounds[0]!] };
  const changed = structuredClone(base);
  changed.rounds[1]!.deadline = 7;
  expect(merge(base, without, base).merged.rounds.map(({ id }) => id)).toEqual(["early"]);
  expect(merge(base, base, without).merged.rounds.map(({ id }) => id)).toEqual(["early"]);
  expect(merge(base, without, changed)).toMatchObject({
    merged: { rounds: [{ id: "early" }, { id: "late", deadline: 7 }] },
    both: [["rounds", "late"]],
  });
});

test("where both changed one value, mine wins and it is said", () => {
  const [theirs, mine] = [
    { ...base, title: "Theirs" },
    { ...base, title: "Mine" },
  ];
  expect(merge(base, theirs, mine)).toEqual({ merged: mine, both: [["title"]] });
  expect(merge(base, mine, structuredClone(mine))).toEqual({ merged: mine, both: [] });
});

test("an item that I removed goes, unless others changed it: then it is said", () => {
  const without = { ...base, rounds: [base.rounds[0]!] };
  const theirs = structuredClone(base);
  theirs.rounds[1]!.deadline = 7;
  expect(merge(base, theirs, without)).toEqual({ merged: without, both: [["rounds", "late"]] });
  expect(merge(base, theirs, without, "theirs").merged).toEqual(theirs);
});

const listOf = (...items: string[]) =>
  items.map((title) => ({ id: title.toLowerCase(), title, deadline: 1 }));
const [abc, cba] = [listOf("a", "b", "c"), listOf("c", "b", "a")];

test.each([
  ["a new order of theirs stays, although I changed an item", cba, listOf("a", "B", "c"), ["c", "B", "a"]],
  ["my new order stays, although they changed an item", listOf("a", "B", "c"), cba, ["c", "B", "a"]],
  ["an item of mine keeps its place in their order", cba, listOf("a", "n", "b", "c"), ["c", "n", "b", "a"]],
  [
    "an item of theirs follows its neighbour into my order",
    listOf("a", "n", "b", "c"),
    cba,
    ["c", "b", "a", "n"],
  ],
  [
    "an item of theirs comes between mine",
    listOf("a", "n", "b", "c"),
    listOf("A", "b", "C"),
    ["A", "n", "b", "C"],
  ],
])("%s", (_, theirs, mine, merged) => {
  expect(merge(abc, theirs, mine)).toEqual({ merged: listOf(...merged), both: [] });
});

test("where both changed an order, one of them stays", () => {
  const other = listOf("b", "a", "c");
  expect(merge(abc, cba, other)).toEqual({ merged: other, both: [] });
  expect(merge(abc, cba, other, "theirs")).toEqual({ merged: cba, both: [] });
});

test("an item that I removed comes back at its place", () => {
  const changed = listOf("a", "B", "c");
  expect(merge(abc, changed, listOf("a", "c"), "theirs").merged).toEqual(changed);
});

test("theirs can win where both changed one value, and mine stays elsewhere", () => {
  const theirs = { ...base, title: "Theirs" };
  const mine = { ...base, title: "Mine", days: { ...base.days, last: "2023-02-21" } };
  expect(merge(base, theirs, mine, "theirs").merged).toEqual({ ...mine, title: "Theirs" });
});

const [early, late] = base.rounds as [(typeof base.rounds)[0], (typeof base.rounds)[0]];
const extra = { id: "extra", title: "Extra", deadline: 9 };

test.each<[string, object]>([
  ["a field", { ...base, title: "Other" }],
  ["a field that is missing", { days: base.days, rounds: base.rounds }],
  ["a field of an item", { ...base, rounds: [early, { ...late, deadline: 8 }] }],
  ["an item that came in front", { ...base, rounds: [extra, early, late] }],
  ["an item that came between", { ...base, rounds: [early, extra, late] }],
  ["an item that went", { ...base, rounds: [late] }],
  ["all items", { ...base, rounds: [] }],
  ["the order", { ...base, rounds: [late, early] }],
  ["several at once", { title: "Other", days: base.days, rounds: [late, extra] }],
])("every change can be taken from a document and given to another: %s", (_, source) => {
  for (const [from, to] of [
    [base, source],
    [source, base],
  ]) {
    const changes = changesBetween(from, to);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.reduce((given, { path }) => takingFrom(given, to, path), from)).toEqual(to);
    for (const { path, after } of changes.filter(({ path }) => path.at(-1) !== "order"))
      expect(valueAtPath(to, path)).toEqual(after);
  }
});
