import type { Page } from "@playwright/test";

/**
 * Everything on a page that breaks a rule of docs/design.md: a heading whose first line ends too low, something that is
 * as heavy as a heading without being one, something whose left edge is not the common left edge, or a second
 * horizontal line (a border) directly below the line under the notices.
 */
export const unlikeTheDesign = (page: Page): Promise<string[]> => page.evaluate(lookForStrangers);

/** Runs in the page. */
function lookForStrangers(): string[] {
  /**
   * How far down a phone the heading's first line may end (px), not counting the strips for the demo or another
   * edition.
   */
  const FIRST = 200;
  const isPhone = window.innerWidth < 600;
  // The library has a layout of its own, in which a picture may come first.
  if (document.querySelector(".plus-header")) return [];
  /** The greatest font weight that a link, a button or the name of a field may have. */
  const HEAVIEST = 500;
  const SLACK = 1;
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter(
      (element) => isShown(element) && !element.closest(".visually-hidden, .skip, dialog"),
    );
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 40)}"`;

  // If somebody looks at an edition other than the one that delegates see, a strip above the page says so.
  const strip = [...document.querySelectorAll(".demo, .edition-choice.elsewhere")]
    .map((element) => element.getBoundingClientRect().height)
    .reduce((sum, height) => sum + height, 0);
  // An open menu or dialog stands in front of the page.
  const isOpened = document.querySelector(".menu[open], dialog[open]") !== null;
  const low = shown("h1").flatMap((heading) => {
    const { top } = heading.getBoundingClientRect();
    const line = Number.parseFloat(getComputedStyle(heading).lineHeight);
    const end = top + window.scrollY + line - strip;
    return isPhone && !isOpened && end > FIRST
      ? [`the heading's first line ends at ${Math.round(end)} px`]
      : [];
  });

  const heavy = shown("a, label, legend, summary, .button").flatMap((element) => {
    // Words within a logo or a heading may be as heavy as the logo or the heading itself.
    if (element.closest("h1, h2, h3, .logo, .brand") || element.querySelector("h1, h2, h3")) return [];
    const weight = Number(getComputedStyle(element).fontWeight);
    return weight > HEAVIEST ? [`${named(element)} weighs ${weight}`] : [];
  });

  const main = document.querySelector("main.page");
  const edge = main?.getBoundingClientRect().left;
  // Elements whose content has an edge of its own: boxes, lists, tables, and elements beside other elements.
  const OWN =
    ".hero, .card:has(> .letterhead), .panel, .door-verdict, .notice, .error-summary, .grid, .aside, .swatches, table, ul, ol, dl, dialog, fieldset, .filters, .field-grid, .list-filter, .reading, .pair, .cluster, .choice, .beside, .question-beside, .named-fields, figure, blockquote, .between, .actions, .sorting-lists, svg";
  const beside =
    main && edge !== undefined
      ? [...main.querySelectorAll("h1, h2, h3, p, label:not(.choice), summary")].flatMap((element) => {
          if (!isShown(element) || element.closest(`${OWN}, .visually-hidden`)) return [];
          const { left } = element.getBoundingClientRect();
          return Math.abs(left - edge) > SLACK && !element.matches("summary")
            ? [`${named(element)} begins ${Math.round(left - edge)} px beside the edge`]
            : [];
        })
      : [];
  const logo = shown(".site-header .logo")[0];
  const isOfStaff = document.querySelector(".staff") !== null;
  const apart =
    logo && edge !== undefined && !isOfStaff ? Math.abs(logo.getBoundingClientRect().left - edge) : 0;
  const notices = main?.querySelector(".notifications");
  const doubled = notices && isShown(notices) ? linesBelow(notices) : [];
  /** The line above the first card of a form or filter, if nothing stands between it and the line below the notices. */
  function linesBelow(above: Element): string[] {
    const end = above.getBoundingClientRect().bottom;
    const below = [...main!.querySelectorAll("*")].filter(
      (element) =>
        above.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING && isShown(element),
    );
    const isLine = (element: Element) => {
      const { borderTopWidth, borderInlineStartWidth } = getComputedStyle(element);
      return Number.parseFloat(borderTopWidth) > 0 && Number.parseFloat(borderInlineStartWidth) === 0;
    };
    const line = below.find((element) =>
      element.matches('.notifications + form > [type="hidden"] + .card, .list-filter .card'),
    );
    if (!line || !isLine(line)) return [];
    const next = line.getBoundingClientRect().top;
    const isBetween = below.some((element) => {
      const { top, height } = element.getBoundingClientRect();
      return height > 0 && top >= end && top < next && element.childElementCount === 0;
    });
    return isBetween || next <= end ? [] : [`${named(line)} begins with a second line below the notices`];
  }
  return [
    ...low,
    ...heavy,
    ...beside,
    ...doubled,
    ...(apart > SLACK ? [`the page begins ${Math.round(apart)} px beside the header`] : []),
  ];
}
