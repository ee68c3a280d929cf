import { Enhancement } from "./enhancement.element.ts";

/**
 * Goes inside a form. It makes the browser ask before somebody leaves the page with unsaved text, whether by a link or
 * by another form on the page. It also opens a folded row if the browser finds something wrong in it.
 */
export class UnsavedChangesElement extends Enhancement {
  protected override enhance() {
    const form = this.closest("form");
    if (!form) return;
    // Input events are not the only sign of unsaved text: a page that hydrates sets the attribute itself for changes
    // that cause no input event.
    this.listen(form, "input", () => this.setAttribute("data-unsaved", ""));
    this.listen(form, "submit", () => this.removeAttribute("data-unsaved"));
    for (const field of form.elements)
      this.listen(field, "invalid", () => field.closest("details")?.setAttribute("open", ""));
    this.listen(window, "beforeunload", (event) => {
      if (this.hasAttribute("data-unsaved")) event.preventDefault();
    });
  }
}
