import { vi } from "vitest";
import { row, run } from "./storage.ts";

/** How far the demo's clock differs from the real one, kept while both stand still. */
let demoOffset: string | undefined;

const setOffset = (offset: string) => run("UPDATE settings SET value = ? WHERE key = 'clockOffset'", offset);

/** Stops all clocks, the portal's at this instant. */
export async function stopClockAt(instant: string): Promise<void> {
  if (demoOffset === undefined || !vi.isFakeTimers())
    demoOffset = (await row<{ value: string }>("SELECT value FROM settings WHERE key = 'clockOffset'")).value;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  await setOffset(String(Date.parse(instant) - Date.now()));
}

/** Lets them run again, as the demo's do. */
export async function restoreClock(): Promise<void> {
  vi.useRealTimers();
  if (demoOffset) await setOffset(demoOffset);
  demoOffset = undefined;
}
