import { expect, test } from "vitest";
import { conflictOf, institutionKey } from "./reading-conflicts.ts";

test.each([
  ["one's own application", { uid: "a" }, { uid: "a" }, false, "self"],
  ["a declared conflict", {}, {}, true, "declared"],
  [
    "the same institution",
    { institution: "Universität Zürich" },
    { institution: " UNIVERSITAT  Zurich." },
    false,
    "institution",
  ],
  ["another institution", { institution: "Harvard" }, { institution: "Yale" }, false, null],
  ["no institution on either side", { institution: "" }, { institution: " - " }, false, null],
  ["nothing in common", {}, {}, false, null],
] as const)("%s", (_, theirs, ours, isDeclared, conflict) => {
  expect(
    conflictOf(
      { uid: "a", institution: null, ...theirs },
      { uid: "r", institution: null, ...ours },
      isDeclared,
    ),
  ).toBe(conflict);
});

test("spellings of an institution", () => {
  expect(institutionKey("São  Paulo (USP)")).toBe(institutionKey("SAO PAULO, usp"));
  expect(institutionKey(null)).toBe("");
});
