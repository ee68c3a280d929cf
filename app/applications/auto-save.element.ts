import { Enhancement, readPage } from "~/ui/enhancement.element.ts";
import { tidied } from "./masked-input.element.ts";

const SAVING = "Saving…";
const PAUSE = 1_500;
const LONGEST_PAUSE = 60_000;
/** How long (ms) a button waits for a save that is in progress. */
const PATIENCE = 8_000;
/**
 * The most bytes that a browser still sends after the page has been left; a longer text is sent only while the page is
 * open.
 */
const KEEPALIVE_BYTES = 60_000;
/** The key in the tab's storage for the path of a page that sent a save and has not received the answer. */
const UNHEARD = "unheard save";
const LANDING = 1_000;

/**
 * Saves the surrounding section while somebody types, and shows the state of the saving. Only one save runs at a time,
 * and each save is based on the version that the previous save made. The buttons of the form wait for the save in
 * progress. If another tab or device has saved first, or if the session has ended, the element shows the server's
 * message and stops. What was typed stays in the fields.
 */
export class AutoSave extends Enhancement {
  #timer = 0;
  #busy: Promise<void> | undefined;
  #failures = 0;
  #stopped = false;
  /**
   * `#leaving`: a button was pressed. The button saves too, so this element does not save. `#waiting`: the button is
   * waiting for a save in progress.
   */
  #leaving = false;
  #waiting = false;
  #stored = "";
  /** Texts that were sent but not answered: the server may or may not have stored them. */
  #unconfirmed: string[] = [];

  protected override enhance() {
    const form = this.closest("form");
    const version = versionOf(form);
    if (!form || !version) return;
    this.role = "status";
    // When a page is reloaded, browsers restore the old version number in the field, although the server has sent a
    // newer one.
    version.autocomplete = "off";
    this.#stored = answersIn(form);
    if (sessionStorage.getItem(UNHEARD) === location.pathname)
      setTimeout(() => this.#catchUp().catch(() => {}), LANDING);
    sessionStorage.removeItem(UNHEARD);

    this.listen(form, "input", () => {
      this.#leaving = false;
      if (!this.#failures) this.#saveAfter(PAUSE);
    });
    this.listen<FocusEvent>(form, "focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof HTMLButtonElement) && !this.#failures) this.#save();
    });
    this.listen(document, "visibilitychange", () => document.hidden && this.#save());
    // beforeunload is early enough: what was typed is sent before the next page is requested.
    this.listen(window, "beforeunload pagehide online", () => this.#save());
    this.listen<PageTransitionEvent>(window, "pageshow", ({ persisted }) => {
      if (!persisted) return;
      this.#leaving = false;
      this.#adoptVersion().catch(() => {});
    });
    this.listen<SubmitEvent>(form, "submit", (event) => {
      clearTimeout(this.#timer);
      if (this.#busy || this.#failures) {
        event.preventDefault();
        void this.#submitLater(event.submitter);
      } else {
        this.#unconfirmed.push(answersIn(form));
        this.#leaving = true;
      }
    });
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  get #form() {
    return this.closest("form")!;
  }

  #saveAfter(pause: number) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#save(), pause);
  }

  #save() {
    clearTimeout(this.#timer);
    const answers = answersIn(this.#form);
    const pausing = this.#busy || this.#waiting || this.#leaving || this.#stopped;
    if (pausing || answers === this.#stored) return;
    const busy = this.#send(answers).then(
      (again) => {
        this.#failures = 0;
        if (this.#busy === busy) this.#busy = undefined;
        if (again) this.#save();
      },
      (error: unknown) => {
        this.#failures++;
        if (this.#busy === busy) this.#busy = undefined;
        const why = error instanceof TypeError ? ": you seem to be offline" : "";
        this.#say(`Not saved${why}. We will try again.`, "warning");
        this.#saveAfter(Math.min(PAUSE * 2 ** this.#failures, LONGEST_PAUSE));
      },
    );
    this.#busy = busy;
  }

  /**
   * @returns whether there may be more to save.
   * @throws TypeError if the server cannot be reached, Error if it cannot answer now.
   */
  async #send(answers: string): Promise<boolean> {
    if (!this.#failures) this.#say(SAVING);
    this.#unconfirmed.push(answers);
    sessionStorage.setItem(UNHEARD, location.pathname);
    const body = String(new URLSearchParams(entries(this.#form)));
    const response = await fetch(this.dataset["to"] ?? "", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body,
      keepalive: body.length < KEEPALIVE_BYTES,
    });
    if (response.status >= 500) throw new Error();
    if (response.status === 409 && (await this.#adoptVersion())) return true;
    const reply = (await response.json().catch(() => ({}))) as { version?: number; message?: string };
    if (reply.version === undefined) {
      this.#stopped = true;
      this.#say(reply.message ?? "Not saved. Please save with the button.", "warning");
      return false;
    }
    this.#confirm(answers, reply.version);
    const time = new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    this.#say(`All changes saved at ${time}`);
    return answersIn(this.#form) !== answers;
  }

  #confirm(answers: string, version: number | string) {
    this.#stored = answers;
    this.#unconfirmed = [];
    sessionStorage.removeItem(UNHEARD);
    versionOf(this.#form)!.value = String(version);
  }

  /**
   * Takes over the server's version if it was made by this page: by a save whose reply was lost, or by a button that
   * was pressed before somebody came back to this page.
   */
  async #adoptVersion(): Promise<boolean> {
    const form = await readForm();
    const version = versionOf(form);
    if (!form || !version || !this.#unconfirmed.includes(answersIn(form))) return false;
    this.#confirm(answersIn(form), version.value);
    return true;
  }

  /**
   * A save by the previous page may reach the server only after this page was rendered. If it does, this page is
   * reloaded, unless something has been typed in it.
   */
  async #catchUp() {
    const stored = versionOf(await readForm())?.value;
    const untouched = answersIn(this.#form) === this.#stored;
    if (stored && stored !== versionOf(this.#form)?.value && untouched) location.reload();
  }

  /** Submits as soon as it is known which version the server has stored. */
  async #submitLater(submitter: HTMLElement | null) {
    if (this.#waiting) return;
    this.#waiting = true;
    const known = this.#busy ?? this.#adoptVersion().catch(() => {});
    await Promise.race([known, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    this.#waiting = false;
    this.#busy = undefined;
    this.#failures = 0;
    clearTimeout(this.#timer);
    this.#form.requestSubmit(submitter);
  }

  #say(text: string, tone: "" | "warning" = "") {
    this.dataset["tone"] = tone;
    // While a save is in progress, screen readers do not read out the text.
    this.ariaBusy = String(text === SAVING);
    if (this.textContent !== text) this.textContent = text;
  }
}

/** The form in the page that the server would send now; null if that page has no form. */
async function readForm(): Promise<HTMLFormElement | null> {
  const { page } = await readPage(location.pathname);
  return page.querySelector("auto-save")?.closest("form") ?? null;
}

function versionOf(form: HTMLFormElement | null) {
  return form?.querySelector<HTMLInputElement>("input[name=version]");
}

function entries(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)]);
}

/** The answers as the server would store them, as one string that can be compared. */
function answersIn(form: HTMLFormElement): string {
  return JSON.stringify(
    entries(form)
      .filter(([name]) => name !== "version" && name !== "formToken")
      .map(([name, value]) => [name, tidied(form.querySelector(`[name="${CSS.escape(name)}"]`), value)]),
  );
}
