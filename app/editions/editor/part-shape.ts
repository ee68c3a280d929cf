import type { EditionDocument } from "~/editions/edition-document.ts";
import type { EditionField, EditionItem } from "~/editions/edition-fields.ts";
import type { InBrief } from "~/editions/in-brief.ts";

/** Part of a document as a page edits it: items with the same fields. */
export type PartShape = {
  /** The name of one item; null if the part is a single item and none can be added. */
  noun: string | null;
  items: EditionItem[];
  /** A heading for an item. */
  titleOf(item: EditionItem): string;
  /** Standard texts for an item, by field. They never replace what is there. */
  standard?(item: Pick<EditionItem, "id">): Record<string, string>;
  /** The sentence at the top of an item's form. */
  aboutOf?(item: EditionItem): string;
  /** What the row of an item says beside its heading. A part without it is one item, whose form is always open. */
  inBrief?(item: EditionItem): InBrief;
  fields: EditionField[];
  /** What is wrong between fields that are right by themselves, by field. */
  check?(item: EditionItem): Record<string, string>;
  /** What "add" adds. */
  empty: EditionItem;
  /**
   * The ids that items can have. If it is left out, there may be any number, and a new item gets an id from its
   * title.
   */
  ids?: readonly string[];
  /** The document with these items in place of its own. */
  put(items: EditionItem[]): EditionDocument;
  /** Ids that a new item must not get, beside those of the items. */
  taken?: string[];
  /** The address where the items of an item are edited; for sections of questions. */
  inside?: { href(item: EditionItem): string; words(item: EditionItem): string };
};

/** The name of an item, whichever field holds it. */
export const nameOf = (item: EditionItem): string =>
  String(item["title"] ?? item["name"] ?? item["text"] ?? "");
