/**
 * The reference of a payment as people read and type it, such as "MPTE-7K2A": the first eight of the twenty characters
 * of its id. An id contains none of 0, 1, 8 and 9, so O, I and B are never mistaken for a digit. About once in a
 * hundred thousand conferences, two payments have the same reference; a search then finds both, with the names of their
 * delegates.
 */
export const shortReference = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();

/**
 * The beginning of a payment's id, read from a typed reference. Capital and small letters are accepted, with or without
 * the dash.
 */
export const typedReference = (typed: string): string =>
  typed.toLowerCase().replace(/^([a-z2-7]{4})\s*[-–]\s*(?=[a-z2-7]+$)/, "$1");
