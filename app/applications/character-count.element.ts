import { Enhancement } from "~/ui/enhancement.element.ts";

/** When no more than this many characters are left, a screen reader begins to say how many. */
const NEAR = 100;

/** Counts the characters in the long text before this element while somebody types. */
export class CharacterCount extends Enhancement {
  protected override enhance() {
    const area = this.previousElementSibling;
    if (!(area instanceof HTMLTextAreaElement)) return;
    const limit = Number(this.dataset["limit"]);
    const show = () => {
      // Counts as the server does: an emoji counts as one character, and spaces at the ends are not counted.
      const typed = [...area.value.trim()].length;
      this.ariaLive = typed > limit - NEAR ? "polite" : "off";
      this.classList.toggle("over", typed > limit);
      this.textContent = `${typed.toLocaleString("en-US")} of ${limit.toLocaleString("en-US")} characters`;
    };
    this.listen(area, "input", show);
    // Needed because the browser may have restored what was typed.
    this.listen(window, "pageshow", show);
    show();
  }
}
