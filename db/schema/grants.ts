import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { GRANT_KINDS, PASS_TYPES } from "../../app/values/types.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";
import { conferences } from "./conference.ts";
import { holdings } from "./money.ts";

/** A budget is a sum of money that pays for awards and codes; it is never exceeded. */
export const budgets = sqliteTable(
  "budgets",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    title: text("title").notNull(),
    cents: integer("cents").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("budgets_conference").on(table.conferenceId),
    check("budgets_cents", sql`${table.cents} >= 0`),
  ],
);

/**
 * A grant makes a pass cheaper: an award belongs to one person, and a code can be used by everybody who knows it. The
 * price of add-ons stays the same. A grant is never changed, so that its effect on a price can always be explained. It
 * can only be ended.
 */
export const grants = sqliteTable(
  "grants",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    kind: text("kind", { enum: GRANT_KINDS }).notNull(),
    /** The name of the grant on bills and receipts. */
    title: text("title").notNull(),
    /** The code in capital letters, without spaces; null for an award. */
    code: text("code"),
    /** The person who has the award; null for a code. */
    uid: text("uid"),
    /**
     * How much the grant takes off: either a share of the price, or an amount in cents. Exactly one of the two is set.
     */
    percent: integer("percent"),
    amountCents: integer("amount_cents"),
    /** The only pass and the only round for which the grant counts; null for any. */
    passType: text("pass_type", { enum: PASS_TYPES }),
    roundId: text("round_id"),
    /** How many times the grant can be used; null for any number. */
    maxUses: integer("max_uses"),
    /** The budget that pays for the grant; null if no budget does. */
    budgetId: text("budget_id").references(() => budgets.id),
    /** The first and the last moment at which the grant can be used, inclusive; null for no limit. */
    validFrom: portalInstant("valid_from"),
    validUntil: portalInstant("valid_until"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    /** When a member of the staff ended the grant; null if nobody did. Prices that it has reduced stay reduced. */
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("grants_code").on(table.conferenceId, table.code).where(sql`${table.endedAt} IS NULL`),
    uniqueIndex("grants_award").on(table.conferenceId, table.uid).where(sql`${table.endedAt} IS NULL`),
    index("grants_budget").on(table.budgetId),
    // The index also covers grants that were ended.
    index("grants_person").on(table.conferenceId, table.uid),
    check("grants_kind", oneOf(table.kind, GRANT_KINDS)),
    check("grants_whose", sql`(${table.kind} = 'award') = (${table.uid} IS NOT NULL)`),
    check("grants_known", sql`(${table.kind} = 'code') = (${table.code} IS NOT NULL)`),
    check("grants_size", sql`(${table.percent} IS NULL) <> (${table.amountCents} IS NULL)`),
    check("grants_percent", sql`${table.percent} BETWEEN 1 AND 100`),
    check("grants_amount", sql`${table.amountCents} > 0`),
    check("grants_uses", sql`${table.maxUses} > 0`),
  ],
);

/** A use is what a grant took off the price of a holding; triggers write it together with the holding. */
export const grantUses = sqliteTable(
  "grant_uses",
  {
    grantId: text("grant_id")
      .notNull()
      .references(() => grants.id),
    holdingId: text("holding_id")
      .notNull()
      .references(() => holdings.id),
    cents: integer("cents").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.grantId, table.holdingId] }),
    index("grant_uses_holding").on(table.holdingId),
    check("grant_uses_cents", sql`${table.cents} >= 0`),
  ],
);
