import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { DECISIONS } from "../../app/values/types.ts";
import { applications } from "./applications.ts";
import { oneOf, portalInstant } from "./columns.ts";
import { conferences } from "./conference.ts";

/** A criterion is something that a reviewer scores from 1 to 5; all criteria together are the rubric. */
export const criteria = sqliteTable(
  "criteria",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    title: text("title").notNull(),
    /** The explanation beside the criterion; null for none. */
    hint: text("hint"),
    /** The weight of the criterion in the score. */
    weight: integer("weight").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.id] }),
    check("criteria_weight", sql`${table.weight} > 0`),
  ],
);

/** An assignment says which reader reads which application. */
export const assignments = sqliteTable(
  "assignments",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    staffUid: text("staff_uid").notNull(),
    /** The plan that made the assignment; null if a seed made it. */
    planId: text("plan_id"),
    reason: text("reason").notNull(),
    assignedAt: portalInstant("assigned_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.staffUid] }),
    index("assignments_staff").on(table.conferenceId, table.staffUid, table.uid),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
  ],
);

/**
 * A conflict is the statement of a member of the staff that they should not read an application. It contains their
 * reason.
 */
export const conflicts = sqliteTable(
  "conflicts",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    staffUid: text("staff_uid").notNull(),
    reason: text("reason").notNull(),
    declaredAt: portalInstant("declared_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.staffUid] }),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
  ],
);

/**
 * A review is what a member of the staff thinks of an application: a score for each criterion, and a recommendation.
 */
export const reviews = sqliteTable(
  "reviews",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    staffUid: text("staff_uid").notNull(),
    /** For each criterion id, the score from 1 to 5. */
    scores: text("scores", { mode: "json" }).$type<Record<string, number>>().notNull(),
    /** Weighted mean of the scores, in hundredths: 100 to 500. */
    score: integer("score").notNull(),
    recommendation: text("recommendation", { enum: DECISIONS }).notNull(),
    /** How many times the review was saved. Each save states the version that it changes. */
    version: integer("version").notNull(),
    createdAt: portalInstant("created_at").notNull(),
    savedAt: portalInstant("saved_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.staffUid] }),
    index("reviews_staff").on(table.conferenceId, table.staffUid, table.uid),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    check("reviews_recommendation", oneOf(table.recommendation, DECISIONS)),
    check("reviews_score", sql`${table.score} BETWEEN 100 AND 500`),
  ],
);

/** A comment is what a member of the staff wrote about an application, for the rest of the staff. */
export const comments = sqliteTable(
  "comments",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The uid of the application's delegate. */
    uid: text("uid").notNull(),
    staffUid: text("staff_uid").notNull(),
    text: text("text").notNull(),
    createdAt: portalInstant("created_at").notNull(),
  },
  (table) => [
    index("comments_application").on(table.conferenceId, table.uid, table.createdAt),
    index("comments_staff").on(table.conferenceId, table.staffUid, table.createdAt),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
  ],
);
