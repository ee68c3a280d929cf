import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PUBLICATION_STATES, type RoundId } from "../../app/values/types.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";

/**
 * A revision is one saved state of an edition's document; the newest revision is the draft. The conference need not
 * exist yet: its row is made when the document is published.
 */
export const editionRevisions = sqliteTable(
  "edition_revisions",
  {
    conferenceId: text("conference_id").notNull(),
    revision: integer("revision").notNull(),
    /** JSON, checked by `editionDocument` whenever it is read or written. */
    document: text("document").notNull(),
    /**
     * The published document on which this revision is based, as JSON; null if nothing was published. A value may have
     * been changed both in the draft and in the published document. Until somebody chooses between the two values,
     * `base` keeps the value from before both changes.
     */
    base: text("base"),
    authorUid: text("author_uid").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.revision] })],
);

/**
 * A publication is one occasion on which a revision is published. Before the publication, `revision` is the scheduled
 * revision. Afterwards, it is the revision that is identical to what was published.
 */
export const editionPublications = sqliteTable(
  "edition_publications",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    revision: integer("revision").notNull(),
    state: text("state", { enum: PUBLICATION_STATES }).notNull(),
    dueAt: portalInstant("due_at").notNull(),
    /** When the publication took place; null until then. */
    publishedAt: portalInstant("published_at"),
    /**
     * The document that the publication replaced, as JSON, so that the publication can be taken back; null if nothing
     * was published before.
     */
    former: text("former"),
    /**
     * The number of values that the publication changes in each part, as JSON; null until the publication takes place.
     */
    changed: text("changed"),
    /** The publication that this one took back; null if this one published a draft. */
    takesBack: text("takes_back"),
    /** Why the publication failed at its scheduled time; null if it did not fail. */
    reason: text("reason"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    /**
     * The deadlines that the publication moved; null if there are none, or once everybody with a draft has been told of
     * them.
     */
    movedDeadlines: text("moved_deadlines", { mode: "json" }).$type<{ id: RoundId; deadline: number }[]>(),
  },
  (table) => [
    index("edition_publications_untold").on(table.id).where(sql`${table.movedDeadlines} IS NOT NULL`),
    foreignKey({
      columns: [table.conferenceId, table.revision],
      foreignColumns: [editionRevisions.conferenceId, editionRevisions.revision],
    }),
    index("edition_publications_conference").on(table.conferenceId, table.createdAt, table.id),
    index("edition_publications_due").on(table.dueAt).where(sql`${table.state} = 'scheduled'`),
    check("edition_publications_state", oneOf(table.state, PUBLICATION_STATES)),
  ],
);

/**
 * A row holds a form for editing a draft. Somebody has rearranged the items of the form, but has not saved them. The
 * row does not say whose form it is. After a day the row is deleted.
 */
export const editionForms = sqliteTable(
  "edition_forms",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The address of the page to which the form belongs, such as "/admin/editions/aconf_2024/rounds". */
    page: text("page").notNull(),
    /** The form was made from one part of the draft. This text identifies the state of that part. */
    seen: text("seen").notNull(),
    /** The values of each item of the form, as JSON. */
    items: text("items").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("edition_forms_old").on(table.createdAt)],
);
