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

/**
 * Rounds in the form in which pages may send them to a delegate: without `releasedAt`, so that nobody can see whether
 * staff have already released the decisions.
 */
export const roundsToShow = (rows: Round[]): Round[] =>
  rows.map(({ id, title, deadline, decisionRelease }) => ({
    ...{ id, title, deadline, decisionRelease },
    releasedAt: null,
  }));

export const ticketRows = ofEdition((db: Database, conferenceId: string) =>
  db.select().from(tickets).where(eq(tickets.conferenceId, conferenceId)).orderBy(asc(tickets.position)),
);

/** For a row of `tickets` in a query: the same rule as `isSoldAt`. `now` is UTC ms. */
export const isSoldNow = (now: number): SQL =>
  sql`(${tickets.onSale} AND coalesce(${tickets.saleFrom} <= ${now}, true)
    AND coalesce(${now} <= ${tickets.saleUntil}, true))`;

export const priceRows = ofEdition((db: Database, conferenceId: string) =>
  db.select().from(prices).where(eq(prices.conferenceId, conferenceId)),
);

export const addOnRows = ofEdition((db: Database, conferenceId: string) =>
  db.select().from(addOns).where(eq(addOns.conferenceId, conferenceId)).orderBy(asc(addOns.position)),
);

/**
 * A condition for joining `invoicing`: the row that is in force for the conference in `conferenceId`, if there is one.
 */
const isInForce = (conferenceId: Column): SQL => {
  const other = alias(invoicing, "other_invoicing");
  return sql`${invoicing.conferenceId} = ${conferenceId} AND ${invoicing.version} = (SELECT max(${other.version})
    FROM ${invoicing} AS ${other} WHERE ${other.conferenceId} = ${conferenceId})`;
};

/** The columns of an `Invoicing`, for a query in which the row of `invoicing` may be missing. */
const invoicingColumns = {
  seller: invoicing.seller,
  payTo: invoicing.payTo,
  tax: invoicing.tax,
  taxRate: invoicing.taxRate,
  taxNumber: invoicing.taxNumber,
  days: invoicing.days,
  secondPersonCents: invoicing.secondPersonCents,
  writeOffCents: invoicing.writeOffCents,
  moneyOutCents: invoicing.moneyOutCents,
};

/** One of the limits (cents) of a conference. The limit is read when the statement runs. */
const centsInForce =
  (limit: "secondPersonCents" | "writeOffCents" | "moneyOutCents") =>
  (conferenceId: Column | SQL | string): SQL<number> =>
    sql<number>`coalesce((SELECT ${invoicing[limit]} FROM ${invoicing}
      WHERE ${invoicing.conferenceId} = ${conferenceId} AND ${invoicing.version} IS NOT NULL
      ORDER BY ${invoicing.version} DESC LIMIT 1), ${NO_INVOICING[limit]})`;

/**
 * The amount (cents) above which a second person must confirm money that a conference takes by hand. This limit is read
 * when the statement runs.
 */
export const limitInForce = centsInForce("secondPersonCents");

/**
 * The amount (cents) above which a second person must confirm a write-off. This limit is read when the statement runs.
 */
export const writeOffLimitInForce = centsInForce("writeOffCents");

/**
 * The amount (cents) above which a second person must confirm money out. This limit is read when the statement runs.
 */
export const outLimitInForce = centsInForce("moneyOutCents");

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

/** The texts of an edition's pages, as rows for `textsFrom`. */
export const textRows = ofEdition((db: Database, conferenceId: string) =>
  db.select({ id: texts.id, body: texts.body }).from(texts).where(eq(texts.conferenceId, conferenceId)),
);

/** The columns of a `PassEvent`. */
const { conferenceId: _, position: __, ...eventColumns } = getTableColumns(events);

/** The events of an edition, to which its passes admit. */
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
 * The event that has the programme, and the time zone of the programme. The event is the first one with days. The zone
 * is the event's or, if no event has days, the zone of the edition's deadlines.
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
 * SQL for a text that identifies the present state of everything that determines a price: what is on sale and when,
 * prices, add-ons, and the rounds on which prices depend. Any change to these changes the text.
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
