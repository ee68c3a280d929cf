import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type Database, inChunks, inOneBatch } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { decisionLines, decisions } from "#db/schema/decisions.ts";
import { grants } from "#db/schema/grants.ts";
import { budgetThere } from "~/money/awards/budgets.server.ts";
import { grantMessages } from "~/money/awards/messages.ts";
import { outLimitRows } from "~/money/outgoings/outgoings.server.ts";
import { isTooMuchAlone } from "~/money/outgoings/outgoings.ts";
import type { GrantSize } from "~/money/prices/grants.ts";
import { tableMessages } from "~/plans/messages.ts";
import { linesFrom, newHead, type Proposed, storePlan } from "~/plans/plans.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { seesPlace } from "~/standing/visible-decision.server.ts";
import { can } from "~/values/abilities.ts";
import { dollars } from "~/values/money.ts";
import type { Decision } from "~/values/types.ts";
import { withAward } from "./award-lines.server.ts";
import type { AwardTerms } from "./award-terms.form.ts";
import { storeCounts } from "./decision-counts.server.ts";
import {
  type FileLine,
  type JudgedDecision,
  judgeLines,
  type KeyColumn,
  MOST_DECISION_LINES,
  readDecisionFile,
} from "./decision-file.ts";
import { asItIs } from "./decision-lines.server.ts";
import { decisionMessages } from "./messages.ts";

/**
 * Stores a file as a plan, together with the present decision of every applicant in the file. No decision changes yet.
 * An error in a line is kept with that line. The whole file is refused only if it cannot be read, or if it has a column
 * for awards and the viewer may not give awards with these terms.
 */
export async function proposeDecisions(
  { db }: Context,
  visit: SignedIn,
  { title, text, awards }: { title: string; text: string; awards: AwardTerms },
): Promise<Proposed> {
  const { conferenceId } = visit.settings;
  const file = readDecisionFile(text, conferenceId);
  if ("problem" in file) return { refused: file.problem, status: 400 };
  const terms = file.hasAwards ? awards : null;
  const barred = terms && (await awardsBarred(db, visit, terms));
  if (barred) return barred;
  const uids = await findUids(db, file.keyColumn, file.lines);
  const submitted = await findSubmitted(db, conferenceId, [...new Set(uids.values())]);
  return storeLines(db, visit, { title, lines: judgeLines(file.lines, uids, submitted), terms });
}

/** The award for everybody in a list: its size, or "none" to end the present award. */
type ProposedAward = AwardTerms & { size: GrantSize | "none" };

/**
 * Stores a plan that sets one decision for a list of applicants. The plan has one line for each applicant, like the
 * plan of a file. Nothing changes yet. A line is refused if its applicant has not submitted.
 *
 * @param wanted.decision "none" takes the decision away, and "leave" leaves it as it is.
 * @param wanted.award left out if no award changes.
 */
export async function proposeFor(
  { db }: Context,
  visit: SignedIn,
  wanted: { uids: readonly string[]; decision: Decision | "none" | "leave"; award?: ProposedAward },
): Promise<Proposed> {
  const { decision: choice, award } = wanted;
  const uids = [...new Set(wanted.uids)];
  if (uids.length === 0) return { refused: decisionMessages.file.nobody, status: 400 };
  if (uids.length > MOST_DECISION_LINES) {
    return { refused: tableMessages.tooManyLines(MOST_DECISION_LINES), status: 400 };
  }
  const barred = award && (await awardsBarred(db, visit, award));
  if (barred) return barred;
  const emails = new Map(
    (
      await inOneBatch(
        db,
        inChunks(uids).map((chunk) => emailsIn(db, chunk)),
      )
    )
      .flat()
      .map(({ uid, email }) => [uid, email]),
  );
  const known = new Map(uids.filter((uid) => emails.has(uid)).map((uid) => [uid, uid]));
  const submitted = await findSubmitted(db, visit.settings.conferenceId, [...known.keys()]);
  const lines = uids.map((uid, index) => ({
    ...{ line: index + 1, key: emails.get(uid) ?? uid, candidates: [uid] },
    ...{ choice, award: award?.size ?? ("leave" as const), problem: null },
  }));
  return storeLines(db, visit, {
    title: decisionMessages.plan.titleFor(choice, uids.length),
    lines: judgeLines(lines, known, submitted),
    terms: award ?? null,
  });
}

/** Why the viewer may not give awards with these terms; null if they may. */
async function awardsBarred(db: Database, visit: SignedIn, { budgetId }: AwardTerms) {
  if (!can(visit.viewer.abilities, "money")) {
    return { refused: decisionMessages.file.awardsNeedMoney, status: 403 } as const;
  }
  const [budget] = await budgetThere(db, visit, budgetId);
  return budget?.isThere ? null : ({ refused: grantMessages.unknownBudget, status: 400 } as const);
}

/** Stores a plan with these lines. `terms` is null if no line changes an award. */
async function storeLines(
  db: Database,
  visit: SignedIn,
  { title, lines, terms }: { title: string; lines: JudgedDecision[]; terms: AwardTerms | null },
): Promise<Proposed> {
  const { conferenceId } = visit.settings;
  const { title: awardTitle, budgetId } = terms ?? { title: "", budgetId: null };
  const [limits] = terms && budgetId === null ? await outLimitRows(db, conferenceId) : [];
  // Only one person confirms a plan. So it must not give an award that needs two people.
  const needsTwo = (award: FileLine["award"]) =>
    limits && typeof award === "object" && isTooMuchAlone(award, limits)
      ? decisionMessages.file.awardNeedsTwo(dollars(limits.limitCents))
      : null;
  const head = newHead(visit, "decisions", title);
  return storePlan(db, head, [
    ...linesFrom(
      db,
      decisionLines,
      lines.map(({ line, key, uid, choice, problem, award }) => [
        ...[line, key, uid, choice, problem],
        ...(typeof award === "string"
          ? [award]
          : ["give", award.percent, award.amountCents, needsTwo(award)]),
      ]),
      (item) => {
        const [choice, problem, award, percent, amountCents] = [item(3), item(4), item(5), item(6), item(7)];
        const changesAward = sql`CASE ${award} WHEN 'leave' THEN false WHEN 'none' THEN ${grants.id} IS NOT NULL
          ELSE ${grants.percent} IS NOT ${percent} OR ${grants.amountCents} IS NOT ${amountCents} END`;
        const isGivenAlone = sql`(${item(8)} IS NOT NULL AND ${changesAward})`;
        const setsOther = sql`(${choice} <> 'leave' AND ${decisions.decision} IS NOT nullif(${choice}, 'none'))`;
        const showsAward = sql`(${changesAward} AND ${setsOther} AND ${seesPlace(visit.now)})`;
        const isRefused = sql`(${problem} IS NOT NULL OR ${isGivenAlone} OR ${showsAward})`;
        return {
          planId: head.id,
          line: item(0),
          key: item(1),
          uid: item(2),
          state: sql`CASE WHEN ${isRefused} THEN 'refused' WHEN ${changesAward} THEN 'change'
            WHEN ${choice} = 'leave' OR ${decisions.decision} IS nullif(${choice}, 'none') THEN 'unchanged' ELSE 'change' END`,
          ...asItIs,
          newDecision: sql`CASE ${choice} WHEN 'leave' THEN ${decisions.decision}
            ELSE nullif(${choice}, 'none') END`,
          changesAward: sql`(NOT ${isRefused} AND ${changesAward})`,
          newAward: sql`CASE WHEN ${award} = 'give' THEN json_object('title', ${awardTitle}, 'percent', ${percent},
            'amountCents', ${amountCents}, 'budgetId', ${budgetId}) END`,
          problem: sql`coalesce(${problem}, iif(${isGivenAlone}, ${item(8)}, NULL),
            iif(${showsAward}, ${decisionMessages.plan.awardTooEarly}, NULL))`,
        };
      },
      (item) =>
        sql`LEFT JOIN ${decisions} ON ${decisions.conferenceId} = ${conferenceId} AND ${decisions.uid} = ${item(2)}
          LEFT JOIN ${applications} ON ${applications.conferenceId} = ${conferenceId} AND ${applications.uid} = ${item(2)}
          ${withAward(conferenceId, item(2))}`,
    ),
    storeCounts(db, head.id),
  ]);
}

const emailsIn = (db: Database, chunk: string) =>
  db
    .select({ uid: users.uid, email: users.email })
    .from(users)
    .where(sql`${users.uid} IN (SELECT value FROM json_each(${chunk}))`);

/** For each key in the file (an e-mail address or a uid), the uid of the account, if there is one. */
async function findUids(db: Database, column: KeyColumn, lines: FileLine[]): Promise<Map<string, string>> {
  const sought = [...new Set(lines.flatMap(({ candidates }) => candidates))];
  const known = column === "email" ? users.emailKey : users.uid;
  const found = await inOneBatch(
    db,
    inChunks(sought).map((chunk) =>
      db
        .select({ key: sql<string>`${known}`.as("key"), uid: users.uid })
        .from(users)
        .where(sql`${known} IN (SELECT value FROM json_each(${chunk}))`),
    ),
  );
  return new Map(found.flat().map(({ key, uid }) => [key, uid]));
}

async function findSubmitted(db: Database, conferenceId: string, uids: string[]): Promise<Set<string>> {
  const found = await inOneBatch(
    db,
    inChunks(uids).map((chunk) =>
      db
        .select({ uid: applications.uid })
        .from(applications)
        .where(
          and(
            eq(applications.conferenceId, conferenceId),
            sql`${applications.uid} IN (SELECT value FROM json_each(${chunk}))`,
            isNotNull(applications.submittedAt),
          ),
        ),
    ),
  );
  return new Set(found.flat().map(({ uid }) => uid));
}
