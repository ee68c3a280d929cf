import type { EditionDocument } from "~/editions/edition-document.ts";
import type { EditionField, EditionItem } from "~/editions/edition-fields.ts";
import type { InBrief } from "~/editions/in-brief.ts";

/** A part of a document as a page edits it: items that all have the same fields. */
export type PartShape = {
  /** The word for one item; null if the part is a single item and none can be added. */
  noun: string | null;
  items: EditionItem[];
  /** A heading for an item. */
  titleOf(item: EditionItem): string;
  /** For each field of an item, its standard text. A standard text never replaces a text that is already there. */
  standard?(item: Pick<EditionItem, "id">): Record<string, string>;
  /** The sentence at the top of an item's form. */
  aboutOf?(item: EditionItem): string;
  /**
   * What the row of an item shows beside its heading. If this is left out, the part is a single item whose form is
   * always open.
   */
  inBrief?(item: EditionItem): InBrief;
  fields: EditionField[];
  /** For each field, what is wrong with it although every field is valid by itself: the fields may not fit together. */
  check?(item: EditionItem): Record<string, string>;
  /** The item that "add" adds. */
  empty: EditionItem;
  /**
   * The only ids that items may have. If this is left out, any number of items is possible, and a new item gets an id
   * made from its title.
   */
  ids?: readonly string[];
  /** The list that must get an item before this one can, because a field chooses from that list or needs it. */
  first?: "events" | "rounds" | "passes";
  /** The document with `items` in place of the items of this part. */
  put(items: EditionItem[]): EditionDocument;
  /** Ids that a new item must not get, besides the ids of the other items. */
  taken?: string[];
  /** The link to the page that edits what an item contains. Only sections of questions have such a page. */
  inside?: { href(item: EditionItem): string; words(item: EditionItem): string };
};

/** The name of an item, in whichever field it is stored. */
export const nameOf = (item: EditionItem): string =>
  String(item["title"] ?? item["name"] ?? item["text"] ?? "");
