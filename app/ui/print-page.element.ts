import { Enhancement } from "./enhancement.element.ts";

/** Stands around the words about printing a page, and turns them into a button that does it. */
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
