import type { EditionDocument } from "~/editions/edition-document.ts";
import type { EditionField, EditionItem } from "~/editions/edition-fields.ts";
import type { InBrief } from "~/editions/in-brief.ts";

/** Part of a document as a page edits it: items with the same fields. */
export type PartShape = {
  /** What one item is called; null if the part is one whole, to which nothing is added. */
  noun: string | null;
  items: EditionItem[];
  /** A heading for an item. */
  titleOf(item: EditionItem): string;
  /** The texts from which an item may begin, by field; they never take the place of what is there. */
  standard?(item: Pick<EditionItem, "id">): Record<string, string>;
  /** What the form of an item says of it first. */
  aboutOf?(item: EditionItem): string;
  /** What the row of an item says beside its heading; a part without it is one whole, whose form is always open. */
  inBrief?(item: EditionItem): InBrief;
  fields: EditionField[];
  /** What is wrong between fields that are each right, by field. */
  check?(item: EditionItem): Record<string, string>;
  /** What "add" adds. */
  empty: EditionItem;
  /** The ids that items can have; without it there may be any number, and a new one gets an id from its title. */
  ids?: readonly string[];
  /** The document with these items in place of its own. */
  put(items: EditionItem[]): EditionDocument;
  /** Ids that a new item must not get, beside those of the items. */
  taken?: string[];
  /** Where the items of an item are edited; for sections of questions. */
  inside?: { href(item: EditionItem): string; words(item: EditionItem): string };
};

/** The name of an item, whatever its field is called. */
export const nameOf = (item: EditionItem): string =>
  String(item["title"] ?? item["name"] ?? item["text"] ?? "");
