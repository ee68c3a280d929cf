/**
 * The text up to the first mark that ends a sentence; all of it if there is none. It has its own module, for
 * browsers.
 */
export const firstSentence = (text: string): string => /^.+?[.!?](?=\s|$)|^.*/s.exec(text.trim())![0];
