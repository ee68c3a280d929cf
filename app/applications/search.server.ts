import { and, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { alias, union } from "drizzle-orm/sqlite-core";
import { type Database, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, searchWords } from "#db/schema/applications.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { searchWordsOf } from "~/values/search.ts";
import { fullName } from "~/values/words.ts";

const otherWord = alias(searchWords, "other_word");

/** The most people that one search by address finds. */
const MOST_PEOPLE = 200;
/** Greater than any character of an address, word or reference. */
export const LAST = "\uffff";

/** The accounts whose address begins with the search, in the order of the addresses; none if the search is empty. */
export const peopleByEmail = (db: Database, search = "") =>
  db
    .select({ uid: users.uid, email: users.email })
    .from(users)
    .where(and(gte(users.emailKey, emailKey(search)), lt(users.emailKey, emailKey(search) + LAST)))
    .orderBy(users.emailKey)
    .limit(search ? MOST_PEOPLE : 0);

/**
 * The applications in whose names every word of a search begins a word; none if the search has no word. It
 * starts from the longest word, which few names have.
 */
function byName(db: Database, conferenceId: string, search: string) {
  const [longest = LAST, ...others] = searchWordsOf(search).sort((one, other) => other.length - one.length);
  return db
    .selectDistinct({ uid: searchWords.uid })
    .from(searchWords)
    .where(
      and(
        eq(searchWords.conferenceId, conferenceId),
        gte(searchWords.word, longest),
        lt(searchWords.word, longest + LAST),
        // Only the words of the people found so far are looked at; on its own, SQLite would read everybody's.
        ...others.map(
          (word) => sql`EXISTS (SELECT 1 FROM ${searchWords} AS ${otherWord} INDEXED BY search_words_uid
            WHERE ${otherWord.conferenceId} = ${conferenceId} AND ${otherWord.uid} = ${searchWords.uid}
            AND ${otherWord.word} >= ${word} AND ${otherWord.word} < ${word + LAST})`,
        ),
      ),
    );
}

const anyOf = (db: Database, uids: readonly string[]) =>
  db.select({ uid: sql<string>`value`.as("uid") }).from(sql`json_each(${JSON.stringify(uids)})`);

/**
 * What a list starts from: the uids found (`found.uid`), each once. With a cross join SQLite reads it before
 * the tables joined to it, and finds their rows by their keys.
 */
export type Found = ReturnType<typeof foundAmong>;

/** Uids that are already known. */
export const foundAmong = (db: Database, uids: readonly string[]) => anyOf(db, uids).as("found");

/** The people who applied under this name. */
export const foundByName = (db: Database, conferenceId: string, search: string) =>
  byName(db, conferenceId, search).as("found") as unknown as Found;

/** The people who applied under this name, and uids that are already known. */
export const foundByNameOr = (db: Database, conferenceId: string, search: string, uids: readonly string[]) =>
  union(byName(db, conferenceId, search), anyOf(db, uids)).as("found") as unknown as Found;

/** The names that a list shows for a person: from the sections that ask for name and institution. */
export const nameRows = (db: Database, conferenceId: string, uids: readonly string[]) =>
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
        sql`${answers.uid} IN ${listed(uids)}`,
        inArray(answers.sectionId, ["about", "education"]),
      ),
    );

/** Names and institutions by uid, from what `nameRows` found. */
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
