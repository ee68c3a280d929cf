import { connect, newMeter } from "#db/client.ts";
import { type StandInRows, standIn } from "#db/stand-in.ts";
import { TABLES } from "#db/tables.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { writeDecisionMail } from "~/decisions/decision-mails.server.ts";
import { decisionMails } from "~/decisions/mails.ts";
import { editionMessages } from "~/editions/messages.ts";
import type { EditionDraft } from "~/editions/revisions.server.ts";
import type { MailText } from "~/mail/mail-text.ts";
import type { Context, SignedIn, Viewer, Visit } from "~/platform/context.server.ts";
import type { CardProcessor } from "~/platform/ports/card-processor.server.ts";
import type { FileStore } from "~/platform/ports/file-store.server.ts";
import type { Pictures } from "~/platform/ports/pictures.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { inZone } from "~/values/times.ts";
import { DECISIONS, type Decision } from "~/values/types.ts";
import { inventedAnswers } from "./preview-answers.ts";
import { marked } from "./preview-marks.server.ts";
import {
  chooserAddress,
  INVENTED,
  isPreviewed,
  linkInPreview,
  type PreviewChoice,
  previewBase,
} from "./preview-pages.ts";
import { previewRows, programmeToday } from "./preview-rows.server.ts";
import type { PreviewState } from "./preview-states.ts";

const texts = editionMessages.preview;

type Drafted = Pick<EditionDraft, "conferenceId" | "document" | "live">;

/**
 * A page of the portal as an invented delegate would see it if the draft were published. It is the real page, but it
 * gets only invented rows, and cannot change anything.
 *
 * @param path the path of the page with its query, such as "/decision".
 * @returns the page's response, which may also be a refusal or a redirect within the preview.
 */
export async function previewPage(
  context: Context,
  { settings }: Pick<SignedIn, "settings">,
  draft: Drafted,
  choice: PreviewChoice,
  path: string,
): Promise<Response> {
  const { conferenceId, document } = draft;
  // The path is not resolved like a link: "//elsewhere/decision" is a path here, and not another host.
  const page = new URL(context.origin + path);
  if (!isPreviewed(page.pathname)) refuse(404, texts.noSuchPage);
  const { now, at, state } = choice;
  const asked = { state: state.id, at };
  const base = previewBase(conferenceId, asked);
  const visit = inventedVisit(settings, draft, choice);
  // Nothing is taken from the director's own request: no cookie, no IP address, no name of a browser.
  const request = new Request(page, { headers: { Accept: "text/html" } });
  const programme =
    page.pathname === "/scheduling" ? await programmeToday(context.db, conferenceId) : undefined;
  const rows = previewRows(draft, state, now, programme);
  const answer = await context.handle(request, previewContext(context, rows, visit));
  const location = answer.headers.get("Location");
  if (location !== null) {
    const led = linkInPreview(location, page.href, base);
    if (led?.startsWith(base)) return new Response(null, { status: 302, headers: { Location: led } });
    refuse(404, texts.elsewhere);
  }
  if (answer.status >= 500) refuse(409, texts.broken);
  const mark = {
    name: conferenceName({ id: conferenceId, ...document.conference }),
    state: state.label,
    time: inZone(now, document.deadlineZone),
    chooser: chooserAddress(conferenceId, asked),
  };
  return marked(answer, mark, page.href, base);
}

/** The visit for which the page is made: its visitor, its time, and the portal's name and brand at that time. */
function inventedVisit(
  settings: Visit["settings"],
  { conferenceId, document: { site } }: Drafted,
  { state, now }: PreviewChoice,
): Visit {
  const { name, shortName, accent, logo, supportEmail, liveDataUrl, plan } = site;
  const viewer: Viewer = {
    ...{ uid: INVENTED.uid, email: INVENTED.email, emailVerifiedAt: now, admin: false, abilities: [] },
    doorUntil: null,
    hpairPlusSubscriptionId: state.isSubscriber ? "invented" : null,
    ...{ createdAt: now, authenticatedAt: now, openedAt: now, expiresAt: now },
    ...{
      hasFactor: false,
      factorTypedAt: null,
      factorUsedAt: null,
      awakeAt: null,
      edition: null,
      sessionHash: "",
    },
  };
  return {
    viewer: state.isSignedIn ? viewer : null,
    settings: {
      ...{ ...settings, currentEdition: conferenceId, conferenceId, clockOffset: 0 },
      ...{ supportEmail, liveDataUrl, plan, site: { name, shortName, accent, logo: logo ?? "" } },
    },
    now,
    shown: (instant) => instant,
  };
}

/** The context for which the page is made. It has invented rows to read, and ports that cannot be used. */
function previewContext(context: Context, rows: StandInRows, visit: Visit): Context {
  const meter = newMeter();
  return {
    // The bar of the preview already says which time is shown.
    config: { ...context.config, demo: false },
    origin: context.origin,
    requestId: context.requestId,
    version: context.version,
    network: "",
    userAgent: null,
    db: connect(standIn(context.db.$client, TABLES, rows), meter),
    files: untouched<FileStore>("files"),
    pictures: untouched<Pictures>("pictures"),
    // Pages sell something only if `cards` is set. So it is set here whenever it is set in the portal, but no card is
    // ever charged.
    cards: context.cards && untouched<CardProcessor>("cards"),
    processors: [],
    mailer: null,
    meter,
    oversized: false,
    cookies: [],
    wait: { minutes: 0 },
    claims: async () => null,
    visit: async () => visit,
    visitOf: untouched<Context>("accounts").visitOf,
    forgetVisit: untouched<Context>("accounts").forgetVisit,
    waitUntil: untouched<Context>("work").waitUntil,
    record: untouched<Context>("analytics").record,
    handle: context.handle,
  };
}

/** A port with nothing behind it: any use of it throws, so nothing can happen. */
const untouched = <Port extends object>(name: string): Port =>
  new Proxy({} as Port, {
    get: (_, member) => () => {
      throw new Error(`A preview has no ${name}: ${String(member)}`);
    },
  });

/** A mail about a decision, in the form in which the invented delegate would receive it. */
export type PreviewedMail = MailText & {
  decision: Decision;
  /** Whether the placeholders of the mail could not be filled in. */
  isPlain: boolean;
};

/** The mails about all decisions, and which of them the delegate would have received by the time shown. */
export function previewMails(
  { origin }: Pick<Context, "origin">,
  { conferenceId, document }: Drafted,
  { state, now }: PreviewChoice,
): { own: PreviewedMail | null; others: PreviewedMail[] } {
  const values = {
    conference: conferenceName({ id: conferenceId, ...document.conference }),
    link: `${origin}/decision`,
  };
  const { answers } = inventedAnswers(document, now);
  const inAbout = document.sections.find(({ id }) => id === "about")?.questions ?? [];
  // A mail takes the delegate's name from the answers in the section with the id `about`.
  const about = Object.fromEntries(inAbout.map(({ id }) => [id, answers[id] ?? ""]));
  const mails = DECISIONS.map((decision) => {
    const written = writeDecisionMail(document.mails[decision], about, values);
    return { decision, isPlain: written === null, ...(written ?? decisionMails.decided(values.link)) };
  });
  const decided = isTold(document, state, now) ? state.decision : null;
  return {
    own: mails.find(({ decision }) => decision === decided) ?? null,
    others: mails.filter(({ decision }) => decision !== decided),
  };
}

/** Whether the decision has been released by `now`, which means that the mail about it has been sent. */
const isTold = (
  { rounds }: EditionDraft["document"],
  { round, isReleased }: PreviewState,
  now: number,
): boolean => isReleased && rounds.some(({ id, decisionRelease }) => id === round && decisionRelease <= now);
