import { redirect } from "@remix-run/cloudflare";
import { entryIn } from "~/money/payments/entries.form.ts";
import type { Args, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import type { ProgrammeSession } from "~/programme/programme.server.ts";
import { can } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import type { DoorWay } from "~/values/types.ts";
import { type PersonAtDoor, writeDoorEntry } from "./admitting.server.ts";
import { DOOR_INTENTS, DoorForm } from "./door.form.ts";
import { markIn } from "./session-door.form.ts";
import { type SessionOfPerson, sessionsOfPerson } from "./session-door.server.ts";
import { isHolderOf, writeSessionEntry } from "./session-marks.server.ts";

/**
 * The data for the page of a person at the door.
 *
 * @param programme the result of `sessionsToCome`.
 * @param isBadge whether a badge was scanned. Then the page shows only the sessions, and nothing to hand over.
 */
export async function doorPage(
  { request, context }: Args,
  visit: SignedIn,
  found: PersonAtDoor,
  programme: ProgrammeSession[],
  { isBadge = false }: { isBadge?: boolean } = {},
) {
  const { viewer, now } = visit;
  const person = isBadge ? { ...found, addOns: [], notes: [] } : found;
  const { pass, refusal } = person;
  const things = [...(pass ? [pass] : []), ...person.addOns];
  const sessions: SessionOfPerson[] =
    pass && refusal === null ? await sessionsOfPerson(context, visit, pass.uid, programme) : [];
  return {
    sessions,
    /** An id for the next act of the buttons for sessions. */
    sessionEntry: newId(),
    ...{ person, now, isBadge, mayTakeMoney: !isBadge && can(viewer.abilities, "money") },
    /** The entries that buttons have made since the page was opened. */
    done: new URL(request.url).searchParams.getAll("done"),
    /** An id for the form of each thing. */
    entries: Object.fromEntries(things.map(({ id }) => [id, newId()])),
  };
}

/**
 * Does the act that a button at the door requests, and then redirects to the page of the person.
 *
 * @param passId the pass that the address names. A form for another pass is refused with a 400 page.
 * @param isBadge whether the address is that of a badge. A badge opens only the doors of sessions.
 * @returns `isChanged` if nothing was done, because something had happened since the page was shown.
 */
export async function actAtDoor(
  { request, context }: Args,
  visit: SignedIn,
  form: FormData,
  { passId, way, isBadge = false }: { passId: string; way: DoorWay; isBadge?: boolean },
): Promise<{ isChanged: true }> {
  const marked = markIn(form);
  if (marked) {
    const entry = entryIn(form);
    if (entry === null || !(await isHolderOf(context, visit, passId, marked.uid)))
      refuse(400, messages.badRequest);
    if (await writeSessionEntry(context, visit, marked, entry))
      throw redirect(`${pathOf(request.url)}#sessions`);
    return { isChanged: true };
  }
  if (isBadge) refuse(400, messages.badRequest);
  const intent = intentIn(form, DOOR_INTENTS);
  const parsed = parseForm(DoorForm, form);
  const id = entryIn(form);
  if ("problems" in parsed || id === null || parsed.request.pass !== passId) refuse(400, messages.badRequest);
  if (await writeDoorEntry(context, visit, { ...parsed.request, id, intent, way }))
    throw redirect(withDone(request.url, id));
  return { isChanged: true };
}

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/**
 * Adds to the page's address the id of one more entry that a button has made. The earlier entries stay in the address.
 * So while add-ons are handed over, the page does not say that the person had already come in before.
 */
function withDone(address: string, id: string): string {
  const { pathname, searchParams } = new URL(address);
  const done = [...searchParams.getAll("done").slice(-MOST_DONE), id];
  return `${pathname}?${new URLSearchParams(done.map((one) => ["done", one]))}`;
}

/** The most earlier entries that the address keeps. Nobody gets this many add-ons. */
const MOST_DONE = 20;
