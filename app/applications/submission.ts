import { oldEnough } from "~/conference/age.ts";
import { roundOn } from "~/conference/rounds.ts";
import type { Answers, PassEvent, Question, Round } from "~/values/catalogue.ts";
import { isDay } from "~/values/times.ts";
import { applicationMessages } from "./messages.ts";
import { holds, isShown, problems as problemsOf, type Reference, shownAnswers } from "./questions.ts";

export type SubmissionRuling =
  | { allowed: true }
  | { allowed: false; reason: string | null; problems: Record<string, string> };

/** The parts of an application that are checked. `documents` contains the ids of questions with a stored document. */
export type CheckedApplication = {
  questions: Question[];
  answers: Answers;
  documents: ReadonlySet<string>;
  /** The event for delegates who take part in person; null if there is none. */
  inPersonEvent: Pick<PassEvent, "firstDay" | "minimumAge"> | null;
  reference: Reference;
};

/**
 * Everything that prevents submitting, by question id: missing and invalid answers, missing documents, and an age that
 * is too low for taking part in person (specification, sections 1 and 5).
 */
export function applicationProblems({
  questions,
  answers,
  documents,
  inPersonEvent,
  reference,
}: CheckedApplication): Record<string, string> {
  const problems = problemsOf(questions, answers, documents, reference);
  const shown = shownAnswers(questions, answers);
  const birth = shown["dateOfBirth"] ?? "";
  const inPerson = holds({ field: "participation", values: ["In person"] }, shown);
  const asked = new Set(questions.filter(({ retired }) => !retired).map(({ id }) => id));
  // If a question is no longer asked, its answer cannot be corrected, so the answer must not be a reason for refusing.
  const correctable = asked.has("dateOfBirth") && asked.has("participation");
  const { firstDay = null, minimumAge = null } = inPersonEvent ?? {};
  const hasRule = correctable && inPerson && firstDay !== null && minimumAge !== null;
  if (hasRule && isDay(birth) && !oldEnough(birth, firstDay, minimumAge)) {
    problems["dateOfBirth"] = applicationMessages.tooYoungInPerson(minimumAge);
  }
  return problems;
}

/**
 * Whether an application may be changed and submitted at `now` (UTC ms), judged by time alone: while a round is open,
 * or at any time if staff have opened the application again.
 */
export const isOpenForEditing = ({
  rounds,
  reopenedFrom,
  now,
}: {
  rounds: Round[];
  reopenedFrom?: number | null;
  now: number;
}): boolean => typeof reopenedFrom === "number" || roundOn(rounds, now) !== null;

/**
 * Whether an application may be submitted at `now` (UTC ms): only once, only if it is complete, and only while a round
 * is open or after staff have opened the application again. Somebody who takes part in person must also be old enough
 * (specification, sections 1, 4 and 5). A refusal has either a reason, or problems by question id and a null reason.
 */
export function maySubmit(
  application: CheckedApplication & {
    rounds: Round[];
    now: number;
    submittedAt: number | null;
    reopenedFrom?: number | null;
  },
): SubmissionRuling {
  if (application.submittedAt !== null)
    return { allowed: false, reason: applicationMessages.alreadySubmitted, problems: {} };
  if (!isOpenForEditing(application)) {
    return { allowed: false, reason: applicationMessages.applicationsClosed, problems: {} };
  }
  const problems = applicationProblems(application);
  return Object.keys(problems).length === 0 ? { allowed: true } : { allowed: false, reason: null, problems };
}

export type SectionState = "complete" | "to fix" | "started" | "not started";

/**
 * The state of one section in the list of tasks: "to fix" if an answer is invalid, "started" if one is missing, "not
 * started" if there are no answers at all. A section in which no question is shown is complete.
 *
 * @param questions the questions of the section.
 * @param shown the result of `shownAnswers` for all questions, because a section may depend on another one.
 * @param problems the problems of the whole application, by question id.
 */
export function sectionState(
  questions: Question[],
  shown: Answers,
  documents: ReadonlySet<string>,
  problems: Record<string, string>,
): SectionState {
  const visible = questions.filter((question) => isShown(question, shown));
  const isAnswered = ({ id }: Question) => documents.has(id) || (shown[id] ?? "") !== "";
  if (visible.length > 0 && !visible.some(isAnswered)) return "not started";
  const wrong = visible.filter(({ id }) => id in problems);
  if (wrong.length === 0) return "complete";
  return wrong.some(isAnswered) ? "to fix" : "started";
}
