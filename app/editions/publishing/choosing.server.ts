import { parseDocument } from "~/editions/edition-document.form.ts";
import { isSame, takingFrom } from "~/editions/merge.ts";
import { editionMessages } from "~/editions/messages.ts";
import { readDraft, saveRevision } from "~/editions/revisions.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { messages } from "~/values/messages.ts";
import { isAsSeen, type NotPublished, notPublished, type SeenEdition } from "./publications.server.ts";

/**
 * Chooses between the draft's value and the published value at one place of the document, and saves the result as the
 * next revision.
 *
 * @param path a path from a `Change` or from the draft's `both`, as JSON.
 * @param stands which of the two values is kept. The page offers the draft's value only if another page has changed the
 *   published value in the meantime.
 */
export async function chooseValue(
  context: Context,
  visit: SignedIn,
  conferenceId: string,
  { path, stands, seen }: { path: string; stands: "published" | "drafted"; seen: SeenEdition },
): Promise<{ revision: number } | NotPublished> {
  const draft = await readDraft(context, visit.settings, conferenceId);
  if (!draft) return { refused: messages.notFound, status: 404 };
  const place = placeIn(path);
  if (!place || !draft.live) return { refused: messages.badRequest, status: 400 };
  if (!isAsSeen(draft, seen)) return notPublished(editionMessages.publishedMeanwhile);
  if (stands === "drafted") return saveRevision(context, visit, draft, draft.document, place);
  const document = takingFrom(draft.document, draft.live.document, place);
  if (isSame(document, draft.document)) return { refused: messages.badRequest, status: 400 };
  // Some values are valid only together with other values. Such a value cannot be restored by itself.
  if ("wrong" in parseDocument(document)) return notPublished(editionMessages.notAlone);
  return saveRevision(context, visit, draft, document, place);
}

/** The path given in a form; null if the form gives no valid path. */
function placeIn(json: string): string[] | null {
  try {
    const path: unknown = JSON.parse(json);
    const isPath = Array.isArray(path) && path.length > 0 && path.every((name) => typeof name === "string");
    return isPath ? (path as string[]) : null;
  } catch {
    return null;
  }
}
