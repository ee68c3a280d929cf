import { demoRows, formerEdition } from "../../db/seed/demo.ts";
import { baseRows } from "../../db/seed/first-edition.ts";

/** All texts in a value, at any depth. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const now = Date.parse("2022-12-17T15:00:00Z");

/**
 * The tables that a new installation begins with. Nobody typed their texts: they come with the portal, even in the rows
 * of the previous edition.
 */
const ours = new Set(Object.keys(baseRows(now)));

/**
 * Everything that the people of the demo typed (staff too): essays, comments, lectures, the programme. Each text has a
 * line.
 */
export const TYPED = [demoRows({ now, realNow: now }), formerEdition({ now, realNow: now })]
  .flatMap(({ rows }) => Object.entries(rows).filter(([table]) => !ours.has(table)))
  .flatMap(textsIn)
  .map((text) => text.replaceAll(/\s+/g, " ").trim())
  .join("\n");
