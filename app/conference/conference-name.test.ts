import { expect, test } from "vitest";
import { conferenceName, isConferenceId } from "./conference-name.ts";

test.each([
  [{ id: "aconf_2023", year: 2023 }, "Asia Conference 2023"],
  [{ id: "hconf_2023", year: 2023 }, "Harvard Conference 2023"],
  [{ id: "aconf_2007", year: 2007, track: null }, "Asia Conference 2007"],
  [{ id: "aconf_2007_academic", year: 2007, track: "academic" }, "Asia Conference 2007 (Academic)"],
  [{ id: "hconf_2009_business", year: 2009, track: "business" }, "Harvard Conference 2009 (Business)"],
  [{ id: "aconf_2006_a", year: 2006, track: "Academic" }, "Asia Conference 2006 (Academic)"],
])("the name of %o is %s [107]", (conference, name) => {
  expect(conferenceName(conference)).toBe(name);
  expect(isConferenceId(conference.id)).toBe(true);
});

test.each([
  ["bconf_2023"],
  [""],
  ["conf_2023"],
  ["ACONF_2023"],
  [" aconf_2023"],
  ["xaconf"],
])("an id with another prefix has no name: %o [191]", (id) => {
  expect(() => conferenceName({ id, year: 2023 })).toThrow("Invalid conference ID");
  expect(isConferenceId(id)).toBe(false);
});
