import { type Ability, can } from "~/values/abilities.ts";
import type { Decision, Ruling } from "~/values/types.ts";
import { reviewMessages } from "./messages.ts";

/** One criterion of the rubric. */
export type Criterion = { id: string; title: string; hint: string | null; weight: number };

/** For each decision, the keyboard key that recommends it. */
export const RECOMMENDATION_KEYS: Record<Decision, string> = {
  Accepted: "a",
  "Deferred to virtual": "v",
  Waitlisted: "w",
  Rejected: "r",
};

/**
 * The weighted mean of the scores of all criteria, in hundredths (100 to 500). There must be at least one criterion.
 */
export function weightedScore(criteria: readonly Criterion[], scores: Record<string, number>): number {
  const given = criteria.reduce((sum, { id, weight }) => sum + weight * (scores[id] ?? 0), 0);
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0);
  return Math.round((100 * given) / weights);
}

/**
 * The difference between the highest and the lowest score of one application, in hundredths; null if there are fewer
 * than two scores.
 */
export function spreadOf(scores: readonly number[]): number | null {
  return scores.length < 2 ? null : Math.max(...scores) - Math.min(...scores);
}

/** A score as pages show it, such as "3.83". */
export const scoreInWords = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** Whether a person may score an application that they are allowed to open. */
export function mayReview({
  submittedAt,
  conflict,
}: {
  submittedAt: number | null;
  conflict: boolean;
}): Ruling {
  if (conflict) return { allowed: false, reason: reviewMessages.conflictDeclared };
  if (submittedAt === null) return { allowed: false, reason: reviewMessages.notSubmitted };
  return { allowed: true };
}

/**
 * Whether a person sees other people's reviews of an application. People who do not decide see them only after saving
 * their own review.
 */
export const seesOthers = ({
  abilities,
  reviewed,
}: {
  abilities: readonly Ability[];
  reviewed: boolean;
}): boolean => can(abilities, "decide") || reviewed;

const FAR = 200;

/**
 * Whether readers' scores differ so much (by at least two whole points out of five) that somebody who decides should
 * look at the application.
 */
export const isFarApart = (spread: number | null): boolean => spread !== null && spread >= FAR;

/** The name of the field for one criterion. */
export const scoreField = (criterionId: string) => `score.${criterionId}`;

export const LONGEST_COMMENT = 4_000;

export const LONGEST_REASON = 500;
