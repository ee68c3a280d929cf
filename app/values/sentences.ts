/**
 * The text up to the first mark that ends a sentence; the whole text if it has no such mark. It is in a module of its
 * own, because browsers load it.
 */
export const firstSentence = (text: string): string => /^.+?[.!?](?=\s|$)|^.*/s.exec(text.trim())![0];
