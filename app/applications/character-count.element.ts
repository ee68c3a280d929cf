import { Enhancement } from "~/ui/enhancement.element.ts";

/** When this many characters are left, a screen reader begins to say how many. */
const NEAR = 100;

/** Counts the characters of the long text before it while somebody types. */
export class CharacterCount extends Enhancement {
  protected override enhance() {
    const area = this.previousElementSibling;
    if (!(area instanceof HTMLTextAreaElement)) return;
    const limit = Number(this.dataset["limit"]);
    const show = () => {
      // As the server counts: an emoji is one, and blanks at the ends are none.
      const typed = [...area.value.trim()].length;
      this.ariaLive = typed > limit - NEAR ? "polite" : "off";
      this.classList.toggle("over", typed > limit);
      this.textContent = `${typed.toLocaleString("en-US")} of ${limit.toLocaleString("en-US")} characters`;
    };
    this.listen(area, "input", show);
    // Also when the browser has restored what was typed.
    this.listen(window, "pageshow", show);
    show();
  }
}
