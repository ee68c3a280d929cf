import type { EditionDocument } from "~/editions/edition-document.ts";
import { editionMessages } from "~/editions/messages.ts";
import { quantity } from "~/values/words.ts";

/** The ids of the things that a document removes from an edition. */
export type Removed = {
  passes: string[];
  addOns: string[];
  criteria: string[];
  /** Questions that were removed, or moved to another section: answers are kept by section. */
  questions: string[];
  sections: string[];
};

/**
 * How many times each removed thing is in use, by id: payments that bought a pass or an add-on, reviews that score a
 * criterion, applications that answer a question.
 */
export type EditionUse = Record<keyof Removed, Record<string, number>> & {
  /**
   * The number of applicants who can see their decision now, but would move to another round or no longer see the
   * decision.
   */
  toldOtherwise: number;
  /** The number of submitted applications that belong to a round now, but would belong to none. */
  leftOut: number;
};

/** The things that `live` contains and `document` does not contain. */
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

/** Why the document cannot replace the edition's rows, in sentences that say what to do instead; empty if it can. */
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
  return [
    ...held,
    ...(use.toldOtherwise > 0 ? [obstacles.toldOtherwise(quantity(use.toldOtherwise, "applicant"))] : []),
    ...(use.leftOut > 0 ? [obstacles.leftOut(use.leftOut)] : []),
  ];
}

const titlesOf = (items: { id: string; title: string }[]) =>
  new Map(items.map(({ id, title }) => [id, title]));
