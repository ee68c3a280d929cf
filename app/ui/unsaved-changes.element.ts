import { Enhancement } from "./enhancement.element.ts";

/**
 * Inside a form: makes the browser ask before somebody leaves the page with unsaved text, whether by a link or
 * by another form of the page.
 */
export class UnsavedChangesElement extends Enhancement {
  protected override enhance() {
    const form = this.closest("form");
    if (!form) return;
    let unsaved = this.hasAttribute("data-unsaved");
    this.listen(form, "input", () => {
      unsaved = true;
    });
    this.listen(form, "submit", () => {
      unsaved = false;
    });
    this.listen(window, "beforeunload", (event) => {
      if (unsaved) event.preventDefault();
    });
  }
}
