import type { Database } from "#db/client.ts";
import type { Claims, Context, Viewer, Visit } from "~/platform/context.server.ts";
import { portalClock, type Settings, settingRows, settingsFrom } from "~/platform/settings.server.ts";
import { areSameClaims } from "./cookies.server.ts";
import { keptAlive, viewerFrom, visitorRows } from "./sessions.server.ts";

/** The viewer of a session and the settings, as they are stored in D1. */
export type Found = { viewer: Viewer | null; settings: Settings };

/** The settings and the visitors as this isolate last read them. */
let lastSettings: Settings | null = null;
const lastViewers = new Map<string, Viewer>();
const MOST_REMEMBERED = 500;

/** Reads the viewer of a session, and the settings, in one round trip. */
export async function findVisit(db: Database, sessionHash: string | null): Promise<Found> {
  const [settingList, visitors] = await db.batch([settingRows(db), visitorRows(db, sessionHash)]);
  const viewer = viewerFrom(visitors);
  lastSettings = settingsFrom(settingList);
  if (lastViewers.size >= MOST_REMEMBERED) lastViewers.clear();
  if (viewer) lastViewers.set(viewer.sessionHash, viewer);
  else if (sessionHash !== null) lastViewers.delete(sessionHash);
  return { viewer, settings: lastSettings };
}

/**
 * The expected result of `findVisit`. It is made from the claims and from the rows that this isolate read last, so it
 * is right if nothing has changed since. Null if the claims and these rows are not enough.
 *
 * @param claims the claims in the visitor's cookie; null for a program, or if the cookie was not valid.
 */
export function expectedVisit(sessionHash: string | null, claims: Claims | null): Found | null {
  if (!lastSettings) return null;
  if (sessionHash === null) return { viewer: null, settings: lastSettings };
  const viewer = claims ? { ...claims, sessionHash } : lastViewers.get(sessionHash);
  return viewer ? { viewer, settings: lastSettings } : null;
}

export const isSameVisit = (one: Found, other: Found): boolean =>
  areSameClaims(one.viewer, other.viewer) && JSON.stringify(one.settings) === JSON.stringify(other.settings);

/** The visit in the form in which pages use it. This call extends the session. */
export function visitFrom(
  context: Pick<Context, "db" | "config" | "requestId" | "waitUntil">,
  { viewer, settings }: Found,
): Visit {
  const shown = portalClock(context.config, settings);
  return { viewer: keptAlive(context, viewer), settings, now: shown(Date.now()), shown };
}

/** The visit of the person who holds this session. Reading it extends the session; one round trip. */
export const readVisit = async (
  context: Pick<Context, "db" | "config" | "requestId" | "waitUntil">,
  sessionHash: string | null,
): Promise<Visit> => visitFrom(context, await findVisit(context.db, sessionHash));
