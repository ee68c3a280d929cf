/**
 * Compares and merges documents, which consist of objects, lists of items with ids, and values. An item is recognised
 * by its id, wherever in the list it is.
 */

type Item = { id: string };
type Fields = Record<string, unknown>;

/**
 * One value that differs. A list item that only one side has counts as one change, with `undefined` for the other side.
 */
export type Change = {
  /** Names of fields and ids of items, from the outside in; the last one is "order" if the order of a list changed. */
  path: string[];
  before: unknown;
  after: unknown;
};

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isItems = (value: unknown): value is Item[] =>
  Array.isArray(value) && value.every((item) => isFields(item) && typeof item["id"] === "string");

export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isFields(one) || !isFields(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame(one[key], other[key]));
}

const byId = (items: Item[]) => new Map(items.map((item) => [item.id, item]));

/** The ids of the items that are also among the others, in the order of the items. */
const idsIn = (items: Item[], others: Map<string, Item>) =>
  items.flatMap(({ id }) => (others.has(id) ? [id] : []));

const isReordered = (before: Item[], after: Item[]) =>
  !isSame(idsIn(before, byId(after)), idsIn(after, byId(before)));

/** Everything that differs, in the order of the document `after`. */
export function changesBetween(before: unknown, after: unknown, path: string[] = []): Change[] {
  if (isSame(before, after)) return [];
  if (isItems(before) && isItems(after) && before.length + after.length > 0) {
    const [was, is] = [byId(before), byId(after)];
    const [both, reordered] = [idsIn(before, is), idsIn(after, was)];
    return [
      ...after.flatMap((item) => {
        const old = was.get(item.id);
        if (old === undefined) return [{ path: [...path, item.id], before: undefined, after: item }];
        return changesBetween(old, item, [...path, item.id]);
      }),
      ...before
        .filter(({ id }) => !is.has(id))
        .map((item) => ({ path: [...path, item.id], before: item, after: undefined })),
      ...(isSame(both, reordered) ? [] : [{ path: [...path, "order"], before: both, after: reordered }]),
    ];
  }
  if (isFields(before) && isFields(after)) {
    const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])];
    return keys.flatMap((key) => changesBetween(before[key], after[key], [...path, key]));
  }
  return [{ path, before, after }];
}

/**
 * Applies to `mine` the changes that `theirs` made since `base`. So nothing that somebody else did in the meantime is
 * lost. If both sides changed the same value, or the order of the same list, one of the two is kept.
 *
 * @param wins the side whose value is kept if both changed the same value.
 * @returns the merged document, and the paths at which both sides changed the same value differently. Orders
 *   are not among them.
 */
export function merge<Value>(
  base: Value,
  theirs: Value,
  mine: Value,
  wins: "mine" | "theirs" = "mine",
): { merged: Value; both: string[][] } {
  const both: string[][] = [];
  return { merged: mergeAt(base, theirs, mine, { path: [], both, wins }) as Value, both };
}

type Merging = { path: string[]; both: string[][]; wins: "mine" | "theirs" };

function mergeAt(base: unknown, theirs: unknown, mine: unknown, at: Merging): unknown {
  const inside = (name: string): Merging => ({ ...at, path: [...at.path, name] });
  if (isSame(base, mine)) return theirs;
  if (isSame(base, theirs) || isSame(theirs, mine)) return mine;
  if (isItems(base) && isItems(theirs) && isItems(mine)) {
    const [was, others, own] = [byId(base), byId(theirs), byId(mine)];
    const mergedOf = ({ id }: Item) =>
      (mergeAt(was.get(id), others.get(id), own.get(id), inside(id)) as Item | undefined) ?? [];
    // An item that is not in `mine` is either new in `theirs`, or was removed from `mine`. A removed item comes back
    // only if `theirs` changed it and `theirs` wins.
    const added = theirs.filter(({ id }) => !own.has(id)).flatMap(mergedOf);
    const merged = added.reduce((items, item) => withItem(items, theirs, item), mine.flatMap(mergedOf));
    const isTheirOrder = isReordered(base, theirs) && (at.wins === "theirs" || !isReordered(base, mine));
    return isTheirOrder ? inOrder(merged, theirs) : merged;
  }
  if (isFields(base) && isFields(theirs) && isFields(mine)) {
    const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
    const merged = keys.map((key) => [key, mergeAt(base[key], theirs[key], mine[key], inside(key))]);
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }
  at.both.push(at.path);
  return at.wins === "mine" ? mine : theirs;
}

/** The value at a path of a `Change`; undefined if there is none. */
export function valueAtPath(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (isItems(value)) return valueAtPath(byId(value).get(name), rest);
  return isFields(value) ? valueAtPath(value[name], rest) : undefined;
}

/**
 * A copy of the document. At the path of a `Change`, the copy has what `source` has there: a value, an item with its
 * place in the list, or the order of a list. If `source` has nothing at that path, the copy has nothing there either.
 */
export const takingFrom = <Value>(document: Value, source: Value, path: readonly string[]): Value =>
  taking(document, source, path) as Value;

function taking(document: unknown, source: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return source;
  if (isItems(document) && isItems(source)) {
    const [held, theirs] = [byId(document).get(name), byId(source).get(name)];
    if (!held && !theirs) return name === "order" ? inOrder(document, source) : document;
    if (!held) return withItem(document, source, theirs!);
    const changed = taking(held, theirs, rest) as Item | undefined;
    return document.flatMap((item) => (item !== held ? [item] : changed ? [changed] : []));
  }
  if (!isFields(document)) return document;
  const changed = taking(document[name], isFields(source) ? source[name] : undefined, rest);
  if (changed !== undefined) return { ...document, [name]: changed };
  const { [name]: _, ...others } = document;
  return others;
}

/** The items and one more, `added`. It is placed after all the items that come before it in `source`. */
function withItem(items: Item[], source: Item[], added: Item): Item[] {
  const at = source.findIndex(({ id }) => id === added.id);
  const before = new Set(source.slice(0, at).map(({ id }) => id));
  const place = items.findLastIndex(({ id }) => before.has(id)) + 1;
  return items.toSpliced(place, 0, added);
}

/** Items in the order of `source`; items that are not in `source` keep their places. */
function inOrder(items: Item[], source: Item[]): Item[] {
  const held = byId(items);
  const named = source.flatMap(({ id }) => held.get(id) ?? []);
  const isNamed = new Set(named);
  return items.map((item) => (isNamed.has(item) ? named.shift()! : item));
}
