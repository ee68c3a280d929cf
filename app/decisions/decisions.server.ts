import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { type Database, listed } from "#db/client.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { decisions } from "#db/schema/decisions.ts";
import { grants } from "#db/schema/grants.ts";
import { emailsOf } from "~/accounts/addresses.server.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { sizeInWords } from "~/money/prices/grants.ts";
import type { Context } from "~/platform/context.server.ts";
import { isVisible, roundOfApplication, versionSeen } from "~/standing/visible-decision.server.ts";
import { csvInstant } from "~/values/csv.ts";
import type { RoundId } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { awardSize } from "./award-lines.server.ts";

const EXPORTED_AT_ONCE = 500;

/**
 * For each person in `versions`, the version of the decision that this person can see now, written as `uid/version`. A
 * person who can see no decision is left out.
 */
export async function visibleVersions(
  db: Database,
  conferenceId: string,
  versions: { uid: string; version: string }[],
  now: number,
): Promise<Set<string>> {
  const uids = versions.map(({ uid }) => uid);
  const found = await db
    .select({ uid: decisions.uid, version: versionSeen(now).as("version") })
    .from(decisions)
    .innerJoin(applications, sameApplication)
    .where(
      and(eq(decisions.conferenceId, conferenceId), sql`${decisions.uid} IN ${listed(uids)}`, isVisible(now)),
    );
  return new Set(found.map(({ uid, version }) => `${uid}/${version}`));
}

export const sameApplication = and(
  eq(applications.conferenceId, decisions.conferenceId),
  eq(applications.uid, decisions.uid),
);

const DECISION_COLUMNS = ["email", "name", "round", "submittedAt", "reviews", "score", "decision"];

/**
 * The columns of `exportDecisions`. The column for awards is only for people who may give awards, because nobody else
 * may upload a file with that column.
 */
export const decisionColumns = (withAwards: boolean) =>
  withAwards ? [...DECISION_COLUMNS, "award"] : DECISION_COLUMNS;

/** Every submitted application, page by page. The file for uploading decisions has the same columns. */
export async function* exportDecisions(
  { db }: Context,
  conferenceId: string,
  { round, withAwards }: { round?: RoundId | undefined; withAwards: boolean },
): AsyncGenerator<string[][], void> {
  let after = "";
  for (;;) {
    const page = await db
      .select({
        uid: applications.uid,
        submittedAt: applications.submittedAt,
        reviews: applications.reviewCount,
        score: applications.meanScore,
        round: sql<RoundId | null>`${roundOfApplication}`,
        decision: decisions.decision,
        answers: answers.answers,
        award: awardSize(grants),
      })
      .from(applications)
      .leftJoin(decisions, sameApplication)
      .leftJoin(
        grants,
        and(eq(grants.conferenceId, conferenceId), eq(grants.uid, applications.uid), isNull(grants.endedAt)),
      )
      .leftJoin(answers, answersOf(conferenceId, "about"))
      .where(
        and(
          eq(applications.conferenceId, conferenceId),
          gt(applications.uid, after),
          isNotNull(applications.submittedAt),
          round === undefined ? undefined : sql`${roundOfApplication} = ${round}`,
        ),
      )
      .orderBy(asc(applications.uid))
      .limit(EXPORTED_AT_ONCE);
    if (page.length === 0) return;
    const emails = await emailsOf(
      db,
      page.map(({ uid }) => uid),
    );
    yield page.map(({ uid, round, submittedAt, reviews, score, decision, answers, award }) => [
      emails.get(uid) ?? "",
      fullName(answers?.["firstName"], answers?.["middleName"], answers?.["lastName"]),
      round ?? "",
      csvInstant(submittedAt),
      String(reviews),
      score === null ? "" : (score / 100).toFixed(2),
      decision ?? "",
      ...(withAwards ? [award ? sizeInWords(award) : ""] : []),
    ]);
    after = page.at(-1)!.uid;
  }
}
