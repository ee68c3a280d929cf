import { DECISIONS, type Decision, PASS_TYPES, type PassType } from "~/values/types.ts";

/** The parts of an edition without which pages, payments or mails would not work. */
export type RunningParts = {
  rounds: { id: string; title: string }[];
  /** `cents` by round. */
  passes: { id: PassType; cents: Record<string, number> }[];
  sections: { id: string; questions: { id: string; options: string[] | null; retired?: boolean }[] }[];
  agreement: object | null;
  mails: Partial<Record<Decision, object>>;
};

/** The questions that the rules know by name, and the sections in which they look for them. */
const KNOWN = [
  ["about", "firstName"],
  ["about", "lastName"],
  ["about", "dateOfBirth"],
  ["participation", "participation"],
] as const;

/**
 * Why an edition cannot be the current one, in sentences that say what is missing; none if it can.
 *
 * @param parts null if there is no such edition.
 */
export function whyNotRunning(parts: RunningParts | null): string[] {
  if (!parts) return ["It takes no registrations: nobody has set up an edition for it."];
  const { rounds, passes, sections, agreement, mails } = parts;
  const unpriced = PASS_TYPES.flatMap((id) => {
    const pass = passes.find((one) => one.id === id);
    if (!pass) return [`The pass ${id} is missing. Add it, off sale if it is not sold.`];
    return rounds
      .filter((round) => !Object.hasOwn(pass.cents, round.id))
      .map((round) => `The pass ${id} has no price in the round “${round.title}”.`);
  });
  const unasked = KNOWN.filter(([section, question]) => !asks(sections, section, question)).map(
    ([section, question]) => `The question ${question} is missing in the section ${section}.`,
  );
  const participation = sections
    .flatMap(({ questions }) => questions)
    .find(({ id }) => id === "participation");
  return [
    ...(rounds.length === 0 ? ["There is no round, so nobody could apply."] : []),
    ...unpriced,
    ...(agreement ? [] : ["There is no agreement to accept."]),
    ...unasked,
    ...(participation && !participation.options?.includes("In person")
      ? ["The question participation has no option “In person”."]
      : []),
    ...DECISIONS.filter((decision) => !mails[decision]).map(
      (decision) => `The mail about the decision “${decision}” is missing.`,
    ),
  ];
}

const asks = (sections: RunningParts["sections"], section: string, question: string) =>
  sections.some(
    ({ id, questions }) =>
      id === section && questions.some((one) => one.id === question && one.retired !== true),
  );
