import { isRequired, shownAnswers } from "~/applications/questions.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import type { Answers, Question } from "~/values/catalogue.ts";
import { isoDay } from "~/values/times.ts";

/** The answers that give the invented delegate's name, by the ids of the questions. */
const NAME: Answers = { firstName: "Invented", middleName: "", lastName: "Delegate" };

/** A telephone number that nobody has: Ofcom reserves it for use in films. */
const TELEPHONE = "+442079460958";
const SENTENCE = "These words were invented for the preview, where an applicant would write their own.";
/** The age of the invented delegate, above the usual minimum ages. */
const AGE = 25;

/** The questions of a document, in the form that the rules about answers use. */
export const questionsOf = ({ sections }: Pick<EditionDocument, "sections">): Question[] =>
  sections.flatMap(({ id: sectionId, questions }) => questions.map((asked) => ({ ...asked, sectionId })));

/** A valid answer to each question that an edition asks, and the documents that it requires. */
export function inventedAnswers(
  document: Pick<EditionDocument, "sections" | "events" | "deadlineZone">,
  now: number,
): { answers: Answers; documents: Question[] } {
  const questions = questionsOf(document).filter(({ retired }) => !retired);
  const oldest = Math.max(AGE, ...document.events.map(({ minimumAge }) => (minimumAge ?? 0) + 1));
  const today = isoDay(now, document.deadlineZone);
  const given = Object.fromEntries(
    questions.map((question) => [question.id, answerTo(question, today, oldest)]),
  );
  const answers = shownAnswers(questions, given);
  const documents = questions.filter(
    (question) => question.kind === "document upload" && isRequired(question, answers),
  );
  return { answers, documents };
}

function answerTo(question: Question, today: string, age: number): string {
  const { id, kind, options, mask, format, maxLength, autocomplete } = question;
  const text = (words: string) => words.slice(0, maxLength).trim();
  const name = Object.hasOwn(NAME, id) ? NAME[id] : undefined;
  if (name !== undefined) return text(name);
  switch (kind) {
    case "choice":
    case "several of many":
      return options?.[0] ?? "";
    case "country":
      return "CH";
    case "document upload":
      return "";
    case "date": {
      const isFar = !format || !("years" in format) || format.years.past > age;
      return isFar ? `${String(Number(today.slice(0, 4)) - age).padStart(4, "0")}-01-15` : today;
    }
  }
  if (format && "telephone" in format) return TELEPHONE;
  if (format && "years" in format) return today.slice(0, 4);
  if (mask !== null) return mask.replace(/[09]/g, "1");
  if (kind === "number") return "7";
  if (kind === "long text") return text(SENTENCE);
  return text(autocomplete === "url" ? "https://example.org/invented" : "Invented answer");
}
