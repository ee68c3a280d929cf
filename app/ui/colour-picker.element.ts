import { isColour } from "./accent.ts";
import { Enhancement } from "./enhancement.element.ts";

/**
 * Adds the browser's colour picker after a field for a colour. A picked colour is written into the field, and only the
 * field is sent. A colour typed into the field is shown in the picker.
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
