import { isColour } from "./accent.ts";
import { Enhancement } from "./enhancement.element.ts";

/**
 * After a field into which a colour is typed: the browser's picker of colours. What is picked stands in the field, which
 * alone is sent; what is typed is shown.
 */
export class ColourPicker extends Enhancement {
  protected override enhance() {
    const field = this.previousElementSibling;
    if (!(field instanceof HTMLInputElement)) return;
    const picker = document.createElement("input");
    picker.type = "color";
    picker.setAttribute("aria-label", this.getAttribute("label") ?? "");
    const show = () => {
      const typed = field.value.trim().toLowerCase();
      if (isColour(typed)) picker.value = typed;
    };
    this.listen(field, "input", show);
    this.listen(picker, "input", () => {
      field.value = picker.value;
    });
    show();
    this.replaceChildren(picker);
  }
}
