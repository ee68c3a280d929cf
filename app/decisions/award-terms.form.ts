import * as z from "zod";
import { parseForm } from "~/values/parse.form.ts";
import { line } from "~/values/text.form.ts";
import { awardOf } from "./decision-file.ts";
import { decisionMessages } from "./messages.ts";

const terms = { awardTitle: line(80), awardBudget: line(20) };

type TypedTerms = { awardTitle: string; awardBudget: string };

const termsOf = ({ awardTitle, awardBudget }: TypedTerms) => ({
  title: awardTitle || "Award",
  budgetId: awardBudget || null,
});

/**
 * Parses the terms that all awards of a file of decisions share: the title that delegates read, and the budget (null
 * for none).
 */
export const AwardTermsForm = z.object(terms).transform(termsOf);

export const AWARD_TERMS = ["awardTitle", "awardBudget"] as const;

export type AwardTerms = z.output<typeof AwardTermsForm>;

const AwardForm = z.object({ award: line(20), decision: line(40), ...terms }).transform((typed, issues) => {
  const { award, decision } = typed;
  const size = awardOf(award);
  if (decision === "") {
    issues.addIssue({ code: "custom", path: ["award"], message: decisionMessages.file.awardForWhat });
    return z.NEVER;
  }
  if (size === "leave" && decision !== "leave") return null;
  if (size === "leave") {
    issues.addIssue({ code: "custom", path: ["award"], message: decisionMessages.file.awardNeeded });
    return z.NEVER;
  }
  if (size !== null) return { ...termsOf(typed), size };
  issues.addIssue({ code: "custom", path: ["award"], message: decisionMessages.file.notAnAward(award) });
  return z.NEVER;
});

/** The names of the fields that say which award comes with a decision. */
export const AWARD_FIELDS = ["award", ...AWARD_TERMS] as const;

/**
 * Parses the award in a form that also sets a decision. The result is null if the form leaves the present award as it
 * is. A form that leaves the decision as it is must change the award.
 */
export const parseAwardForm = (form: FormData) => parseForm(AwardForm, form);
