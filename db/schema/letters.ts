import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { LetterContent } from "../../app/values/shapes.ts";
import { LETTER_KINDS } from "../../app/values/types.ts";
import { oneOf, portalInstant } from "./columns.ts";

/**
 * A letter is what the organisers confirmed to one person. It says what was true when it was issued, and its text never
 * changes: a letter with another text is another row. A letter can stop holding although nobody has withdrawn it, for
 * example when the payment that it confirms is refunded (`stillHolds` in app/letters/holding-letters.server.ts).
 */
export const letters = sqliteTable(
  "letters",
  {
    /** The id from the form. So a form that is sent twice makes only one letter. */
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The person whom the letter is about. */
    uid: text("uid").notNull(),
    kind: text("kind", { enum: LETTER_KINDS }).notNull(),
    /**
     * The id of what the letter confirms: a payment, or the holding with which the person came in. Empty if the letter
     * confirms neither.
     */
    about: text("about").notNull(),
    /** 12 random characters. Anybody who has the letter can use them to ask whether it still holds. */
    code: text("code").notNull(),
    content: text("content", { mode: "json" }).$type<LetterContent>().notNull(),
    issuedAt: portalInstant("issued_at").notNull(),
    issuedBy: text("issued_by").notNull(),
    /** When the letter was withdrawn or replaced, and by whom; both are null if neither has happened. */
    withdrawnAt: portalInstant("withdrawn_at"),
    withdrawnBy: text("withdrawn_by"),
    /** The letter that replaced this one; null if it was not replaced. */
    successor: text("successor"),
  },
  (table) => [
    uniqueIndex("letters_code").on(table.code),
    uniqueIndex("letters_one")
      .on(table.conferenceId, table.uid, table.kind, table.about)
      .where(sql`${table.withdrawnAt} IS NULL`),
    index("letters_person").on(table.uid, table.issuedAt),
    check("letters_kind", oneOf(table.kind, LETTER_KINDS)),
    check("letters_code_length", sql`length(${table.code}) = 12`),
    check("letters_withdrawn", sql`(${table.withdrawnAt} IS NULL) = (${table.withdrawnBy} IS NULL)`),
  ],
);

/**
 * The facts about a person that only an embassy needs. The person gives them for one letter. They are shown in that
 * letter alone, and erased after a while.
 */
export const letterIdentities = sqliteTable(
  "letter_identities",
  {
    letterId: text("letter_id")
      .primaryKey()
      .references(() => letters.id),
    passportNumber: text("passport_number").notNull(),
    /** The code of a country in the application's list of countries. */
    passportNationality: text("passport_nationality").notNull(),
    /** YYYY-MM-DD. */
    passportBirth: text("passport_birth").notNull(),
    eraseAt: portalInstant("erase_at").notNull(),
  },
  (table) => [index("letter_identities_erase").on(table.eraseAt)],
);
