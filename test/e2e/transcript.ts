import type { Page } from "@playwright/test";

type Transcript = { text: string; joined: string[]; covered: string[] };

/**
 * What somebody reads on the page in its present state and at its present width. `text` is every text that is in sight,
 * in order. Each block has lines of its own. Text that is folded, covered, transparent, cut off or beside the screen is
 * left out. Things that are not text are written in brackets. A field is written as its value or, if it is empty, its
 * placeholder (`[Seoul]`). A select is written as its choice, followed by its options (`[Ghana|Albania|…]`). A box or
 * radio button is `[x]` or `[ ]`. A picture is written with its text (`[picture: A mug]`), or as `[picture]` if it has
 * none. Frames and films are written in brackets too. `(disabled)` and `(read-only)` come directly after the control.
 *
 * `joined` names the places where two texts are drawn so near to each other that they read as one word. `covered` names
 * the texts that something other than a dialog lies on.
 *
 * The window is made as tall as the page (but not taller than `TALLEST`), so that the whole page is in sight at once.
 */
export async function transcriptOf(page: Page): Promise<Transcript> {
  const { width, height } = page.viewportSize()!;
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  if (tall > height) await page.setViewportSize({ width, height: Math.min(tall, TALLEST) });
  await picturesHaveCome(page);
  return page.evaluate(readAloud);
}

/** Waits for the pictures, since those further down are loaded only now. */
async function picturesHaveCome(page: Page) {
  const areThere = () => [...document.images].every(({ complete }) => complete);
  for (let tries = 0; tries < 20 && !(await page.evaluate(areThere)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Chromium draws no window taller than this (px). */
const TALLEST = 16_000;

/** The text on one line, with single spaces. */
export const onOneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Runs in the page. */
function readAloud(): Transcript {
  /** A box can be read only if at least this share of it is in sight. */
  const ENOUGH = 0.7;
  /** The smallest alpha at which a colour can be seen. */
  const FAINT = 0.1;
  /** Texts that are nearer to each other than this (px) read as one word. */
  const GAP = 2;
  const NO_TEXT = new Set(["SCRIPT", "STYLE", "TEMPLATE", "OPTION", "TEXTAREA", "TITLE", "HEAD"]);
  const root = document.documentElement;

  const isClipping = (style: CSSStyleDeclaration) =>
    /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`) ||
    style.clipPath !== "none" ||
    style.clip !== "auto";
  /** The share of a box that is still in sight after everything around it has cut it off. */
  const shareInSight = (element: Element, rect: DOMRect): number => {
    let [left, top] = [Math.max(rect.left, 0), Math.max(rect.top + scrollY, 0) - scrollY];
    let [right, bottom] = [Math.min(rect.right, root.clientWidth), rect.bottom];
    for (
      let around: Element | null = element;
      around && around !== document.body;
      around = around.parentElement
    ) {
      const style = getComputedStyle(around);
      if (/inset\((?:50|100)%/.test(style.clipPath) || /rect\(0/.test(style.clip)) return 0;
      if (!isClipping(style)) continue;
      const box = around.getBoundingClientRect();
      if (box.width < GAP || box.height < GAP) return 0;
      if (style.overflowX !== "visible") {
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
      }
      // Text that can be scrolled to counts as in sight.
      if (/hidden|clip/.test(style.overflowY)) {
        top = Math.max(top, box.top);
        bottom = Math.min(bottom, box.bottom);
      }
    }
    return (Math.max(0, right - left) * Math.max(0, bottom - top)) / (rect.width * rect.height);
  };
  const alphaOf = (colour: string) =>
    Number(/[,/]\s*([\d.]+)\)$/.exec(/rgba|\//.test(colour) ? colour : "")?.[1] ?? 1);
  /** Whether an element hides what lies below it at this point, because it paints something there. */
  const hides = (hit: Element, x: number, y: number): boolean => {
    if (hit.matches("img, video, iframe, canvas")) return true;
    const isPainted = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration) =>
      backgroundImage.includes("url(") || alphaOf(backgroundColor) > 0.5;
    const holds = ({ left, right, top, bottom }: DOMRect) =>
      left <= x && x <= right && top <= y && y <= bottom;
    if (holds(hit.getBoundingClientRect()) && isPainted(getComputedStyle(hit))) return true;
    const parts = ["::before", "::after"].map((part) => getComputedStyle(hit, part));
    if (parts.some((part) => part.content !== "none" && part.position === "absolute" && isPainted(part)))
      return true;
    return [...hit.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE) return false;
      const range = document.createRange();
      range.selectNode(node);
      return [...range.getClientRects()].some(holds);
    });
  };
  const isScrolledAway = (element: Element, x: number, y: number): boolean => {
    for (
      let around = element.parentElement;
      around && around !== document.body;
      around = around.parentElement
    ) {
      const { left, right, top, bottom } = around.getBoundingClientRect();
      const { overflowX, overflowY } = getComputedStyle(around);
      const isOutside = x < left || x > right || y < top || y > bottom;
      if (isOutside && /auto|scroll/.test(`${overflowX} ${overflowY}`)) return true;
    }
    return false;
  };
  const isCovered = (element: Element, { left, top, width, height }: DOMRect): boolean => {
    const [x, y] = [left + width / 2, top + height / 2];
    // The browser cannot say what lies at a point outside the window (the window is never made taller than `TALLEST`),
    // or at a point that is scrolled out of sight inside a box.
    if (y > innerHeight || y < 0 || x < 0 || x > innerWidth || isScrolledAway(element, x, y)) return false;
    const hits = document.elementsFromPoint(x, y);
    const isOwn = (hit: Element) =>
      hit.contains(element) || element.contains(hit) || hit.closest("label")?.contains(element);
    const own = hits.findIndex(isOwn);
    // A link that is stretched over a card lies on the card's texts, but does not hide them.
    return own < 0 || hits.slice(0, own).some((hit) => hides(hit, x, y));
  };
  const isDrawn = (element: Element, rects: DOMRect[]): boolean => {
    const drawn = rects.filter(({ width, height }) => width > 1 && height > 1);
    return (
      drawn.length > 0 &&
      element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
        contentVisibilityAuto: true,
      }) &&
      drawn.every((rect) => shareInSight(element, rect) >= ENOUGH)
    );
  };
  const dialog = document.querySelector("dialog[open]");
  const covered: string[] = [];
  const isInSight = (element: Element, rects: DOMRect[], words: string): boolean => {
    if (!isDrawn(element, rects)) return false;
    if (!isCovered(element, rects.find(({ width, height }) => width > 1 && height > 1)!)) return true;
    if (!dialog) covered.push(`“${words.trim().slice(0, 40)}”`);
    return false;
  };

  const fieldInWords = (field: Element): string | null => {
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options].map(({ text }) => text);
      const chosen = [...field.selectedOptions].map(({ text }) => text).join(", ");
      return `[${[chosen, ...options].join("|")}]`;
    }
    if (field instanceof HTMLTextAreaElement) return `[${field.value || field.placeholder}]`;
    if (field instanceof HTMLInputElement) {
      if (field.type === "hidden") return null;
      if (field.type === "checkbox" || field.type === "radio") return field.checked ? "[x]" : "[ ]";
      if (field.type === "submit" || field.type === "button") return field.value;
      if (field.type === "password") return field.value ? "[•••]" : "[]";
      return `[${field.value || field.placeholder}]`;
    }
    if (field instanceof HTMLImageElement)
      return field.complete && field.naturalWidth > 0 ? `[picture${field.alt && `: ${field.alt}`}]` : null;
    if (field instanceof HTMLVideoElement) return "[film]";
    if (field instanceof HTMLIFrameElement) return `[frame: ${field.title}]`;
    return null;
  };
  const inBrackets = (element: Element): string | null => {
    const words = fieldInWords(element);
    if (words === null) return null;
    const isReadOnly =
      "readOnly" in element && element.readOnly === true && !element.matches("[type=checkbox], [type=radio]");
    return `${words}${element.matches(":disabled") ? " (disabled)" : ""}${isReadOnly ? " (read-only)" : ""}`;
  };

  const blockOf = (node: Node): Element => {
    let around = node.parentElement!;
    while (around !== document.body && getComputedStyle(around).display.startsWith("inline"))
      around = around.parentElement!;
    return around;
  };
  let said = "";
  const joined: string[] = [];
  let last: { block: Element; rect: DOMRect } | undefined;
  const say = (words: string, block: Element, first: DOMRect, final: DOMRect) => {
    const isApart =
      !last ||
      last.block !== block ||
      Math.abs(first.left - last.rect.right) >= GAP ||
      first.top > last.rect.bottom;
    const lineBreak = last && last.block !== block ? "\n" : "";
    if (lineBreak && /[\p{L}\p{N}]$/u.test(said) && /^[\p{L}\p{N}]/u.test(words)) {
      const { rect } = last!;
      const shared = Math.min(first.bottom, rect.bottom) - Math.max(first.top, rect.top);
      const apart = Math.max(first.left - rect.right, rect.left - first.right);
      const isOneLine = shared > Math.min(first.height, rect.height) / 2;
      if (isOneLine && apart < GAP) joined.push(`“${said.slice(-30)}” and “${words.slice(0, 30)}”`);
    }
    said += lineBreak || (isApart && said !== "" && !/\s$/.test(said) && !/^\s/.test(words) ? " " : "");
    said += words;
    last = { block, rect: final };
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      const words = inBrackets(node);
      if (words === null) continue;
      const rect = node.getBoundingClientRect();
      if (isInSight(node, [rect], words)) say(` ${words} `, blockOf(node), rect, rect);
      continue;
    }
    const element = node.parentElement!;
    if (NO_TEXT.has(element.tagName) || !node.textContent?.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()];
    if (!isInSight(element, rects, node.textContent)) continue;
    const { color, fontSize } = getComputedStyle(element);
    if (alphaOf(color) < FAINT || Number.parseFloat(fontSize) < 6) continue;
    const drawn = rects.filter(({ width, height }) => width > 1 && height > 1);
    const text = node.textContent.replace(/\s+/g, " ");
    const button = element.closest("button");
    // “(disabled)” is said only once, after the last words of the button.
    const isLast =
      button && !button.textContent!.trim().endsWith(text.trim())
        ? false
        : Boolean(button?.matches(":disabled"));
    say(isLast ? `${text.trimEnd()} (disabled)` : text, blockOf(node), drawn[0]!, drawn.at(-1)!);
  }
  const text = said
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
  return { text, joined, covered };
}
