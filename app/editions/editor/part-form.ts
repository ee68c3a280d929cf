import type { EditionDocument } from "~/editions/edition-document.ts";
import { type EditionItem, valueAt, withValue } from "~/editions/edition-fields.ts";
import { nameOf, type PartShape } from "./part-shape.ts";

/** The suffix of a control that uploads a picture: the control has the name of the field, followed by this. */
export const UPLOAD = ".upload";
/** The suffix of a box that removes a picture: the box has the name of the field, followed by this. */
export const NO_PICTURE = ".none";

/** One item in a form: the id that it had, and what was typed in each field. */
export type TypedItem = { id: string; typed: Record<string, string> };

/** What the row of an item shows besides the item's values. */
export type RowState = {
  /** The number of errors that the linter has found in the item. */
  mistakes: number;
  notes: number;
  /** How publishing would change the item: "New" or "Changed". */
  change: string | null;
  /** Whether the URL asks for this row to be open. */
  isAsked: boolean;
};

/** The stored items as their form shows them. */
export const typedOf = ({ items, fields }: Pick<PartShape, "items" | "fields">): TypedItem[] =>
  items.map((item) => ({
    id: String(item["id"] ?? ""),
    typed: Object.fromEntries(fields.map((field) => [field.name, field.written(valueAt(item, field.name))])),
  }));

/**
 * How many changes lead from one state of a part to the other. Each changed field counts as one, and so does each item
 * that only one state has. Another order of the items counts as one more, however many items moved. The number is at
 * least 1, since the states can differ in something that has no field.
 */
export function changesOfPart(before: Pick<PartShape, "items" | "fields">, after: typeof before): number {
  const [old, now] = [typedOf(before), typedOf(after)];
  const typedBefore = new Map(old.map(({ id, typed }) => [id, typed]));
  const both = now.filter(({ id }) => typedBefore.has(id));
  const inBoth = new Set(both.map(({ id }) => id));
  const fields = both.flatMap(({ id, typed }) =>
    Object.keys(typed).filter((name) => typed[name] !== typedBefore.get(id)![name]),
  );
  const orderBefore = old.map(({ id }) => id).filter((id) => inBoth.has(id));
  const isMoved = both.some(({ id }, index) => id !== orderBefore[index]);
  const inOne = old.length + now.length - 2 * both.length;
  return Math.max(1, fields.length + inOne + (isMoved ? 1 : 0));
}

/**
 * The items of a posted form, in the order of the form: fields have names such as "0.title", and "items" is the number
 * of items. If the part is not a list, the number and the ids of its items are not read from the form, but taken from
 * the stored items.
 */
export function typedItems(
  { fields, items, noun }: Pick<PartShape, "fields" | "items" | "noun">,
  form: Pick<FormData, "get">,
): TypedItem[] {
  const posted = Number(form.get("items") ?? 0);
  const number = Number.isInteger(posted) ? Math.max(0, Math.min(posted, MOST_ITEMS)) : 0;
  return Array.from({ length: noun === null ? items.length : number }, (_, index) => ({
    id: String((noun === null ? items[index]!["id"] : form.get(`${index}.id`)) ?? ""),
    typed: Object.fromEntries(fields.map(({ name }) => [name, String(form.get(`${index}.${name}`) ?? "")])),
  }));
}

const MOST_ITEMS = 100;

/** Whether another item can be added to the form. */
export const mayAdd = (
  { noun, ids, first }: Pick<PartShape, "noun" | "ids" | "first">,
  items: readonly TypedItem[],
): boolean => noun !== null && first === undefined && items.length < (ids?.length ?? MOST_ITEMS);

/** The fields of an item that are empty and have a standard text. */
export const emptyFields = (
  { standard }: Pick<PartShape, "standard">,
  { id, typed }: TypedItem,
): [name: string, text: string][] =>
  Object.entries(standard?.({ id }) ?? {}).filter(([name]) => (typed[name] ?? "").trim() === "");

/**
 * The names of the buttons that ask for standard texts begin with this: "standard:0.body" asks for one field, and
 * "standard" alone asks for all of them.
 */
export const STANDARD = "standard";

/**
 * The items, with standard texts in the empty fields that the button asked for; null if the button asks for something
 * else.
 */
export function withStandard<Item extends TypedItem>(
  items: readonly Item[],
  shape: Pick<PartShape, "standard">,
  act: string,
): Item[] | null {
  const [verb, field] = act.split(":");
  if (verb !== STANDARD) return null;
  return items.map((item, index) => {
    const begun = emptyFields(shape, item).filter(
      ([name]) => field === undefined || field === `${index}.${name}`,
    );
    return begun.length > 0 ? { ...item, typed: { ...item.typed, ...Object.fromEntries(begun) } } : item;
  });
}

/**
 * The items after a button was pressed: "add", "remove:2", "up:2" or "down:2". Anything else leaves the items as they
 * are.
 */
export function rearranged<Item extends TypedItem>(
  items: Item[],
  shape: Pick<PartShape, "noun" | "ids" | "first" | "fields" | "empty">,
  act: string,
): (Item | TypedItem)[] {
  if (act === "add" && mayAdd(shape, items)) {
    const id = shape.ids?.find((one) => !items.some((item) => item.id === one));
    return [...items, ...typedOf({ ...shape, items: [{ ...shape.empty, id }] })];
  }
  const [, verb, place] = /^(remove|up|down):(\d{1,3})$/.exec(act) ?? [];
  const index = Number(place);
  if (!verb || shape.noun === null || !items[index]) return items;
  if (verb === "remove") return items.filter((_, position) => position !== index);
  const other = verb === "up" ? index - 1 : index + 1;
  if (!items[other]) return items;
  return items.map((item, position) =>
    position === index ? items[other]! : position === other ? items[index]! : item,
  );
}

/**
 * An item with what was typed and, for each field, what is wrong with it. A field that nobody changed keeps its stored
 * value, even if the field could not show all of that value.
 *
 * @param was how the fields showed the stored item; absent for a new item.
 */
export function itemTyped(
  { fields, check }: Pick<PartShape, "fields" | "check">,
  item: EditionItem,
  typed: Record<string, string>,
  was?: Record<string, string>,
): { item: EditionItem; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  let changed = item;
  for (const { name, read } of fields) {
    const value = typed[name] ?? "";
    // A field may leave out part of its value, such as the seconds of a deadline or a line break in an answer. If
    // nobody changed the field, the whole value stays.
    if (was && isSameText(value, was[name] ?? "")) continue;
    const found = read(value);
    if ("problem" in found) problems[name] = found.problem;
    else changed = withValue(changed, name, found.value);
  }
  return { item: changed, problems: { ...check?.(changed), ...problems } };
}

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Whether two texts are the same apart from their kind of line break. Not all browsers write the same kind. */
const isSameText = (one: string, other: string) =>
  one.replace(/\r\n?/g, "\n") === other.replace(/\r\n?/g, "\n");

/**
 * Returns the document with the typed values in it. If fields are wrong, returns instead what is wrong with each of
 * these fields, by its name ("0.title"). An item is new if no stored item has its id.
 *
 * @param known items that existed before. A new item with the name of one of them gets the id of that item. So
 *   answers, payments and scores still belong to an item that was removed and added again.
 */
export function withTyped(
  shape: PartShape,
  typed: TypedItem[],
  known: readonly EditionItem[] = [],
): { document: EditionDocument } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const stored = new Map(shape.items.map((item) => [String(item["id"] ?? ""), item]));
  const written = new Map(typedOf(shape).map((item) => [item.id, item.typed]));
  const taken = new Set([...stored.keys(), ...(shape.taken ?? [])]);
  const elsewhere = (shape.taken ?? []).filter((id) => !stored.has(id));
  const used = new Set([...elsewhere, ...typed.map(({ id }) => id)]);
  const again = (item: EditionItem) => {
    const found = [...shape.items, ...known].find(
      (one) => isSameName(nameOf(one), nameOf(item)) && !used.has(String(one["id"])),
    );
    if (item["id"] || !found) return item;
    used.add(String(found["id"]));
    return { ...item, id: found["id"] };
  };
  const items = typed.map(({ id, typed: values }, index) => {
    const before = stored.get(id) ?? (shape.ids?.includes(id) ? { ...shape.empty, id } : shape.empty);
    const read = itemTyped(shape, before, values, written.get(id));
    for (const [name, problem] of Object.entries(read.problems)) problems[`${index}.${name}`] = problem;
    return shape.noun === null ? read.item : withId(again(read.item), taken);
  });
  return Object.keys(problems).length > 0 ? { problems } : { document: shape.put(items) };
}

/** A new item gets an id made from its title. The id never changes, even if the title does. */
function withId(item: EditionItem, taken: Set<string>): EditionItem {
  if (item["id"]) return item;
  const words = nameOf(item)
    .normalize("NFD")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const joined = (words ?? ["item"])
    .slice(0, 4)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("")
    .slice(0, 30);
  const stem = /^[a-z]/.test(joined) ? joined : `n${joined}`;
  let id = stem;
  for (let number = 2; taken.has(id); number++) id = `${stem}${number}`;
  taken.add(id);
  return { ...item, id };
}
