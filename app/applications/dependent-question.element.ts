import { Enhancement } from "~/ui/enhancement.element.ts";
import type { Question } from "~/values/catalogue.ts";
import { isShown } from "./questions.ts";

/**
 * Shows a question only while its condition is met: the field on which the question depends has one of the values in
 * the condition. (Without scripts, the page says this in words.) An answer in a hidden question stays and is sent with
 * the form; the server's rules count it as empty.
 */
export class DependentQuestion extends Enhancement {
  protected override enhance() {
    const form = this.closest("form");
    const field = this.dataset["field"] ?? "";
    const control = form?.querySelector(`[name="${CSS.escape(field)}"]`);
    if (!form || !control) return;
    const values: string[] = JSON.parse(this.dataset["values"] ?? "[]");

    const update = () => {
      const answered = !control.closest("dependent-question[hidden]");
      const answer = answered ? new FormData(form).getAll(field).join("\n") : "";
      const hidden = !isShown({ dependsOn: { field, values } } as Question, { [field]: answer });
      if (hidden === this.hidden) return;
      this.hidden = hidden;
      // Other questions may depend on this one in turn.
      this.dispatchEvent(new Event("change", { bubbles: true }));
    };
    for (const words of this.querySelectorAll<HTMLElement>("[data-condition]")) words.hidden = true;
    this.listen(form, "input change", update);
    this.listen(window, "pageshow", update);
    update();
  }
}
