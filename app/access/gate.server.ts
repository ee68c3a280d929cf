import { redirect } from "@remix-run/cloudflare";
import { noteFactor, proveFactor, renewFreshFactor } from "~/accounts/factor-codes.server.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { requestPasskey } from "~/accounts/passkeys.server.ts";
import {
  refreshClaims,
  requireViewer,
  resumable,
  sayingWhatIsLost,
  typedFactor,
} from "~/accounts/session.server.ts";
import { isAwake } from "~/accounts/sessions.ts";
import { addOnRows, ticketRows } from "~/conference/catalogue.server.ts";
import { noteRefusal } from "~/platform/audit.server.ts";
import type { Args, SignedIn, Viewer } from "~/platform/context.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { heldPasses } from "~/standing/holdings.server.ts";
import { type Ability, can } from "~/values/abilities.ts";
import type { Refused } from "~/values/types.ts";
import { type AccessLevel, CLAIM_LEVELS, mayAccess } from "./access.ts";
import { ACTS_THAT_HURT, type ActThatHurts, hurts } from "./acts.ts";
import { accessMessages } from "./messages.ts";
import { staffPageOf } from "./staff-pages.ts";

/**
 * Returns the signed-in visit of somebody who meets an access level. To anybody else it throws a page with the gate's
 * sentence: 401 if they are signed out, 403 if they are signed in. Specification, section 6.
 */
export async function requireAccess(args: Args, level: AccessLevel, form?: FormData): Promise<SignedIn> {
  const visit = await requireViewer(args, form);
  const { viewer, settings } = visit;
  const { db } = args.context;
  const { conferenceId } = settings;
  const [passes, tickets, addOns] = CLAIM_LEVELS.includes(level)
    ? [[], [], []]
    : await db.batch([
        heldPasses(db, conferenceId, viewer.uid),
        ticketRows(db, conferenceId),
        addOnRows(db, conferenceId),
      ]);
  const ruling = mayAccess(level, { ...viewer, passes }, { tickets, addOns });
  if (!ruling.allowed) {
    if (level === "admin") notePageRefused(args, viewer);
    // The viewer was a helper at the door, and their last day is over (`asAllowed`).
    if (level === "admin" && viewer.doorUntil !== null) refuse(403, accessMessages.doorEnded);
    refuse(403, ruling.reason);
  }
  if (level === "admin" && viewer.abilities.length === 0) {
    // Somebody who needs a second factor has no abilities until they have set one up (`asAllowed`).
    if (form) refuse(403, accountMessages.factor.mustHave);
    throw redirect("/second-factor?first");
  }
  return visit;
}

/**
 * Returns the signed-in visit of a member of the staff who has the `needed` ability or, if several are given, any one
 * of them. Other members of the staff get a page that names the ability (403), and everybody else gets the gate's page.
 * Every route of the staff declares by this call, and in no other place, which ability it needs.
 */
export async function requireAbility(
  args: Args,
  needed: Ability | readonly Ability[],
  form?: FormData,
): Promise<SignedIn> {
  const visit = await requireAccess(args, "admin", form);
  demandAbility(args, visit.viewer, needed);
  const abilities = [needed].flat();
  if (abilities.every((ability) => ability === "money") && !isAwake(visit.viewer, Date.now()))
    await askAfterPause(args, visit.viewer, form);
  return visit;
}

/**
 * Asks for the password, or for a code of the second factor, and then continues with the interrupted request. A file
 * has no page that could ask; so the page with the link to the file asks instead.
 */
async function askAfterPause({ request, context }: Args, viewer: Viewer, form?: FormData): Promise<never> {
  const { pathname, search } = new URL(request.url);
  if (pathname.endsWith(".csv")) throw redirect(pathname.slice(0, -".csv".length) + search);
  refuse(401, form ? sayingWhatIsLost(accountMessages.afterPauseKept, form) : accountMessages.afterPause, {
    redirectTo: pathname + search,
    resume: form ? resumable(form) : [],
    ...(viewer.hasFactor && { asks: "code", passkey: await requestPasskey(context, viewer.uid) }),
  });
}

/**
 * Lets somebody who has a second factor go on only if they typed its code a short while ago, or if the form contains a
 * code. Otherwise nothing is done, and a page asks for a code and keeps what was typed. Somebody without a second
 * factor always goes on.
 *
 * @param does what the code is needed for; completes "type a code to …".
 * @param form what was posted; undefined if the request is a download, which posts nothing.
 */
export async function requireFactor(
  args: Args,
  viewer: Viewer,
  does: string,
  form?: FormData,
): Promise<void> {
  const { context, request } = args;
  if (!viewer.hasFactor) return;
  const typed = form ? typedFactor(form) : "";
  let fresh = await renewFreshFactor(context, viewer);
  let refused: Refused<401 | 429> = { refused: accountMessages.factor.beforeAct(does), status: 401 };
  if (!fresh && typed !== "") {
    const answer = await proveFactor(context, { ...viewer, known: viewer.sessionHash }, typed);
    if ("refused" in answer) refused = answer;
    else fresh = await noteFactor(context, viewer);
  }
  if (fresh) {
    await refreshClaims(context, request, fresh);
    context.forgetVisit();
    return;
  }
  const { pathname, search } = new URL(request.url);
  const redirectTo = pathname + search;
  // A download has no page of its own that could ask for the code.
  if (!form) throw redirect(`/code?${new URLSearchParams({ redirectTo })}`);
  const passkey = await requestPasskey(context, viewer.uid);
  const sentence = sayingWhatIsLost(refused.refused, form);
  refuse(refused.status, sentence, { redirectTo, resume: resumable(form), asks: "code", passkey });
}

/**
 * Like `requireAbility`. If the request does `act`, somebody who has a second factor also needs a fresh code. A
 * download always does the act; a posted form does it only if `hurts` says so.
 */
export async function requireAct(
  args: Args,
  needed: Ability | readonly Ability[],
  act: ActThatHurts,
  form?: FormData,
): Promise<SignedIn> {
  const visit = await requireAbility(args, needed, form);
  if (hurts(act, form)) await requireFactor(args, visit.viewer, ACTS_THAT_HURT[act].does, form);
  return visit;
}

/**
 * Checks the ability for one act on a page that staff without the ability may open too. Refuses like `requireAbility`.
 */
export function demandAbility(args: Args, viewer: Viewer, needed: Ability | readonly Ability[]): void {
  const abilities = [needed].flat();
  if (can(viewer.abilities, ...abilities)) return;
  notePageRefused(args, viewer);
  refuse(403, accessMessages.needs(abilities));
}

/**
 * Records that somebody was refused a page. The row names the page, not the exact address, so that somebody who tries
 * out addresses leaves only one row for each page.
 */
function notePageRefused({ request, context }: Args, { uid }: Viewer): void {
  noteRefusal(context, { actorUid: uid, object: `pages${staffPageOf(new URL(request.url).pathname)}` });
}
