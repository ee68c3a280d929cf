import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { decisions } from "#db/schema/decisions.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";

import { sameApplication } from "~/decisions/decisions.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { institutionKey } from "~/reviews/reading-conflicts.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import { seesPlace } from "~/standing/visible-decision.server.ts";
import { countryName } from "~/values/countries.ts";
import { foldSmall, type ReachedRow, type SponsorTable } from "./sponsors.ts";

/**
 * For each answer to a question, how many people applied, were accepted and have a pass. Only visible decisions count.
 */
const reachedRows = (db: Database, conferenceId: string, question: string, now: number) => {
  const answer = sql<string | null>`${answers.answers} ->> ${`$.${question}`}`;
  return db
    .select({
      name: answer.as("answer"),
      applied: sql<number>`count(*)`.as("applied"),
      accepted: sql<number>`sum(${seesPlace(now)})`.as("accepted"),
      paid: sql<number>`sum(${hasPass(conferenceId, sql`${applications.uid}`, ["held"])})`.as("paid"),
    })
    .from(applications)
    .leftJoin(decisions, sameApplication)
    .leftJoin(answers, answersOf(conferenceId, sectionsThatAsk(conferenceId, [question])))
    .where(and(eq(applications.conferenceId, conferenceId), isNotNull(applications.submittedAt)))
    .groupBy(answer);
};

/**
 * The numbers of people who applied, were accepted and have a pass, by country, institution and level, in a form that
 * sponsors may see. A table is left out if the edition has no question for it, or if too few people have applied. One
 * round trip.
 */
export async function readSponsorTables(
  { db }: Context,
  { settings: { conferenceId }, now }: SignedIn,
): Promise<SponsorTable[]> {
  const [countries, institutions, levels] = await db.batch([
    reachedRows(db, conferenceId, "nationality", now),
    reachedRows(db, conferenceId, "institution", now),
    reachedRows(db, conferenceId, "level", now),
  ]);
  const tables: [SponsorTable["title"], ReachedRow[]][] = [
    [
      "Country",
      together(
        countries,
        (name) => name,
        (name) => countryName(name) ?? name,
      ),
    ],
    ["Institution", together(institutions, institutionKey)],
    ["Level", together(levels, (name) => name)],
  ];
  return tables
    .filter(([, rows]) => rows.some(({ name }) => name !== NOT_SAID))
    .flatMap(([title, rows]) => {
      const table = foldSmall(rows);
      return table ? [{ title, table }] : [];
    });
}

const NOT_SAID = "Not said";

type Answered = Omit<ReachedRow, "name"> & { name: string | null };

/** Combines the rows with the same key into one row, under the name that most applicants gave. */
function together(
  found: Answered[],
  keyOf: (name: string) => string,
  inWords: (name: string) => string = (name) => name,
): ReachedRow[] {
  const byKey = new Map<string, ReachedRow & { most: number }>();
  for (const { name, ...row } of found) {
    const key = keyOf(name ?? "");
    const before = byKey.get(key) ?? { name: "", applied: 0, accepted: 0, paid: 0, most: 0 };
    const isMost = row.applied > before.most;
    byKey.set(key, {
      name: key === "" ? NOT_SAID : isMost ? inWords(name ?? "") : before.name,
      applied: before.applied + row.applied,
      accepted: before.accepted + row.accepted,
      paid: before.paid + row.paid,
      most: Math.max(before.most, row.applied),
    });
  }
  return [...byKey.values()].map(({ most: _, ...row }) => row);
}
