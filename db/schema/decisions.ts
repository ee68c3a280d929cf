import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { FormerDecision, PlannedAward } from "../../app/values/shapes.ts";
import {
  DECISION_LINE_STATES,
  DECISIONS,
  DISTRIBUTION_ACTS,
  PLAN_KINDS,
  PLAN_STATES,
} from "../../app/values/types.ts";
import { applications } from "./applications.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";
import { conferences } from "./conference.ts";

/** A decision says what becomes of an application. Delegates see it only after its release. */
export const decisions = sqliteTable(
  "decisions",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    decision: text("decision", { enum: DECISIONS }).notNull(),
    /** The person who set the decision; null if a seed set it. */
    setBy: text("set_by"),
    setAt: portalInstant("set_at").notNull(),
    /**
     * The plan that set the decision; null if a seed set it. Together with `setAt` it identifies this version of the
     * row.
     */
    planId: text("plan_id"),
    /** When the mail about the decision was put into the outbox; null before that. */
    toldAt: portalInstant("told_at"),
    /**
     * When this person's decisions were released separately from their round. Decisions that were set by then may be
     * seen, as if the round had been released. Null if there was no such release, or if it was taken back.
     */
    releasedAt: portalInstant("released_at"),
    /**
     * The decision that the delegate sees until this one is released; null if the delegate could see no decision
     * before.
     */
    former: text("former", { mode: "json" }).$type<FormerDecision>(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid] }),
    index("decisions_decision").on(table.conferenceId, table.decision, table.uid),
    index("decisions_untold").on(table.conferenceId, table.uid).where(sql`${table.toldAt} IS NULL`),
    // The decisions that were released separately from their round, and have no mail yet.
    index("decisions_untold_alone")
      .on(table.conferenceId)
      .where(sql`${table.releasedAt} >= ${table.setAt} AND ${table.toldAt} IS NULL`),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    check("decisions_decision", oneOf(table.decision, DECISIONS)),
  ],
);

/**
 * A plan is a change of many rows. It is stored before it is carried out. So the lines that are applied are exactly the
 * lines that somebody has looked at.
 */
export const plans = sqliteTable(
  "plans",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    kind: text("kind", { enum: PLAN_KINDS }).notNull(),
    state: text("state", { enum: PLAN_STATES }).notNull(),
    title: text("title").notNull(),
    /** The applied plan that this plan undoes; null if it undoes none. */
    undoes: text("undoes"),
    /** JSON with the values that are needed to show a plan of this kind again. */
    summary: text("summary", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    /**
     * For a plan with many lines: the person who last asked for it to be applied, and when. Such a plan is applied even
     * if that person's request is cut off. Both columns are null for other plans, before anybody asks, and once the
     * plan was applied or refused.
     */
    askedBy: text("asked_by"),
    askedAt: instant("asked_at"),
    /** The person who applied the plan, and when; both are null until it is applied. */
    appliedBy: text("applied_by"),
    appliedAt: instant("applied_at"),
    /**
     * The id of the attempt that applied the plan; null until it is applied. Several attempts may run at the same time,
     * and each looks here to find out whether it was the one that succeeded.
     */
    applyId: text("apply_id"),
  },
  (table) => [
    index("plans_created_at").on(table.conferenceId, table.kind, table.createdAt, table.id),
    index("plans_asked").on(table.askedAt).where(sql`${table.askedAt} IS NOT NULL`),
    uniqueIndex("plans_undone_once").on(table.undoes).where(sql`${table.state} = 'applied'`),
    check("plans_kind", oneOf(table.kind, PLAN_KINDS)),
    check("plans_state", oneOf(table.state, PLAN_STATES)),
  ],
);

/** A decision line is one line of an uploaded file of decisions, or of a plan that undoes an earlier plan. */
export const decisionLines = sqliteTable(
  "decision_lines",
  {
    planId: text("plan_id")
      .notNull()
      .references(() => plans.id),
    /** The line number in the file; the header is line 1. */
    line: integer("line").notNull(),
    /** The text in the line that identifies the applicant: a uid or an e-mail address. */
    key: text("key").notNull(),
    /** The applicant whom the text identifies; null if it does not identify exactly one person. */
    uid: text("uid"),
    state: text("state", { enum: DECISION_LINE_STATES }).notNull(),
    /** The decision when the plan was made; null for none. */
    oldDecision: text("old_decision", { enum: DECISIONS }),
    /**
     * The other columns of the decision's row when the plan was made. Each is null if it was null in that row, and all
     * are null if there was no decision.
     */
    oldSetBy: text("old_set_by"),
    oldSetAt: portalInstant("old_set_at"),
    oldPlanId: text("old_plan_id"),
    oldToldAt: portalInstant("old_told_at"),
    oldReleasedAt: portalInstant("old_released_at"),
    oldFormer: text("old_former", { mode: "json" }).$type<FormerDecision>(),
    /** The decision that the applicant has once the line is applied; null if the applicant then has none. */
    newDecision: text("new_decision", { enum: DECISIONS }),
    /** Whether the line gives, replaces or ends an award. */
    changesAward: integer("changes_award", { mode: "boolean" }).notNull().default(false),
    /** The award that the applicant had when the plan was made; null for none. */
    oldAward: text("old_award"),
    /** The award that the line gives; null if the line ends the present award, or changes no award. */
    newAward: text("new_award", { mode: "json" }).$type<PlannedAward>(),
    /** Why the line is refused; null if it is not refused. */
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.planId, table.line] }),
    index("decision_lines_state").on(table.planId, table.state, table.line),
    check("decision_lines_state", oneOf(table.state, DECISION_LINE_STATES)),
  ],
);

/** A distribution line gives or takes away one assignment. */
export const distributionLines = sqliteTable(
  "distribution_lines",
  {
    planId: text("plan_id")
      .notNull()
      .references(() => plans.id),
    line: integer("line").notNull(),
    uid: text("uid").notNull(),
    staffUid: text("staff_uid").notNull(),
    act: text("act", { enum: DISTRIBUTION_ACTS }).notNull(),
    reason: text("reason").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.planId, table.line] }),
    check("distribution_lines_act", oneOf(table.act, DISTRIBUTION_ACTS)),
  ],
);
