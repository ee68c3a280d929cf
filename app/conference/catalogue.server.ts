import { and, asc, type Column, eq, getTableColumns, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#db/client.ts";
import { ofEdition } from "#db/prepared.ts";
import { addOns, editions, events, prices, rounds, texts, tickets } from "#db/schema/conference.ts";
import { invoicing } from "#db/schema/invoices.ts";
import type { Round } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import { NO_INVOICING } from "./invoicing.ts";

export const roundRows = ofEdition((db: Database, conferenceId: string) =>
  db.select().from(rounds).where(eq(rounds.conferenceId, conferenceId)).orderBy(asc(rounds.position)),
);

/** Rounds as pages may send them to a delegate: whether one is released stays hidden until its hour. */
export const roundsToShow = (rows: Round[]): Round[] =>
  rows.map(({ id, title, deadline, decisionRelease }) => ({
    ...{ id, title, deadline, decisionRelease },
    releasedAt: null,
  }));

export const ticketRows = ofEdition((db: Database, conferenceId: string) =>
  db.select().from(tickets).where(eq(tickets.conferenceId, conferenceId)).orderBy(asc(tickets.position)),
);

export const priceRows = ofEdition((db: Database, conferenceId: string) =>
  db.select().from(prices).where(eq(prices.conferenceId, conferenceId)),
);

export const addOnRows = ofEdition((db: Database, conferenceId: string) =>
  db.select().from(addOns).where(eq(addOns.conferenceId, conferenceId)).orderBy(asc(addOns.position)),
);

/** The row of `invoicing` that is in force for the conference of a row, or for none: a condition to join it by. */
const isInForce = (conferenceId: Column): SQL => {
  const other = alias(invoicing, "other_invoicing");
  return sql`${invoicing.conferenceId} = ${conferenceId} AND ${invoicing.version} = (SELECT max(${other.version})
    FROM ${invoicing} AS ${other} WHERE ${other.conferenceId} = ${conferenceId})`;
};

/** The columns of an `Invoicing`, for a query whose row of it may be missing. */
const invoicingColumns = {
  seller: invoicing.seller,
  payTo: invoicing.payTo,
  tax: invoicing.tax,
  taxRate: invoicing.taxRate,
  taxNumber: invoicing.taxNumber,
  days: invoicing.days,
  secondPersonCents: invoicing.secondPersonCents,
  writeOffCents: invoicing.writeOffCents,
};

/** One of the limits (cents) in force for a conference, at the moment of the statement. */
const centsInForce =
  (limit: "secondPersonCents" | "writeOffCents") =>
  (conferenceId: Column | SQL | string): SQL<number> =>
    sql<number>`coalesce((SELECT ${invoicing[limit]} FROM ${invoicing}
      WHERE ${invoicing.conferenceId} = ${conferenceId} AND ${invoicing.version} IS NOT NULL
      ORDER BY ${invoicing.version} DESC LIMIT 1), ${NO_INVOICING[limit]})`;

/** The amount (cents) above which a second person confirms money of a conference, as it is when the statement runs. */
export const limitInForce = centsInForce("secondPersonCents");

/** The amount (cents) above which a second person confirms a write-off, as it is when the statement runs. */
export const writeOffLimitInForce = centsInForce("writeOffCents");

export const editionRows = ofEdition((db: Database, conferenceId: string) =>
  db
    .select({
      conferenceId: editions.conferenceId,
      deadlineZone: editions.deadlineZone,
      invoicing: invoicingColumns,
    })
    .from(editions)
    .leftJoin(invoicing, isInForce(editions.conferenceId))
    .where(eq(editions.conferenceId, conferenceId)),
);

/** The texts of pages; `textsFrom` puts them together. */
export const textRows = ofEdition((db: Database, conferenceId: string) =>
  db.select({ id: texts.id, body: texts.body }).from(texts).where(eq(texts.conferenceId, conferenceId)),
);

/** The columns of a `PassEvent`. */
const { conferenceId: _, position: __, ...eventColumns } = getTableColumns(events);

/** What the passes admit to. */
export const eventRows = ofEdition((db: Database, conferenceId: string) =>
  db
    .select(eventColumns)
    .from(events)
    .where(eq(events.conferenceId, conferenceId))
    .orderBy(asc(events.position)),
);

/** The event to which a pass admits. */
export const eventOfPass = ofEdition((db: Database, conferenceId: string, passType: PassType) =>
  db
    .select(eventColumns)
    .from(events)
    .innerJoin(tickets, and(eq(tickets.conferenceId, events.conferenceId), eq(tickets.eventId, events.id)))
    .where(and(eq(events.conferenceId, conferenceId), eq(tickets.id, passType))),
);

/**
 * The event that has the programme, which is the first with days, and the zone of the programme's times: the event's
 * or, if no event has days, the one of the edition's deadlines.
 */
export const programmeEventRows = ofEdition((db: Database, conferenceId: string) =>
  db
    .select({
      name: events.name,
      firstDay: events.firstDay,
      lastDay: events.lastDay,
      timeZone: sql<string>`coalesce(${events.timeZone}, ${editions.deadlineZone})`.as("zone"),
    })
    .from(editions)
    .leftJoin(events, and(eq(events.conferenceId, editions.conferenceId), isNotNull(events.firstDay)))
    .where(eq(editions.conferenceId, conferenceId))
    .orderBy(asc(events.position))
    .limit(1),
);

/**
 * A text that names everything a price is made of at this moment: what is on sale and when, prices, add-ons and the
 * rounds they follow. Any change to these changes the text.
 */
export const catalogueVersion = (conferenceId: string): SQL<string> => {
  const every = (table: typeof tickets | typeof prices | typeof addOns | typeof rounds, columns: Column[]) =>
    sql`(SELECT group_concat(part) FROM (SELECT json_array(${sql.join(columns, sql`, `)}) AS part FROM ${table}
      WHERE ${table.conferenceId} = ${conferenceId} ORDER BY 1))`;
  const { id, ticketId, cents, disabled, included, variants } = addOns;
  return sql`json_array(${every(tickets, [tickets.id, tickets.onSale, tickets.eventId, tickets.saleFrom, tickets.saleUntil])},
    ${every(prices, [prices.ticketId, prices.roundId, prices.cents])},
    ${every(addOns, [id, ticketId, cents, disabled, included, variants])},
    ${every(rounds, [rounds.id, rounds.position, rounds.deadline])})`;
};
