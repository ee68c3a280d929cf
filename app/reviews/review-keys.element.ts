import { tinykeys } from "tinykeys";
import { Enhancement } from "~/ui/enhancement.element.ts";
import { RECOMMENDATION_KEYS } from "./review.ts";
import { SCORES } from "./scores.ts";

/** The key under which this browser remembers that the keys are switched off. */
const OFF = "review keys off";

/**
 * Handles the keys that its list names, and "?" for the list in a dialog. Keys are ignored while somebody types
 * in a field, and can be switched off: people who dictate to the computer would press them unintentionally
 * (WCAG 2.1.4).
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
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#forget();
  }

  /** Buttons show their keys while they work. */
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
   * Sets the score in the focused criterion, else in the first that has none, and moves on to the next one
   * without a score. From the last it moves to the recommendation, where digits do nothing, so that one digit
   * too many overwrites no score.
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

  #save() {
    const save = document.querySelector<HTMLButtonElement>("#review [value=save-next]:not([aria-hidden])");
    save?.form?.requestSubmit(save);
  }

  /** Submits the form that is being typed in, or else the review. */
  #submit(event: KeyboardEvent) {
    event.preventDefault();
    const form = event.target instanceof HTMLElement ? event.target.closest("form") : null;
    const button = form?.querySelector<HTMLButtonElement>("button[name=intent]");
    if (form && form.id !== "review" && button) form.requestSubmit(button);
    else this.#save();
  }

  /** Opens the first document that is closed; when all are open, closes them. */
  #openDocument() {
    const documents = [...document.querySelectorAll<HTMLDetailsElement>(".document details")];
    const closed = documents.find(({ open }) => !open);
    for (const one of documents) one.open = one === closed;
    const shown = closed ?? document.querySelector<HTMLElement>("#documents");
    shown?.scrollIntoView({ block: "nearest" });
    closed?.querySelector("summary")?.focus({ preventScroll: true });
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

/** Nobody types in radio buttons and checkboxes. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])")
  );
}
