import { expect, test } from "vitest";
import { formerOf } from "./former.ts";

const others = [
  { id: "aconf_2021", year: 2021 },
  { id: "hconf_2022", year: 2022 },
  { id: "aconf_2023", year: 2023 },
];

test.each([
  ["aconf_2024", 2024, "aconf_2023"],
  ["hconf_2024", 2024, "hconf_2022"],
  ["aconf_2023", 2023, "aconf_2021"],
  ["hconf_2022", 2022, "aconf_2021"],
  ["aconf_2021", 2021, null],
])("%s of %i follows %s", (id, year, former) => {
  expect(formerOf({ id, year }, others)).toBe(former);
});
