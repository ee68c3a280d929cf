import { deadlineBar, type NamedDeadline } from "~/conference/countdown.ts";
import { Enhancement, readPage } from "~/ui/enhancement.element.ts";
import { inZone } from "~/values/times.ts";

const JUMP = 10_000;
const NO_ANSWER = { page: null, arrived: 0, isOk: false };

/**
 * When the page's markup arrived (`performance.now`). Undefined if the bar was inserted later, with the response to an
 * upload.
 */
let pageArrived = (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0]
  ?.responseStart;

/**
 * Keeps the countdown of the deadline bar running by the server's clock. At zero it shows what the server would show:
 * the next round, or that applications are closed. Setting the device's clock has no effect on the countdown. But after
 * a device has slept, its clock jumps just like a clock that was set. So after each jump the server is asked for the
 * time.
 */
export class DeadlineClock extends Enhancement {
  #timer = 0;
  #rounds: NamedDeadline[] = [];
  /** The server's time at the moment when the page's own clock (`performance.now`) read zero. */
  #start = 0;
  /** How far the device's clock is ahead of the page's clock. */
  #ahead = 0;
  #asking = false;

  protected override enhance() {
    if (!this.#start) this.#set(Number(this.dataset["now"]), pageArrived ?? performance.now());
    pageArrived = undefined;
    this.#rounds = JSON.parse(this.dataset["rounds"] ?? "[]");
    this.listen(document, "visibilitychange", () => this.#tick());
    this.listen(window, "pageshow", () => this.#tick());
    this.#tick();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /** @param now the server's time at the moment when the page's own clock (`performance.now`) read `at`. */
  #set(now: number, at: number) {
    this.#start = now - at;
    this.#ahead = Date.now() - performance.now();
  }

  #tick() {
    clearTimeout(this.#timer);
    const now = this.#start + performance.now();
    if (Number.isNaN(now)) return;
    const bar = deadlineBar(this.#rounds, now, null);
    if (bar.state !== "open") {
      this.textContent = this.dataset["closed"] ?? "";
      return;
    }
    const face = this.querySelector("b");
    if (face) face.textContent = bar.text;
    this.#name(bar);
    if (document.hidden) return;
    if (Math.abs(Date.now() - performance.now() - this.#ahead) > JUMP) void this.#ask();
    this.#timer = window.setTimeout(() => this.#tick(), ((bar.deadline - now) % 1000) + 1);
  }

  /** Shows the title and the deadline of the round to which the bar counts down, unless the bar shows them already. */
  #name({ title, deadline }: NamedDeadline) {
    const time = this.querySelector("time");
    const name = this.querySelector("[data-title]");
    if (!time || !name || Date.parse(time.dateTime) === deadline) return;
    name.textContent = title;
    time.dateTime = new Date(deadline).toISOString();
    time.textContent = inZone(deadline, this.dataset["zone"] ?? "UTC");
    // An `own-time` element computes the visitor's own time only when it is inserted. So a new element replaces the old
    // one.
    const fresh = document.createElement("own-time");
    fresh.append(time.cloneNode(true));
    time.parentElement!.replaceWith(fresh);
  }

  async #ask() {
    if (this.#asking) return;
    this.#asking = true;
    // On this page, everybody who sees a bar anywhere sees it: the home page has none for people who are not signed in.
    const { page, arrived, isOk } = await readPage("/help").catch(() => NO_ANSWER);
    const now = page?.querySelector<HTMLElement>("deadline-clock")?.dataset["now"];
    if (isOk) this.#set(now ? Number(now) : this.#start + arrived, arrived);
    // The device has probably just woken up and is not online yet, or the portal is very busy. So the server is asked
    // again later.
    else await new Promise((resolve) => setTimeout(resolve, JUMP));
    this.#asking = false;
  }
}
