import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, listed, subquery } from "#db/client.ts";
import { answers, applications, documents } from "#db/schema/applications.ts";
import { questions, rounds } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { grants } from "#db/schema/grants.ts";
import { payments } from "#db/schema/money.ts";
import { places } from "#db/schema/programme.ts";
import { assignments, reviews } from "#db/schema/reviews.ts";
import { applicationLabels } from "#db/schema/selections.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { foundByWordsOr, peopleByEmail } from "~/applications/search.server.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import { seenDecision, seesPlace } from "~/standing/visible-decision.server.ts";
import type { Decision, PaymentState, RoundId } from "~/values/types.ts";
import {
  type AnswerCondition,
  type ApplicationFilter,
  type PAYMENT_CHOICES,
  sortNeeds,
} from "./application-filter.ts";

const earlierRound = alias(rounds, "earlier_round");

/** The member of the staff who asks, and the edition. */
export type StaffInEdition = { conferenceId: string; staffUid: string };

/** For a row of `applications` in a query: the score that a member of the staff gave; null if they gave none. */
export const ownScore = ({ conferenceId, staffUid }: StaffInEdition) =>
  subquery(
    sql<
      number | null
    >`(SELECT ${reviews.score} FROM ${reviews} WHERE ${reviews.conferenceId} = ${conferenceId}
      AND ${reviews.uid} = ${applications.uid} AND ${reviews.staffUid} = ${staffUid})`,
  );

/** For a row of `applications` in a query: the decision, whether or not it is released; null if there is none. */
export const decidedOn = (conferenceId: string, uid: SQL = sql`${applications.uid}`) =>
  subquery(
    sql<Decision | null>`(SELECT ${decisions.decision} FROM ${decisions}
      WHERE ${decisions.conferenceId} = ${conferenceId} AND ${decisions.uid} = ${uid})`,
  );

/**
 * The conditions of a filter on a row of `applications`, apart from its search.
 *
 * @param visibleAt if given, only decisions that delegates may see at that time (UTC ms) count. This is required if
 *   something is sent to the selection.
 */
export function filterConditions(
  asking: StaffInEdition,
  filter: ApplicationFilter,
  { visibleAt }: { visibleAt?: number } = {},
): SQL | undefined {
  const { conferenceId, staffUid } = asking;
  const { state, round, decision, reviewed, label, reader, pass, payment, award, session, only } = filter;
  const isAssignedTo = (uid: string) =>
    sql`EXISTS (SELECT 1 FROM ${assignments} WHERE ${assignments.conferenceId} = ${conferenceId}
      AND ${assignments.uid} = ${applications.uid} AND ${assignments.staffUid} = ${uid})`;
  const own = ownScore(asking);
  const needed = sortNeeds(filter);
  const sorted = needed && { score: applications.meanScore, spread: applications.spread }[needed];
  const between = (column: SQL, from: number | undefined, to: number | undefined) =>
    and(
      from === undefined ? undefined : sql`${column} >= ${from}`,
      to === undefined ? undefined : sql`${column} <= ${to}`,
    );
  return and(
    eq(applications.conferenceId, conferenceId),
    state === "draft" ? isNull(applications.submittedAt) : isNotNull(applications.submittedAt),
    round && state !== "draft" ? isInRound(conferenceId, round) : undefined,
    decision && isDecided(conferenceId, decision, visibleAt),
    reviewed && (reviewed === "yes" ? sql`${own} IS NOT NULL` : sql`${own} IS NULL`),
    filter.show === "mine" ? isAssignedTo(staffUid) : undefined,
    only && sql`${applications.uid} IN ${listed(only)}`,
    label === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM ${applicationLabels}
          WHERE ${applicationLabels.conferenceId} = ${conferenceId}
          AND ${applicationLabels.uid} = ${applications.uid} AND ${applicationLabels.labelId} = ${label})`,
    reader === undefined ? undefined : isAssignedTo(reader),
    between(sql`${applications.reviewCount}`, filter.reviewsFrom, filter.reviewsTo),
    between(sql`${applications.meanScore}`, filter.scoreFrom, filter.scoreTo),
    between(sql`${applications.spread}`, filter.spreadFrom, undefined),
    sorted ? isNotNull(sorted) : undefined,
    pass && hasPassOrNone(conferenceId, pass),
    payment && hasPaid(conferenceId, payment),
    award && sql`${award === "yes" ? sql`` : sql`NOT`} ${hasAward(conferenceId, visibleAt)}`,
    session === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM ${places} WHERE ${places.sessionId} = ${session}
          AND ${places.uid} = ${applications.uid} AND ${places.conferenceId} = ${conferenceId})`,
    ...(filter.answers ?? []).map((condition) => isAnswered(conferenceId, condition)),
  );
}

/**
 * Whether an application was submitted in a round, by the same rule as `roundOn`. Either it was submitted in the
 * round's range of times, or by the person's own deadline for that round (`ownRounds`).
 */
function isInRound(conferenceId: string, round: RoundId): SQL {
  const its = sql`${rounds.conferenceId} = ${conferenceId} AND ${rounds.id} = ${round}`;
  const last = sql`(SELECT max(${rounds.deadline}) FROM ${rounds} WHERE ${rounds.conferenceId} = ${conferenceId})`;
  return sql`((${applications.submittedAt} <= (SELECT ${rounds.deadline} FROM ${rounds} WHERE ${its})
    AND ${applications.submittedAt} > coalesce((SELECT max(${earlierRound.deadline}) FROM ${rounds}
      JOIN ${rounds} AS ${earlierRound} ON ${earlierRound.conferenceId} = ${rounds.conferenceId}
        AND ${earlierRound.position} < ${rounds.position}
      WHERE ${its}), -1))
    OR (${applications.lateRound} = ${round} AND ${applications.submittedAt} > ${last}
      AND ${applications.submittedAt} <= ${applications.ownDeadline}))`;
}

function isDecided(
  conferenceId: string,
  decision: NonNullable<ApplicationFilter["decision"]>,
  visibleAt: number | undefined,
): SQL {
  const counting = visibleAt === undefined ? sql`${decisions.decision}` : seenDecision(visibleAt);
  const decided = sql`(SELECT ${counting} FROM ${decisions}
    WHERE ${decisions.conferenceId} = ${conferenceId} AND ${decisions.uid} = ${applications.uid})`;
  return decision === "undecided" ? sql`${decided} IS NULL` : sql`${decided} = ${decision}`;
}

/**
 * Whether the applicant has an award. If `visibleAt` is given, the award counts only if the delegate sees a decision
 * that allows a pass, because the delegate learns of the award together with the decision.
 */
const hasAward = (conferenceId: string, visibleAt: number | undefined): SQL =>
  sql`EXISTS (SELECT 1 FROM ${grants} WHERE ${grants.conferenceId} = ${conferenceId}
    AND ${grants.uid} = ${applications.uid} AND ${grants.endedAt} IS NULL
    ${
      visibleAt === undefined
        ? sql``
        : sql`AND EXISTS (SELECT 1 FROM ${decisions} WHERE ${decisions.conferenceId} = ${conferenceId}
            AND ${decisions.uid} = ${applications.uid} AND ${seesPlace(visibleAt)})`
    })`;

const hasPassOrNone = (conferenceId: string, pass: NonNullable<ApplicationFilter["pass"]>): SQL =>
  pass === "none"
    ? sql`NOT ${hasPass(conferenceId, sql`${applications.uid}`, ["held"])}`
    : hasPass(conferenceId, sql`${applications.uid}`, ["held"], pass);

const STATES_OF: Record<Exclude<(typeof PAYMENT_CHOICES)[number], "none">, PaymentState[]> = {
  open: ["reserved", "charging", "unknown"],
  paid: ["captured"],
  refunded: ["refund_pending", "refunded"],
};

const hasPaid = (conferenceId: string, choice: (typeof PAYMENT_CHOICES)[number]): SQL => {
  const states = choice === "none" ? Object.values(STATES_OF).flat() : STATES_OF[choice];
  return sql`${choice === "none" ? sql`NOT` : sql``} EXISTS (SELECT 1 FROM ${payments}
    WHERE ${payments.conferenceId} = ${conferenceId} AND ${payments.delegateUid} = ${applications.uid}
    AND ${payments.state} IN ${listed(states)})`;
};

const NUMBER = /^\d+([.]\d+)?$/;

/**
 * Whether the answer to a question meets a condition. If an answer has several chosen options, they are on separate
 * lines, and one matching option is enough. A short text must contain the value. A condition on a question that does
 * not exist is ignored.
 */
function isAnswered(conferenceId: string, { condition, question, value }: AnswerCondition): SQL {
  const its = sql`${questions.conferenceId} = ${conferenceId} AND ${questions.id} = ${question}`;
  const isUnknown = sql`NOT EXISTS (SELECT 1 FROM ${questions} WHERE ${its})`;
  if (condition === "has")
    return sql`(${isUnknown} OR ${value === "no" ? sql`NOT` : sql``} EXISTS (SELECT 1 FROM ${documents}
      WHERE ${documents.conferenceId} = ${conferenceId} AND ${documents.uid} = ${applications.uid}
      AND ${documents.questionId} = ${question}))`;
  const answer = sql`(${answers.answers} ->> ${`$."${question}"`})`;
  const isShortText = sql`(SELECT ${questions.kind} FROM ${questions} WHERE ${its}) = 'short text'`;
  const isNumber = NUMBER.test(value);
  const compared = isNumber ? sql`CAST(${answer} AS REAL)` : answer;
  const bound = isNumber ? Number(value) : value;
  const matches = {
    is: sql`iif(${isShortText}, instr(lower(${answer}), lower(${value})) > 0,
      instr(char(10) || ${answer} || char(10), char(10) || ${value} || char(10)) > 0)`,
    from: sql`${answer} <> '' AND ${compared} >= ${bound}`,
    to: sql`${answer} <> '' AND ${compared} <= ${bound}`,
  }[condition];
  return sql`(${isUnknown} OR EXISTS (SELECT 1 FROM ${answers} WHERE ${answers.conferenceId} = ${conferenceId}
    AND ${answers.uid} = ${applications.uid} AND ${answers.sectionId} = ${sectionsThatAsk(conferenceId, [question])}
    AND ${matches}))`;
}

/**
 * The condition for all applications of a selection, including its search; for a query over `applications`. One round
 * trip if the filter has a search, otherwise none.
 */
export async function applicationsSelected(
  db: Database,
  asking: StaffInEdition,
  filter: ApplicationFilter,
  when: { visibleAt?: number } = {},
): Promise<SQL | undefined> {
  const conditions = filterConditions(asking, filter, when);
  if (!filter.search) return conditions;
  const people = await peopleByEmail(db, filter.search);
  const found = foundByWordsOr(
    db,
    asking.conferenceId,
    filter.search,
    people.map(({ uid }) => uid),
    {
      inAnswers: true,
      stops: false,
    },
  );
  return and(conditions, sql`${applications.uid} IN (SELECT ${sql.identifier("uid")} FROM ${found})`);
}
