import { and, count, eq, gte, is, lt, SQL, sql } from "drizzle-orm";
import { alias, union, unionAll } from "drizzle-orm/sqlite-core";
import { type Database, listed, subquery } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, searchWords } from "#db/schema/applications.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { searchWordsOf } from "~/values/search.ts";
import { fullName } from "~/values/words.ts";
import { sectionsThatAsk } from "./known-answers.server.ts";
import { soughtBesideNames } from "./sought-answers.ts";

const otherWord = alias(searchWords, "other_word");

/**
 * `MOST_FOUND`: the most people that one search finds. `MOST_BEGUN`: a search for several words first finds at most
 * this many people by the longest word (in each of the three ways of `begins`), and then looks for the other words
 * among the words of these people.
 */
const MOST_FOUND = 200;
const MOST_BEGUN = 2_000;
/** SQLite treats a negative limit as no limit. */
const NO_LIMIT = -1;
/** A character that is greater than any character in an e-mail address, a word or a reference. */
export const LAST = "\uffff";

/**
 * The accounts whose e-mail address begins with the search, in alphabetical order. No account is found if the search is
 * empty. If too many accounts match, `MOST_FOUND` + 1 of them are found, so that the caller notices.
 */
export const peopleByEmail = (db: Database, search = "") =>
  db
    .select({ uid: users.uid, email: users.email })
    .from(users)
    .where(and(gte(users.emailKey, emailKey(search)), lt(users.emailKey, emailKey(search) + LAST)))
    .orderBy(users.emailKey)
    .limit(search ? MOST_FOUND + 1 : 0);

/** How a search looks for words. */
type WordSearch = {
  /** Whether the search also looks at institutions and chosen options. Only for staff who see all answers. */
  inAnswers?: boolean;
  /** Whether the search ends as soon as there are more people than one search may find; true by default. */
  stops?: boolean;
};

/**
 * The applications of people who match every word of the search; none if the search has no word. A word matches people
 * if their name or, with `inAnswers`, another searched answer has a word that begins with it. The query begins with the
 * longest word, because few names contain it.
 */
function byWords(db: Database, conferenceId: string, search: string, by: WordSearch = {}) {
  const { inAnswers = false, stops = true } = by;
  const [longest = LAST, ...others] = searchWordsOf(search).sort((one, other) => other.length - one.length);
  const begun = begins(db, conferenceId, longest, {
    inAnswers,
    limit: stops ? mostBegun(search) + 1 : NO_LIMIT,
  }).as("begun");
  const isIn = (word: string) => sql`${otherWord.word} >= ${word} AND ${otherWord.word} < ${word + LAST}`;
  // Without INDEXED BY, SQLite would look through everybody's words.
  const has = (condition: SQL) =>
    sql`EXISTS (SELECT 1 FROM ${searchWords} AS ${otherWord} INDEXED BY search_words_uid
      WHERE ${otherWord.conferenceId} = ${conferenceId} AND ${otherWord.uid} = ${begun.uid} AND ${condition})`;
  return (
    db
      .selectDistinct({ uid: begun.uid })
      .from(begun)
      // Compares only the words of the people found so far.
      .where(
        and(
          ...others.map((word) => {
            const beside = inAnswers ? soughtBesideNames(word) : null;
            if (beside === null) return has(isIn(word));
            return sql`(${has(isIn(word))} OR ${has(isIn(beside.beginning))}
              OR ${has(sql`${otherWord.word} IN ${listed(beside.countries)}`)})`;
          }),
        ),
      )
      .limit(stops ? MOST_FOUND + 1 : NO_LIMIT)
  );
}

const mostBegun = (search: string) => (searchWordsOf(search).length > 1 ? MOST_BEGUN : MOST_FOUND);

/**
 * The applications of people who have a word that begins with `word`. People with such a word in their name come first,
 * in the alphabetical order of the words. With `inAnswers`, people with such a word in another answer follow. At most
 * `limit` people are found in each of three ways: by name, by another answer, and by country.
 */
function begins(
  db: Database,
  conferenceId: string,
  word: string,
  { inAnswers, limit }: { inAnswers: boolean; limit: number },
) {
  const lookUp = (condition: SQL | undefined) =>
    db
      .select({ uid: searchWords.uid })
      .from(searchWords)
      .where(and(eq(searchWords.conferenceId, conferenceId), condition))
      .orderBy(searchWords.word, searchWords.uid)
      .limit(limit);
  const beginning = (text: string) => and(gte(searchWords.word, text), lt(searchWords.word, text + LAST));
  const named = lookUp(beginning(word));
  const beside = inAnswers ? soughtBesideNames(word) : null;
  if (beside === null) return named;
  return unionAll(
    db.select().from(named.as("begun_by_name")),
    db.select().from(lookUp(beginning(beside.beginning)).as("begun_by_answer")),
    db.select().from(lookUp(sql`${searchWords.word} IN ${listed(beside.countries)}`).as("begun_by_country")),
  ) as unknown as typeof named;
}

const anyOf = (db: Database, uids: readonly string[]) =>
  db.select({ uid: sql<string>`value`.as("uid") }).from(sql`json_each(${JSON.stringify(uids)})`);

/**
 * The table with which a list starts: the uids that were found (`found.uid`), each once. With a cross join, SQLite
 * reads this table before the tables joined to it, and finds their rows by key.
 */
export type FoundPeople = ReturnType<typeof foundAmong>;

/** A table of people like `FoundPeople`, for uids that are already known. */
export const foundAmong = (db: Database, uids: readonly string[]) => anyOf(db, uids).as("found");

/** The applicants whose names match the search. With `stops` false, all of them are found. */
export const foundByName = (db: Database, conferenceId: string, search: string, stops = true) =>
  byWords(db, conferenceId, search, { stops }).as("found") as unknown as FoundPeople;

/** The numbers for `stoppedAt`: how many people a search by words finds, and how many people it looks at. */
export const stopRows = (
  db: Database,
  conferenceId: string,
  search = "",
  { inAnswers = false }: { inAnswers?: boolean } = {},
) => {
  const [longest = LAST] = searchWordsOf(search).sort((one, other) => other.length - one.length);
  const begun = begins(db, conferenceId, longest, { inAnswers, limit: mostBegun(search) + 1 }).as("begun");
  const found = byWords(db, conferenceId, search, { inAnswers }).as("stopped");
  return db
    .select({ begun: count(), found: subquery(sql<number>`(SELECT count(*) FROM ${found})`) })
    .from(begun);
};

/** The number of people at which a search by words or e-mail address stopped; null if it found everybody. */
export function stoppedAt(
  search: string | undefined,
  [stop]: { begun: number; found: number }[],
  people: readonly unknown[],
) {
  if (Math.max(stop?.found ?? 0, people.length) > MOST_FOUND) return MOST_FOUND;
  return stop && stop.begun > mostBegun(search ?? "") ? mostBegun(search ?? "") : null;
}

/** The applicants who match the words of the search, together with uids that are already known. */
export const foundByWordsOr = (
  db: Database,
  conferenceId: string,
  search: string,
  uids: readonly string[],
  by: WordSearch,
) =>
  union(db.select().from(byWords(db, conferenceId, search, by).as("named")), anyOf(db, uids)).as(
    "found",
  ) as unknown as FoundPeople;

/**
 * The names that a list shows, from the sections that ask for name and institution.
 *
 * @param uids the people whose names are read, or an expression for their uids.
 */
export const nameRows = (db: Database, conferenceId: string | SQL, uids: readonly string[] | SQL) =>
  db
    .select({
      uid: answers.uid,
      firstName: sql<string | null>`${answers.answers} ->> '$.firstName'`,
      middleName: sql<string | null>`${answers.answers} ->> '$.middleName'`,
      lastName: sql<string | null>`${answers.answers} ->> '$.lastName'`,
      institution: sql<string | null>`${answers.answers} ->> '$.institution'`,
    })
    .from(answers)
    .where(
      and(
        eq(answers.conferenceId, conferenceId),
        sql`${answers.uid} IN ${is(uids, SQL) ? uids : listed(uids)}`,
        sql`${answers.sectionId} IN ${sectionsThatAsk(conferenceId, ["firstName", "middleName", "lastName", "institution"])}`,
      ),
    );

/** Names and institutions by uid, from the result of `nameRows`. */
export function namesIn(rows: Awaited<ReturnType<typeof nameRows>>) {
  const people = new Map<string, { name: string; institution: string }>();
  for (const { uid, firstName, middleName, lastName, institution } of rows) {
    const known = people.get(uid);
    people.set(uid, {
      name: fullName(firstName, middleName, lastName) || known?.name || "",
      institution: institution ?? known?.institution ?? "",
    });
  }
  return people;
}
