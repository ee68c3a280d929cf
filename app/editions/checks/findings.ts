import { TEXT_IDS } from "~/conference/texts.ts";
import { EDITION_PARTS, type EditionDocument, type EditionPart } from "~/editions/edition-document.ts";

/**
 * The place where a finding can be corrected: a part, the id of an item in that part, and the name of the field in the
 * document.
 */
export type FindingPlace = {
  part: EditionPart;
  /**
   * An id in the document, or the decision that a mail is about. If `field` begins with "section", the item is a
   * section of questions.
   */
  item?: string;
  /** Such as "deadline", or "cents.early" for one price of a pass. */
  field?: string;
};

/**
 * An error prevents an edition from being published. A note does not, but a grave note says that the edition makes no
 * sense as it is. The message says how to correct the problem.
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

/** A finding for each item that has the same title as an earlier item; upper and lower case make no difference. */
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

/** A finding as a page shows it, with a link to the place where it can be corrected. */
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

/** The place where a finding can be corrected, in words: its part, and its item if the document contains that item. */
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

/** The search parameter that asks a page to open the row of an item. */
export const OPEN = "open";

/** An id as it is written in a URL. Only the ids of mails contain spaces. */
export const anchorOf = (item: string): string => item.replaceAll(" ", "-");

/**
 * The URL of the place where a finding can be corrected. It leads to the item and not to the field, because the page
 * has anchors only for items.
 */
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
  // Not every browser opens a closed row when a link leads to an element in the row. So `OPEN` asks the page to open
  // the row.
  return `${section ? `${page}/${section.id}` : page}?${OPEN}=${anchorOf(item)}#item-${anchorOf(item)}`;
}
