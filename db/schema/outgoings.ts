import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { OutgoingRequest } from "../../app/values/shapes.ts";
import { OUTGOING_KINDS, OUTGOING_STATES } from "../../app/values/types.ts";
import { instant, oneOf } from "./columns.ts";
import { conferences } from "./conference.ts";
import { payments } from "./money.ts";

/**
 * An outgoing is an act that gives money away above the limit, or gives away a whole price: a refund, an award or a
 * code. One person proposes it and another confirms it. Until then, nothing is given away or reserved. Triggers, which
 * are defined only in the migrations, refuse any change of what was proposed, a second settlement, and any deletion.
 */
export const outgoings = sqliteTable(
  "outgoings",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    kind: text("kind", { enum: OUTGOING_KINDS }).notNull(),
    /** The payment for which a refund gives money back; null for awards and codes. */
    paymentId: text("payment_id").references(() => payments.id),
    /** The form as it was read when it was posted. It is carried out without a change. */
    request: text("request", { mode: "json" }).$type<OutgoingRequest>().notNull(),
    /**
     * The cents that the outgoing gives away. For a share of the price, it is the most that the share can take off. For
     * several awards, it is the most that one of them can take off.
     */
    amountCents: integer("amount_cents").notNull(),
    /** The limit in force when the outgoing was proposed. */
    limitCents: integer("limit_cents").notNull(),
    state: text("state", { enum: OUTGOING_STATES }).notNull(),
    proposedBy: text("proposed_by").notNull(),
    /** SHA-256 of the proposer's address at that time. Nobody with this address may confirm the outgoing. */
    proposedFrom: text("proposed_from").notNull(),
    proposedAt: instant("proposed_at").notNull(),
    /**
     * When the proposer may confirm the outgoing alone, because there was no second person. Null if a second person has
     * to confirm it.
     */
    aloneAt: instant("alone_at"),
    /** The person who confirmed or withdrew the outgoing, and when; both are null before that. */
    settledBy: text("settled_by"),
    settledAt: instant("settled_at"),
    /** The ids of the refund, of the code or of the awards that the outgoing made; null until it is done. */
    made: text("made", { mode: "json" }).$type<string[]>(),
  },
  (table) => [
    uniqueIndex("outgoings_one")
      .on(table.paymentId)
      .where(oneOf(table.state, ["proposed"])),
    index("outgoings_payment").on(table.paymentId),
    check("outgoings_id", sql`length(${table.id}) = 20`),
    check("outgoings_kind", oneOf(table.kind, OUTGOING_KINDS)),
    check("outgoings_state", oneOf(table.state, OUTGOING_STATES)),
    check("outgoings_of", sql`(${table.kind} = 'refund') = (${table.paymentId} IS NOT NULL)`),
    check("outgoings_made", sql`(${table.state} = 'done') = (${table.made} IS NOT NULL)`),
    // Another person confirms an outgoing. If there is no second person, the proposer may confirm it from `aloneAt` on.
    check(
      "outgoings_two",
      sql`${table.state} <> 'done' OR coalesce(${table.settledBy} <> ${table.proposedBy}
        OR ${table.settledAt} >= ${table.aloneAt}, 0)`,
    ),
  ],
);
