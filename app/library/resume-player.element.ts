import { Enhancement } from "~/ui/enhancement.element.ts";
import { chapterAt } from "./playback.ts";

/** The time (real seconds) between two posts while a video plays. */
const PAUSE = 15;

/**
 * Tells the portal how far the viewer has watched, so that they can continue at that position. It also jumps to
 * chapters without reloading the page. Each post contains the time on the portal's clock, computed from the page's copy
 * of that clock. So if there are several posts, the position that was watched last is kept.
 */
export class ResumePlayer extends Enhancement {
  #sent = -1;
  #sentAt = 0;
  #played = false;
  #lost = false;
  #left = false;

  protected override enhance() {
    const video = this.querySelector("video");
    const form = document.querySelector<HTMLFormElement>(`#${this.dataset["form"]}`);
    if (!video || !form) return;
    // All devices use the portal's clock, because the clock of a device may be wrong.
    const ahead = Number(this.dataset["now"]) - Date.now();
    const tell = () => this.#tell(video, form, ahead);

    this.listen(video, "play", () => {
      this.#played = true;
      this.#sentAt ||= Date.now();
    });
    this.listen(video, "timeupdate", () => {
      if (Date.now() - this.#sentAt >= PAUSE * 1000) tell();
      markChapter(video.currentTime);
    });
    this.listen(video, "pause ended", tell);
    this.listen(window, "pagehide", tell);
    // The form itself records how far the viewer has watched. A post that the page sends while it is being left would
    // come later and replace that.
    this.listen(form, "submit", () => {
      this.#left = true;
    });
    this.listen(window, "pageshow", () => {
      this.#left = false;
    });
    this.listen(document, "visibilitychange", () => document.hidden && tell());
    this.listen<MouseEvent>(document, "click", (event) => {
      const link = (event.target as Element).closest<HTMLElement>("a[data-seek]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      video.currentTime = Number(link.dataset["seek"]);
      video.play().catch(() => {});
      this.scrollIntoView({ block: "nearest" });
    });
  }

  #tell(video: HTMLVideoElement, form: HTMLFormElement, ahead: number) {
    const seconds = Math.floor(video.currentTime);
    // Before the video has played, the browser may not yet have jumped to the starting position.
    if (!this.#played || seconds === this.#sent || this.#lost || this.#left) return;
    this.#sent = seconds;
    this.#sentAt = Date.now();
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) body.set(name, String(value));
    body.set("seconds", String(seconds));
    body.set("at", String(this.#sentAt + ahead));
    fetch(this.dataset["to"] ?? "", { method: "POST", body, keepalive: true }).then(
      ({ status }) => (status === 401 || status === 403 || status === 409) && this.#say(),
      () => {
        // The browser is offline. So the next post sends the position, even if it has not changed by then.
        this.#sent = -1;
      },
    );
  }

  #say() {
    this.#lost = true;
    const sentence = document.createElement("p");
    sentence.role = "status";
    sentence.textContent = this.dataset["lost"] ?? "";
    this.append(sentence);
  }
}

/** Highlights the current chapter. */
function markChapter(seconds: number) {
  const links = [...document.querySelectorAll<HTMLElement>(".chapters a")];
  const chapters = links.map((link) => ({ at: Number(link.dataset["seek"]), link }));
  const current = chapterAt(chapters, seconds)?.link;
  for (const link of links) link.ariaCurrent = link === current ? "true" : null;
}
