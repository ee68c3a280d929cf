import { and, asc, type Column, desc, eq, getTableColumns, isNotNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Database, excluded, type RowsFound, subquery } from "#db/client.ts";
import {
  addOns,
  agreements,
  conferences,
  editions,
  events,
  prices,
  questions,
  rounds,
  sections,
  texts,
  tickets,
} from "#db/schema/conference.ts";
import { invoicing } from "#db/schema/invoices.ts";
import { programmeSessions } from "#db/schema/programme.ts";
import { criteria } from "#db/schema/reviews.ts";
import { mailTemplates } from "#db/schema/staff.ts";
import { takenPlaces } from "~/standing/tallies.server.ts";
import type { Site } from "~/values/catalogue.ts";
import { DECISIONS } from "~/values/types.ts";
import type { EditionDocument } from "./edition-document.ts";
import { isSame } from "./merge.ts";

type InConference = SQLiteTable & { conferenceId: SQLiteColumn };

/**
 * The tables that contain an edition's rows. `happened` are the columns that record what happened, not what a director
 * chose.
 */
const PARTS: [table: InConference, happened: Column[]][] = [
  [editions, [editions.revision]],
  [events, []],
  [rounds, [rounds.releasedAt, rounds.toldAt]],
  [tickets, []],
  [prices, []],
  [addOns, []],
  [sections, []],
  [questions, []],
  [criteria, []],
  [texts, []],
  [mailTemplates, []],
];

/**
 * An expression for a text that identifies the present state of an edition's rows. The text changes whenever a row is
 * added or removed, and whenever a column of a row changes, except for the columns in `happened`. For the agreement the
 * version number suffices, because the text of a version never changes.
 */
export function editionVersion(conferenceId: string): SQL<string> {
  const rowsOf = ([table, happened]: (typeof PARTS)[number]) => {
    const columns = Object.values(getTableColumns(table)).filter((column) => !happened.includes(column));
    return sql`(SELECT group_concat(part) FROM (SELECT json_array(${sql.join(columns, sql`, `)}) AS part
      FROM ${table} WHERE ${table.conferenceId} = ${conferenceId} ORDER BY 1))`;
  };
  const { id, location, year, title, track, lat, lng } = conferences;
  return sql`json_array(${sql.join(PARTS.map(rowsOf), sql`, `)},
    (SELECT max(${agreements.version}) FROM ${agreements} WHERE ${agreements.conferenceId} = ${conferenceId}),
    (SELECT json_array(${location}, ${year}, ${title}, ${track}, ${lat}, ${lng}) FROM ${conferences}
      WHERE ${id} = ${conferenceId}))`;
}

/** An edition as its rows describe it now. */
export type LiveEdition = {
  document: EditionDocument;
  version: string;
  /** The revision that was published last; null if the rows were not written from a document. */
  revision: number | null;
  /** The version of the agreement in force; null if there is none. */
  agreement: { version: number; countsFrom: number | null } | null;
  /** For each pass or add-on, by id: how many of its places are taken. */
  taken: ReadonlyMap<string, number>;
  /** The edition's settings for invoices, which are not part of the document; null if none have been set. */
  invoicing: typeof invoicing.$inferSelect | null;
  /** For each pass or add-on, by id: how many sessions are open only to people who have it. */
  gates: ReadonlyMap<string, number>;
};

const sessionGates = (conferenceId: string) =>
  subquery(
    sql`(SELECT json_group_object(level, number) FROM (
      SELECT ${programmeSessions.accessLevel} AS level, count(*) AS number FROM ${programmeSessions}
      WHERE ${programmeSessions.conferenceId} = ${conferenceId} AND ${programmeSessions.accessLevel} IS NOT NULL
        AND ${programmeSessions.cancelledAt} IS NULL
      GROUP BY 1))`,
  ).mapWith((json: string): ReadonlyMap<string, number> => new Map(Object.entries(JSON.parse(json))));

/** The statements that read the rows of an edition; `editionFrom` takes their results. */
export function editionReads(db: Database, conferenceId: string) {
  const its = (table: InConference) => eq(table.conferenceId, conferenceId);
  return [
    db
      .select({
        conference: conferences,
        version: editionVersion(conferenceId),
        taken: takenPlaces(conferenceId),
        gates: sessionGates(conferenceId),
      })
      .from(conferences)
      .where(eq(conferences.id, conferenceId)),
    db.select().from(editions).where(its(editions)),
    db.select().from(events).where(its(events)).orderBy(asc(events.position)),
    db.select().from(rounds).where(its(rounds)).orderBy(asc(rounds.position)),
    db.select().from(tickets).where(its(tickets)).orderBy(asc(tickets.position)),
    db.select().from(prices).where(its(prices)),
    db.select().from(addOns).where(its(addOns)).orderBy(asc(addOns.position)),
    db.select().from(sections).where(its(sections)).orderBy(asc(sections.position)),
    db.select().from(questions).where(its(questions)).orderBy(asc(questions.position)),
    db.select().from(criteria).where(its(criteria)).orderBy(asc(criteria.position)),
    db.select().from(agreements).where(its(agreements)).orderBy(desc(agreements.version)).limit(1),
    db.select().from(texts).where(its(texts)).orderBy(asc(texts.id)),
    db.select().from(mailTemplates).where(its(mailTemplates)),
    db
      .select()
      .from(invoicing)
      .where(and(its(invoicing), isNotNull(invoicing.version)))
      .orderBy(desc(invoicing.version))
      .limit(1),
  ] as const;
}

/**
 * An edition, read from its rows; null if the conference has no edition. One round trip.
 *
 * @param site the portal's own site settings, used if the edition has none.
 */
export const readEdition = async (
  db: Database,
  conferenceId: string,
  site: Site,
): Promise<LiveEdition | null> => editionFrom(await db.batch(editionReads(db, conferenceId)), site);

/** Builds the document from the rows that were read. */
export function editionFrom(
  [
    [conference],
    [edition],
    eventRows,
    roundRows,
    ticketRows,
    priceRows,
    addOnRows,
    sectionRows,
    questionRows,
    criterionRows,
    [agreement],
    textRows,
    mailRows,
    [inForce],
  ]: RowsFound<ReturnType<typeof editionReads>>,
  site: Site,
): LiveEdition | null {
  if (!conference || !edition) return null;
  const { id: _, ...place } = conference.conference;
  const {
    openingLetter = "",
    codeOfConduct = "",
    refundPolicy = "",
    liabilityRelease = "",
  } = agreement ?? {};
  return {
    version: conference.version,
    taken: conference.taken,
    gates: conference.gates,
    revision: edition.revision,
    invoicing: inForce ?? null,
    agreement: agreement ? { version: agreement.version, countsFrom: agreement.countsFrom } : null,
    document: {
      format: 1,
      conference: place,
      deadlineZone: edition.deadlineZone,
      site: edition.site ?? site,
      events: eventRows.map(withoutPosition),
      rounds: roundRows.map(({ id, title, deadline, decisionRelease }) => ({
        ...{ id, title, deadline, decisionRelease },
      })),
      passes: ticketRows.map((ticket) => ({
        ...withoutPosition(ticket),
        cents: Object.fromEntries(
          priceRows
            .filter(({ ticketId }) => ticketId === ticket.id)
            .map(({ roundId, cents }) => [roundId, cents]),
        ),
      })),
      addOns: addOnRows.map(withoutPosition),
      sections: sectionRows.map((section) => ({
        ...withoutPosition(section),
        questions: questionRows
          .filter(({ sectionId }) => sectionId === section.id)
          .map((question) => {
            const { sectionId: __, ...asked } = withoutPosition(question);
            return asked;
          }),
      })),
      criteria: criterionRows.map(withoutPosition),
      agreement: {
        ...{ openingLetter, codeOfConduct, refundPolicy, liabilityRelease },
        signAgain: agreement?.countsFrom === null,
      },
      texts: Object.fromEntries(textRows.map(({ id, body }) => [id, body])),
      mails: Object.fromEntries(
        DECISIONS.map((decision) => {
          const { subject = "", body = "" } = mailRows.find((row) => row.decision === decision) ?? {};
          return [decision, { subject, body }];
        }),
      ) as EditionDocument["mails"],
    },
  };
}

/** A row without its position, which a document expresses by the order of the list. */
function withoutPosition<Row extends { conferenceId: string; position: number }>({
  conferenceId: _,
  position: __,
  ...row
}: Row): Omit<Row, "conferenceId" | "position"> {
  return row;
}

type Write = BatchItem<"sqlite">;
type Rows = Map<InConference | typeof conferences, Record<string, unknown>[]>;

/** The rows of a document, parents before children. Agreements are not among them, because each version is kept. */
export function rowsOf(conferenceId: string, document: EditionDocument): Rows {
  const placed = <Item extends object>(items: Item[]) =>
    items.map((item, position) => ({ ...item, conferenceId, position }));
  const { conference, deadlineZone, site, passes, sections: parts } = document;
  return new Map<InConference | typeof conferences, Record<string, unknown>[]>([
    [conferences, [{ id: conferenceId, ...conference }]],
    [editions, [{ conferenceId, deadlineZone, site }]],
    [events, placed(document.events)],
    [rounds, placed(document.rounds)],
    [tickets, placed(passes.map(({ cents: _, ...pass }) => pass))],
    [
      prices,
      passes.flatMap(({ id: ticketId, cents }) =>
        Object.entries(cents).map(([roundId, amount]) => ({
          ...{ conferenceId, ticketId, roundId },
          cents: amount,
        })),
      ),
    ],
    [addOns, placed(document.addOns)],
    [sections, placed(parts.map(({ questions: _, ...section }) => section))],
    [
      questions,
      // Positions are counted across all sections.
      placed(
        parts.flatMap(({ id: sectionId, questions }) => questions.map((asked) => ({ ...asked, sectionId }))),
      ),
    ],
    [criteria, placed(document.criteria)],
    [texts, Object.entries(document.texts).map(([id, body]) => ({ conferenceId, id, body }))],
    [
      mailTemplates,
      Object.entries(document.mails).map(([decision, mail]) => ({ conferenceId, decision, ...mail })),
    ],
  ]);
}

const keysOf = (table: SQLiteTable): string[] => {
  const config = getTableConfig(table);
  const primary = config.primaryKeys[0]?.columns ?? config.columns.filter(({ primary }) => primary);
  const names = new Map(Object.entries(getTableColumns(table)).map(([name, column]) => [column.name, name]));
  return primary.map(({ name }) => names.get(name)!);
};

/**
 * The statements that change the rows of an edition into the rows of `document`. They write only what differs from
 * `live`: parents are written before their children and removed after them.
 */
export function editionStatements(
  db: Database,
  conferenceId: string,
  live: LiveEdition | null,
  document: EditionDocument,
  { now, revision }: { now: number; revision: number },
): Write[] {
  const wanted = rowsOf(conferenceId, document);
  const present: Rows = live ? rowsOf(conferenceId, live.document) : new Map();
  const writes: Write[] = [];
  const removals: Write[] = [];
  for (const [table, rows] of wanted) {
    const keys = keysOf(table);
    const columns: Record<string, SQLiteColumn> = getTableColumns(table);
    const keyOf = (row: Record<string, unknown>) => JSON.stringify(keys.map((key) => row[key]));
    const old = new Map((present.get(table) ?? []).map((row) => [keyOf(row), row]));
    for (const row of rows) {
      const before = old.get(keyOf(row));
      old.delete(keyOf(row));
      if (before && isSame(before, row)) continue;
      const set = Object.keys(row).filter((name) => !keys.includes(name));
      writes.push(
        db
          .insert(table)
          .values(row as never)
          .onConflictDoUpdate({
            target: keys.map((key) => columns[key]!) as [SQLiteColumn],
            set: Object.fromEntries(set.map((name) => [name, excluded(columns[name]!)])),
          }),
      );
    }
    for (const row of old.values()) {
      removals.unshift(db.delete(table).where(and(...keys.map((key) => eq(columns[key]!, row[key])))));
    }
  }
  return [
    ...writes,
    ...removals,
    ...agreementStatements(db, conferenceId, live, document, now),
    db.update(editions).set({ revision }).where(eq(editions.conferenceId, conferenceId)),
  ];
}

/**
 * The statements that store the agreement. If its text differs, they add a new version, so that nobody is recorded as
 * having signed a text that they did not see.
 */
function agreementStatements(
  db: Database,
  conferenceId: string,
  live: LiveEdition | null,
  { agreement }: EditionDocument,
  now: number,
): Write[] {
  const former = live?.agreement ?? null;
  if (former && isSame(live?.document.agreement, agreement)) return [];
  const { signAgain, ...wording } = agreement;
  const version = (former?.version ?? 0) + 1;
  const stillCounts = former ? (former.countsFrom ?? former.version) : version;
  const countsFrom = signAgain ? null : stillCounts;
  return [db.insert(agreements).values({ conferenceId, version, ...wording, countsFrom, createdAt: now })];
}
