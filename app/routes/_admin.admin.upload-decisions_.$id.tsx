import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { MOST_ALONE } from "~/decisions/decision-file.ts";
import { readDecisionPlan } from "~/decisions/decision-plan-page.server.ts";
import { decisionPlans } from "~/decisions/decision-plans.server.ts";
import {
  decisionsInWords,
  MovedLines,
  PlanLines,
  PlanWarnings,
  planInWords,
  planNumbers,
} from "~/decisions/decision-plans.tsx";
import { decisionMessages } from "~/decisions/messages.ts";
import { ReleaseAlone } from "~/decisions/release-alone.tsx";
import { actOnFew } from "~/decisions/release-alone-acts.server.ts";
import { actOnPlan } from "~/plans/plan-page.server.ts";
import {
  LinesPage,
  PlanActs,
  planHead,
  planHistoryRows,
  planStateRow,
  planTitle,
  RefusedLines,
  UnderWay,
  underWayMeta,
  undoLinks,
} from "~/plans/plans.tsx";
import { linesAskedFor } from "~/plans/table-upload.form.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { can } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";
import { DECISION_LINE_STATES } from "~/values/types.ts";
import { quantity } from "~/values/words.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, "Plan of decisions") },
  ...underWayMeta(data),
];

export async function loader(args: LoaderFunctionArgs) {
  const { settings, now, shown, viewer } = await requireAbility(args, "decide");
  const asked = linesAskedFor(new URL(args.request.url).searchParams, "state", DECISION_LINE_STATES);
  const id = args.params["id"]!;
  const read = await readDecisionPlan(args.context, settings.conferenceId, id, asked, now);
  if (!read) refuse(404, messages.notFound);
  const { summary, lines, next, moved, warnings, few, places, countries } = read;
  // Only people who also have the ability “Money” may know who gets an award.
  const seesAwards = can(viewer.abilities, "money");
  const none = { total: 0, lines: [] };
  return {
    ...planHead(shown, read),
    ...asked,
    counts: seesAwards ? summary : { ...summary, awards: 0 },
    lines: lines.map(
      ({ line, key, uid, name, email, state, oldDecision, newDecision, problem, ...award }) => ({
        ...{ line, key, uid, name, email, state, oldDecision, newDecision, problem },
        changesAward: seesAwards && award.changesAward,
        oldSize: seesAwards ? award.oldSize : null,
        newAward: seesAwards ? award.newAward : null,
      }),
    ),
    next,
    moved,
    warnings: seesAwards ? warnings : { ...warnings, told: none, late: none },
    few,
    ...{ places, countries, pressId: newId(), path: `/admin/upload-decisions/${id}` },
    isBarred: (decisionPlans.barred?.(viewer, summary) ?? null) !== null,
    isTested: new URL(args.request.url).searchParams.has("tested"),
  } as const;
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const planId = args.params["id"]!;
  const isOfRelease = ["release", "back", "test"].includes(String(form.get("intent")));
  if (!isOfRelease) {
    const visit = await requireAct(args, "decide", "decide", form);
    return actOnPlan(args.context, visit, decisionPlans, { form, planId, path: "/admin/upload-decisions" });
  }
  const visit = await requireAct(args, "decide", "release", form);
  const intent = intentIn(form, ["release", "back", "test"]);
  const reason = await actOnFew(args.context, visit, { planId }, form, intent);
  if (reason !== null) return data({ reason }, 409);
  return redirect(`/admin/upload-decisions/${planId}${intent === "test" ? "?tested" : ""}`);
}

export default function DecisionPlanPage() {
  const plan = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { title, counts, refused, isOpen, lines, moved, warnings, few } = plan;
  const set = decisionsInWords(counts.decisions);
  const isReady = plan.isReady && moved.length === 0 && !plan.isBarred;
  const isUndoable = plan.isUndoable && !plan.isBarred;
  return (
    <Page
      title={planTitle(plan, counts.awards > 0 ? "change" : "decision")}
      eyebrow={`${useEditionName()}: ${title}`}
      lead={`${planInWords(counts)}.`}
      wide
    >
      <ErrorSummary problems={reply ? [{ message: reply.reason }] : []} />
      {plan.isBarred && (
        <Notice tone="info">
          <p>{decisionMessages.plan.hasAwards}</p>
        </Notice>
      )}
      {plan.isUnderWay && <UnderWay changing={plan.changing} />}
      <MovedLines moved={moved} />
      {isOpen && refused > 0 && (
        <RefusedLines {...{ refused, lines }} href="?state=refused" upload="/admin/upload-decisions" />
      )}
      {isReady && <PlanWarnings {...warnings} />}
      <PlanActs
        hurts
        next={
          isUndoable &&
          set !== null &&
          few.released === 0 &&
          (few.ready > 0 || few.dueAt !== null) && {
            href: "/admin/release",
            words: "Go to release",
            why: "Nobody sees these decisions before they are released.",
          }
        }
        apply={isReady && `Apply ${quantity(plan.changing, counts.awards > 0 ? "change" : "decision")}`}
        undo={
          isUndoable &&
          "You see the plan that undoes this one before it is applied. It also restores who decided, and when."
        }
        rows={[
          planStateRow(plan),
          ...(set ? [{ term: "New or changed", value: set }] : []),
          ...(set || plan.counts.removed > 0 ? planNumbers(plan) : []),
          ...planHistoryRows(plan),
          ...undoLinks("/admin/upload-decisions", plan),
        ]}
      />
      {plan.stage === "applied" && few.ready + few.released > 0 && (
        <Card title="Without the rest of the round">
          {plan.changing > MOST_ALONE ? (
            <p>{decisionMessages.release.alone.tooMany(MOST_ALONE)}</p>
          ) : (
            <ReleaseAlone {...few} href={plan.path} pressId={plan.pressId} isTested={plan.isTested} />
          )}
        </Card>
      )}
      <LinesPage
        name="state"
        chosen={plan.chosen}
        choices={{ change: "Changes", unchanged: "Unchanged", refused: "Refused" }}
        after={plan.after}
        next={plan.next}
        links={<a href="/admin/upload-decisions">All plans</a>}
      >
        {lines.length > 0 && <PlanLines lines={lines} />}
      </LinesPage>
    </Page>
  );
}
