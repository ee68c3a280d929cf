import type { Question } from "~/values/catalogue.ts";
import { tidyAnswer } from "./questions.ts";

/** The answer in the form in which the server will store it. */
export function tidied(control: Element | null, typed: string): string {
  const mask = (control as HTMLElement | null)?.dataset["mask"] ?? null;
  return tidyAnswer({ mask } as Question, typed);
}

/** Formats the text of a field with a mask when the focus leaves the field, and never while somebody types. */
export function formatMaskedInputs() {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset["mask"])
      target.value = tidied(target, target.value);
  });
}
