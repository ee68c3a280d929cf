import { micromark } from "micromark";

/** What stands for a word in braces: no Markdown, no HTML, and nobody types it. */
const MARK = "\uE000";

/** The end of what stands for a word. */
const END = "\uE001";

/** The Markdown of these pages turned into HTML, so that a text that many read is turned once. */
const rendered = new Map<string, string>();
const MOST_RENDERED = 500;

/**
 * Markdown that a director wrote, as HTML. HTML in it is text. There are no pictures, and links lead only to `https:`,
 * `mailto:` and paths of the portal; what is left of others is their text. Words in braces that `values` knows are
 * replaced after all that, so that a value is text whatever it contains.
 */
export function htmlOf(markdown: string, values: Readonly<Record<string, string>> = {}): string {
  const html = rendered.get(markdown) ?? safe(markdown);
  if (rendered.size >= MOST_RENDERED) rendered.clear();
  rendered.set(markdown, html);
  return html.replace(/\uE000(\w+)\uE001/g, (_, name: string) =>
    escaped(Object.hasOwn(values, name) ? values[name]! : `{${name}}`),
  );
}

function safe(markdown: string): string {
  const marked = markdown
    .replaceAll(MARK, "")
    .replaceAll(END, "")
    .replace(/\{(\w+)\}/g, `${MARK}$1${END}`);
  return micromark(marked)
    .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, "$1")
    .replace(/<a href="([^"]*)"([^>]*)>([\s\S]*?)<\/a>/g, (_link, href: string, _rest, text: string) =>
      isAllowed(href) ? `<a href="${href}">${text}</a>` : text,
    );
}

/** A path must not begin with two slashes, which lead to another host. Placeholders have no place in an address. */
const isAllowed = (href: string): boolean =>
  /^(https:\/\/[^/]|mailto:[^/]|\/(?![/\\]|%5C))/i.test(href) && !/[\uE000\uE001]|%EE%80%8[01]/i.test(href);

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);
