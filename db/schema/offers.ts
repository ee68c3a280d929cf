import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { OfferGrounds } from "../../app/values/shapes.ts";
import { OFFER_ENDS, PASS_TYPES, WAITING_ORDERS } from "../../app/values/types.ts";
import { applications } from "./applications.ts";
import { oneOf, portalInstant } from "./columns.ts";
import { conferences } from "./conference.ts";

/**
 * An offer is a place that is kept until a set time for somebody on the waiting list. While it is open, that person
 * sees the decision Accepted (docs/decisions/0109-a-waiting-list-that-moves.md). An offer can end just because time
 * passes. So whether it is open is computed, and `endedAt` only records the end.
 */
export const offers = sqliteTable(
  "offers",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    /** The pass for which the offer keeps a place. The person may buy the other pass instead. */
    passType: text("pass_type", { enum: PASS_TYPES }).notNull(),
    offeredAt: portalInstant("offered_at").notNull(),
    /** The member of the staff who made the offer; null if the portal made it because a place was free. */
    offeredBy: text("offered_by"),
    /** The last millisecond at which the offer can be taken. */
    endsAt: portalInstant("ends_at").notNull(),
    /** The facts that allowed the offer, as found by the statement that made it. */
    grounds: text("grounds", { mode: "json" }).$type<OfferGrounds>().notNull(),
    /** When the mail about the offer was put into the outbox; null before that. */
    toldAt: portalInstant("told_at"),
    /** When the offer ended; null as long as its end is not recorded. */
    endedAt: portalInstant("ended_at"),
    /** Why the offer ended; null as long as its end is not recorded. */
    endedBecause: text("ended_because", { enum: OFFER_ENDS }),
  },
  (table) => [
    uniqueIndex("offers_one_open").on(table.conferenceId, table.uid).where(sql`${table.endedAt} IS NULL`),
    index("offers_open")
      .on(table.conferenceId, table.passType, table.endsAt)
      .where(sql`${table.endedAt} IS NULL`),
    index("offers_untold")
      .on(table.conferenceId)
      .where(sql`${table.toldAt} IS NULL AND ${table.endedAt} IS NULL`),
    index("offers_person").on(table.conferenceId, table.uid, table.offeredAt),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    check("offers_pass_type", oneOf(table.passType, PASS_TYPES)),
    check("offers_ends", sql`${table.endsAt} > ${table.offeredAt}`),
    check("offers_ended", sql`(${table.endedAt} IS NULL) = (${table.endedBecause} IS NULL)`),
    check("offers_ended_because", sql`coalesce(${oneOf(table.endedBecause, OFFER_ENDS)}, true)`),
  ],
);

/**
 * A row says how the waiting list of an edition is ordered, and whether the portal fills free places from it. If an
 * edition has no row, its list is ordered by score, and the portal fills no places.
 */
export const waitingLists = sqliteTable(
  "waiting_lists",
  {
    conferenceId: text("conference_id")
      .primaryKey()
      .references(() => conferences.id),
    sortedBy: text("sorted_by", { enum: WAITING_ORDERS }).notNull(),
    /** The uids of the people who were put in order by hand, the first one first. */
    byHand: text("by_hand", { mode: "json" }).$type<string[]>().notNull(),
    /** The pass whose places are offered. */
    passType: text("pass_type", { enum: PASS_TYPES }).notNull(),
    /** Whether the portal offers each free place to the next person of the list. */
    refills: integer("refills", { mode: "boolean" }).notNull(),
    /** How many hours an offer lasts if the portal makes it. */
    hours: integer("hours").notNull(),
    /**
     * No offer is made after this time, and no offer is made that would end after it. People on the list read this time.
     * Null if there is no such time.
     */
    stopsAt: portalInstant("stops_at"),
  },
  (table) => [
    check("waiting_lists_sorted_by", oneOf(table.sortedBy, WAITING_ORDERS)),
    check("waiting_lists_pass_type", oneOf(table.passType, PASS_TYPES)),
    check("waiting_lists_hours", sql`${table.hours} > 0`),
  ],
);
