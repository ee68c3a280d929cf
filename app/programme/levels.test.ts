import { expect, test } from "vitest";
import { levelIn } from "./levels.ts";

const editions = { from: "aconf_2023", to: "aconf_2024" };
const level = (value: string, label: string) => ({ value, label });
const everywhere = [level("registered", "Registered"), level("goldPlus", "Conference ticket")];
const THEN = [...everywhere, level("h2023seminar", "Seminars"), level("gala", "Gala 2023")];

test.each<[what: string, of: string, now: typeof THEN, found: string | null]>([
  ["everybody", "", everywhere, ""],
  ["a level of every edition", "registered", everywhere, "registered"],
  ["a pass", "goldPlus", everywhere, "goldPlus"],
  ["an add-on with the new year in its id", "h2023seminar", [level("h2024seminar", "Talks")], "h2024seminar"],
  ["an add-on with the same title", "h2023seminar", [level("seminars", "Seminars")], "seminars"],
  ["an add-on with the new year in its title", "gala", [level("ball", "Gala 2024")], "ball"],
  ["an add-on that is not sold any more", "h2023seminar", everywhere, null],
])("the level that corresponds: %s", (_, of, now, found) => {
  expect(levelIn(of, THEN, now, editions)).toBe(found);
});
