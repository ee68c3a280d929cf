import * as z from "zod";
import { type Problems, parseForm } from "~/values/parse.form.ts";
import { atMost } from "~/values/text.form.ts";
import { DECISIONS, type Decision } from "~/values/types.ts";
import { reviewMessages } from "./messages.ts";
import { type Criterion, LONGEST_COMMENT, LONGEST_REASON, scoreField } from "./review.ts";
import { SCORES } from "./scores.ts";

const Score = z
  .string({ error: reviewMessages.chooseScore })
  .refine((typed) => SCORES.map(String).includes(typed), { error: reviewMessages.chooseScore })
  .transform(Number);

export type PostedReview = { scores: Record<string, number>; recommendation: Decision; version: number };

/**
 * Parses a posted review with a score for every criterion. If the form is not valid, returns the problem with each
 * field.
 */
export function parseReviewForm(
  criteria: readonly Criterion[],
  form: FormData,
): { request: PostedReview } | { problems: Problems } {
  const Review = z.object({
    score: z.object(Object.fromEntries(criteria.map(({ id }) => [id, Score]))).prefault({}),
    recommendation: z.enum(DECISIONS, { error: reviewMessages.chooseRecommendation }),
    version: z.coerce.number().int().min(0).catch(0),
  });
  const parsed = parseForm(Review, form);
  if ("problems" in parsed) return parsed;
  const { score, recommendation, version } = parsed.request;
  return { request: { scores: score, recommendation, version } };
}

/** For each field, the choice as it was posted. Some choices may be missing. */
export function chosenIn(criteria: readonly Criterion[], form: FormData): Record<string, string> {
  const fields = [...criteria.map(({ id }) => scoreField(id)), "recommendation"];
  return Object.fromEntries(fields.map((name) => [name, String(form.get(name) ?? "")]));
}

const text = (longest: number, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(...atMost(longest));

const CommentForm = z.object({ comment: text(LONGEST_COMMENT, reviewMessages.emptyComment) });
const ConflictForm = z.object({ conflict: text(LONGEST_REASON, reviewMessages.conflictReason) });
const ReopenForm = z.object({ reopen: text(LONGEST_REASON, reviewMessages.reopenReason) });

export const parseCommentForm = (form: FormData) => parseForm(CommentForm, form);
export const parseConflictForm = (form: FormData) => parseForm(ConflictForm, form);
export const parseReopenForm = (form: FormData) => parseForm(ReopenForm, form);
