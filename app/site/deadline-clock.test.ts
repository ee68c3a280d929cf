import { afterEach, expect, test, vi } from "vitest";

/** The parts of a page that the clock of the deadline bar uses. */
class Page extends EventTarget {
  readonly dataset: Record<string, string> = {};
  readonly face = { textContent: "" };
  textContent: string | null = null;
  querySelector = (selector: string) => (selector === "b" ? this.face : null);
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the countdown is written again every second, and stops at zero [254]", async () => {
  vi.stubGlobal("HTMLElement", Page);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal(
    "window",
    Object.assign(new EventTarget(), { setTimeout: (...args: [() => void, number]) => setTimeout(...args) }),
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"], now: 1e12 });
  // The DOM types that the element needs exist only in browsers, and are checked separately. So this file must not
  // import the element directly. That is why the path is in a variable.
  const path = "./deadline-clock.element.ts";
  const { DeadlineClock } = (await import(/* @vite-ignore */ path)) as {
    DeadlineClock: new () => Page & { connectedCallback(): void };
  };
  const now = Date.parse("2023-05-02T03:58:55.000Z");
  const clock = new DeadlineClock();
  Object.assign(clock.dataset, {
    now: String(now),
    rounds: JSON.stringify([{ title: "Last", deadline: now + 5_000 }]),
    closed: "Applications are now closed.",
  });
  clock.connectedCallback();
  const seen = [clock.face.textContent];
  for (let second = 1; second <= 5; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    seen.push(clock.face.textContent);
  }
  expect(seen).toEqual(["00:00:05", "00:00:04", "00:00:03", "00:00:02", "00:00:01", "00:00:00"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(clock.textContent).toBe("Applications are now closed.");
});
