import * as z from "zod";
import { line } from "~/values/text.form.ts";

/**
 * What all awards of a file of decisions have in common: the title that delegates read, and the budget (null for none).
 */
export const AwardTermsForm = z
  .object({ awardTitle: line(80), awardBudget: line(20) })
  .transform(({ awardTitle, awardBudget }) => ({
    title: awardTitle || "Award",
    budgetId: awardBudget || null,
  }));

export const AWARD_TERMS = ["awardTitle", "awardBudget"] as const;

export type AwardTerms = z.output<typeof AwardTermsForm>;
