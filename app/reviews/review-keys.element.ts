import { tinykeys } from "tinykeys";
import { Enhancement } from "~/ui/enhancement.element.ts";
import { RECOMMENDATION_KEYS } from "./review.ts";
import { SCORES } from "./scores.ts";

/** The storage key under which this browser stores that the keyboard keys are switched off. */
const OFF = "review keys off";

/**
 * Matches windows that are narrower than 80rem or lower than 42rem. In these windows, the form is a bar that asks for
 * one thing at a time. In a window that is lower than 22rem, there is no bar (desk.css).
 */
const BAR = matchMedia("not all and (min-width: 80rem) and (min-height: 42rem)");

/**
 * Handles the keys of its list, and "?", which opens the list in a dialog. Keys are ignored while somebody types in a
 * field. They can be switched off, because people who use speech input would trigger them unintentionally (WCAG 2.1.4).
 */
export class ReviewKeysElement extends Enhancement {
  #dialog: HTMLDialogElement | undefined;
  #forget = () => {};

  protected override enhance() {
    const scoring = Object.fromEntries(SCORES.map(String).map((score) => [score, () => this.#score(score)]));
    const recommending = Object.fromEntries(
      Object.entries(RECOMMENDATION_KEYS).map(([decision, key]) => [key, () => this.#recommend(decision)]),
    );
    const keys: Record<string, () => void> = {
      j: () => follow("a[rel=next]"),
      k: () => follow("a[rel=prev]"),
      n: () => follow("a[data-key=n]"),
      s: () => this.#save(),
      c: () => document.querySelector<HTMLElement>("#comment")?.focus(),
      d: () => this.#openDocument(),
      ...scoring,
      ...recommending,
    };
    const bindings = Object.fromEntries(
      Object.entries(keys).map(([key, act]) => [key, (event: KeyboardEvent) => this.#pressed(event, act)]),
    );
    this.#forget = tinykeys(window, {
      ...bindings,
      "Shift+?": (event) => this.#pressed(event, () => this.#help(), true),
      "?": (event) => this.#pressed(event, () => this.#help(), true),
      "$mod+Enter": (event) => this.#submit(event),
    });
    this.#sayWhetherOn();
    this.listen(document, "click", (event) => this.#touched(event));
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#forget();
  }

  /** Shows the keys on the buttons, but only while the keys are switched on. */
  #sayWhetherOn() {
    this.toggleAttribute("data-on", isOn());
  }

  #pressed(event: KeyboardEvent, act: () => void, always = false) {
    if (
      (!always && !isOn()) ||
      event.repeat ||
      isTyping(event.target) ||
      document.querySelector("dialog[open]")
    )
      return;
    event.preventDefault();
    act();
  }

  /**
   * Sets the score of the criterion that has the focus or, if no criterion has the focus, of the first criterion
   * without a score. Then moves the focus to the next criterion without a score. After the last criterion, the focus
   * goes to the recommendation, where digits do nothing. So one digit too many does not overwrite a score.
   */
  #score(score: string) {
    const criteria = [...document.querySelectorAll<HTMLElement>("#review .criterion")];
    const empty = criteria.filter((criterion) => !criterion.querySelector(":checked"));
    const recommendation = document.querySelector<HTMLElement>("#review .recommendation");
    if (recommendation?.contains(document.activeElement)) return;
    const criterion = criteria.find((one) => one.contains(document.activeElement)) ?? empty[0];
    if (!criterion) return;
    check(criterion, score);
    focusIn(empty.find((other) => other !== criterion) ?? recommendation ?? criterion);
  }

  #recommend(decision: string) {
    const recommendation = document.querySelector<HTMLElement>("#review .recommendation");
    if (!recommendation) return;
    check(recommendation, decision);
    focusIn(recommendation);
  }

  /**
   * Saves the review when the last choice in the bar is made by touch. Choices with the keyboard or the mouse do not
   * save it, because a reader may pass over other options before choosing one.
   */
  #touched(event: Event) {
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    if (!isTouch || !(event.target instanceof HTMLInputElement)) return;
    const form = event.target.closest("#review");
    const isLast = event.target.closest(".recommendation") !== null;
    const isAskedOneByOne = BAR.matches && form?.querySelector(".all-scores :checked") === null;
    const isScored = form?.querySelector(".criterion:not(:has(:checked))") === null;
    if (isLast && isAskedOneByOne && isScored) this.#save();
  }

  #save() {
    const save = document.querySelector<HTMLButtonElement>("#review [value=save-next]:not([aria-hidden])");
    save?.form?.requestSubmit(save);
  }

  /** Submits the form in which the user is typing. If the user is typing in no form, submits the review. */
  #submit(event: KeyboardEvent) {
    event.preventDefault();
    const form = event.target instanceof HTMLElement ? event.target.closest("form") : null;
    const button = form?.querySelector<HTMLButtonElement>("button[name=intent]");
    if (form && form.id !== "review" && button) form.requestSubmit(button);
    else this.#save();
  }

  /**
   * Opens the document after the last open one, and closes the others. If no document is open, opens the first one. If
   * the last document is open, closes all of them.
   */
  #openDocument() {
    const documents = [...document.querySelectorAll<HTMLDetailsElement>(".document details")];
    const next = documents[documents.findLastIndex(({ open }) => open) + 1];
    for (const one of documents) one.open = one === next;
    const shown = next ?? document.querySelector<HTMLElement>("#documents");
    shown?.scrollIntoView({ block: "nearest" });
    next?.querySelector("summary")?.focus({ preventScroll: true });
  }

  #help() {
    this.#dialog ??= this.#makeDialog();
    this.#dialog.showModal();
  }

  #makeDialog(): HTMLDialogElement {
    const dialog = document.createElement("dialog");
    const head = document.createElement("div");
    const heading = document.createElement("h2");
    const close = document.createElement("button");
    heading.id = "review-keys-title";
    heading.textContent = "Keyboard shortcuts";
    close.type = "button";
    close.className = "button quiet";
    close.textContent = "Close";
    close.onclick = () => dialog.close();
    head.append(heading, close);

    const choice = document.createElement("label");
    const box = document.createElement("input");
    choice.className = "choice";
    box.type = "checkbox";
    box.checked = isOn();
    box.onchange = () => {
      if (box.checked) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, "true");
      this.#sayWhetherOn();
    };
    choice.append(box, "Keys are on in this browser (“?” always is)");
    const list = this.querySelector("dl")?.cloneNode(true) ?? "";
    dialog.append(head, list, choice);
    dialog.setAttribute("aria-labelledby", heading.id);
    document.body.append(dialog);
    return dialog;
  }
}

const isOn = () => localStorage.getItem(OFF) === null;

function check(choices: HTMLElement, value: string) {
  const choice = choices.querySelector<HTMLInputElement>(`[value="${value}"]`);
  if (choice) choice.checked = true;
}

function focusIn(choices: HTMLElement) {
  const choice = choices.querySelector<HTMLInputElement>(":checked") ?? choices.querySelector("input");
  choice?.focus();
  choices.scrollIntoView({ block: "nearest" });
}

function follow(link: string) {
  document.querySelector<HTMLAnchorElement>(link)?.click();
}

/** Whether the target takes typed text; radio buttons and checkboxes do not. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])")
  );
}
