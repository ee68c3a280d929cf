import { answerInWords } from "~/applications/answers-in-words.ts";
import { heldByForm, isDocumentQuestion } from "~/applications/application-form.ts";
import { isRequired, shownAnswers } from "~/applications/questions.ts";
import { withReadableTelephones, withStoredTelephones } from "~/applications/telephone.ts";
import { areAllOver } from "~/conference/events.ts";
import type { Answers, PassEvent, Question } from "~/values/catalogue.ts";
import type { Decision } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";

/**
 * A question, with the people who need its answer: the staff at the door or in the kitchen, or helpers in an emergency.
 */
export type DetailQuestion = Question & {
  onSite: boolean;
  forEmergencies: boolean;
  /** Whether the question is asked only of people with a place, and not in the application. */
  askedLater: boolean;
};

/**
 * The name of the hidden fields that say which questions with `askedLater` were in the form. A group without a tick
 * posts nothing, so its own field cannot say that it was in the form. No question has this name as its id, because an
 * id contains no dot.
 */
export const ASKED_LATER = "asked.later";

/** The changes of one save, by question id. Telephone numbers are in the form in which they are stored. */
export type Changes = Record<string, { from: string; to: string }>;

const typedLine = {
  kind: "short text",
  required: "never",
  ...{ sectionId: "", requiredMessage: null, dependsOn: null, options: null, mask: null, format: null },
  ...{ retired: false, askedLater: false },
} as const;

/**
 * Two fields of our own. If a question of the edition that is needed on the day has the same id as one of them, the
 * question takes the place of our field.
 */
export const BADGE_NAME: DetailQuestion = {
  ...typedLine,
  ...{ id: "badgeName", text: "Name on your badge", maxLength: 60, autocomplete: "name" },
  ...{ onSite: true, forEmergencies: false },
  hint: "Letters and receipts keep the name in your application. Leave this empty to have the same name on your badge.",
};
export const RELATION: DetailQuestion = {
  ...typedLine,
  ...{
    id: "emergencyRelation",
    text: "Emergency contact: relation to you",
    maxLength: 60,
    autocomplete: "off",
  },
  ...{ onSite: false, forEmergencies: true },
  hint: "Such as mother, brother or friend.",
};

/**
 * The questions whose answers are needed on the day, including retired questions. The question for the badge comes
 * first, then the questions of the edition. If the edition asks for an emergency contact, our question about the
 * contact comes last.
 */
export function dayQuestions(questions: readonly DetailQuestion[]): DetailQuestion[] {
  const flagged = questions.filter(({ onSite, forEmergencies }) => onSite || forEmergencies);
  const own = flagged.some(({ forEmergencies }) => forEmergencies) ? [BADGE_NAME, RELATION] : [BADGE_NAME];
  const [badge, relation] = own.map((ours) => (flagged.some(({ id }) => id === ours.id) ? [] : [ours]));
  return [...badge!, ...flagged, ...(relation ?? [])];
}

/**
 * The latest value of every answer that has been changed; answers that were not changed are absent.
 *
 * @param changes the oldest change first.
 */
export const lastChanged = (changes: readonly Changes[]): Answers =>
  Object.fromEntries(changes.flatMap((one) => Object.entries(one).map(([id, { to }]) => [id, to])));

/**
 * The questions whose answers staff may correct. They are still asked, and their answers are typed or chosen, not
 * uploaded.
 */
export const correctable = <Asked extends Question>(questions: Asked[]): Asked[] =>
  questions.filter((question) => !question.retired && !isDocumentQuestion(question));

/**
 * The answers that a delegate submitted, and the later changes by the delegate or the team; the oldest change comes
 * first.
 */
export type Given = {
  questions: readonly DetailQuestion[];
  answers: Answers;
  changes: readonly Changes[];
};

/** The questions on the form for details, and the present values of all answers. */
export function detailsOf({ questions, answers, changes }: Given) {
  const ownName = fullName(answers["firstName"], answers["middleName"], answers["lastName"]);
  const changed = lastChanged(changes);
  const values: Answers = { ...answers, ...changed };
  values[BADGE_NAME.id] ||= ownName;
  const shown = shownAnswers([...questions], values);
  const open = dayQuestions(questions).filter(
    (question) => !question.retired && !isDocumentQuestion(question),
  );
  return { asked: heldByForm(open, shown), values, ownName };
}

/**
 * The questions that are asked only of people with a place, and that this person has still to answer. The form for
 * details contains them all.
 */
export const stillAsked = (questions: readonly DetailQuestion[], values: Answers): DetailQuestion[] =>
  dayQuestions(questions).filter(
    (question) =>
      question.askedLater &&
      !isDocumentQuestion(question) &&
      isRequired(question, values) &&
      (values[question.id] ?? "").trim() === "",
  );

/**
 * The fields of the form that differ from the present values. If the field for the name on the badge was emptied, the
 * badge gets the name in the application.
 */
export function changesIn({ asked, values, ownName }: ReturnType<typeof detailsOf>, typed: Answers): Changes {
  const before = withStoredTelephones(asked, values);
  const after = withStoredTelephones(asked, { ...values, ...typed });
  after[BADGE_NAME.id] ||= ownName;
  return Object.fromEntries(
    asked
      .map(({ id }) => [id, { from: before[id] ?? "", to: after[id] ?? "" }] as const)
      .filter(([, { from, to }]) => from !== to),
  );
}

/** Every question whose answer may change after submitting: first the questions for the day, then the others. */
export function questionsChanged(questions: readonly DetailQuestion[]): DetailQuestion[] {
  const forDay = dayQuestions(questions);
  return [...forDay, ...questions.filter(({ id }) => !forDay.some((one) => one.id === id))];
}

/** `byTeam` is true if the team corrected an answer of the application, and false if the delegate changed details. */
export type HistoryEntry = {
  at: number;
  byTeam: boolean;
  lines: { id: string; text: string; from: string; to: string }[];
};

/** The saves that changed the answers to these questions, in words; the newest save comes first. */
export function detailsHistoryOf(
  questions: readonly Question[],
  rows: readonly { savedAt: number; byTeam: boolean; changes: Changes }[],
): HistoryEntry[] {
  const inWords = (question: Question, answer: string) =>
    answerInWords(question, withReadableTelephones([question], { [question.id]: answer })[question.id]!);
  return rows
    .map(({ savedAt, byTeam, changes }) => ({
      ...{ at: savedAt, byTeam },
      lines: questions.flatMap((question) => {
        const change = Object.hasOwn(changes, question.id) ? changes[question.id] : undefined;
        if (!change) return [];
        const { id, text } = question;
        return [{ id, text, from: inWords(question, change.from), to: inWords(question, change.to) }];
      }),
    }))
    .filter(({ lines }) => lines.length > 0)
    .reverse();
}

/**
 * Whether the home page links to the details. It does as long as the details can be changed, unless the application was
 * rejected.
 */
export const mayChangeDetails = (
  standing: { submittedAt: number | null; events: readonly PassEvent[]; decision: Decision | null },
  now: number,
): boolean => standing.decision !== "Rejected" && whyClosed(standing, now) === null;

/**
 * Why details cannot be changed at `now` (UTC ms); null if they can. They can be changed from the submission until all
 * events are over.
 */
export function whyClosed(
  { submittedAt, events }: { submittedAt: number | null; events: readonly PassEvent[] },
  now: number,
): "not submitted" | "over" | null {
  if (submittedAt === null) return "not submitted";
  return areAllOver(events, now) ? "over" : null;
}
