import { requireViewer } from "~/accounts/session.server.ts";
import { addOnRows, ticketRows } from "~/conference/catalogue.server.ts";
import { noteRefusal } from "~/platform/audit.server.ts";
import type { Args, SignedIn, Viewer } from "~/platform/context.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { heldPasses } from "~/standing/holdings.server.ts";
import { type Ability, can } from "~/values/abilities.ts";
import { type AccessLevel, CLAIM_LEVELS, mayAccess } from "./access.ts";
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
