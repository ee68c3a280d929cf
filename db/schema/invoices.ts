import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { HAND_MEANS, TAKING_STATES } from "../../app/values/types.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";
import { payments } from "./money.ts";

/**
 * What an invoice says beyond its bill, as it was written: what the edition says later changes none. The bill is the
 * payment, with the same lines and states as any other. Rows are never deleted, so the numbers of an edition have no gaps.
 */
export const invoices = sqliteTable(
  "invoices",
  {
    paymentId: text("payment_id")
      .primaryKey()
      .references(() => payments.id),
    conferenceId: text("conference_id").notNull(),
    /** Counted from 1 in each edition. */
    number: integer("number").notNull(),
    buyerName: text("buyer_name").notNull(),
    buyerAddress: text("buyer_address").notNull(),
    seller: text("seller").notNull(),
    payTo: text("pay_to").notNull(),
    tax: text("tax").notNull(),
    issuedAt: portalInstant("issued_at").notNull(),
    dueAt: portalInstant("due_at").notNull(),
    /** When its delegate was reminded of it. */
    remindedAt: instant("reminded_at"),
  },
  (table) => [
    uniqueIndex("invoices_number").on(table.conferenceId, table.number),
    index("invoices_due").on(table.remindedAt, table.dueAt),
    check("invoices_number", sql`${table.number} > 0`),
  ],
);

/** Money that came in by hand, as the staff recorded it: one row per sum, never deleted. */
export const takings = sqliteTable(
  "takings",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The invoice it was sent for. */
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    means: text("means", { enum: HAND_MEANS }).notNull(),
    /** By which it is found on the bank statement or in the cash book. */
    reference: text("reference").notNull(),
    /** The calendar day on which it came in, YYYY-MM-DD. */
    receivedOn: text("received_on").notNull(),
    amountCents: integer("amount_cents").notNull(),
    state: text("state", { enum: TAKING_STATES }).notNull(),
    recordedBy: text("recorded_by").notNull(),
    recordedAt: portalInstant("recorded_at").notNull(),
    /** Who confirmed or withdrew it, or gave it back; null until then. */
    settledBy: text("settled_by"),
    settledAt: portalInstant("settled_at"),
    /** Why it was withdrawn, or how it was given back. */
    note: text("note"),
  },
  (table) => [
    uniqueIndex("takings_one")
      .on(table.paymentId)
      .where(oneOf(table.state, ["waiting", "taken"])),
    index("takings_payment").on(table.paymentId),
    index("takings_state").on(table.conferenceId, table.state, table.recordedAt),
    check("takings_id", sql`length(${table.id}) = 20`),
    check("takings_amount", sql`${table.amountCents} > 0`),
    check("takings_means", oneOf(table.means, HAND_MEANS)),
    check("takings_state", oneOf(table.state, TAKING_STATES)),
  ],
);
