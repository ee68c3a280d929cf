import { remaining } from "../domain/countdown.ts";
import { Enhancement, readPage } from "./enhancement.ts";

const JUMP = 10_000;

/** When the markup came; undefined for a bar that came later, with the answer to an upload. */
let pageArrived = (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0]
  ?.responseStart;

/**
 * Keeps the countdown of the deadline bar running, by the server's clock. A visitor who changes the clock changes nothing; after the device has slept, which
 * looks the same from here, the server is asked for the time.
 */
export class DeadlineClock extends Enhancement {
  #timer = 0;
  /** The server's clock when this page's clock (performance.now) was at zero. */
  #start = 0;
  /** How far the device's clock is ahead of the page's. */
  #ahead = 0;
  #asking = false;

  protected override enhance() {
    if (!this.#start) this.#set(Number(this.dataset["now"]), pageArrived ?? performance.now());
    pageArrived = undefined;
    this.listen(document, "visibilitychange", () => this.#tick());
    this.listen(window, "pageshow", () => this.#tick());
    this.#tick();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /** @param now the server's clock when the page's was `at`. */
  #set(now: number, at: number) {
    this.#start = now - at;
    this.#ahead = Date.now() - performance.now();
  }

  #tick() {
    clearTimeout(this.#timer);
    const left = Number(this.dataset["deadline"]) - this.#start - performance.now();
    const face = this.firstElementChild;
    if (!face || Number.isNaN(left)) return;
    face.textContent = remaining(left, 0).text;
    if (left <= 0 || document.hidden) return;
    if (Math.abs(Date.now() - performance.now() - this.#ahead) > JUMP) void this.#ask();
    this.#timer = window.setTimeout(() => this.#tick(), (left % 1000) + 1);
  }

  async #ask() {
    if (this.#asking) return;
    this.#asking = true;
    try {
      const { page, arrived } = await readPage("/");
      const now = page.querySelector<HTMLElement>("deadline-clock")?.dataset["now"];
      this.#set(now ? Number(now) : this.#start + arrived, arrived);
    } catch {
      // Just awake and not online yet: asked again.
      await new Promise((resolve) => setTimeout(resolve, JUMP));
    }
    this.#asking = false;
  }
}
