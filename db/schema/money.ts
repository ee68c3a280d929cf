import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Selection } from "../../app/values/catalogue.ts";
import type { Booking, Grounds, Line } from "../../app/values/shapes.ts";
import {
  BANK_STATES,
  ENTRY_KINDS,
  ENTRY_SIDES,
  HOLDING_STATES,
  LIVE_HOLDING_STATES,
  LIVE_SUBSCRIPTION_STATES,
  OPEN_REFUND_STATES,
  PASS_TYPES,
  PAYMENT_STATES,
  REFUND_KINDS,
  REFUND_STATES,
  SUBSCRIPTION_STATES,
} from "../../app/values/types.ts";
import { users } from "./accounts.ts";
import { applications } from "./applications.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";
import { tickets } from "./conference.ts";

/**
 * A subscription is one attempt to subscribe to HPAIR+, and what became of it. The id is also the invoice number of the
 * first charge (20 characters).
 */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: text("id").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    title: text("title").notNull(),
    amountCents: integer("amount_cents").notNull(),
    intervalMonths: integer("interval_months").notNull(),
    state: text("state", { enum: SUBSCRIPTION_STATES }).notNull(),
    gateway: text("gateway").notNull(),
    /** The gateway's id of the first charge; null until the charge is captured. */
    transactionId: text("transaction_id"),
    /** The gateway's id of the recurring subscription; null until the gateway has made it. */
    gatewaySubscriptionId: text("gateway_subscription_id"),
    /** The brand and the last four digits of the card; each is null if it is not known. */
    cardBrand: text("card_brand"),
    cardLastFour: text("card_last_four"),
    /**
     * The real time until which a request waits for the processor's answer about a change of card. After that time, the
     * processor is asked which card the subscription has. Null if no change is open.
     */
    cardChangeUntil: instant("card_change_until"),
    /** The real time up to which the subscription is paid; null before the first charge. */
    paidUntil: instant("paid_until"),
    /** When the subscription was cancelled; null if it was not cancelled, or was resumed afterwards. */
    cancelledAt: instant("cancelled_at"),
    /**
     * For a `reserved`, `charging` or `charged` row: the real time after which no request is working on the row any
     * more.
     */
    leaseUntil: instant("lease_until").notNull(),
    /**
     * The real time at which the processor first answered that it does not have the charge or, if the subscription is
     * over, that it does not have the recurring subscription. The processor is asked again some time after this. The
     * time is also set when a charged subscription ends, because its recurring subscription may not be visible yet.
     * Null if none of this has happened.
     */
    unseenSince: instant("unseen_since"),
    createdAt: instant("created_at").notNull(),
    /**
     * When the last step with the processor was completed; null while a step is open, or if the first charge was given
     * up.
     */
    resolvedAt: instant("resolved_at"),
  },
  (table) => [
    uniqueIndex("subscriptions_one_live").on(table.uid).where(oneOf(table.state, LIVE_SUBSCRIPTION_STATES)),
    uniqueIndex("subscriptions_transaction").on(table.gateway, table.transactionId),
    uniqueIndex("subscriptions_gateway").on(table.gateway, table.gatewaySubscriptionId),
    index("subscriptions_uid").on(table.uid, table.createdAt),
    index("subscriptions_state").on(table.state, table.leaseUntil),
    index("subscriptions_paid_until").on(table.state, table.paidUntil),
    check("subscriptions_id", sql`length(${table.id}) = 20`),
    check("subscriptions_amount", sql`${table.amountCents} > 0`),
    check("subscriptions_state", oneOf(table.state, SUBSCRIPTION_STATES)),
  ],
);

/**
 * A period is the time for which one charge of a subscription pays: the first charge or a renewal. Receipts are made
 * from periods.
 */
export const subscriptionPeriods = sqliteTable(
  "subscription_periods",
  {
    id: text("id").primaryKey(),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => subscriptions.id),
    /**
     * The gateway's id of the charge; null if the processor reported that the period was paid, but named no
     * transaction.
     */
    transactionId: text("transaction_id"),
    amountCents: integer("amount_cents").notNull(),
    periodFrom: instant("period_from").notNull(),
    periodUntil: instant("period_until").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("subscription_periods_once").on(table.subscriptionId, table.periodFrom),
    uniqueIndex("subscription_periods_transaction").on(table.transactionId),
  ],
);

/**
 * One row for each charge or invoice: what one person pays, for themselves or for several others. An order has a
 * payment for each delegate. Its id is the id of the first payment, and also the refId and invoiceNumber at the gateway
 * (20 characters). Each payment has a state, but an order has none: one person's money may go back while the others
 * keep what they have.
 */
export const orders = sqliteTable(
  "orders",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The payer, who also gets refunds: either the delegate or another person. */
    payerUid: text("payer_uid").notNull(),
    /**
     * How the order is paid: the name of a card processor, one of HAND_MEANS, INVOICED, or `none` if nothing is due.
     */
    means: text("means").notNull(),
    /** The gateway's id of the charge; null until the charge is captured, or if no card pays. */
    transactionId: text("transaction_id"),
    /** The brand and the last four digits of the card; each is null if it is not known, or if no card pays. */
    cardBrand: text("card_brand"),
    cardLastFour: text("card_last_four"),
    /** The sum to pay after credit, for all payments of the order together. */
    dueCents: integer("due_cents").notNull(),
    /**
     * For `reserved` or `charging` payments of the order: the real time after which no request is working on them any
     * more.
     */
    leaseUntil: instant("lease_until").notNull(),
    /**
     * The real time at which the processor first answered that it has no such charge; null if it has not. The processor
     * is asked again some time after this.
     */
    unseenSince: instant("unseen_since"),
    createdAt: portalInstant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("orders_transaction").on(table.transactionId, table.means),
    index("orders_payer").on(table.payerUid),
    check("orders_id", sql`length(${table.id}) = 20`),
    check("orders_due", sql`(${table.dueCents} = 0) = (${table.means} = 'none') AND ${table.dueCents} >= 0`),
  ],
);

/**
 * One row for each delegate and attempt to pay: the bill for what the delegate gets from an order. The order of a
 * captured payment must have a transaction, or one of the means cash, bank transfer and `none`. Triggers in the
 * migrations enforce this.
 */
export const payments = sqliteTable(
  "payments",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    delegateUid: text("delegate_uid").notNull(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    passType: text("pass_type", { enum: PASS_TYPES }).notNull(),
    /** For each add-on id: true, or the chosen variant. */
    addOns: text("add_ons", { mode: "json" }).$type<Selection>().notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** The part of the amount that is paid with credit; the card is charged for the rest. */
    creditCents: integer("credit_cents").notNull().default(0),
    /** The things that were bought, with their prices at that moment. The lines add up to the amount. */
    lines: text("lines", { mode: "json" }).$type<Line[]>().notNull(),
    state: text("state", { enum: PAYMENT_STATES }).notNull(),
    /**
     * Why the delegate was allowed to pay, as found by the statement that reserved the payment; null if the row was
     * restored from the processor's ledger.
     */
    grounds: text("grounds", { mode: "json" }).$type<Grounds>(),
    createdAt: portalInstant("created_at").notNull(),
    /** When the outcome became known; null until then, or if the attempt was given up without an outcome. */
    resolvedAt: portalInstant("resolved_at"),
    /**
     * The last booking of the payment's money; null if none of it was booked. Each statement that moves money sets this
     * column, and a trigger on the column writes `entries`.
     */
    booking: text("booking", { mode: "json" }).$type<Booking>(),
  },
  (table) => [
    index("payments_order").on(table.orderId),
    index("payments_delegate").on(table.conferenceId, table.delegateUid, table.createdAt),
    // A person can use credit from one edition in every other. So this index does not contain the edition.
    index("payments_person").on(table.delegateUid),
    index("payments_state").on(table.state),
    index("payments_conference").on(table.conferenceId, table.state, table.passType),
    index("payments_created_at").on(table.conferenceId, table.createdAt, table.id),
    index("payments_state_created_at").on(table.conferenceId, table.state, table.createdAt, table.id),
    foreignKey({
      columns: [table.conferenceId, table.delegateUid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    foreignKey({
      columns: [table.conferenceId, table.passType],
      foreignColumns: [tickets.conferenceId, tickets.id],
    }),
    check("payments_id", sql`length(${table.id}) = 20`),
    check("payments_amount", sql`${table.creditCents} BETWEEN 0 AND ${table.amountCents}`),
    check("payments_state", oneOf(table.state, PAYMENT_STATES)),
    check("payments_pass_type", oneOf(table.passType, PASS_TYPES)),
  ],
);

/**
 * A holding is one pass or add-on that a person has, had, or is about to have: one row for each, never deleted. The
 * payment remains the bill; only this table says who may enter (docs/decisions/0041-what-is-held.md). Triggers make the
 * rows from the lines of a payment, and change them when the payment or one of its refunds changes. These triggers are
 * defined only in the migrations.
 */
export const holdings = sqliteTable(
  "holdings",
  {
    /**
     * The id of the payment and the number of the line; a holding that replaced another holding has an id of its own.
     */
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The person who holds the item, will hold it, or held it. */
    uid: text("uid").notNull(),
    /** The pass type, or the add-on's id. */
    item: text("item").notNull(),
    /** For a pass, the pass itself. For an add-on, the pass with which it is held. */
    passType: text("pass_type", { enum: PASS_TYPES }).notNull(),
    title: text("title").notNull(),
    /** The size or kind of an add-on; null if there is no choice. */
    variant: text("variant"),
    /** The price of the line. */
    cents: integer("cents").notNull(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    /** The holding that this one replaced; null if it was bought. */
    fromHolding: text("from_holding"),
    state: text("state", { enum: HOLDING_STATES }).notNull(),
    /** When the item began to be held, and when it stopped being held; each is null if that has not happened. */
    since: portalInstant("since"),
    until: portalInstant("until"),
  },
  (table) => [
    uniqueIndex("holdings_one_live")
      .on(table.conferenceId, table.uid, table.item)
      .where(oneOf(table.state, LIVE_HOLDING_STATES)),
    index("holdings_person").on(table.conferenceId, table.uid, table.state),
    index("holdings_item").on(table.conferenceId, table.item, table.state),
    index("holdings_payment").on(table.paymentId),
    index("holdings_from").on(table.fromHolding).where(sql`${table.fromHolding} IS NOT NULL`),
    check("holdings_cents", sql`${table.cents} >= 0`),
    check("holdings_state", oneOf(table.state, HOLDING_STATES)),
    check("holdings_pass_type", oneOf(table.passType, PASS_TYPES)),
  ],
);

/**
 * A refund gives back money or credit for a payment, or ends a holding without giving anything back. If a line of the
 * refund ends a holding, the holding stops being held at the moment of the request.
 */
export const refunds = sqliteTable(
  "refunds",
  {
    /** The id is also the invoice number at the gateway (20 characters). */
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    kind: text("kind", { enum: REFUND_KINDS }).notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** For a refund of money: the part that is returned as credit, because it was paid with credit. */
    creditCents: integer("credit_cents").notNull().default(0),
    /** Whether the refund ends everything that is held from the payment. If not, the payment stays captured. */
    endsAll: integer("ends_all", { mode: "boolean" }).notNull().default(true),
    reason: text("reason").notNull(),
    /**
     * The reversal to which the refund belongs, if the refund takes back money that never came in. Null if something
     * was really given back.
     */
    reversalId: text("reversal_id"),
    /**
     * The state of a case in which we gave nothing back, but a bank took the charge back or never paid it; null for all
     * other refunds. Such a row ends nothing and has no transaction. Its `state` is `done` at first, and `refused` from
     * the moment when the bank gives the money back. `requestedBy` is the person who recorded the case, or the
     * processor that reported it.
     */
    bankState: text("bank_state", { enum: BANK_STATES }),
    state: text("state", { enum: REFUND_STATES }).notNull(),
    /**
     * The gateway's id of the void or refund, or the reference of money that went back by hand. Null until the money
     * has gone back. Always null for a refund as credit, a reversal, or money that a bank took back, because we send no
     * money for these.
     */
    transactionId: text("transaction_id"),
    requestedBy: text("requested_by").notNull(),
    /** For a `sending` row: the real time after which no request is working on the row any more. */
    leaseUntil: instant("lease_until").notNull(),
    createdAt: portalInstant("created_at").notNull(),
    /** When the refund was done or refused; null until then. */
    resolvedAt: portalInstant("resolved_at"),
    /**
     * The most recent booking of the refund's money; null as long as there is none. Each statement that moves money
     * sets this column, and a trigger on the column writes the rows of `entries`.
     */
    booking: text("booking", { mode: "json" }).$type<Booking>(),
  },
  (table) => [
    uniqueIndex("refunds_one_open").on(table.paymentId).where(oneOf(table.state, OPEN_REFUND_STATES)),
    // A bank takes back a payment as a whole. The bank can do this a second time only after it has given the money
    // back.
    uniqueIndex("refunds_one_bank")
      .on(table.paymentId)
      .where(sql`${table.bankState} IS NOT NULL AND ${table.state} <> 'refused'`),
    index("refunds_bank").on(table.conferenceId, table.bankState).where(sql`${table.bankState} IS NOT NULL`),
    index("refunds_payment").on(table.paymentId),
    index("refunds_state").on(table.state, table.leaseUntil),
    index("refunds_conference").on(table.conferenceId, table.resolvedAt),
    check("refunds_id", sql`length(${table.id}) = 20`),
    check(
      "refunds_amount",
      sql`${table.amountCents} > 0 OR ${table.amountCents} = 0 AND ${table.state} IN ('pending', 'done')`,
    ),
    check("refunds_kind", oneOf(table.kind, REFUND_KINDS)),
    check("refunds_state", oneOf(table.state, REFUND_STATES)),
  ],
);

/**
 * A refund line says how much of one line of the bill a refund gives back, and whether the item ceases to be held. The
 * cents of the lines add up to the refund. A line of the bill is identified by the holding that was bought. An exchange
 * may have replaced that holding, for example by another size. The present holding of the line has the same payment and
 * the same item, and has not ended.
 */
export const refundLines = sqliteTable(
  "refund_lines",
  {
    refundId: text("refund_id")
      .notNull()
      .references(() => refunds.id),
    holdingId: text("holding_id")
      .notNull()
      .references(() => holdings.id),
    cents: integer("cents").notNull(),
    /**
     * Whether the refund ends the line. If so, the item is no longer held from the moment at which the refund is
     * requested.
     */
    ends: integer("ends", { mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.refundId, table.holdingId] }),
    index("refund_lines_holding").on(table.holdingId),
    check("refund_lines_cents", sql`${table.cents} >= 0`),
  ],
);

/**
 * The ledger says what happened to money. It is written once by triggers and never changed
 * (docs/decisions/0082-the-ledger.md). Each event consists of two or more entries that add up to zero. Money that came
 * in is booked on the account named after its `means`. Each thing that was sold has a negative amount on its own
 * account. A correction is another event. No entry names a person.
 */
export const entries = sqliteTable(
  "entries",
  {
    /**
     * The event: `paid/` or `void/` followed by a payment's id, `refund/` or `back/` followed by a refund's id, or
     * `owed/` or `gone/` followed by a taking's id.
     */
    event: text("event").notNull(),
    /** The account: a value of `means`, `credit`, `owed`, `written off`, a pass type or an add-on's id. */
    account: text("account").notNull(),
    conferenceId: text("conference_id").notNull(),
    orderId: text("order_id").notNull(),
    /**
     * The bill. For money that buys nothing, or nothing yet, this is the first bill of the order for which the money
     * was sent.
     */
    paymentId: text("payment_id").notNull(),
    kind: text("kind", { enum: ENTRY_KINDS }).notNull(),
    side: text("side", { enum: ENTRY_SIDES }).notNull(),
    cents: integer("cents").notNull(),
    happenedAt: portalInstant("happened_at").notNull(),
    /**
     * The calendar day on which the entry is booked, YYYY-MM-DD, in the time zone that the edition used for its
     * deadlines at that time.
     */
    bookedOn: text("booked_on").notNull(),
    /**
     * Whether the entry was booked only some time after the money moved. This happens if the database was restored to
     * an earlier state that lacked the entry, and other records then showed that the money had moved.
     */
    restored: integer("restored", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.event, table.account] }),
    index("entries_booked_on").on(table.conferenceId, table.bookedOn, table.happenedAt, table.paymentId),
    index("entries_payment").on(table.paymentId),
    check("entries_cents", sql`${table.cents} <> 0`),
    check("entries_kind", oneOf(table.kind, ENTRY_KINDS)),
    check("entries_side", oneOf(table.side, ENTRY_SIDES)),
    check("entries_booked_on", sql`${table.bookedOn} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`),
  ],
);

/** For each account, the amounts that a payment moves once it is paid. This view is defined in the migrations. */
export const paymentBookings = sqliteView("payment_bookings", {
  paymentId: text("payment_id").notNull(),
  account: text("account").notNull(),
  cents: integer("cents").notNull(),
}).existing();

/** For each account, the amounts that a refund moves once it is done. This view is defined in the migrations. */
export const refundBookings = sqliteView("refund_bookings", {
  refundId: text("refund_id").notNull(),
  paymentId: text("payment_id").notNull(),
  account: text("account").notNull(),
  cents: integer("cents").notNull(),
}).existing();

/**
 * A webhook event is a report that the card processor sent on its own initiative. Each report is stored only once.
 * Reports are not trusted: they only make the portal ask the processor.
 */
export const webhookEvents = sqliteTable(
  "webhook_events",
  {
    id: text("id").primaryKey(),
    /** The card processor that sent the report. */
    gateway: text("gateway").notNull(),
    type: text("type").notNull(),
    /**
     * The gateway's id of the transaction or subscription that the report is about; null if it is about something else.
     */
    subject: text("subject"),
    receivedAt: instant("received_at").notNull(),
    /** When the portal had looked into the report; null until then. */
    handledAt: instant("handled_at"),
  },
  (table) => [
    index("webhook_events_open").on(table.handledAt, table.receivedAt),
    index("webhook_events_received_at").on(table.receivedAt),
  ],
);
