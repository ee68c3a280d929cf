/** Something that must never be, found by the invariant checker: which rule, and the row it is about. */
export type Finding = { rule: string; object: string };
