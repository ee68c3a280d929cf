import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PUBLICATION_STATES } from "../../app/values/types.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";

/**
 * A revision is a state in which the document of an edition was saved; the newest is the draft. The conference need
 * not exist yet: its row is made when it is published.
 */
export const editionRevisions = sqliteTable(
  "edition_revisions",
  {
    conferenceId: text("conference_id").notNull(),
    revision: integer("revision").notNull(),
    /** JSON, checked by `editionDocument` when it is read and written. */
    document: text("document").notNull(),
    /**
     * What was published when the document contained all of it, as JSON; null if nothing was. At places where both
     * had been changed and nobody has chosen yet, it still holds the value from before.
     */
    base: text("base"),
    authorUid: text("author_uid").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.revision] })],
);

/**
 * A publication is one time that a revision was published or is to be. Until then `revision` is the scheduled one;
 * afterwards it is the revision that is exactly what was published.
 */
export const editionPublications = sqliteTable(
  "edition_publications",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    revision: integer("revision").notNull(),
    state: text("state", { enum: PUBLICATION_STATES }).notNull(),
    dueAt: portalInstant("due_at").notNull(),
    publishedAt: portalInstant("published_at"),
    /** What it replaced, as JSON, so that it can be taken back; null if nothing was published before. */
    former: text("former"),
    /** The number of values that it changes in each part, as JSON; null until it is published. */
    changed: text("changed"),
    /** The publication that it took back; null if it published a draft. */
    takesBack: text("takes_back"),
    /** Why it could not be published at its time. */
    reason: text("reason"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.conferenceId, table.revision],
      foreignColumns: [editionRevisions.conferenceId, editionRevisions.revision],
    }),
    index("edition_publications_conference").on(table.conferenceId, table.createdAt, table.id),
    index("edition_publications_due").on(table.dueAt).where(sql`${table.state} = 'scheduled'`),
    check("edition_publications_state", oneOf(table.state, PUBLICATION_STATES)),
  ],
);

/** A row holds a form of a draft that was rearranged and not saved. It names nobody, and is forgotten after a day. */
export const editionForms = sqliteTable(
  "edition_forms",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The address of the page that the form belongs to, such as "/admin/editions/aconf_2024/rounds". */
    page: text("page").notNull(),
    /** A text that names the part from which the form was made. */
    seen: text("seen").notNull(),
    /** The values of each item, as JSON. */
    items: text("items").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("edition_forms_old").on(table.createdAt)],
);
