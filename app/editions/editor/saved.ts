import { EDITION_PARTS } from "~/editions/edition-document.ts";
import { DAY } from "~/values/durations.ts";

/** A day (ms): somebody who leaves a form unfinished in the evening finds it again the next morning. */
export const FORMS_KEPT = DAY;

/** The next page for somebody who makes an edition part by part. */
export type NextPart = { href: string; title: string };

/**
 * The id of the part or the section that was saved last, according to the page's search parameter. Null if the page is
 * not shown after a save.
 */
const savedIn = (request: Request): string | null => new URL(request.url).searchParams.get("saved");

/** The part after the one that was saved last; after the last part, the publication page. Null if nothing was saved. */
export function nextPart(request: Request, editionId: string): NextPart | null {
  const saved = savedIn(request);
  if (saved === null) return null;
  const edition = `/admin/editions/${editionId}`;
  const next = EDITION_PARTS[EDITION_PARTS.findIndex(({ id }) => id === saved) + 1];
  return next
    ? { href: `${edition}/${next.id}`, title: next.title }
    : { href: `${edition}/publish`, title: "Look at the changes and publish" };
}

/** What comes after the section whose questions were saved last: the next section, or the next part. */
export function nextSection(
  request: Request,
  editionId: string,
  sections: readonly { id: string; title: string }[],
): NextPart | null {
  const saved = savedIn(request);
  if (saved === null) return null;
  const edition = `/admin/editions/${editionId}`;
  const next = sections[sections.findIndex(({ id }) => id === saved) + 1];
  if (next) return { href: `${edition}/questions/${next.id}`, title: next.title };
  const after = EDITION_PARTS[EDITION_PARTS.findIndex(({ id }) => id === "questions") + 1]!;
  return { href: `${edition}/${after.id}`, title: after.title };
}
