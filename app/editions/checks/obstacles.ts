import type { EditionDocument } from "~/editions/edition-document.ts";
import { editionMessages } from "~/editions/messages.ts";
import { quantity } from "~/values/words.ts";

/** What a document takes out of an edition, by id. */
export type Removed = {
  passes: string[];
  addOns: string[];
  criteria: string[];
  /** Questions that are gone, or that have moved to another section: answers are kept by section. */
  questions: string[];
  sections: string[];
};

/** For each id, how often it is in use: payments that bought it, reviews that score it, applications that answer it. */
export type EditionUse = Record<keyof Removed, Record<string, number>> & {
  /** Applicants who can see a decision, and who would fall into another round or lose sight of it. */
  toldOtherwise: number;
};

/** What `document` removes that `live` has. */
export function removedFrom(live: EditionDocument, document: EditionDocument): Removed {
  const gone = (before: { id: string }[], after: { id: string }[]) =>
    before.filter(({ id }) => !after.some((item) => item.id === id)).map(({ id }) => id);
  const placed = ({ sections }: EditionDocument) =>
    new Map(sections.flatMap(({ id, questions }) => questions.map((question) => [question.id, id])));
  const [was, is] = [placed(live), placed(document)];
  return {
    passes: gone(live.passes, document.passes),
    addOns: gone(live.addOns, document.addOns),
    criteria: gone(live.criteria, document.criteria),
    questions: [...was].filter(([id, section]) => is.get(id) !== section).map(([id]) => id),
    sections: gone(live.sections, document.sections),
  };
}

/** Why the document cannot take the place of the rows, in sentences that say what to do instead; none if it can. */
export function obstaclesOf(live: EditionDocument, document: EditionDocument, use: EditionUse): string[] {
  const removed = removedFrom(live, document);
  const { obstacles } = editionMessages;
  const questions = live.sections.flatMap((section) => section.questions);
  const titles = {
    passes: titlesOf(live.passes),
    addOns: titlesOf(live.addOns),
    criteria: titlesOf(live.criteria),
    questions: new Map(questions.map(({ id, text }) => [id, text])),
    sections: titlesOf(live.sections),
  };
  const held = (Object.keys(removed) as (keyof Removed)[]).flatMap((kind) =>
    removed[kind]
      .filter((id) => (use[kind][id] ?? 0) > 0)
      .map((id) => obstacles[kind](titles[kind].get(id) ?? id, use[kind][id]!)),
  );
  return use.toldOtherwise > 0
    ? [...held, obstacles.toldOtherwise(quantity(use.toldOtherwise, "applicant"))]
    : held;
}

const titlesOf = (items: { id: string; title: string }[]) =>
  new Map(items.map(({ id, title }) => [id, title]));
