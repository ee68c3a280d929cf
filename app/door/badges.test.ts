import { expect, test } from "vitest";
import { emsOf, LEADING, setText, sortedForBadges } from "./badges.ts";

const NAMES = [
  ...[
    "Mei Chen",
    "Li",
    "Nguyễn Thị Minh Khai",
    "Wolfeschlegelsteinhausenbergerdorff",
    "張偉明",
    "田中 さくら",
  ],
  ...[
    "김서연",
    "สมชาย ใจดีมากเหลือเกิน",
    "محمد عبد الرحمن الخطيب",
    "שרה כהן",
    "तेजस्विनी श्रीनिवासन",
    "Ђорђе Петровић",
  ],
  ...[
    "Αλέξανδρος Παπαδόπουλος",
    "நிவேதிதா சுப்பிரமணியன்",
    "আব্দুল্লাহ আল মামুন",
    "María del Carmen de la Cruz y Fernández-Villaverde",
  ],
  ..."WMÆ".split("").map((letter) => letter.repeat(60)),
  "王".repeat(60),
];

const BOX = { width: 79, height: 24, largest: 11.7 };

test.each(NAMES)("no character of “%s” is cut, and its lines fit into the box", (name) => {
  const { lines, size } = setText(name, BOX);
  expect(lines.join("").replace(/\s/g, "")).toBe(name.replace(/\s/g, ""));
  expect(lines.length).toBeLessThanOrEqual(3);
  expect(size).toBeGreaterThan(1.2);
  expect(size * LEADING * lines.length).toBeLessThanOrEqual(BOX.height);
  for (const line of lines) expect(emsOf(line) * size).toBeLessThanOrEqual(BOX.width);
});

test.each([
  ["Li", ["Li"]],
  ["Mei Chen", ["Mei Chen"]],
  ["Alexandra Konstantinopoulou", ["Alexandra", "Konstantinopoulou"]],
  ["  Mei   Chen ", ["Mei Chen"]],
  ["", []],
])("“%s” is set as %s", (name, lines) => {
  expect(setText(name, BOX).lines).toEqual(lines);
});

test("badges are sorted by last name, or by institution and then by name, without regard to marks", () => {
  const people = [
    { first: "B", last: "Özil", institution: "B" },
    { first: "A", last: "Zhou", institution: "A" },
    { first: "C", last: "adams", institution: "B" },
    { first: "A", last: "Özil", institution: "B" },
  ];
  const order = (sort: "name" | "institution") =>
    sortedForBadges(people, sort).map(({ first, last }) => `${first} ${last}`);
  expect(order("name")).toEqual(["C adams", "A Özil", "B Özil", "A Zhou"]);
  expect(order("institution")).toEqual(["A Zhou", "C adams", "A Özil", "B Özil"]);
});
