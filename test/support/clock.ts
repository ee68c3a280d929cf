import { vi } from "vitest";
import { row, run } from "./storage.ts";

/** How far the demo's clock differs from real time; kept while the clocks are stopped. */
let demoOffset: string | undefined;

const setOffset = (offset: string) => run("UPDATE settings SET value = ? WHERE key = 'clockOffset'", offset);

/** Stops all clocks; the portal's clock is stopped at this instant. */
export async function stopClockAt(instant: string): Promise<void> {
  if (demoOffset === undefined || !vi.isFakeTimers())
    demoOffset = (await row<{ value: string }>("SELECT value FROM settings WHERE key = 'clockOffset'")).value;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  await setOffset(String(Date.parse(instant) - Date.now()));
}

/** Lets the clocks run again, with the demo's offset. */
export async function restoreClock(): Promise<void> {
  vi.useRealTimers();
  if (demoOffset) await setOffset(demoOffset);
  demoOffset = undefined;
}
