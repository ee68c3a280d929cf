import { and, eq, lt } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { editionForms } from "#db/schema/editions.ts";
import { anchorOf, OPEN } from "~/editions/checks/findings.ts";
import { newId } from "~/platform/ids.server.ts";
import type { TypedItem } from "./part-form.ts";
import { FORMS_KEPT } from "./saved.ts";

/** The contents of a form of a part that nobody has saved. */
export type UnsavedForm = {
  items: TypedItem[];
  /** The part from which the form was made, as the form names it. */
  seen: string;
};

/** A row of a form, by its place and the id of its item; a new item has none. */
export type RowAt = { index: number; id: string };

/** How the address of a page asks for a form. */
const UNSAVED = "unsaved";

/**
 * Keeps a form that was rearranged, so that its page has an address: going back or loading it again does not ask the
 * browser to send the form once more.
 *
 * @param page the address at which the form was sent.
 * @param at the row to show open.
 * @returns the address at which it is shown.
 */
export async function keepForm(
  db: Database,
  conferenceId: string,
  { items, seen }: UnsavedForm,
  page: string,
  at: RowAt | null,
): Promise<string> {
  const id = newId();
  const { pathname, searchParams } = new URL(page);
  await db.insert(editionForms).values({
    ...{ id, conferenceId, seen, page: pathname },
    ...{ items: JSON.stringify(items), createdAt: Date.now() },
  });
  for (const name of ["saved", UNSAVED, OPEN]) searchParams.delete(name);
  searchParams.set(UNSAVED, id);
  if (at?.id) searchParams.set(OPEN, anchorOf(at.id));
  return `${pathname}?${searchParams}${at ? `#row-${at.index}` : ""}`;
}

/** The form that an address asks for; null if it asks for none, or for one that has expired. */
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

/** The statement that deletes forms to which nobody came back. */
export const forgetOldForms = (db: Database, now: number) =>
  db.delete(editionForms).where(lt(editionForms.createdAt, now - FORMS_KEPT));
