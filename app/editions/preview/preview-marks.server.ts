import { editionMessages } from "~/editions/messages.ts";
import { linkInPreview } from "./preview-pages.ts";

const texts = editionMessages.preview;

/** What the strip above a previewed page says. */
export type PreviewMark = {
  /** The name of the edition, and the state and the time that are shown. */
  name: string;
  state: string;
  time: string;
  /** The page where another page, state or time is chosen. */
  chooser: string;
};

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };
/** The rewriter would break off at half a character, so that becomes a question mark. */
const escaped = (text: string) => text.replace(/[&<"]|\p{Cs}/gu, (sign) => ESCAPES[sign] ?? "?");

/** The strip looks like the one of the demo, so that the page needs no style of its own. */
function stripOf({ name, state, time, chooser }: PreviewMark): string {
  const text = escaped(texts.strip(name, state, time));
  return `<aside class="demo" aria-label="${texts.stripName}">${text} <a href="${escaped(chooser)}">${texts.another}</a></aside>`;
}

/** Attributes that would run, load or lead away by themselves. */
const REMOVED = "script, iframe, object, embed, meta[http-equiv], link[rel=modulepreload], link[rel=preload]";
const CONTROLS = "button, input, select, textarea";
/** Attributes that decide where and how a form or a control is sent. */
const DEEDS = ["action", "method", "formaction", "formmethod", "form"];

/**
 * A page of the portal, marked as a preview: nothing in it runs, no form can be used or sent, and its links lead to
 * the pages that the preview shows.
 *
 * @param page the address at which the page stands in the portal.
 * @param base the address under which the preview shows it.
 */
export async function marked(
  response: Response,
  mark: PreviewMark,
  page: string,
  base: string,
): Promise<Response> {
  const html = await response.text();
  // Only the link that skips the header may come before it.
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

/** A preview needs none of these, whatever its page was allowed. */
const FORBIDDEN = ["script-src", "connect-src", "form-action", "frame-src", "media-src"];

/** The policy of a page: it keeps the hashes of its styles, and forbids everything that would act. */
function stricter(policy: string): string {
  const kept = policy
    .split(";")
    .map((directive) => directive.trim())
    .filter((directive) => directive !== "" && !FORBIDDEN.some((name) => directive.startsWith(`${name} `)));
  const least = kept.length > 0 ? kept : ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"];
  return [...least, ...FORBIDDEN.map((name) => `${name} 'none'`)].join("; ");
}
