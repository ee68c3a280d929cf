import { expect, test } from "vitest";
import { staffNavigation } from "./staff-pages.ts";

const addresses = (role: "director" | "reviewer") =>
  staffNavigation(role).flatMap(({ pages }) => pages.map(({ href }) => href));

test("reviewers are led to what they may open, directors everywhere", () => {
  expect(addresses("reviewer")).toEqual(["/admin", "/admin/delegates"]);
  expect(addresses("director")).toEqual(
    expect.arrayContaining(["/admin/upload-decisions", "/notifications"]),
  );
  expect(new Set(addresses("director")).size).toBe(addresses("director").length);
});
