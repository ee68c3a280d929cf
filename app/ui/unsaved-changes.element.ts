import { Enhancement } from "./enhancement.element.ts";

/**
 * Inside a form: makes the browser ask before somebody leaves the page with unsaved text, whether by a link or
 * by another form of the page.
 */
export class UnsavedChangesElement extends Enhancement {
  protected override enhance() {
    const form = this.closest("form");
    if (!form) return;
    // The attribute is asked, because a page that hydrates sets it for changes without an input.
    this.listen(form, "input", () => this.setAttribute("data-unsaved", ""));
    this.listen(form, "submit", () => this.removeAttribute("data-unsaved"));
    this.listen(window, "beforeunload", (event) => {
      if (this.hasAttribute("data-unsaved")) event.preventDefault();
    });
  }
}
