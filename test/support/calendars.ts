import { Browser } from "./browser.ts";

/** Makes a private address for somebody's calendar, and returns its path. */
export async function calendarOf(browser: Browser): Promise<string> {
  const page = await (await browser.open("/scheduling/agenda")).press("Make a private address");
  const [path] = /\/calendar\/[\w-]{43}\.ics/.exec(page.html) ?? [];
  if (!path) throw new Error(`The page shows no private address: ${page.text}`);
  return path;
}

/** Whether a calendar without a session still reads this address. */
export const opensCalendar = async (path: string): Promise<boolean> =>
  (await new Browser().get(path)).status === 200;
