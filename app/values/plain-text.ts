/**
 * Replaces by a space every control character and Unicode line or paragraph separator: they break lines
 * invisibly or are not allowed in a calendar or a mail. Line breaks become "\n" and stay.
 */
export const withoutControls = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n]|[\u2028\u2029]/gu, " ");

/** Text of several lines as it is stored: with one kind of line break, no other control characters, and trimmed. */
export const tidy = (text: string): string => withoutControls(text).trim();

/** Text of one line, such as a title, as it is stored. */
export const tidyLine = (text: string): string => tidy(text).replaceAll("\n", " ");
