import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { RoundId } from "../../app/values/types.ts";
import { portalInstant } from "./columns.ts";
import { agreements, conferences, questions, sections } from "./conference.ts";

/** An acceptance is a delegate's yes to one version of an agreement, with the name and the date that they typed. */
export const acceptances = sqliteTable(
  "acceptances",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    version: integer("version").notNull(),
    fullName: text("full_name").notNull(),
    /** The date that the delegate typed, YYYY-MM-DD; empty if a program accepted for them. */
    statedDate: text("stated_date").notNull(),
    acceptedAt: portalInstant("accepted_at").notNull(),
    /** The network and the browser from which the delegate accepted; null if they are not known. */
    network: text("network"),
    userAgent: text("user_agent"),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.version] }),
    foreignKey({
      columns: [table.conferenceId, table.version],
      foreignColumns: [agreements.conferenceId, agreements.version],
    }),
  ],
);

/**
 * An application is what one person hands in to one edition. A person with an application is a delegate of that
 * edition.
 */
export const applications = sqliteTable(
  "applications",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    uid: text("uid").notNull(),
    createdAt: portalInstant("created_at").notNull(),
    /** When the application was submitted; null while it is a draft. */
    submittedAt: portalInstant("submitted_at"),
    /**
     * The time of the first submission, if staff opened the application again and it has not been submitted since. The
     * next submission moves this time back into `submittedAt`. Null for all other applications.
     */
    reopenedFrom: portalInstant("reopened_from"),
    /** A deadline for this person alone, after the last deadline of the edition; null unless staff gave them one. */
    ownDeadline: portalInstant("own_deadline"),
    /**
     * `ownDeadline` allows this person to submit after the last deadline. Such an application belongs to this round.
     * Null if `ownDeadline` is null.
     */
    lateRound: text("late_round").$type<RoundId>(),
    /**
     * The number of reviews, and the mean of their scores in hundredths; the mean is null if there are no reviews. Both
     * are updated in the same batch as each review.
     */
    reviewCount: integer("review_count").notNull().default(0),
    meanScore: integer("mean_score"),
    /**
     * The difference between the highest and the lowest score, in hundredths; null if there are fewer than two reviews.
     */
    spread: integer("spread"),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid] }),
    index("applications_submitted_at").on(table.conferenceId, table.submittedAt, table.uid),
    index("applications_mean_score").on(table.conferenceId, table.meanScore, table.uid),
  ],
);

/**
 * A row holds the answers of one application to the questions of one section. Two tabs with the same section cannot
 * overwrite each other's answers, and two sections never conflict.
 */
export const answers = sqliteTable(
  "answers",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    sectionId: text("section_id").notNull(),
    /** The number of saves of this section. Each save states the version that it changes. */
    version: integer("version").notNull(),
    answers: text("answers", { mode: "json" }).$type<Record<string, string>>().notNull(),
    savedAt: portalInstant("saved_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.sectionId] }),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    foreignKey({
      columns: [table.conferenceId, table.sectionId],
      foreignColumns: [sections.conferenceId, sections.id],
    }),
    check("answers_version", sql`${table.version} > 0`),
    // Almost every applicant has a first name, which mails about decisions use. This index finds the others.
    index("answers_nameless")
      .on(table.conferenceId, table.uid)
      .where(sql`${table.sectionId} = 'about' AND trim(coalesce(${table.answers} ->> 'firstName', '')) = ''`),
  ],
);

/** A document is a file that answers a question; the file itself is in R2. */
export const documents = sqliteTable(
  "documents",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    questionId: text("question_id").notNull(),
    fileName: text("file_name").notNull(),
    contentType: text("content_type").notNull(),
    size: integer("size").notNull(),
    sha256: text("sha256").notNull(),
    /** The object's key in R2. It is made by the portal, and never from the file's name. */
    objectKey: text("object_key").notNull(),
    uploadedAt: portalInstant("uploaded_at").notNull(),
  },
  (table) => [
    uniqueIndex("documents_question").on(table.conferenceId, table.uid, table.questionId),
    uniqueIndex("documents_object_key").on(table.objectKey),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    foreignKey({
      columns: [table.conferenceId, table.questionId],
      foreignColumns: [questions.conferenceId, questions.id],
    }),
    check("documents_size", sql`${table.size} > 0 AND ${table.size} <= 5000000`),
  ],
);

/**
 * A search word finds an application. It is a word of the applicant's name or of another answer, lower-cased and
 * without accents. Words of other answers are stored together with their section (`sectionWord`), so a search for a
 * name does not find them.
 */
export const searchWords = sqliteTable(
  "search_words",
  {
    conferenceId: text("conference_id").notNull(),
    word: text("word").notNull(),
    uid: text("uid").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.word, table.uid] }),
    index("search_words_uid").on(table.conferenceId, table.uid, table.word),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
  ],
);
