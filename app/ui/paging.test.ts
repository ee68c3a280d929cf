import { expect, test } from "vitest";
import { backTo, foundInWords, foundOnPage, listQuery, openedFrom, sortLinks, stillFrom } from "./paging.ts";

const FIRST = { date: "-date", name: "name" } as const;
const links = (sort: "date" | "-date" | "name" | "-name") => sortLinks(sort, FIRST, (to) => `?sort=${to}`);

test.each([
  ["-date", { date: ["?sort=date", "descending"], name: ["?sort=name", undefined] }],
  ["date", { date: ["?sort=-date", "ascending"], name: ["?sort=name", undefined] }],
  ["name", { date: ["?sort=-date", undefined], name: ["?sort=-name", "ascending"] }],
  ["-name", { date: ["?sort=-date", undefined], name: ["?sort=name", "descending"] }],
] as const)("sorted by %s, each heading turns it round or begins as it should", (sort, expected) => {
  const found = Object.entries(links(sort)).map(([by, { href, direction }]) => [by, [href, direction]]);
  expect(Object.fromEntries(found)).toEqual(expected);
});

test.each([
  [{ number: 0, isMore: false }, 0, "0 payments"],
  [{ number: 1, isMore: false }, 1, "1 payment"],
  [{ number: 50, isMore: false }, 50, "50 payments"],
  [{ number: 3010, isMore: false }, 50, "3,010 payments, 50 shown"],
  [{ number: 5000, isMore: true }, 50, "More than 5,000 payments, 50 shown"],
  [null, 50, "50 shown, and there are more"],
])("%j on a page of %i reads “%s”", (found, shown, words) => {
  expect(foundInWords(found, shown, "payment")).toBe(words);
});

test("a page alone tells how many there are only if it is the first and the last", () => {
  expect(foundOnPage(12, { isFirst: true, isLast: true })).toEqual({ number: 12, isMore: false });
  expect(foundOnPage(50, { isFirst: true, isLast: false })).toBeNull();
  expect(foundOnPage(12, { isFirst: false, isLast: true })).toBeNull();
});

test("a row's page leads back to its list, filter, page and row, also behind a form", () => {
  const origin = "https://portal.example";
  const row = `/admin/payments/abc${openedFrom("?state=captured&after=5-xyz")}`;
  const back = "/admin/payments?state=captured&after=5-xyz#row-abc";
  expect(backTo("/admin/payments", origin + row, "abc")).toBe(back);
  expect(backTo("/admin/payments", `${origin}/admin/payments/abc${stillFrom(origin + row)}`, "abc")).toBe(
    back,
  );
  expect(backTo("/admin/payments", `${origin}/admin/payments/abc`, "abc")).toBe("/admin/payments#row-abc");
  expect(openedFrom("")).toBe("");
});

test("an address that somebody made up leads to the list and nowhere else", () => {
  const url = `https://portal.example/admin/payments/abc?list=${encodeURIComponent("//evil.example/#?x")}`;
  expect(backTo("/admin/payments", url, "abc")).toBe("/admin/payments?%2F%2Fevil.example%2F%23%3Fx=#row-abc");
});

test("the query of a list says what is filled in, and nothing of everything from the start", () => {
  expect(listQuery({ search: "mei & co", state: undefined, sort: null, after: "5-xyz" })).toBe(
    "?search=mei+%26+co&after=5-xyz",
  );
  expect(listQuery({ page: 2 })).toBe("?page=2");
  expect(listQuery({ search: "", after: null })).toBe("");
});
