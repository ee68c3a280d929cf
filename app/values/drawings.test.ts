import { describe, expect, test } from "vitest";
import { LONGEST_DRAWING, parsedDrawing } from "./drawings.ts";

describe("a drawing as it is written", () => {
  test.each<[written: string, box: string, path: string]>([
    ["0 0 24 24 M2 22h20", "0 0 24 24", "M2 22h20"],
    ["0,0,24,24M2 22h20", "0 0 24 24", "M2 22h20"],
    ["-4 -4.5 8 8\nm0 0\n 1-1.5.5 2z", "-4 -4.5 8 8", "m0 0 1-1.5.5 2z"],
    ["0 0 9 9 M1 1A2 2 0 01 5 5", "0 0 9 9", "M1 1A2 2 0 01 5 5"],
    ["0 0 9 9 M1 1a2 2 0 1 1.5.5 2 2 0 005 5", "0 0 9 9", "M1 1a2 2 0 1 1.5.5 2 2 0 005 5"],
    [
      "0 0 9 9 M1 1C1 1 2 2 3 3S4 4 5 5Q6 6 7 7T8 8V1e0H-2Z",
      "0 0 9 9",
      "M1 1C1 1 2 2 3 3S4 4 5 5Q6 6 7 7T8 8V1e0H-2Z",
    ],
  ])("%s", (written, box, path) => {
    expect(parsedDrawing(written)).toEqual({ box, path });
  });

  test.each<[why: string, written: string]>([
    ["nothing", ""],
    ["no view box", "M2 22h20"],
    ["three numbers", "0 0 24 M2 22h20"],
    ["a view box without width", "0 0 0 24 M2 22h20"],
    ["no path", "0 0 24 24"],
    ["a path that begins nowhere", "0 0 24 24 h20"],
    ["too few numbers", "0 0 24 24 M2"],
    ["numbers behind an end", "0 0 24 24 M2 2z3"],
    ["an arc with another flag", "0 0 9 9 M1 1A2 2 0 2 1 5 5"],
    ["a command that no path has", "0 0 24 24 M2 2x3 4"],
    ["a number as of another kind", "0 0 24 24 MInfinity 2"],
    ["what is far away", "0 0 24 24 M2 2h10001"],
    ["markup", '0 0 24 24 M2 2"/><script>'],
    ["an address", "0 0 24 24 M2 2 url(https://example.org)"],
    ["a whole picture", '<svg viewBox="0 0 24 24"><path d="M2 2h3"/></svg>'],
    ["more than fits", `0 0 24 24 M2 2${"h1".repeat(LONGEST_DRAWING / 2)}`],
  ])("is refused: %s", (_, written) => {
    expect(parsedDrawing(written)).toBeNull();
  });

  test("may be as long as it may be", () => {
    const start = "0 0 24 24 M2 2";
    const most = start + "h1".repeat((LONGEST_DRAWING - start.length) / 2);
    expect(most).toHaveLength(LONGEST_DRAWING);
    expect(parsedDrawing(most)).not.toBeNull();
    expect(parsedDrawing(`${most} `)).toBeNull();
  });
});
