import { vi } from "vitest";
import { row, run } from "./storage.ts";

const { value: demoOffset } = await row<{ value: string }>(
  "SELECT value FROM settings WHERE key = 'clockOffset'",
);

const setOffset = (offset: string) => run("UPDATE settings SET value = ? WHERE key = 'clockOffset'", offset);

/** Stops all clocks, the portal's at this instant. */
export async function stopClockAt(instant: string): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  await setOffset(String(Date.parse(instant) - Date.now()));
}

/** Lets them run on as the demo's do. */
export async function restoreClock(): Promise<void> {
  vi.useRealTimers();
  await setOffset(demoOffset);
}
