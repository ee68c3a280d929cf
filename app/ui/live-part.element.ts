import { Enhancement, readPage } from "./enhancement.element.ts";

const LONGEST_PAUSE = 60_000;
/** Several parts of one page share one request if they ask within this time (ms). */
const TOGETHER = 1_000;

let latest: { src: string; at: number; page: Promise<Document> } | undefined;

/**
 * Keeps its content up to date: every few seconds it reads the page at `src` from the server, and takes over the
 * content of the element there with the same id. It pauses while the page is not visible, and while the reader is
 * inside this part or has typed something there. If the server does not answer, the element asks less and less often.
 * If the part has a version, the element first requests only the version, from `version-at`, and reads the page only if
 * the version has changed.
 */
export class LivePartElement extends Enhancement {
  #timer = 0;
  #failures = 0;
  #shown = "";

  protected override enhance() {
    this.#shown = this.innerHTML;
    this.listen(document, "visibilitychange", () => this.#wait(document.hidden ? undefined : 0));
    this.#wait(this.#pause);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  get #pause() {
    return Math.min(Number(this.getAttribute("every")) * 1_000 * 2 ** this.#failures, LONGEST_PAUSE);
  }

  #wait(pause: number | undefined) {
    clearTimeout(this.#timer);
    if (pause !== undefined && !document.hidden) this.#timer = window.setTimeout(() => this.#renew(), pause);
  }

  async #renew() {
    try {
      if (!this.#isBusy() && !(await this.#isCurrent())) {
        const page = await pageAt(this.getAttribute("src") ?? location.href);
        // The current edition has changed, so the rest of this page is outdated too.
        if (page.documentElement.dataset["edition"] !== document.documentElement.dataset["edition"])
          return location.reload();
        const now = page.getElementById(this.id);
        if (!now) throw new Error();
        if (now.innerHTML === this.#shown) this.#adoptVersion(now);
        else if (!this.#isBusy()) {
          this.#shown = now.innerHTML;
          this.replaceChildren(...[...now.childNodes].map((node) => document.importNode(node, true)));
          this.#adoptVersion(now);
        }
      }
      this.#failures = 0;
    } catch {
      this.#failures++;
    }
    if (this.isConnected) this.#wait(this.#pause);
  }

  /**
   * Whether the server's version is the one on the page, so that the page need not be read. False if the part has no
   * version.
   */
  async #isCurrent(): Promise<boolean> {
    const at = this.getAttribute("version-at");
    if (at === null) return false;
    const response = await fetch(at);
    if (!response.ok) throw new Error();
    return (await response.text()) === this.getAttribute("version");
  }

  #adoptVersion(now: Element) {
    for (const name of ["version", "version-at"]) {
      const value = now.getAttribute(name);
      if (value !== null) this.setAttribute(name, value);
    }
  }

  #isBusy(): boolean {
    const fields = this.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    const isTyped = [...fields].some(
      (field) =>
        field.value !== field.defaultValue ||
        (field instanceof HTMLInputElement && field.checked !== field.defaultChecked),
    );
    return isTyped || (this.contains(document.activeElement) && document.hasFocus());
  }
}

function pageAt(src: string): Promise<Document> {
  const at = performance.now();
  if (!latest || latest.src !== src || at - latest.at > TOGETHER)
    latest = { src, at, page: readPage(src).then(({ page }) => page) };
  return latest.page;
}
