import { micromark } from "micromark";

/** Begins the mark that stands for a word in braces: it is no Markdown, no HTML, and nobody types it. */
const MARK = "\uE000";

/** Ends that mark. */
const END = "\uE001";

/** Texts that were turned into HTML, so that a text which many people read is turned only once. */
const rendered = new Map<string, string>();
const MOST_RENDERED = 500;

/**
 * Markdown that a director wrote, as HTML. HTML in it is shown as text. There are no pictures, and links lead only to
 * `https:`, `mailto:` and paths of the portal; of other links only the text is left. Words in braces that `values`
 * knows are replaced at the end, so that a value is text whatever it contains.
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
