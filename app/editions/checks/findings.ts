import { TEXT_IDS } from "~/conference/texts.ts";
import { EDITION_PARTS, type EditionDocument, type EditionPart } from "~/editions/edition-document.ts";

/** Where something is mended: a part, the id of an item in it, and the field as the document names it. */
export type FindingPlace = {
  part: EditionPart;
  /** An id of the document, or the decision of a mail. A field that begins with "section" is of a section of questions. */
  item?: string;
  /** Such as "deadline", or "cents.early" for one price of a pass. */
  field?: string;
};

/**
 * An error keeps an edition from being published; a note does not, but a grave one says that the edition makes no sense as
 * it is. The message says how to mend it.
 */
export type EditionFinding = FindingPlace & { level: "error" | "note"; message: string; isGrave?: boolean };

export const errorAt = (place: FindingPlace, message: string): EditionFinding => ({
  level: "error",
  ...place,
  message,
});
export const noteAt = (place: FindingPlace, message: string): EditionFinding => ({
  level: "note",
  ...place,
  message,
});

/** A grave note, such as one about a round in which nobody can apply. Its first sentence says what is wrong. */
export const graveNoteAt = (place: FindingPlace, message: string): EditionFinding => ({
  ...noteAt(place, message),
  isGrave: true,
});

/** A finding for each item that has the same title as an earlier one, whatever the case. */
export function* twinsIn<Item extends { id: string }>(
  items: Item[],
  titleOf: (item: Item) => string,
  finding: (item: Item, title: string) => EditionFinding,
): Generator<EditionFinding> {
  const seen = new Set<string>();
  for (const item of items) {
    const key = titleOf(item).trim().toLowerCase();
    if (seen.has(key)) yield finding(item, titleOf(item));
    seen.add(key);
  }
}

/** A finding as a page shows it, with a link to the place where it is mended. */
export type ShownFinding = Pick<EditionFinding, "level" | "part" | "message" | "item" | "isGrave"> & {
  place: string;
  href: string;
};

export const shownFindings = (
  editionId: string,
  document: EditionDocument,
  findings: EditionFinding[],
): ShownFinding[] =>
  findings.map((finding) => ({
    ...{ level: finding.level, part: finding.part, message: finding.message, item: finding.item },
    ...(finding.isGrave && { isGrave: true }),
    ...{ place: placeInWords(document, finding), href: addressOf(editionId, document, finding) },
  }));

/** Where a finding is mended, in words: its part, and its item if the document has it. */
export function placeInWords(document: EditionDocument, { part, item }: FindingPlace): string {
  const { title } = EDITION_PARTS.find(({ id }) => id === part)!;
  const { events, rounds, passes, addOns, sections, criteria } = document;
  const questions = sections.flatMap((section) => section.questions);
  const named = [
    ...[...rounds, ...passes, ...addOns, ...sections, ...criteria].map(({ id, title }) => [id, title]),
    ...events.map(({ id, name }) => [id, name]),
    ...questions.map(({ id, text }) => [id, text]),
  ];
  const text = part === "texts" && TEXT_IDS.find(({ id }) => id === item)?.title;
  const its = item && (text || (named.find(([id]) => id === item)?.[1] ?? (part === "mails" ? item : "")));
  return its ? `${title}: ${its}` : title;
}

/** How an address asks for the row of an item to be open. */
export const OPEN = "open";

/** An id as it is written in an address; ids of mails are words. */
export const anchorOf = (item: string): string => item.replaceAll(" ", "-");

/** The address at which a finding is mended, as near to its item as the pages have anchors. */
function addressOf(
  editionId: string,
  { sections }: EditionDocument,
  { part, item, field }: FindingPlace,
): string {
  const page = `/admin/editions/${editionId}/${part}`;
  if (item === undefined) return page;
  const section = field?.startsWith("section")
    ? undefined
    : sections.find(({ questions }) => part === "questions" && questions.some(({ id }) => id === item));
  // Not every browser opens a row when a link points inside it: then the page opens it.
  return `${section ? `${page}/${section.id}` : page}?${OPEN}=${anchorOf(item)}#item-${anchorOf(item)}`;
}
