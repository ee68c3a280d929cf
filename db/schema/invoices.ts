import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Booking } from "../../app/values/shapes.ts";
import {
  INVOICING_STATES,
  REVERSAL_STATES,
  REVERSIBLE_TAKINGS,
  TAKING_MEANS,
  TAKING_STATES,
} from "../../app/values/types.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";
import { conferences } from "./conference.ts";
import { orders } from "./money.ts";

/**
 * An invoice is the document for an order that no card pays. It contains everything that its bills do not say. It stays
 * as it was written: later changes of the edition do not affect it. Its bills are the payments of its order. They have
 * lines and states like all other payments. Rows are never deleted, so the numbers of an edition have no gaps.
 */
export const invoices = sqliteTable(
  "invoices",
  {
    orderId: text("order_id")
      .primaryKey()
      .references(() => orders.id),
    conferenceId: text("conference_id").notNull(),
    /** Numbered from 1 in each edition. */
    number: integer("number").notNull(),
    buyerName: text("buyer_name").notNull(),
    buyerAddress: text("buyer_address").notNull(),
    /** The names of the delegates, by the id of their bill; empty for delegates who have given no name. */
    names: text("names", { mode: "json" }).$type<Record<string, string>>().notNull(),
    /**
     * The events to which the passes admit, one on each line: the event's name and days, as they were when the invoice
     * was issued.
     */
    events: text("events").notNull(),
    seller: text("seller").notNull(),
    payTo: text("pay_to").notNull(),
    tax: text("tax").notNull(),
    /**
     * The tax included in the prices, in hundredths of a percent; 0 if there is no tax, and then there is no tax
     * number.
     */
    taxRate: integer("tax_rate").notNull(),
    taxNumber: text("tax_number").notNull(),
    issuedAt: portalInstant("issued_at").notNull(),
    dueAt: portalInstant("due_at").notNull(),
    /**
     * When the payer was reminded of the invoice. If the invoice was due too soon for a reminder, this is the time at
     * which the invoice was written. Null as long as a reminder may follow.
     */
    remindedAt: instant("reminded_at"),
  },
  (table) => [
    uniqueIndex("invoices_number").on(table.conferenceId, table.number),
    index("invoices_due").on(table.remindedAt, table.dueAt),
    check("invoices_number", sql`${table.number} > 0`),
    check("invoices_tax", sql`${table.taxRate} >= 0 AND (${table.taxRate} > 0) = (${table.taxNumber} <> '')`),
  ],
);

/**
 * A credit note is the document which says that money paid for an invoice was given back. A trigger in the migrations
 * writes it once the refund is done. The row holds the amount. Everything else in the document comes from the lines of
 * the refund and from the invoice, which never change. Triggers refuse any change or deletion of a row, so the numbers
 * of an edition have no gaps.
 */
export const creditNotes = sqliteTable(
  "credit_notes",
  {
    refundId: text("refund_id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The order whose invoice the credit note belongs to. */
    orderId: text("order_id").notNull(),
    /** Numbered from 1 in each edition, separately from invoices. */
    number: integer("number").notNull(),
    cents: integer("cents").notNull(),
    issuedAt: portalInstant("issued_at").notNull(),
  },
  (table) => [
    uniqueIndex("credit_notes_number").on(table.conferenceId, table.number),
    index("credit_notes_order").on(table.orderId),
    check("credit_notes_number", sql`${table.number} > 0`),
    check("credit_notes_cents", sql`${table.cents} > 0`),
  ],
);

/**
 * A row is a proposal for how an edition takes money without a card processor. The applied row with the highest version
 * is in force; if no row was applied, nothing is in force. Triggers, which are defined only in the migrations, refuse
 * any change of what a row says, and any deletion.
 */
export const invoicing = sqliteTable(
  "invoicing",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    seller: text("seller").notNull(),
    payTo: text("pay_to").notNull(),
    tax: text("tax").notNull(),
    /**
     * The tax included in prices, in hundredths of a percent; 0 if there is no tax, and then there is no tax number.
     */
    taxRate: integer("tax_rate").notNull(),
    taxNumber: text("tax_number").notNull(),
    days: integer("days").notNull(),
    secondPersonCents: integer("second_person_cents").notNull(),
    writeOffCents: integer("write_off_cents").notNull(),
    moneyOutCents: integer("money_out_cents").notNull().default(500_00),
    state: text("state", { enum: INVOICING_STATES }).notNull(),
    /**
     * The number of the version that was in force when this version was proposed, and that this version replaces. 0 if
     * no version was in force.
     */
    replaces: integer("replaces").notNull(),
    /**
     * The number of this version: rows are numbered from 1 in each edition, in the order in which they are applied.
     * Null until this one is applied.
     */
    version: integer("version"),
    /** The person who made the proposal; null if a seed or a migration wrote the row. */
    proposedBy: text("proposed_by"),
    proposedAt: instant("proposed_at").notNull(),
    /**
     * When the proposal is applied without being confirmed, because there is no second person; null if a second person
     * has to confirm it.
     */
    appliesAt: instant("applies_at"),
    /** The person who confirmed or withdrew the proposal; null before that, or if nobody had to confirm it. */
    settledBy: text("settled_by"),
    /** When the proposal was applied or withdrawn; null before that, or if a seed wrote the row. */
    settledAt: instant("settled_at"),
  },
  (table) => [
    uniqueIndex("invoicing_version").on(table.conferenceId, table.version),
    uniqueIndex("invoicing_one")
      .on(table.conferenceId)
      .where(oneOf(table.state, ["proposed"])),
    check("invoicing_state", oneOf(table.state, INVOICING_STATES)),
    check("invoicing_applied", sql`(${table.state} = 'applied') = (${table.version} IS NOT NULL)`),
    // Nobody applies their own proposal. Another person applies it, or it is applied by itself once `appliesAt` has
    // passed.
    check(
      "invoicing_two",
      sql`${table.state} <> 'applied' OR ${table.proposedBy} IS NULL OR iif(${table.settledBy} IS NULL,
        coalesce(${table.settledAt} >= ${table.appliesAt}, 0), ${table.settledBy} <> ${table.proposedBy})`,
    ),
    check("invoicing_days", sql`${table.days} > 0`),
    check("invoicing_limit", sql`${table.secondPersonCents} >= 0`),
    check("invoicing_write_off", sql`${table.writeOffCents} >= 0`),
    check(
      "invoicing_tax",
      sql`${table.taxRate} >= 0 AND (${table.taxRate} > 0) = (${table.taxNumber} <> '')`,
    ),
  ],
);

/**
 * Money that the staff recorded by hand (cash or a bank transfer): one row for each sum, never deleted. A row can also
 * say that the rest of an invoice is written off. The id comes from the form in which the money was entered. So a form
 * makes only one row, however often it is sent.
 */
export const takings = sqliteTable(
  "takings",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The order whose invoice the money is for. */
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    means: text("means", { enum: TAKING_MEANS }).notNull(),
    /**
     * The reference by which the money is found on the bank statement or in the cash book. For a write-off, it is the
     * reason.
     */
    reference: text("reference").notNull(),
    /** The calendar day on which the money came in, YYYY-MM-DD. */
    receivedOn: text("received_on").notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** The limit in force when the money was recorded: a second person must confirm money above the limit. */
    limitCents: integer("limit_cents").notNull(),
    state: text("state", { enum: TAKING_STATES }).notNull(),
    /**
     * Whether the money paid only a part of the invoice, and the rest was paid or written off later. For a write-off,
     * whether the write-off ever counted.
     */
    isPart: integer("is_part", { mode: "boolean" }).notNull().default(false),
    recordedBy: text("recorded_by").notNull(),
    recordedAt: portalInstant("recorded_at").notNull(),
    /**
     * The same moment as `recordedAt`, in real time. A second person must have had the ability "money" since before
     * this moment.
     */
    createdAt: instant("created_at").notNull(),
    /**
     * Who confirmed money that is owed back or that pays only a part of an invoice, and the time of the confirmation.
     * Both are null until somebody has confirmed the money, and for all other money.
     */
    confirmedBy: text("confirmed_by"),
    confirmedAt: portalInstant("confirmed_at"),
    /**
     * Who withdrew the money, gave it back or confirmed that it pays the invoice, and the time at which they did. Both
     * are null until one of these has happened.
     */
    settledBy: text("settled_by"),
    settledAt: portalInstant("settled_at"),
    /** Why the money was withdrawn, or how it was given back; null if neither has happened. */
    note: text("note"),
    /**
     * The last booking of money that bought nothing when it came in; null if there is no such booking. Money that pays
     * its invoice is booked with the payments.
     */
    booking: text("booking", { mode: "json" }).$type<Booking>(),
  },
  (table) => [
    uniqueIndex("takings_one")
      .on(table.orderId)
      .where(sql`${table.state} = 'waiting' OR ${table.state} = 'taken' AND ${table.isPart} = 0`),
    index("takings_order").on(table.orderId),
    index("takings_state").on(table.conferenceId, table.state, table.recordedAt),
    check("takings_id", sql`length(${table.id}) = 20`),
    check("takings_amount", sql`${table.amountCents} > 0`),
    check("takings_means", oneOf(table.means, TAKING_MEANS)),
    check("takings_state", oneOf(table.state, TAKING_STATES)),
  ],
);

/**
 * A reversal takes back money that was recorded by mistake. The record of the money stays as it was, and the reversal
 * is a separate record. There is a row for each time that somebody asked for a reversal, and it is never deleted.
 */
export const reversals = sqliteTable(
  "reversals",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    takingId: text("taking_id")
      .notNull()
      .references(() => takings.id),
    /** The state of the money before the reversal: it had paid its invoice, or part of it, or bought nothing. */
    was: text("was", { enum: REVERSIBLE_TAKINGS }).notNull(),
    reason: text("reason").notNull(),
    /** The limit in force when the reversal was asked for: a second person must confirm a reversal above the limit. */
    limitCents: integer("limit_cents").notNull(),
    state: text("state", { enum: REVERSAL_STATES }).notNull(),
    askedBy: text("asked_by").notNull(),
    askedAt: portalInstant("asked_at").notNull(),
    /**
     * The same moment as `askedAt`, in real time. A second person must have had the ability "money" since before this
     * moment.
     */
    createdAt: instant("created_at").notNull(),
    /** The person who confirmed or withdrew the reversal, and when; both are null before that. */
    settledBy: text("settled_by"),
    settledAt: portalInstant("settled_at"),
  },
  (table) => [
    uniqueIndex("reversals_one")
      .on(table.takingId)
      .where(oneOf(table.state, ["waiting", "done"])),
    index("reversals_state").on(table.conferenceId, table.state),
    check("reversals_id", sql`length(${table.id}) = 20`),
    check("reversals_was", oneOf(table.was, REVERSIBLE_TAKINGS)),
    check("reversals_state", oneOf(table.state, REVERSAL_STATES)),
  ],
);
