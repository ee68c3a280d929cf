import { and, eq, lt } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { editionForms } from "#db/schema/editions.ts";
import { anchorOf, OPEN } from "~/editions/checks/findings.ts";
import { newId } from "~/platform/ids.server.ts";
import type { TypedItem } from "./part-form.ts";
import { FORMS_KEPT } from "./saved.ts";

/** The unsaved contents of a form of a part. */
export type UnsavedForm = {
  items: TypedItem[];
  /** The version that the part had when the form was made. The form itself contains this version. */
  seen: string;
};

/** A row of a form, by its position and the id of its item; the id of a new item is empty. */
export type RowAt = { index: number; id: string };

/** The search parameter with which a URL asks for a kept form. */
const UNSAVED = "unsaved";
/** The search parameter with which a page asks whether to put back what is published. */
export const RESTORING = "restoring";

/**
 * Keeps a form that was rearranged, so that its page has a URL of its own: going back to the page, or reloading it,
 * does not make the browser send the form again.
 *
 * @param page the URL to which the form was sent.
 * @param at the row that is open when the form is shown.
 * @param isRestoring set if the page first asks whether to put back what is published.
 * @returns the URL at which the form is shown.
 */
export async function keepForm(
  db: Database,
  conferenceId: string,
  { items, seen }: UnsavedForm,
  page: string,
  at: RowAt | null,
  isRestoring = false,
): Promise<string> {
  const id = newId();
  const { pathname, searchParams } = new URL(page);
  await db.insert(editionForms).values({
    ...{ id, conferenceId, seen, page: pathname },
    ...{ items: JSON.stringify(items), createdAt: Date.now() },
  });
  for (const name of ["saved", UNSAVED, OPEN, RESTORING]) searchParams.delete(name);
  searchParams.set(UNSAVED, id);
  if (isRestoring) searchParams.set(RESTORING, "");
  if (at?.id) searchParams.set(OPEN, anchorOf(at.id));
  return `${pathname}?${searchParams}${at ? `#row-${at.index}` : ""}`;
}

/** The form that a URL asks for; null if it asks for none, or for a form that has expired. */
export async function keptForm(db: Database, address: string): Promise<UnsavedForm | null> {
  const { pathname: page, searchParams } = new URL(address);
  const id = searchParams.get(UNSAVED);
  if (id === null) return null;
  const [kept] = await db
    .select({ items: editionForms.items, seen: editionForms.seen })
    .from(editionForms)
    .where(and(eq(editionForms.id, id), eq(editionForms.page, page)));
  return kept ? { ...kept, items: JSON.parse(kept.items) as TypedItem[] } : null;
}

/** The statement that deletes forms which nobody came back to. */
export const forgetOldForms = (db: Database, now: number) =>
  db.delete(editionForms).where(lt(editionForms.createdAt, now - FORMS_KEPT));
