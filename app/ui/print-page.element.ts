import { Enhancement } from "./enhancement.element.ts";

/** Wraps the words about printing a page, and replaces them with a button that prints the page. */
export class PrintPage extends Enhancement {
  protected override enhance() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button secondary";
    button.textContent = "Print or save as PDF";
    this.listen(button, "click", () => print());
    this.replaceChildren(button);
  }
}
