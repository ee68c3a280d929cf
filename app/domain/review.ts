import { staffMessages } from "./staff-messages.ts";
import type { Decision, Ruling, StaffRole } from "./types.ts";

/** A line of the rubric. */
export type Criterion = { id: string; title: string; hint: string | null; weight: number };

/** What each criterion can be given, worst first. */
export const SCORES = [1, 2, 3, 4, 5] as const;

/** The key that recommends each decision at the desk. */
export const RECOMMENDATION_KEYS: Record<Decision, string> = {
  Accepted: "a",
  "Deferred to virtual": "v",
  Waitlisted: "w",
  Rejected: "r",
};

/** The weighted mean of the scores of all criteria, in hundredths (100 to 500). Needs at least one criterion. */
export function weightedScore(criteria: readonly Criterion[], scores: Record<string, number>): number {
  const given = criteria.reduce((sum, { id, weight }) => sum + weight * (scores[id] ?? 0), 0);
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0);
  return Math.round((100 * given) / weights);
}

/** How far the readers of one application are apart, in hundredths; null with fewer than two. */
export function spreadOf(scores: readonly number[]): number | null {
  return scores.length < 2 ? null : Math.max(...scores) - Math.min(...scores);
}

/** Hundredths as they are shown: "3.83". */
export const scoreInWords = (hundredths: number): string => (hundredths / 100).toFixed(2);

type Reader = { role: StaffRole | null; assigned: boolean };

/** Whether somebody on the staff may open an application: who was given it to read, and every director. */
export const mayRead = ({ role, assigned }: Reader): boolean => role === "director" || assigned;

/** Whether somebody may score an application they may open. */
export function mayReview({
  submittedAt,
  conflict,
}: {
  submittedAt: number | null;
  conflict: boolean;
}): Ruling {
  if (conflict) return { allowed: false, reason: staffMessages.review.conflictDeclared };
  if (submittedAt === null) return { allowed: false, reason: staffMessages.review.notSubmitted };
  return { allowed: true };
}

/** Whether somebody sees what others think of an application: not before they have said what they think. */
export const seesOthers = ({ role, reviewed }: { role: StaffRole | null; reviewed: boolean }): boolean =>
  role === "director" || reviewed;

const FAR = 200;

/** Whether readers disagree so much that somebody should look at it: two whole points of five. */
export const isFarApart = (spread: number | null): boolean => spread !== null && spread >= FAR;
