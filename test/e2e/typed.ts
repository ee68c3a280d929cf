import { demoRows, formerEdition } from "../../db/seed/demo.ts";
import { baseRows } from "../../db/seed/first-edition.ts";

/** Every text in a value, whatever it lies in. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const now = Date.parse("2022-12-17T15:00:00Z");

/** What an installation begins with are our words, also where the edition before has them. */
const ours = new Set(Object.keys(baseRows(now)));

/** All that the people of the demo typed, staff too, a text a line: essays, comments, lectures, the programme. */
export const TYPED = [demoRows({ now, realNow: now }), formerEdition({ now, realNow: now })]
  .flatMap(({ rows }) => Object.entries(rows).filter(([table]) => !ours.has(table)))
  .flatMap(textsIn)
  .map((text) => text.replaceAll(/\s+/g, " ").trim())
  .join("\n");
