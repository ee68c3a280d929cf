import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { doubledColumns } from "./columns.ts";
import { schema } from "./schema.ts";

/**
 * The database to which a table would move if a single database were no longer big enough
 * (docs/decisions/0035-near-the-data.md). This is either the database of the table's edition, or the directory, which
 * contains the people and everything that does not belong to a single year.
 */
export type Side = "edition" | "directory" | "both";

/**
 * The database of each edition has its own row of `conferences`, to which its foreign keys refer. The transaction that
 * changes something also records the change and queues the mails about it. So each database also has its own tables
 * `audit` and `outbox`.
 */
const ON_BOTH = new Set(["conferences", "audit", "outbox"]);

export const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));

export const parentsOf = (table: SQLiteTable): SQLiteTable[] =>
  getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable);

/** A table belongs to the edition's database if it refers to the conference, or to a row that does. */
export function sideOf(table: SQLiteTable): Side {
  if (ON_BOTH.has(getTableName(table))) return "both";
  if ("conferenceId" in getTableColumns(table)) return "edition";
  return parentsOf(table).some((parent) => sideOf(parent) === "edition") ? "edition" : "directory";
}

const sides = new Map<string, Side>(tables.map((table) => [getTableName(table), sideOf(table)]));

/**
 * The names of tables as drizzle and the `sql` templates write them; queries that tests write themselves have no
 * quotes.
 */
const NAMED = /\b(?:from|join|into|update)\s+\(?((?:"\w+"(?:,\s*)?)+)/gi;
const WRITES = /^\s*(?:explain query plan )?(insert into|update|delete from) "(\w+)"/i;

/**
 * What a statement does with tables of both sides: "delete from answers: users". If a statement only reads, all its
 * tables of both sides are named. If it writes, some of the tables that it reads may not be named.
 */
export function crossingOf(statement: string): string | null {
  const named = [
    ...new Set([...statement.matchAll(NAMED)].flatMap(([, list]) => list!.match(/\w+/g)!)),
  ].sort();
  const of = (side: Side) => named.filter((name) => sides.get(name) === side);
  if (of("directory").length === 0 || of("edition").length === 0) return null;
  const [, verb = "select", target = of("edition").join(", ")] = WRITES.exec(statement) ?? [];
  const others = of("directory").filter((name) => name !== target);
  return `${verb.toLowerCase()} ${target}: ${(others.length > 0 ? others : of("edition")).join(", ")}`;
}

/**
 * The statements that touch tables of both sides, grouped by the reason why they may do so. A new statement needs an
 * equally good reason.
 */
export const KNOWN: Record<string, string[]> = {
  "the address that a mail goes to is the one of that moment, and the mail is queued with its event": [
    "insert into outbox: users",
    "insert into outbox: staff, users",
    "insert into outbox: unreachable_addresses, users",
  ],
  "nothing is written for an account that is deleted at the same moment": [
    "insert into applications: users",
    "insert into places: users",
    "insert into calendar_feeds: users",
  ],
  "an account is deleted with all that is its own, or not at all if it has become somebody's work": [
    "select acceptances, application_labels, applications, assignments, budgets, comments, conflicts, decision_lines, decisions, distribution_lines, door_entries, door_scans, edition_publications, edition_revisions, grants, holdings, invoicing, letters, mailings, offers, orders, outgoings, payments, plans, refunds, reversals, reviews, saved_selections, session_entries, takings, transfers: factor_resets, invitations, staff, subscriptions, users",
    "update users: factor_resets, invitations, sessions, staff, subscriptions",
    "select documents: users",
    "delete from documents: users",
    "delete from search_words: users",
    "delete from session_entries: users",
    "delete from application_labels: users",
    "delete from answers: users",
    "delete from detail_changes: users",
    "delete from payer_requests: users",
    "delete from applications: users",
    "update places: users",
    "delete from places: users",
    "delete from calendar_feeds: users",
  ],
  "an address that asks for no password ends with the password and the sessions of its account": [
    "delete from calendar_feeds: tokens, users",
    "delete from calendar_feeds: sessions",
  ],
  "attempts to pay are counted and refused with the row that they are about": [
    "delete from payments: counters",
    "insert into counters: payments",
  ],
  "nothing is charged for an edition that another one replaces at the same moment": [
    "delete from payments: settings",
  ],
  "nobody is given an application to read who has just left the staff": [
    "select answers, applications, assignments, comments, conflicts, distribution_lines, plans, reviews: staff, users",
    "update plans: staff, users",
  ],
  "nobody is the second person who was given the ability at the same moment": [
    "insert into audit: money_since, users",
    "update takings: money_since, users",
    "insert into invoicing: money_since, users",
    "update invoicing: money_since, users",
    "select invoicing: money_since, users",
    "insert into outbox: money_since, users",
    "insert into edition_publications: money_since, users",
    "update edition_publications: money_since, users",
    "update reversals: money_since, users",
    "insert into outgoings: money_since, users",
    "insert into refunds: money_since, users",
    "insert into grants: money_since, users",
  ],
  "last season's staff leave, or come back, in the transaction that applies the plan": [
    "update users: plans",
    "delete from sessions: plans",
    "delete from staff: plans",
    "insert into staff: plans",
    "update tokens: plans",
    "select plans: staff, users",
  ],
  "no place is offered to somebody whose account is disabled at the same moment": [
    "select applications, decisions, holdings, offers, rounds: users",
    "insert into audit: users",
    "insert into offers: users",
  ],
  "a programme is applied with the speakers that the library has at that moment": [
    "update plans: speakers",
    "select schedule_lines: speakers",
  ],
};

const known = new Set(Object.values(KNOWN).flat());

const asked = new Set<string>();
const unknown: string[] = [];
const doubled: string[] = [];

/**
 * From now on, records which of this database's statements touch both sides, and which have two columns with the same
 * name.
 */
export function watchStatements(database: D1Database): void {
  if (Object.hasOwn(database, "prepare")) return;
  const prepare = database.prepare.bind(database);
  database.prepare = (statement) => {
    if (!asked.has(statement)) {
      asked.add(statement);
      const crossing = crossingOf(statement);
      if (crossing && !known.has(crossing)) unknown.push(`${crossing}\n${statement}`);
      if (doubledColumns(statement).length > 0) doubled.push(statement);
    }
    return prepare(statement);
  };
}

/** Statements that touch both sides and are not in `KNOWN`, since the last call of this function. */
export const newCrossings = (): string[] => unknown.splice(0);

/** Statements that have two columns with the same name, since the last call of this function. */
export const newDoubled = (): string[] => doubled.splice(0);
