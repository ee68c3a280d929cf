import type { Finding } from "~/values/shapes.ts";

/** For each rule, an inspection reports at most this many rows. The first ones are enough to find the cause. */
export const MOST_OF_RULE = 20;

/** Whether a rule reported as many rows as it may, so that there may be more of them than were counted. */
export const mayBeMore = (findings: readonly Finding[]): boolean =>
  findings.some(({ rule }) => findings.filter((other) => other.rule === rule).length >= MOST_OF_RULE);
