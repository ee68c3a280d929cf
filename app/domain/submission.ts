import { oldEnough } from "./age.ts";
import type { Answers, Edition, Question, Round } from "./catalogue.ts";
import { messages } from "./messages.ts";
import { isShown, problems as problemsOf, shownAnswers } from "./questions.ts";
import { roundOn } from "./rounds.ts";
import { isDay } from "./times.ts";

export type SubmissionRuling =
  | { allowed: true }
  | { allowed: false; reason: string | null; problems: Record<string, string> };

/** An application as far as its problems go; `documents` holds the ids of questions with a stored document. */
export type Checked = {
  questions: Question[];
  answers: Answers;
  documents: ReadonlySet<string>;
  edition: Edition;
  isCountry?: (code: string) => boolean;
};

/**
 * Everything that stands in the way of submitting, by question id: unanswered and wrong answers, missing
 * documents, and an age that does not allow taking part in person (specification, sections 1 and 5).
 */
export function applicationProblems({
  questions,
  answers,
  documents,
  edition,
  isCountry,
}: Checked): Record<string, string> {
  const problems = problemsOf(questions, answers, documents, isCountry);
  const shown = shownAnswers(questions, answers);
  const birth = shown["dateOfBirth"] ?? "";
  const inPerson = shown["participation"] === "In person";
  if (inPerson && isDay(birth) && !oldEnough(birth, edition.firstDay, edition.minimumAge)) {
    problems["dateOfBirth"] = messages.tooYoungInPerson(edition.minimumAge);
  }
  return problems;
}

/** Whether applications are taken at `now` (UTC ms); one that staff opened again is taken at any time. */
export const isOpen = ({
  rounds,
  reopenedFrom,
  now,
}: {
  rounds: Round[];
  reopenedFrom?: number | null;
  now: number;
}): boolean => typeof reopenedFrom === "number" || roundOn(rounds, now) !== null;

/**
 * Whether an application may be submitted at `now` (UTC ms): once, while a round is open or after staff
 * opened it again, complete, and by somebody old enough where they take part in person (specification,
 * sections 1, 4 and 5). Refused with a reason, or with problems by question id and a null reason.
 */
export function maySubmit(
  application: Checked & {
    rounds: Round[];
    now: number;
    submittedAt: number | null;
    reopenedFrom?: number | null;
  },
): SubmissionRuling {
  if (application.submittedAt !== null)
    return { allowed: false, reason: messages.alreadySubmitted, problems: {} };
  if (!isOpen(application)) {
    return { allowed: false, reason: messages.applicationsClosed, problems: {} };
  }
  const problems = applicationProblems(application);
  return Object.keys(problems).length === 0 ? { allowed: true } : { allowed: false, reason: null, problems };
}

export type SectionState = "complete" | "started" | "not started";

/**
 * State of one section in the task list: complete when nothing stands in the way of submitting
 * it, not started while nothing in it is answered. `questions` are the section's; where they depend on
 * another section's questions, pass what `shownAnswers` of all questions returns. A section without a
 * shown question is complete.
 */
export function sectionState(
  questions: Question[],
  answers: Answers,
  documents: ReadonlySet<string>,
  isCountry?: (code: string) => boolean,
): SectionState {
  const shown = shownAnswers(questions, answers);
  const visible = questions.filter((question) => isShown(question, shown));
  const begun = visible.some(({ id }) => documents.has(id) || (shown[id] ?? "") !== "");
  if (visible.length > 0 && !begun) return "not started";
  return Object.keys(problemsOf(questions, answers, documents, isCountry)).length === 0
    ? "complete"
    : "started";
}
