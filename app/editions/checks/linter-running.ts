import { type EditionDocument, type EditionQuestion, passInWords } from "~/editions/edition-document.ts";
import { KNOWN_SECTIONS } from "~/editions/known-questions.ts";
import { editionMessages } from "~/editions/messages.ts";
import { DECISIONS, PASS_TYPES } from "~/values/types.ts";
import { type EditionFinding, errorAt, placeInWords } from "./findings.ts";
import { findingMessages } from "./linter-messages.ts";

/** The answer that identifies people who come in person, for the rule about their age. */
const IN_PERSON = "In person";

/** Finds what is missing but needed for pages, payments or mails to work. */
export function* lintRunning(document: EditionDocument): Generator<EditionFinding> {
  const { rounds, passes, questions, mails } = findingMessages;
  if (document.rounds.length === 0) yield errorAt({ part: "rounds" }, rounds.none);
  for (const id of PASS_TYPES) {
    const pass = document.passes.find((one) => one.id === id);
    if (!pass) yield errorAt({ part: "passes" }, passes.missing(passInWords(id)));
    for (const round of pass ? document.rounds : []) {
      if (Object.hasOwn(pass!.cents, round.id)) continue;
      yield errorAt({ part: "passes", item: id, field: `cents.${round.id}` }, passes.noPrice(round.title));
    }
  }
  for (const { id: sectionId, title, questions: known } of KNOWN_SECTIONS) {
    const asked = document.sections.find(({ id }) => id === sectionId)?.questions ?? [];
    for (const { id, text } of known) {
      const question = asked.find((one) => one.id === id && !one.retired);
      if (!question) yield errorAt({ part: "questions", item: id }, questions.missing(text, title));
      else if (lacksInPerson(question)) {
        yield errorAt({ part: "questions", item: id, field: "options" }, questions.inPerson);
      }
    }
  }
  for (const decision of DECISIONS) {
    for (const field of ["subject", "body"] as const) {
      if (document.mails[decision][field].trim() !== "") continue;
      yield errorAt({ part: "mails", item: decision, field }, mails.empty(field === "body" ? "text" : field));
    }
  }
}

const lacksInPerson = ({ id, kind, options }: EditionQuestion) =>
  id === "participation" && kind !== "short text" && !options?.includes(IN_PERSON);

/**
 * Why an edition cannot be the current one, in sentences that say what is missing; empty if it can.
 *
 * @param live null if there is no such edition.
 */
export function obstaclesToRunning(
  live: { document: EditionDocument; agreement: object | null } | null,
): string[] {
  if (!live) return [editionMessages.notSetUp];
  const { document, agreement } = live;
  const missing = [...lintRunning(document)].map(
    (finding) => `${placeInWords(document, finding)}: ${finding.message}`,
  );
  return agreement ? missing : [editionMessages.noAgreement, ...missing];
}
