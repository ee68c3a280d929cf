import { Enhancement } from "./enhancement.element.ts";

/** The key under which this tab stores the direction in which an item was last moved. */
const DIRECTION = "sorted";

/**
 * Lets the items of a list be dragged, or moved with the arrow keys while Alt is held. The server is told only which
 * item was moved, and next to which other item, but never the whole list. So if two people sort at the same time,
 * nothing is lost.
 */
export class SortableList extends Enhancement {
  #dragged: HTMLElement | null = null;
  /** The order before the drag, which is restored if the drag is cancelled. */
  #before: Element[] = [];

  protected override enhance() {
    const list = this.querySelector("ol");
    if (!list) return;
    this.classList.add("ready");
    for (const item of this.#items()) item.draggable = true;
    this.#followMoved();

    this.listen<DragEvent>(list, "dragstart", (event) => {
      this.#dragged = itemOf(event.target);
      this.#before = [...list.children];
      this.#dragged?.classList.add("dragged");
      if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
    });
    this.listen<DragEvent>(list, "dragover", (event) => {
      const over = itemOf(event.target);
      if (!this.#dragged) return;
      event.preventDefault();
      if (!over || over === this.#dragged) return;
      const { top, height } = over.getBoundingClientRect();
      if (event.clientY < top + height / 2) over.before(this.#dragged);
      else over.after(this.#dragged);
    });
    this.listen<DragEvent>(list, "drop", (event) => {
      event.preventDefault();
      const moved = this.#dragged;
      this.#dragged = null;
      moved?.classList.remove("dragged");
      if (moved && this.#before.indexOf(moved) !== this.#items().indexOf(moved)) this.#tell(moved);
    });
    this.listen(list, "dragend", () => {
      this.#dragged?.classList.remove("dragged");
      if (this.#dragged) list.append(...this.#before);
      this.#dragged = null;
    });
    this.listen(list, "click", ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>("[data-direction]") : null;
      if (button) sessionStorage.setItem(DIRECTION, button.dataset["direction"]!);
    });
    this.listen<KeyboardEvent>(list, "keydown", (event) => {
      if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
      const direction = event.key === "ArrowUp" ? "up" : "down";
      event.preventDefault();
      itemOf(event.target)
        ?.querySelector<HTMLButtonElement>(`button[data-direction=${direction}]:enabled`)
        ?.click();
    });
  }

  /**
   * After a move, the page is reloaded. The focus returns to the button that moved the item, if that button can still
   * move the item.
   */
  #followMoved() {
    const moved = this.#items().find(({ id }) => `#${id}` === location.hash);
    const again = `[data-direction="${sessionStorage.getItem(DIRECTION)}"]:enabled`;
    const buttons = [again, "[data-direction=up]:enabled", "button:enabled"];
    const button = buttons.map((one) => moved?.querySelector<HTMLButtonElement>(one)).find(Boolean);
    button?.focus();
  }

  #items(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>("li[data-id]")];
  }

  #tell(moved: HTMLElement) {
    const form = this.querySelector<HTMLFormElement>("form.sortable-form");
    const beside = moved.previousElementSibling ?? moved.nextElementSibling;
    if (!form || !(beside instanceof HTMLElement)) return;
    const set = (name: string, value: string | undefined) => {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value ?? "";
    };
    set("item", moved.dataset["id"]);
    set("to", `${moved.previousElementSibling ? "after" : "before"} ${beside.dataset["id"]}`);
    form.action = `#${moved.id}`;
    form.submit();
  }
}

const itemOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("li[data-id]") : null;
