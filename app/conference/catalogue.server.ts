import { asc, type Column, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { addOns, editions, prices, rounds, tickets } from "#db/schema/conference.ts";
import type { Round } from "~/values/catalogue.ts";

export const roundRows = prepared((db: Database, conferenceId: string) =>
  db.select().from(rounds).where(eq(rounds.conferenceId, conferenceId)).orderBy(asc(rounds.position)),
);

/** Rounds as pages may send them to a delegate: whether one is released stays hidden until its hour. */
export const roundsToShow = (rows: Round[]): Round[] =>
  rows.map(({ id, title, deadline, decisionRelease }) => ({
    ...{ id, title, deadline, decisionRelease },
    releasedAt: null,
  }));

export const ticketRows = prepared((db: Database, conferenceId: string) =>
  db.select().from(tickets).where(eq(tickets.conferenceId, conferenceId)).orderBy(asc(tickets.position)),
);

export const priceRows = prepared((db: Database, conferenceId: string) =>
  db.select().from(prices).where(eq(prices.conferenceId, conferenceId)),
);

export const addOnRows = prepared((db: Database, conferenceId: string) =>
  db.select().from(addOns).where(eq(addOns.conferenceId, conferenceId)).orderBy(asc(addOns.position)),
);

export const editionRows = prepared((db: Database, conferenceId: string) =>
  db.select().from(editions).where(eq(editions.conferenceId, conferenceId)),
);

/**
 * A text that names everything a price is made of at this moment: what is on sale, prices, add-ons and the
 * rounds they follow. Any change to these makes it another text.
 */
export const catalogueVersion = (conferenceId: string): SQL<string> => {
  const every = (table: typeof tickets | typeof prices | typeof addOns | typeof rounds, columns: Column[]) =>
    sql`(SELECT group_concat(part) FROM (SELECT json_array(${sql.join(columns, sql`, `)}) AS part FROM ${table}
      WHERE ${table.conferenceId} = ${conferenceId} ORDER BY 1))`;
  const { id, ticketId, cents, disabled, included, variants } = addOns;
  return sql`json_array(${every(tickets, [tickets.id, tickets.onSale])},
    ${every(prices, [prices.ticketId, prices.roundId, prices.cents])},
    ${every(addOns, [id, ticketId, cents, disabled, included, variants])},
    ${every(rounds, [rounds.id, rounds.position, rounds.deadline])})`;
};
