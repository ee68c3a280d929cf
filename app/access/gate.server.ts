import { redirect } from "@remix-run/cloudflare";
import { noteFactor, proveFactor, renewFreshFactor } from "~/accounts/factors.server.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { CODE_FIELD, refreshClaims, requireViewer, resumable } from "~/accounts/session.server.ts";
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
 * The signed-in visit of somebody who meets an access level, or a thrown page with the gate's sentence:
 * 401 signed out, 403 signed in. Specification, section 6.
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
    refuse(403, ruling.reason);
  }
  if (level === "admin" && viewer.abilities.length === 0) {
    // Without the factor that they must have, nothing of the staff's is theirs (`asAllowed`).
    if (form) refuse(403, accountMessages.factor.mustHave);
    throw redirect("/second-factor?first");
  }
  return visit;
}

/**
 * The signed-in visit of somebody on the staff with the ability that the act needs, or with any one of several; other
 * staff get a page that names it (403), everybody else the gate's page. Every route of the staff says here, and
 * nowhere else, what it needs.
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
    askAfterPause(args, visit.viewer, form);
  return visit;
}

/** Asks for the password, or for a code of the second factor, and then goes on with what was asked for. */
function askAfterPause({ request }: Args, viewer: Viewer, form?: FormData): never {
  const { pathname, search } = new URL(request.url);
  refuse(401, accountMessages.afterPause, {
    redirectTo: pathname + search,
    resume: form ? resumable(form) : [],
    ...(viewer.hasFactor && { asks: "code" }),
  });
}

/**
 * Lets somebody with a second factor go on if its code is fresh or comes with the form; else the page asks for one, keeps
 * what was typed, and nothing was done. Who has none goes on.
 *
 * @param does what the code is needed for, after "to".
 * @param form what was posted; none for a file that is asked for by its address.
 */
export async function requireFactor(
  args: Args,
  viewer: Viewer,
  does: string,
  form?: FormData,
): Promise<void> {
  const { context, request } = args;
  if (!viewer.hasFactor) return;
  const typed = String(form?.get(CODE_FIELD) ?? "").trim();
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
  // A file has no page of its own on which the code could be asked for.
  if (!form) throw redirect(`/code?${new URLSearchParams({ redirectTo })}`);
  refuse(refused.status, refused.refused, { redirectTo, resume: resumable(form), asks: "code" });
}

/** As `requireAbility`, and if the form or the address asks for this act that hurts, with a fresh second factor. */
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

/** For an act of a page that others of the staff may open: refuses like `requireAbility`. */
export function demandAbility(args: Args, viewer: Viewer, needed: Ability | readonly Ability[]): void {
  const abilities = [needed].flat();
  if (can(viewer.abilities, ...abilities)) return;
  notePageRefused(args, viewer);
  refuse(403, accessMessages.needs(abilities));
}

/** The row names the page and not the address, so that somebody who tries out addresses leaves one row per page. */
function notePageRefused({ request, context }: Args, { uid }: Viewer): void {
  noteRefusal(context, { actorUid: uid, object: `pages${staffPageOf(new URL(request.url).pathname)}` });
}
