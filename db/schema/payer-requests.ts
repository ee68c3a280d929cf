import { sql } from "drizzle-orm";
import { check, foreignKey, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Selection } from "../../app/values/catalogue.ts";
import { PASS_TYPES } from "../../app/values/types.ts";
import { applications } from "./applications.ts";
import { oneOf, portalInstant } from "./columns.ts";

/**
 * A payer request is a delegate's request that another person pays for the delegate's pass. That person is known only
 * by an e-mail address, and may learn the delegate's name and the price of the pass. A trigger ends the request once
 * the pass is held, however it was paid for.
 */
export const payerRequests = sqliteTable(
  "payer_requests",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The delegate for whose pass the other person should pay. */
    uid: text("uid").notNull(),
    passType: text("pass_type", { enum: PASS_TYPES }).notNull(),
    addOns: text("add_ons", { mode: "json" }).$type<Selection>().notNull(),
    /**
     * The pass that the delegate already held when they made the request; null if they held none. The form told them
     * that the price of the held pass does not count towards the new pass.
     */
    heldPass: text("held_pass", { enum: PASS_TYPES }),
    /**
     * The e-mail address of the person who is asked: as it was typed, and in the form in which addresses are compared.
     */
    email: text("email").notNull(),
    emailKey: text("email_key").notNull(),
    /** The payment that was last reserved for the request; null for none. */
    paymentId: text("payment_id"),
    createdAt: portalInstant("created_at").notNull(),
    /**
     * When the request ended, because it was withdrawn, replaced or refused, or because the delegate got the pass. Null
     * while the request is open.
     */
    endedAt: portalInstant("ended_at"),
  },
  (table) => [
    uniqueIndex("payer_requests_one_open")
      .on(table.conferenceId, table.uid, table.passType)
      .where(sql`${table.endedAt} IS NULL`),
    index("payer_requests_asked").on(table.emailKey).where(sql`${table.endedAt} IS NULL`),
    index("payer_requests_uid").on(table.uid),
    index("payer_requests_payment").on(table.paymentId),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    check("payer_requests_id", sql`length(${table.id}) = 20`),
    check("payer_requests_pass_type", oneOf(table.passType, PASS_TYPES)),
  ],
);
