import type { Question } from "../domain/catalogue.ts";
import { tidy } from "../domain/questions.ts";

/** An answer as the server will store it. */
export function tidied(control: Element | null, typed: string): string {
  const mask = (control as HTMLElement | null)?.dataset["mask"] ?? null;
  return tidy({ mask } as Question, typed);
}

/** Brings what was typed in a field with a mask into its form when the field is left, never under the caret. */
export function formatMaskedInputs() {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset["mask"])
      target.value = tidied(target, target.value);
  });
}
