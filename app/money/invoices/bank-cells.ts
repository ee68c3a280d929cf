import { isDay } from "~/values/times.ts";

/** Whether a bank writes 12/17/2022 or 17/12/2022. */
export const DAY_ORDERS = ["month first", "day first"] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/**
 * A day as read from a cell of a bank's file. If the notation shows which number is the month, the result is `day`
 * (YYYY-MM-DD). Otherwise, the result is two numbers and a year that are not checked yet. Null if the cell contains
 * anything else.
 */
type WrittenDay = { day: string } | { first: number; second: number; year: number } | null;

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

const pad = (number: number, length = 2) => String(number).padStart(length, "0");

function realDay(year: number, month: number, day: number): { day: string } | null {
  const written = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
  return isDay(written) ? { day: written } : null;
}

const fullYear = (digits: string): number => (digits.length === 2 ? 2000 : 0) + Number(digits);

/** A time of day, which may follow the day. */
const TIME = /(?:[T ,]+\d{1,2}:\d{2}.*)?$/.source;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.]?)(\d{2})\2(\d{2})${TIME}`);
const CHINESE = new RegExp(String.raw`^(\d{4})年(\d{1,2})月(\d{1,2})日${TIME}`);
const POINTS = new RegExp(String.raw`^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})${TIME}`);
const SLASHES = new RegExp(String.raw`^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})${TIME}`);
const DAY_MONTH = new RegExp(String.raw`^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ ,-]+(\d{4}|\d{2})${TIME}`, "i");
const MONTH_DAY = new RegExp(String.raw`^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})${TIME}`, "i");

const monthNamed = (name = ""): number => MONTHS.indexOf(name.toLowerCase()) + 1;

function writtenDay(cell: string): WrittenDay {
  const text = cell.trim();
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year) return realDay(Number(year), Number(month), Number(day));
  const chinese = CHINESE.exec(text);
  if (chinese) return realDay(Number(chinese[1]), Number(chinese[2]), Number(chinese[3]));
  const points = POINTS.exec(text);
  if (points) return realDay(fullYear(points[3]!), Number(points[2]), Number(points[1]));
  const named = DAY_MONTH.exec(text);
  if (named) return realDay(fullYear(named[3]!), monthNamed(named[2]), Number(named[1]));
  const american = MONTH_DAY.exec(text);
  if (american) return realDay(Number(american[3]), monthNamed(american[1]), Number(american[2]));
  const slashes = SLASHES.exec(text);
  if (!slashes) return null;
  return { first: Number(slashes[1]), second: Number(slashes[3]), year: fullYear(slashes[4]!) };
}

/** The day (YYYY-MM-DD) in a cell of a bank's file, with or without a time; null if the cell holds no day. */
export function dayInCell(cell: string, order: DayOrder): string | null {
  const written = writtenDay(cell);
  if (written === null) return null;
  if ("day" in written) return written.day;
  const { first, second, year } = written;
  const [month, day] = order === "month first" ? [first, second] : [second, first];
  return realDay(year, month, day)?.day ?? null;
}

/**
 * The order of day and month that fits a whole column. Null if no cell shows the order, or if cells contradict each
 * other. If every date is the same day in both orders, the result is "month first".
 */
export function dayOrderOf(cells: readonly string[]): DayOrder | null {
  let [isDayFirst, isMonthFirst, isUnclear] = [false, false, false];
  for (const cell of cells) {
    const written = writtenDay(cell);
    if (written === null || "day" in written) continue;
    const { first, second } = written;
    if (first > 12 && second <= 12) isDayFirst = true;
    else if (second > 12 && first <= 12) isMonthFirst = true;
    else if (first !== second) isUnclear = true;
  }
  if (isDayFirst !== isMonthFirst) return isDayFirst ? "day first" : "month first";
  return isDayFirst || isUnclear ? null : "month first";
}

/**
 * Characters that are ignored in an amount: spaces and apostrophes between groups of digits, and signs for the dollar.
 */
const IGNORED = /[\s'’]|US\$|\$|USD/giu;
const SIGNED = /^([(+-]*)([\d.,]+)([)+-]*)$/;
const GROUPED = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/;

/**
 * The value of a figure without cents; its digits can be in groups. Both "1,234" and "1.234" are more than a thousand,
 * because banks write no tenths of a cent.
 */
function wholeIn(figure: string): number | null {
  if (/^\d+$/.test(figure)) return Number(figure);
  return GROUPED.test(figure) ? Number(figure.replace(/[.,]/g, "")) : null;
}

function figureIn(figure: string): number | null {
  const [, before = "", point, cents = ""] = /^(.*?)([.,])(\d{1,2})$/.exec(figure) ?? [];
  if (point === undefined) return timesHundred(wholeIn(figure));
  // The character that separates the cents cannot also separate thousands.
  const whole = before === "" ? 0 : before.includes(point) ? null : wholeIn(before);
  return whole === null ? null : timesHundred(whole, Number(cents.padEnd(2, "0")));
}

function timesHundred(whole: number | null, cents = 0): number | null {
  if (whole === null) return null;
  const all = whole * 100 + cents;
  return Number.isSafeInteger(all) ? all : null;
}

/**
 * The amount in a cell of a bank's file, in cents. It reads "1,234.50", "1.234,50", "(20.00)", "-20.00", "20.00-",
 * "$570" and "+570". Null for anything else, such as an amount in another currency.
 */
export function bankCentsIn(cell: string): number | null {
  const plain = cell.replace(/[−–]/g, "-").replace(IGNORED, "");
  const [, before, figure, after] = SIGNED.exec(plain) ?? [];
  if (figure === undefined) return null;
  const signs = `${before}${after}`;
  if (!["", "+", "-", "()"].includes(signs)) return null;
  const cents = figureIn(figure);
  if (cents === null || cents === 0) return cents;
  return signs === "-" || signs === "()" ? -cents : cents;
}
