import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireDirector } from "~/access/gate.server.ts";
import { applyDecisions, proposeDecisionUndo, readDecisionPlan } from "~/decisions/decision-plans.server.ts";
import {
  decisionsInWords,
  MovedLines,
  PlanLines,
  PlanWarnings,
  planInWords,
} from "~/decisions/decision-plans.tsx";
import {
  LinesPage,
  PlanTag,
  planHistory,
  planHistoryRows,
  planStage,
  RefusedLines,
  UndoForm,
  undoLinks,
} from "~/plans/plans.tsx";
import { planFilterOf } from "~/plans/table-upload.form.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { messages } from "~/values/messages.ts";
import { counted } from "~/values/words.ts";

export const meta: MetaFunction = () => [{ title: "Plan of decisions · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { settings, now, shown } = await requireDirector(args);
  const filter = planFilterOf(new URL(args.request.url).searchParams);
  const id = args.params["id"]!;
  const read = await readDecisionPlan(args.context, settings.conferenceId, id, filter, now);
  if (!read) refuse(404, messages.notFound);
  const { plan, counts, undoneBy, createdBy, appliedBy, lines, next, moved, warnings } = read;
  const { title, state, undoes } = plan;
  return {
    title,
    filter,
    counts,
    undoes,
    undoneBy,
    ...planHistory(shown, plan, { createdBy, appliedBy }),
    stage: planStage(state, { refused: counts.refused, isUndone: undoneBy !== null }),
    isOpen: state === "proposed",
    lines: lines.map(({ line, key, uid, email, state, oldDecision, newDecision, problem }) => ({
      ...{ line, key, uid, email, state, oldDecision, newDecision, problem },
    })),
    next,
    moved,
    warnings,
  } as const;
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireDirector(args, form);
  const id = args.params["id"]!;
  const isUndo = intentIn(form, ["apply", "undo"]) === "undo";
  const answer = isUndo
    ? await proposeDecisionUndo(args.context, visit, id)
    : await applyDecisions(args.context, visit, id);
  if ("planId" in answer) return redirect(`/admin/upload-decisions/${answer.planId}`);
  if ("applied" in answer) return redirect(`/admin/upload-decisions/${id}`);
  if (answer.status === 404) refuse(404, answer.refused);
  return data({ reason: answer.refused }, answer.status);
}

export default function DecisionPlanPage() {
  const plan = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { title, filter, counts, undoes, undoneBy, stage, isOpen, lines, next, moved, warnings } = plan;
  const set = decisionsInWords(counts.decisions);
  const changing = counts.added + counts.changed + counts.removed;
  const isReady = isOpen && counts.refused === 0 && changing > 0 && moved.length === 0;
  return (
    <Page title={title} lead={`${planInWords(counts)}.`} wide>
      <ErrorSummary problems={reply ? [{ message: reply.reason }] : []} />
      <MovedLines moved={moved} />
      {isOpen && counts.refused > 0 && <RefusedLines refused={counts.refused} href="?state=refused" />}
      {isReady && <PlanWarnings {...warnings} />}
      <Card>
        <SummaryList
          rows={[
            { term: "State", value: <PlanTag stage={stage} /> },
            ...(set ? [{ term: "New or changed", value: set }] : []),
            ...planHistoryRows(plan),
            ...undoLinks("/admin/upload-decisions", { undoes, undoneBy }),
          ]}
        />
        {isReady && (
          <PostForm>
            <Button name="intent" value="apply">
              Apply {counted(changing, "decision")}
            </Button>
          </PostForm>
        )}
        {!isOpen && !undoneBy && (
          <UndoForm>
            You see the plan that undoes this one before it is applied. It also restores who decided, and
            when.
          </UndoForm>
        )}
      </Card>
      <LinesPage
        name="state"
        chosen={filter.state}
        choices={{ change: "Changes", unchanged: "Unchanged", refused: "Refused" }}
        after={filter.after}
        next={next}
        links={<a href="/admin/upload-decisions">All plans</a>}
      >
        {lines.length > 0 && <PlanLines lines={lines} />}
      </LinesPage>
    </Page>
  );
}
