import { micromark } from "micromark";

/**
 * The beginning of a mark that replaces a word in braces. The character has no meaning in Markdown or HTML, and nobody
 * types it.
 */
const MARK = "\uE000";

/** The end of a mark that replaces a word in braces. */
const END = "\uE001";

/** The HTML of texts, so that a text which many people read is converted only once. */
const rendered = new Map<string, string>();
const MOST_RENDERED = 500;

/**
 * Markdown written by a director, as HTML. HTML in the Markdown is shown as text. Pictures are left out. Links may lead
 * only to `https:`, to `mailto:` and to paths of the portal; any other link is reduced to its text. Words in braces
 * that are in `values` are replaced at the end, so that a value is always treated as text, whatever it contains.
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

/**
 * A path must not begin with two slashes, because it would lead to another host. An address must not contain a word
 * in braces. At this point, such a word is already a mark (`MARK`).
 */
const isAllowed = (href: string): boolean =>
  /^(https:\/\/[^/]|mailto:[^/]|\/(?![/\\]|%5C))/i.test(href) && !/[\uE000\uE001]|%EE%80%8[01]/i.test(href);

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);
