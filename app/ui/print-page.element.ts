import { Enhancement } from "./enhancement.element.ts";

/** Around the words on how a page is printed: a button that does it. */
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
