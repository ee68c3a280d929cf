/**
 * The reference of a payment as people read and type it: "MPTE-7K2A", the first eight of the twenty signs of its id. None
 * of 0, 1, 8 and 9 occurs in an id, so no sign is taken for O, I or B. Two payments may have the same one, once in a
 * hundred thousand conferences: a search finds both, with their names.
 */
export const shortReference = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();

/** The beginning of the id of a payment whose reference somebody typed, in any case, with the dash or without. */
export const typedReference = (typed: string): string =>
  typed.toLowerCase().replace(/^([a-z2-7]{4})\s*[-–]\s*(?=[a-z2-7]+$)/, "$1");
