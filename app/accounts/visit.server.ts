import type { Context, Visit } from "~/platform/context.server.ts";
import { portalClock, settingRows, settingsFrom } from "~/platform/settings.server.ts";
import { keptAlive, viewerFrom, visitorRows } from "./sessions.server.ts";

/** The visit of the person who holds this session, which is thereby extended; one round trip. */
export async function readVisit(
  context: Pick<Context, "db" | "config" | "requestId" | "waitUntil">,
  sessionHash: string | null,
): Promise<Visit> {
  const { db, config } = context;
  const [settingList, visitors] = await db.batch([settingRows(db), visitorRows(db, sessionHash)]);
  const settings = settingsFrom(settingList);
  const shown = portalClock(config, settings);
  const viewer = keptAlive(context, viewerFrom(visitors));
  return { viewer, settings, now: shown(Date.now()), shown };
}
