import { questionUsage } from "~/applications/question-usage.server.ts";
import type { Context } from "~/platform/context.server.ts";
import type { GivenAnswers } from "./answers-given.ts";
import type { EditedPart } from "./part-page.server.ts";

/**
 * How the questions of a section were answered: both the published questions and the questions in the draft. Reads
 * every answer.
 */
export async function readGivenAnswers(
  { db }: Context,
  { draft, shape }: EditedPart,
  sectionId: string,
): Promise<GivenAnswers> {
  if (!draft.live) return { usage: {}, published: [] };
  const drafted = new Set(shape.items.map(({ id }) => id));
  const published = draft.live.document.sections
    .flatMap(({ id: section, questions }) =>
      questions.map(({ id, text, kind, required, mask, format, maxLength, retired }) => ({
        ...{ id, sectionId: section, text, kind, required, mask, format, maxLength, retired },
      })),
    )
    .filter((question) => question.sectionId === sectionId || drafted.has(question.id));
  const ids = new Set(published.map(({ id }) => id));
  const usage = Object.entries(await questionUsage(db, draft.conferenceId)).filter(([id]) => ids.has(id));
  return { published, usage: Object.fromEntries(usage) };
}
