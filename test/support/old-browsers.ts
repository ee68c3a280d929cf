import { type ChildNode, type Declaration, parse } from "postcss";

/**
 * At-rules that browsers of 2018 support, or may skip. "page" matters only on paper: a browser that skips it prints on
 * its usual paper.
 */
const OLD_AT_RULES = new Set(["media", "keyframes", "supports", "page"]);
const NEW_PROPERTIES = new Set(["translate", "rotate", "scale"]);
const NEW_COLOURS = /\b(?:color-mix|oklch|oklab|lch|lab|light-dark|color)\(/;
/** Properties that decide whether a text is readable. */
const PLAIN_FIRST = new Set(["color", "background"]);
/** Custom properties that have a value on every page, unlike those that only some elements set. */
const OF_PALETTE = /^var\(--(?!tone|gap|stage|on-stage)[\w-]+\)$/;

/**
 * The parts of a stylesheet that a browser from before 2022 would skip, unless the stylesheet has a replacement for
 * them. `css` is the stylesheet as it is sent.
 */
export function tooNewIn(css: string): string[] {
  const found: string[] = [];
  parse(css).walk((node: ChildNode) => {
    if (node.type === "atrule") {
      if (!OLD_AT_RULES.has(node.name)) found.push(`@${node.name}`);
      if (/[<>]/.test(node.params)) found.push(`@${node.name} ${node.params}`);
    }
    if (node.type === "rule" && (node.parent?.type === "rule" || node.selector.includes("&")))
      found.push(`nested ${node.selector}`);
    if (node.type === "decl" && isTooNew(node)) found.push(`${node.prop}: ${node.value}`);
  });
  return found;
}

function isTooNew(node: Declaration): boolean {
  const { prop, value } = node;
  if (NEW_PROPERTIES.has(prop)) return true;
  const isNew =
    NEW_COLOURS.test(value) ||
    (prop === "content" && value.includes("/")) ||
    (PLAIN_FIRST.has(prop) && OF_PALETTE.test(value));
  const before = node.prev();
  return isNew && !(before?.type === "decl" && before.prop === prop);
}

/**
 * Elements that begin a new line in browsers of the nineties, or that those browsers display separately from text.
 * Browsers that have not changed since then, such as w3m, treat newer elements (`nav`, `aside`, `main`, our own) as
 * text in a line.
 */
const OWN_LINE =
  "address|blockquote|body|br|caption|dd|div|dl|dt|fieldset|form|h\\d|head|hr|html|img|input|legend|li|ol|option|p|pre|progress|select|table|tbody|td|textarea|tfoot|th|thead|tr|ul";
const JOINT = new RegExp(
  String.raw`[\p{L}\p{N}.,:;!?)]((?:</?(?!(?:${OWN_LINE})\b)[a-z][\w-]*(?: [^>]*)?>)+)[\p{L}\p{N}(]`,
  "giu",
);

/** Places where the words of two elements follow each other without a space. Text browsers show such words as one. */
export function runTogether(html: string): string[] {
  const body = html
    .replace(/<(script|style|svg|template|head)\b[\s\S]*?<\/\1>/g, " ")
    .replaceAll("<!-- -->", "");
  return [...body.matchAll(JOINT)].flatMap((joint) => {
    const tags = joint[1]!;
    const isBetween =
      /^(?:<\/[\w-]+>)+<\w/.test(tags) ||
      !/^(?:<\/?(?:b|strong|em|i|span|small|bdi|code)\b[^>]*>)+$/.test(tags);
    return isBetween ? [body.slice(Math.max(0, joint.index - 40), joint.index + joint[0].length + 30)] : [];
  });
}
