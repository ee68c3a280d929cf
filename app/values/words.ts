import { lazily } from "./lazily.ts";

/** Adds commas between digits: "3000" becomes "3,000". No more than two digits may follow the decimal point. */
export const separated = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/**
 * A number as people read it: "3,000". The runtime's own formats take long to load, and whole numbers do not need them.
 */
export const grouped = (number: number): string =>
  Number.isSafeInteger(number) ? separated(String(number)) : number.toLocaleString("en-US");

// Marked as pure, so that the build can leave it out of the pages' scripts, which make no lists.
const listFormat = /* @__PURE__ */ lazily(() => new Intl.ListFormat("en-US"));

/** Several things in a sentence: “a mug, a hat, and a shirt”. */
export const listInWords = (things: readonly string[]): string => listFormat().format(things);

/** Several possibilities in a sentence: “in person, or online”. */
export const choiceInWords = (ways: readonly string[]): string =>
  ways.length < 2 ? ways.join("") : `${ways.slice(0, -1).join(", ")}, or ${ways.at(-1)}`;

const NUMBERS = "no one two three four five six seven eight nine ten".split(" ");

/** A small number in words: “two”; from eleven on, digits are used. */
export const numberInWords = (number: number): string => NUMBERS[number] ?? grouped(number);

/** A number with the word for what is counted: “1 reader”, “3,000 readers”. */
export function quantity(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** How far away a day is from another one: “3 days before”, “on the day”, “3 days after”. */
export const distanceInWords = (days: number): string =>
  days === 0 ? "on the day" : `${quantity(Math.abs(days), "day")} ${days < 0 ? "before" : "after"}`;

/** A waiting time: “45 minutes”; above an hour and a half, it is given in hours. */
export const minutesInWords = (minutes: number): string =>
  minutes > 90 ? quantity(Math.ceil(minutes / 60), "hour") : quantity(minutes, "minute");

/** First, middle and last name as the agreement shows them; missing names leave no gap (section 2). */
export function fullName(first?: string | null, middle?: string | null, last?: string | null): string {
  return [first, middle, last]
    .map((name) => (name ?? "").trim())
    .filter((name) => name !== "")
    .join(" ");
}

/** The first letters of the first and the last word of a name: "MC" for Mei Ling Chen. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  return [...new Set([words[0], words.at(-1)])].map((word) => [...(word ?? "")][0]?.toUpperCase()).join("");
}

/** A problem as a summary lists it: "Phone number: This field is required". */
export function named(text: string, problem: string): string {
  return `${text}${/[?:]$/.test(text) ? "" : ":"} ${problem}`;
}

/** Words with a capital letter, for the beginning of a sentence: "in person" becomes "In person". */
export const asBeginning = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
