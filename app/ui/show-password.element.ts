import { Enhancement } from "./enhancement.element.ts";

/** Wraps a password field. Its button shows what was typed, until the form is sent. */
export class ShowPassword extends Enhancement {
  protected override enhance() {
    const input = this.querySelector("input");
    if (!input || this.querySelector("button")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button quiet";
    const words = new Text();
    const what = document.createElement("span");
    what.className = "visually-hidden";
    what.textContent = " password";
    button.append(words, what);
    const show = (isShown: boolean) => {
      input.type = isShown ? "text" : "password";
      words.data = isShown ? "Hide" : "Show";
    };
    show(false);
    this.listen(button, "click", () => show(input.type === "password"));
    // Browsers remember what was typed into a text field, but offer to save what was typed into a password field. So
    // the field is a password field again when the form is sent.
    if (input.form) this.listen(input.form, "submit", () => show(false));
    this.append(button);
  }
}
