import { and, asc, eq, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { savedSelections } from "#db/schema/selections.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { selectionMessages } from "./messages.ts";

/** The saved selections of an edition, by name. Each has the query string of its list. One round trip. */
export const readSaved = ({ db }: Context, conferenceId: string) =>
  db
    .select({ id: savedSelections.id, name: savedSelections.name, query: savedSelections.query })
    .from(savedSelections)
    .where(eq(savedSelections.conferenceId, conferenceId))
    .orderBy(asc(savedSelections.name));

/**
 * Saves a filter under a name. Saving the same filter under the same name a second time is not an error, so a form may
 * be sent twice.
 *
 * @param query the query string of the list, without the parameter for the page.
 */
export async function saveSelection(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  { name, query }: { name: string; query: string },
): Promise<{ saved: true } | { refused: string }> {
  const { db } = context;
  const id = newId();
  const same = and(eq(savedSelections.conferenceId, conferenceId), eq(savedSelections.name, name));
  const { entry, isDone } = audited(
    context,
    { actorUid: viewer.uid, action: "saveSelection", object: `selections/${id}`, detail: { name } },
    sql`NOT ${hasRow(savedSelections, same)}`,
  );
  const [, , [stored]] = await db.batch([
    entry,
    insertFrom(
      db,
      savedSelections,
      { id, conferenceId, name, query, savedBy: viewer.uid, savedAt: now },
      sql`WHERE ${isDone}`,
    ),
    db.select({ query: savedSelections.query }).from(savedSelections).where(same),
  ]);
  return stored?.query === query ? { saved: true } : { refused: selectionMessages.nameTaken };
}

/** Deletes a saved selection; the applications stay as they are. */
export async function forgetSelection(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  id: string,
): Promise<void> {
  const { db } = context;
  const its = and(eq(savedSelections.conferenceId, conferenceId), eq(savedSelections.id, id));
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "forgetSelection", object: `selections/${id}` },
    hasRow(savedSelections, its),
  );
  await db.batch([entry, db.delete(savedSelections).where(its)]);
}
