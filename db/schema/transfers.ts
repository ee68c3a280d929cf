import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { TakeOverGrounds } from "../../app/values/shapes.ts";
import { TRANSFER_STATES } from "../../app/values/types.ts";
import { oneOf, portalInstant } from "./columns.ts";
import { holdings } from "./money.ts";

/**
 * A transfer offers a pass, and everything that is held with it, to another person (docs/decisions/0050-transfers.md).
 * The row also says what became of the offer. An open transfer can be accepted until it expires, as long as its pass is
 * held.
 */
export const transfers = sqliteTable(
  "transfers",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The holding of the pass, which belongs to the person who offers it. */
    holdingId: text("holding_id")
      .notNull()
      .references(() => holdings.id),
    fromUid: text("from_uid").notNull(),
    /** The address to which the pass is offered, as it was typed. */
    email: text("email").notNull(),
    /**
     * The person with this address, if they could take over the pass when it was offered. Otherwise null, and nobody
     * can accept the transfer.
     */
    toUid: text("to_uid"),
    state: text("state", { enum: TRANSFER_STATES }).notNull(),
    /**
     * Why the new holder has the right to the pass, as found by the statement that accepted the transfer; null before
     * that.
     */
    grounds: text("grounds", { mode: "json" }).$type<TakeOverGrounds>(),
    createdAt: portalInstant("created_at").notNull(),
    expiresAt: portalInstant("expires_at").notNull(),
    /** When the transfer was accepted or taken back, or was found to have expired; null while it is open. */
    closedAt: portalInstant("closed_at"),
    /** The person who accepted the transfer or took it back; null while the transfer is open, or if it expired. */
    closedBy: text("closed_by"),
  },
  (table) => [
    uniqueIndex("transfers_one_open").on(table.holdingId).where(sql`${table.state} = 'open'`),
    index("transfers_from").on(table.conferenceId, table.fromUid),
    index("transfers_to").on(table.conferenceId, table.toUid),
    check("transfers_state", oneOf(table.state, TRANSFER_STATES)),
    check("transfers_closed", sql`(${table.state} = 'open') = (${table.closedAt} IS NULL)`),
    check("transfers_accepted", sql`${table.state} <> 'accepted' OR ${table.closedBy} = ${table.toUid}`),
  ],
);
