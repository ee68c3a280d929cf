/** Up to the first mark that ends a sentence; the whole of a text without one. It stands apart from other words, for browsers. */
export const firstSentence = (text: string): string => /^.+?[.!?](?=\s|$)|^.*/s.exec(text.trim())![0];
