import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { sessions } from "#db/schema/accounts.ts";
import { editionList } from "~/conference/conferences.server.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import type { SignedIn } from "~/platform/context.server.ts";
import type { Refused } from "~/values/types.ts";

/**
 * Stores which edition the staff's pages show until this sign-in session ends. For the current edition, it stores
 * null, so that the pages change when another edition becomes current.
 */
export async function chooseEdition(
  db: Database,
  { viewer, settings }: SignedIn,
  conferenceId: string,
): Promise<{ edition: string | null } | Refused<404>> {
  const edition = conferenceId === settings.currentEdition ? null : conferenceId;
  if (edition !== null && !(await editionList(db)).some(({ id }) => id === edition))
    return { refused: conferenceMessages.noSuchEdition, status: 404 };
  await db.update(sessions).set({ edition }).where(eq(sessions.idHash, viewer.sessionHash));
  return { edition };
}
