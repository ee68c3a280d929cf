import { lazily } from "./lazily.ts";
import { isDay } from "./times.ts";

const dayFormat = lazily(
  () => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" }),
);

/**
 * A range of days in words: "17–19 February 2023", "30 January – 2 February 2023", or a single day. Days are
 * YYYY-MM-DD.
 */
export function daysInWords(firstDay: string, lastDay: string): string {
  const [first, last] = [firstDay, lastDay].map((text) =>
    dayFormat()
      .format(new Date(`${text}T00:00:00Z`))
      .split(" "),
  );
  const [firstDate, firstMonth, firstYear] = first!;
  const [lastDate, lastMonth, lastYear] = last!;
  if (firstDay === lastDay) return first!.join(" ");
  if (firstYear !== lastYear) return `${first!.join(" ")} – ${last!.join(" ")}`;
  if (firstMonth !== lastMonth) return `${firstDate} ${firstMonth} – ${last!.join(" ")}`;
  return `${firstDate}–${lastDate} ${lastMonth} ${lastYear}`;
}

/** "24 September 2001" for 2001-09-24. Text that is not a calendar day stays as it is. */
export const dateInWords = (text: string): string => (isDay(text) ? daysInWords(text, text) : text);
