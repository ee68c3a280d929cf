import { DOCUMENTS_PAGE, typedSections } from "~/applications/application-form.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { editionMessages } from "~/editions/messages.ts";
import { ADD_ON_PATHS } from "~/money/prices/passes.ts";
import { instantAt, inZone, wallTime } from "~/values/times.ts";
import { questionsOf } from "./preview-answers.ts";
import { noteOn, type PreviewState, previewStates, turningPoints, whyNoPreview } from "./preview-states.ts";

/**
 * A director's choice of what to look at: a state and an instant. `now` is the instant in UTC ms, and `at` is the same
 * instant as a time in the edition's zone.
 */
export type PreviewChoice = { state: PreviewState; at: string; now: number };

/** The years for which a preview can be shown. */
const YEARS = /^20\d\d-/;

/** The state and the instant (UTC ms) that a URL or a form chooses; each of the two is null if it is not valid. */
export function previewChoice(
  document: EditionDocument,
  asked: { state: string; at: string },
): { state: PreviewState | null; now: number | null } {
  const state = previewStates(document).find(({ id }) => id === asked.state) ?? null;
  const now = YEARS.test(asked.at) ? instantAt(asked.at, document.deadlineZone) : null;
  return { state, now };
}

/** The invented delegate, and the id of their payment if they hold a pass. */
export const INVENTED = {
  uid: "invented-delegate",
  email: "delegate@example.org",
  paymentId: "invented000000000000",
};

/** The URL under which a preview shows its pages. */
export const previewBase = (editionId: string, { state, at }: { state: string; at: string }): string =>
  `/admin/editions/${editionId}/preview/${state}/${at}`;

/** The URL at which a preview shows a page of the portal. */
const previewAddress = (base: string, path: string): string => (path === "/" ? base : base + path);

/** The URL of the page on which a director chooses a state and a time, with this choice already selected. */
export const chooserAddress = (editionId: string, choice: { state: string; at: string }): string =>
  `/admin/editions/${editionId}/preview?${new URLSearchParams(choice)}`;

const SHOWN =
  /^\/(?:application(?:\/[\w-]+)?|decision(?:\/letter)?|waiver|(?:register|virtual-summit)(?:\/(?:add-ons|invoice))?|help|scheduling|payment-info|payment\/[\w-]+(?:\/receipt)?)?$/;

/** Whether a preview shows the page with this path. */
export const isPreviewed = (path: string): boolean => SHOWN.test(path);

/**
 * The URL to which a link on a previewed page leads: the linked page in the preview, or the link's own target if that
 * is outside the portal. Null if the preview does not show the linked page, so that the link is dropped.
 *
 * @param page the URL of the page in the portal.
 */
export function linkInPreview(href: string, page: string, base: string): string | null {
  if (href.startsWith("#")) return href;
  if (!URL.canParse(href, page)) return null;
  const { origin, protocol, pathname, search, hash } = new URL(href, page);
  if (protocol === "mailto:") return href;
  if (origin !== new URL(page).origin) return protocol === "https:" ? href : null;
  return isPreviewed(pathname) ? previewAddress(base, pathname) + search + hash : null;
}

/** The pages that can be looked at in a state, by their paths. */
function previewPages(document: EditionDocument, state: PreviewState): { path: string; title: string }[] {
  const sections = typedSections(document.sections, questionsOf(document));
  const isOpen = state.application !== "submitted";
  return [
    { path: "/", title: "Home" },
    { path: "/application", title: "Application" },
    ...(isOpen
      ? [
          ...sections.map(({ id, title }) => ({
            path: `/application/${id}`,
            title: `Application: ${title}`,
          })),
          { path: `/application/${DOCUMENTS_PAGE}`, title: "Application: documents" },
          { path: "/application/check", title: "Application: check and submit" },
        ]
      : []),
    { path: "/decision", title: "Decision" },
    { path: "/decision/letter", title: "Letter of acceptance" },
    { path: "/waiver", title: "Terms and conditions" },
    { path: "/register", title: "Pass: register" },
    { path: "/virtual-summit", title: "Pass: virtual summit" },
    ...(state.pass ? [{ path: ADD_ON_PATHS[state.pass], title: "Pass: more add-ons" }] : []),
    { path: "/scheduling", title: "Programme" },
    { path: "/help", title: "Help" },
    { path: "/payment-info", title: "Payment information" },
    { path: `/payment/${INVENTED.paymentId}`, title: "Payment" },
    { path: `/payment/${INVENTED.paymentId}/receipt`, title: "Receipt" },
    { path: "/mails", title: "Mails about decisions" },
  ];
}

/** The state in which there is most to see before anything is paid. */
const FIRST_SHOWN = "accepted";

/** The texts of the page where a director chooses a state and a time; `now` is the portal's time (UTC ms). */
export function previewChooser(
  editionId: string,
  document: EditionDocument,
  asked: { state: string | null; at: string | null },
  now: number,
) {
  const { deadlineZone: zone } = document;
  const states = previewStates(document);
  const usual = states.find(({ id }) => id === FIRST_SHOWN) ?? states[0]!;
  const typed = { state: asked.state ?? usual.id, at: asked.at ?? wallTime(now, zone) };
  const chosen = previewChoice(document, typed);
  const problems = {
    ...(chosen.state ? {} : { state: editionMessages.preview.notAState }),
    ...(chosen.now === null ? { at: editionMessages.preview.notATime } : {}),
  };
  const { state } = chosen;
  const base = previewBase(editionId, typed);
  const obstacles = whyNoPreview(document);
  const isReady = state !== null && chosen.now !== null && obstacles.length === 0;
  return {
    ...{ zone, typed, problems, obstacles },
    states: states.map(({ id, label }) => ({ value: id, label })),
    note: isReady ? noteOn(document, state, chosen.now!) : null,
    pages: isReady
      ? previewPages(document, state).map(({ path, title }) => ({ title, href: previewAddress(base, path) }))
      : [],
    times: turningPoints(document).map(({ at, label }) => {
      const wall = wallTime(at, zone);
      return {
        label,
        time: inZone(at, zone),
        href: chooserAddress(editionId, { state: (state ?? usual).id, at: wall }),
      };
    }),
  };
}
