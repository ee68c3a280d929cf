import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { DOOR_ACTS, DOOR_WAYS, SCAN_OUTCOMES, SCAN_REASONS } from "../../app/values/types.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";
import { holdings } from "./money.ts";

/**
 * A ticket code is the random part of the code in the ticket for a pass. A trigger, which is defined only in the
 * migrations, makes one for every pass as soon as it is held. After a transfer the new holder has another code, because
 * a transfer makes another holding.
 */
export const ticketCodes = sqliteTable(
  "ticket_codes",
  {
    /** The holding of the pass. */
    holdingId: text("holding_id")
      .primaryKey()
      .references(() => holdings.id),
    /** 16 random bytes, in hex. Nobody can make a ticket's code from them without the key of the portal. */
    secret: text("secret").notNull(),
  },
  (table) => [check("ticket_codes_secret", sql`length(${table.secret}) = 32`)],
);

/**
 * A door entry says what happened at the door with a pass or an add-on. Rows are only added: to undo a mistake, a row
 * is added that takes the last one back. A trigger, which is defined only in the migrations, refuses any change.
 */
export const doorEntries = sqliteTable(
  "door_entries",
  {
    /** The id from the form. So a form that is sent twice makes only one entry. */
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The holding of the pass that was shown. */
    passHolding: text("pass_holding").notNull(),
    /** The holding that the entry is about: the pass itself, or an add-on that is held with it. */
    thing: text("thing").notNull(),
    /**
     * The number of the entry among all entries about the thing. If two people act at once, they cannot both use the
     * same number.
     */
    number: integer("number").notNull(),
    act: text("act", { enum: DOOR_ACTS }).notNull(),
    /**
     * How many times somebody was let in with the pass, or the add-on was handed over, up to and including this entry.
     * Times that were taken back do not count.
     */
    times: integer("times").notNull(),
    way: text("way", { enum: DOOR_WAYS }).notNull(),
    byUid: text("by_uid").notNull(),
    happenedAt: portalInstant("happened_at").notNull(),
  },
  (table) => [
    uniqueIndex("door_entries_number").on(table.thing, table.number),
    index("door_entries_pass").on(table.passHolding, table.happenedAt),
    index("door_entries_count").on(table.conferenceId, table.act, table.times),
    check("door_entries_act", oneOf(table.act, DOOR_ACTS)),
    check("door_entries_way", oneOf(table.way, DOOR_WAYS)),
    check("door_entries_number_above", sql`${table.number} > 0`),
    check("door_entries_times", sql`${table.times} >= (${table.act} <> 'undone')`),
    check("door_entries_thing", sql`(${table.act} = 'handed') <= (${table.thing} <> ${table.passHolding})`),
  ],
);

/**
 * A scan is what a phone at the door did according to its own list, and reported later. If the portal wrote a door
 * entry for the scan, the entry has the same id. Rows are only added: a trigger, which is defined only in the
 * migrations, refuses any change.
 */
export const doorScans = sqliteTable(
  "door_scans",
  {
    /** The id that the phone made. So a scan that is sent twice makes only one row. */
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The holding of the pass; null if the phone did not find a pass for the code. */
    passHolding: text("pass_holding"),
    /** The holding that the scan is about: the pass itself, or an add-on; null if the phone did not find a pass. */
    thing: text("thing"),
    act: text("act", { enum: DOOR_ACTS }).notNull(),
    outcome: text("outcome", { enum: SCAN_OUTCOMES }).notNull(),
    /** Why the scan was refused, or should have been refused; null if there is no such reason. */
    reason: text("reason", { enum: SCAN_REASONS }),
    /** The name that the phone gave to itself: four letters and digits. */
    device: text("device").notNull(),
    /** When the scan happened by the clock of the phone, which may be wrong. */
    deviceAt: instant("device_at").notNull(),
    receivedAt: portalInstant("received_at").notNull(),
    /** The person who was signed in on the phone when the scan was sent. */
    byUid: text("by_uid").notNull(),
  },
  (table) => [
    index("door_scans_outcome").on(table.conferenceId, table.outcome, table.receivedAt),
    check("door_scans_act", oneOf(table.act, DOOR_ACTS)),
    check("door_scans_outcome_known", oneOf(table.outcome, SCAN_OUTCOMES)),
    check("door_scans_reason", sql`${table.reason} IS NULL OR ${oneOf(table.reason, SCAN_REASONS)}`),
    check("door_scans_refused", sql`(${table.reason} IS NULL) = (${table.outcome} IN ('done', 'double'))`),
    check("door_scans_thing", sql`${table.thing} IS NOT NULL OR ${table.outcome} = 'refused'`),
  ],
);
