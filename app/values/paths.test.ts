import { expect, test } from "vitest";
import { safePath } from "./paths.ts";

test.each([
  ["/"],
  ["/register"],
  ["/application/check"],
  ["/plus/category/Art%20%26%20Design"],
  ["/plus/category/%E8%89%BA"],
  ["/plus/category/a%2Fb"],
  ["/admin/delegates?page=2&q=a%5Cb%0A"],
  ["/admin/delegates?next=https://example.com"],
  ["/admin/delegates?next=//example.com"],
  ["/decision#top"],
  ["/a//b"],
  ["/a/../b"],
  ["/.well-known"],
  ["/@example.com"],
  ["/javascript:alert(1)"],
  [`/${"a".repeat(2_047)}`],
])("a path of this site is kept as it came: %s", (path) => {
  expect(safePath(path, "/fallback")).toBe(path);
});

test.each<[unknown]>([
  [undefined],
  [null],
  [7],
  [["/register"]],
  [{ toString: () => "/register" }],
  [""],
  [" "],
  [" /register"],
  ["register"],
  ["./register"],
  ["../register"],
  ["?a=b"],
  ["#top"],
  ["http://example.com"],
  ["https://example.com/register"],
  ["HTTPS://example.com"],
  ["https:example.com"],
  ["http:/example.com"],
  ["ftp://example.com"],
  ["javascript:alert(1)"],
  ["JaVaScRiPt:alert(1)"],
  ["java\nscript:alert(1)"],
  ["\u0001javascript:alert(1)"],
  ["data:text/html,<script>1</script>"],
  ["vbscript:x"],
  ["mailto:a@example.com"],
  ["blob:x"],
  ["//example.com"],
  ["//example.com/%2f.."],
  ["///example.com"],
  ["////example.com"],
  ["//"],
  ["//\\example.com"],
  ["//user@example.com"],
  ["//[::1]"],
  ["/\\example.com"],
  ["/\\/example.com"],
  ["\\\\example.com"],
  ["\\/example.com"],
  ["/a\\b"],
  ["/a?b=\\c"],
  ["/\t/example.com"],
  ["/\n/example.com"],
  ["/\r/example.com"],
  ["/\0/example.com"],
  ["/a\r\nSet-Cookie: a=b"],
  ["\t//example.com"],
  ["\n//example.com"],
  ["/ /example.com"],
  ["/register "],
  ["/\u007f/example.com"],
  ["/\u00a0/example.com"],
  ["/\u2028/example.com"],
  ["/%2fexample.com"],
  ["/%2Fexample.com"],
  ["%2f%2fexample.com"],
  ["/%2f%2fexample.com"],
  ["/%252fexample.com"],
  ["/%25252fexample.com"],
  ["/%5cexample.com"],
  ["/%5Cexample.com"],
  ["/%255cexample.com"],
  ["/a%5c..%5cexample.com"],
  ["/%09/example.com"],
  ["/%0a/example.com"],
  ["/%0d%0aSet-Cookie:a=b"],
  ["/%00"],
  ["/%7f"],
  ["/%C2%85"],
  ["/..//example.com"],
  ["/.//example.com"],
  ["/a/..//example.com"],
  ["/%2e%2e//example.com"],
  ["/%2e//example.com"],
  ["/.%2e/%2fexample.com"],
  ["/／example.com"],
  ["/%EF%BC%8Fexample.com"],
  ["/%EF%BC%BCexample.com"],
  ["/%EF%BC%852fexample.com"],
  ["／／example.com"],
  ["/é"],
  ["/%"],
  ["/%zz"],
  ["/%ff"],
  [`/${"a".repeat(2_048)}`],
])("anything else is refused: %o", (value) => {
  expect(safePath(value, "/fallback")).toBe("/fallback");
});

test("half a surrogate pair is refused", () => {
  expect(safePath("/\ud800", "/fallback")).toBe("/fallback");
});

test("whatever 5,000 random texts come in, what comes out stays on the origin", () => {
  const pieces = [
    "/",
    "\\",
    ".",
    "..",
    "%2f",
    "%5C",
    "%2e",
    "%09",
    "\t",
    "\n",
    ":",
    "@",
    "?",
    "#",
    "a",
    "evil.example",
  ];
  let state = 11;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const texts = Array.from(
    { length: 5_000 },
    () =>
      (below(4) > 0 ? "/" : "") +
      Array.from({ length: below(8) }, () => pieces[below(pieces.length)]).join(""),
  );
  const kept = texts.filter((text) => safePath(text, "/fallback") === text);
  const leaves = (path: string) =>
    new URL(path, "https://portal.example").origin !== "https://portal.example";
  const leaving = kept.filter((path) => {
    const { pathname } = new URL(path, "https://portal.example");
    return leaves(path) || leaves(pathname) || leaves(decodeURIComponent(pathname));
  });
  expect(leaving).toEqual([]);
  expect(kept.length).toBeGreaterThan(500);
  expect(texts.every((text) => [text, "/fallback"].includes(safePath(text, "/fallback")))).toBe(true);
});
