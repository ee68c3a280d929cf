import { editionMessages } from "~/editions/messages.ts";
import { linkInPreview } from "./preview-pages.ts";

const texts = editionMessages.preview;

/** What the bar above a previewed page says. */
export type PreviewMark = {
  /** The name of the edition, and the state and the time that are shown. */
  name: string;
  state: string;
  time: string;
  /** The page on which another page, state or time can be chosen. */
  chooser: string;
};

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };
/** HTMLRewriter would stop at a lone surrogate, so each one is replaced with a question mark. */
const escaped = (text: string) => text.replace(/[&<"]|\p{Cs}/gu, (sign) => ESCAPES[sign] ?? "?");

/** The bar above the page. It looks like the bar of the demo, so that the page needs no style of its own. */
function stripOf({ name, state, time, chooser }: PreviewMark): string {
  const text = escaped(texts.strip(name, state, time));
  return `<aside class="demo" aria-label="${texts.stripName}">${text} <a href="${escaped(chooser)}">${texts.another}</a></aside>`;
}

/** Elements that by themselves would run a script, load something, or lead away from the page. */
const REMOVED = "script, iframe, object, embed, meta[http-equiv], link[rel=modulepreload], link[rel=preload]";
const CONTROLS = "button, input, select, textarea";
/** Attributes that decide whether, where and how a form or a control submits. */
const DEEDS = ["action", "method", "formaction", "formmethod", "form"];

/**
 * A page of the portal, marked as a preview: nothing in it runs, no form can be used or sent, and its links lead to the
 * corresponding pages of the preview.
 *
 * @param page the URL of the page in the portal.
 * @param base the URL under which the preview shows pages.
 */
export async function marked(
  response: Response,
  mark: PreviewMark,
  page: string,
  base: string,
): Promise<Response> {
  const html = await response.text();
  // Only the link that skips the header may come before the bar.
  const hasSkipLink = html.includes('class="skip"');
  const answer = new HTMLRewriter()
    .on(REMOVED, { element: (element) => void element.remove() })
    .on("head > title", { element: (element) => void element.prepend(texts.titlePrefix) })
    .on(hasSkipLink ? "a.skip" : "body", {
      element(element) {
        if (hasSkipLink) element.after(` ${stripOf(mark)}`, { html: true });
        else element.prepend(stripOf(mark), { html: true });
      },
    })
    .on("form", { element: (element) => void inert(element).setAttribute("inert", "") })
    .on(CONTROLS, { element: (element) => void inert(element).setAttribute("disabled", "") })
    .on("a[href], area[href]", {
      element(element) {
        const href = linkInPreview(element.getAttribute("href")!.replaceAll("&amp;", "&"), page, base);
        if (href === null) element.removeAttribute("href");
        else element.setAttribute("href", escaped(href));
      },
    })
    .transform(new Response(html));
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": stricter(response.headers.get("Content-Security-Policy") ?? ""),
    "Cache-Control": "private, no-store",
  });
  return new Response(answer.body, { status: response.status, headers });
}

function inert(element: Element): Element {
  for (const name of DEEDS) element.removeAttribute(name);
  return element;
}

/** Directives that a preview never needs, whatever the page's own policy allows. */
const FORBIDDEN = ["script-src", "connect-src", "form-action", "frame-src", "media-src"];

/**
 * The content security policy of a previewed page: it keeps the hashes of the page's styles, and forbids scripts,
 * requests and forms.
 */
function stricter(policy: string): string {
  const kept = policy
    .split(";")
    .map((directive) => directive.trim())
    .filter((directive) => directive !== "" && !FORBIDDEN.some((name) => directive.startsWith(`${name} `)));
  const least = kept.length > 0 ? kept : ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"];
  return [...least, ...FORBIDDEN.map((name) => `${name} 'none'`)].join("; ");
}
