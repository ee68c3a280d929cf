import type { Page } from "@playwright/test";

/**
 * Everything that a reader would see to be broken on the page in its present state. Things to press may lie on each
 * other, be cut off or be too small for a finger. The link of an error may lead to nothing that can be filled in.
 * Values may fall below the line of the name in their row. Rows may be narrower than their list.
 */
export const brokenOn = (page: Page): Promise<string[]> => page.evaluate(lookForBreaks);

/** Runs in the page. */
function lookForBreaks(): string[] {
  /** How far two boxes may overlap (px), because edges are drawn on half pixels. */
  const SLACK = 1.5;
  /** The least size that a finger needs (px). */
  const FINGER = 24;
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? (element.textContent || element.getAttribute("name") || "")).trim().slice(0, 40)}"`;
  // An open dialog covers the page below it.
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const controls = [
    ...scope.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])"),
  ].filter((element) => isShown(element) && !element.closest(".visually-hidden, .skip"));
  // A link in running text has one box for each line that it runs over.
  const boxes = controls.map((element) => ({
    element,
    rects: [...element.getClientRects()].filter(({ width, height }) => width > SLACK && height > SLACK),
  }));
  /**
   * The part of a box that is in sight. A list around the box may scroll separately from the page, and then hides what
   * lies above or below it.
   */
  const inSight = (element: Element, { left, top, right, bottom }: DOMRect): DOMRect => {
    const sides = { left, top, right, bottom };
    for (
      let around = element.parentElement;
      around && around !== document.body;
      around = around.parentElement
    ) {
      if (!/auto|scroll/.test(getComputedStyle(around).overflowY)) continue;
      const box = around.getBoundingClientRect();
      sides.top = Math.max(sides.top, box.top);
      sides.bottom = Math.min(sides.bottom, box.bottom);
    }
    return new DOMRect(
      sides.left,
      sides.top,
      sides.right - sides.left,
      Math.max(0, sides.bottom - sides.top),
    );
  };
  // Elements that stay in sight lie on those that scroll below them, so the two are not compared.
  const stays = (element: Element): boolean => {
    for (let around: Element | null = element; around; around = around.parentElement)
      if (/sticky|fixed/.test(getComputedStyle(around).position)) return true;
    return false;
  };
  // Content that can be scrolled to is not cut off. A table that is drawn as cards does not scroll.
  const isEdge = (around: Element) =>
    /hidden|clip/.test(getComputedStyle(around).overflowX) ||
    [...around.querySelectorAll(":scope.scroll > .list")].some(
      (list) => getComputedStyle(list).display === "block",
    );
  const edgeAround = (element: Element): Element | null => {
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (isEdge(around)) return around;
      if (/auto|scroll/.test(getComputedStyle(around).overflowX)) return null;
    }
    return null;
  };
  const shared = (one: DOMRect, other: DOMRect) => [
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  ];
  const overlapping = boxes.flatMap(({ element, rects }, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      if (element.contains(other.element) || other.element.contains(element)) return [];
      if (stays(element) !== stays(other.element)) return [];
      const worst = rects
        .flatMap((rect) =>
          other.rects.map((box) => shared(inSight(element, rect), inSight(other.element, box))),
        )
        .find((sides) => sides.every((side) => side > SLACK));
      return worst
        ? [`${named(element)} lies on ${named(other.element)} by ${worst.map(Math.round).join(" × ")}`]
        : [];
    }),
  );
  const cut = boxes.flatMap(({ element, rects }) => {
    const around = edgeAround(element);
    if (!around) return [];
    const box = around.getBoundingClientRect();
    const over = Math.max(
      ...rects.map(({ right }) => right - box.right),
      ...rects.map(({ left }) => box.left - left),
    );
    return over > SLACK ? [`${named(element)} is cut by ${Math.round(over)}`] : [];
  });
  // A link in running text is as high as its line.
  const isInText = (element: Element) =>
    element.matches("a") &&
    getComputedStyle(element).display.startsWith("inline") &&
    [...element.parentNode!.childNodes].some(
      (node) => node !== element && node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "",
    );
  const small = boxes.flatMap(({ element, rects }) => {
    if (rects.length === 0 || isInText(element)) return [];
    // Pressing a label is the same as pressing its box.
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const all = [...rects, ...labels.flatMap((label) => [...label.getClientRects()])];
    const width = Math.max(...all.map(({ right }) => right)) - Math.min(...all.map(({ left }) => left));
    const height = Math.max(...all.map(({ bottom }) => bottom)) - Math.min(...all.map(({ top }) => top));
    const least = Math.min(width, height);
    return least < FINGER - SLACK
      ? [`${named(element)} is ${Math.round(width)} × ${Math.round(height)}`]
      : [];
  });
  const unmendable = [...scope.querySelectorAll<HTMLAnchorElement>(".error-summary a[href^='#']")].flatMap(
    (link) => {
      const field = document.getElementById(link.hash.slice(1));
      // A field may be invisible, with the label around it drawn in its place.
      const shownBy = field && !isShown(field) ? field.closest("label") : field;
      const place = field && !field.checkVisibility() ? field.closest("label, fieldset, div") : shownBy;
      const isOpen = place && isShown(place) && !field!.matches(":disabled, [readonly], [type=hidden]");
      return isOpen
        ? []
        : [`the error “${link.textContent}” leads to ${field ? "a field that is not open" : "no field"}`];
    },
  );
  // On a phone, the value that most readers look for is at the end of the line with the row's name.
  const fallen = [...scope.querySelectorAll("tr > td.is-beside")].flatMap((cell) => {
    const row = cell.parentElement!;
    const name = row.querySelector(":scope > th");
    if (!name || !isShown(name) || getComputedStyle(row).display !== "flex") return [];
    return cell.getBoundingClientRect().top < name.getBoundingClientRect().bottom
      ? []
      : [`"${cell.textContent}" has fallen below ${named(name)}`];
  });
  // Text has a greatest width, so that it can be read. A row that is laid out in columns should not inherit this width.
  const narrow = [...scope.querySelectorAll("li")].flatMap((row) => {
    const { display, maxWidth } = getComputedStyle(row);
    const { width } = row.getBoundingClientRect();
    const isLimited = /grid|flex/.test(display) && Math.abs(width - Number.parseFloat(maxWidth)) < SLACK;
    return isShown(row) && isLimited && row.parentElement!.clientWidth - width > FINGER
      ? [`${named(row)} ends ${Math.round(row.parentElement!.clientWidth - width)} before its list`]
      : [];
  });
  return [...overlapping, ...cut, ...small, ...unmendable, ...fallen, ...narrow];
}
