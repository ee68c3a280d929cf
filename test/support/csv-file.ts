import { expect } from "vitest";

/** The text of a downloaded file without its last line, which says how many rows there are. */
export function wholeFile(text: string): string {
  const [rest, end] = [text.replace(/"[^"]*"\r\n$/, ""), /"([^"]*)"\r\n$/.exec(text)?.[1]];
  expect(end).toMatch(/^End of file: [\d,]+ rows?$/);
  return rest;
}
