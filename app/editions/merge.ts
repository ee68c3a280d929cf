/**
 * Documents compared and merged as what they are: objects, lists of items that have an id, and values. An item is the
 * same item wherever it stands.
 */

type Item = { id: string };
type Fields = Record<string, unknown>;

/** One value that differs. A list item that only one side has is one change, with `undefined` for the other side. */
export type Change = {
  /** Names of fields and ids of items, from the outside in; "order" for the order of a list. */
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

/** Everything that differs, in the order of the document `after`. */
export function changesBetween(before: unknown, after: unknown, path: string[] = []): Change[] {
  if (isSame(before, after)) return [];
  if (isItems(before) && isItems(after) && before.length + after.length > 0) {
    const [was, is] = [byId(before), byId(after)];
    const both = before.filter(({ id }) => is.has(id)).map(({ id }) => id);
    const reordered = after.filter(({ id }) => was.has(id)).map(({ id }) => id);
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
 * `mine` with everything that `theirs` changed since `base` and `mine` did not: what somebody else did meanwhile stays.
 * Where both changed one value, mine wins.
 *
 * @returns the paths at which both changed one value differently.
 */
export function merge<Value>(base: Value, theirs: Value, mine: Value): { merged: Value; both: string[][] } {
  const both: string[][] = [];
  return { merged: mergeAt(base, theirs, mine, [], both) as Value, both };
}

function mergeAt(base: unknown, theirs: unknown, mine: unknown, path: string[], both: string[][]): unknown {
  if (isSame(base, mine)) return theirs;
  if (isSame(base, theirs) || isSame(theirs, mine)) return mine;
  if (isItems(base) && isItems(theirs) && isItems(mine)) {
    const [was, others] = [byId(base), byId(theirs)];
    const ids = new Set(mine.map(({ id }) => id));
    const kept = mine.flatMap((item) => {
      const [old, other] = [was.get(item.id), others.get(item.id)];
      if (old === undefined && other === undefined) return [item];
      const merged = mergeAt(old, other, item, [...path, item.id], both);
      return merged === undefined ? [] : [merged];
    });
    const added = theirs.filter(({ id }) => !ids.has(id) && !was.has(id));
    return [...kept, ...added];
  }
  if (isFields(base) && isFields(theirs) && isFields(mine)) {
    const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
    const merged = keys.map((key) => [key, mergeAt(base[key], theirs[key], mine[key], [...path, key], both)]);
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }
  both.push(path);
  return mine;
}
