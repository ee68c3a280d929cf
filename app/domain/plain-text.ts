/**
 * A blank in place of what breaks a line where nobody sees it, or must not stand in a calendar or a mail at all:
 * control characters, and the line and paragraph separators of Unicode. Line breaks are "\n" and stay.
 */
export const withoutControls = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n]|[\u2028\u2029]/gu, " ");

/** How text of several lines is stored: line breaks of one sort, no other controls, nothing around. */
export const tidy = (text: string): string => withoutControls(text).trim();

/** How text of one line is stored, such as a title. */
export const tidyLine = (text: string): string => tidy(text).replaceAll("\n", " ");
