import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireDirector } from "~/access/gate.server.ts";
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
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { MovedSchedule, ScheduleLines, ScheduleWarnings, scheduleInWords } from "~/programme/plan.tsx";
import { scheduleFilterOf } from "~/programme/programme.form.ts";
import { applySchedule, proposeScheduleUndo, readSchedulePlan } from "~/programme/programme-plans.server.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { messages } from "~/values/messages.ts";
import { counted } from "~/values/words.ts";

export const meta: MetaFunction = () => [{ title: "Plan of the programme · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown } = await requireDirector(args);
  const filter = scheduleFilterOf(new URL(args.request.url).searchParams);
  const read = await readSchedulePlan(args.context, settings.conferenceId, args.params["plan"]!, filter);
  if (!read) refuse(404, messages.notFound);
  const { plan, summary, createdBy, appliedBy, undoneBy, lines, next, moved } = read;
  const titles = (named: { title: string }[]) => named.map(({ title }) => title);
  return {
    title: plan.title,
    filter,
    words: scheduleInWords(summary),
    refused: summary.refused,
    changing: summary.create + summary.change,
    rooms: titles(summary.rooms),
    tracks: titles(summary.tracks),
    ...planHistory(shown, plan, { createdBy, appliedBy }),
    outside: summary.outside,
    undoneBy,
    undoes: plan.undoes,
    stage: planStage(plan.state, { refused: summary.refused, isUndone: undoneBy !== null }),
    isOpen: plan.state === "proposed",
    lines: lines.map(({ line, act, sessionId, session, problem }) => {
      const cells = session?.cells;
      return {
        ...{ line, act, sessionId, problem },
        title: session?.title ?? null,
        facts: cells
          ? [`${cells.day} ${cells.start}–${cells.end}`, cells.room, cells.track, cells.speakers]
              .filter(Boolean)
              .join(" · ")
          : "",
        changes: session?.changes ?? [],
      };
    }),
    next,
    moved,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireDirector(args, form);
  const id = args.params["plan"]!;
  const answer =
    intentIn(form, ["apply", "undo"]) === "undo"
      ? await proposeScheduleUndo(args.context, visit, id)
      : await applySchedule(args.context, visit, id);
  if ("planId" in answer) return redirect(`/admin/scheduling/import/${answer.planId}`);
  if ("applied" in answer) return redirect(`/admin/scheduling/import/${id}`);
  if (answer.status === 404) refuse(404, answer.refused);
  return data({ reason: answer.refused }, answer.status);
}

export default function SchedulePlanPage() {
  const plan = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { title, filter, words, refused, changing, rooms, tracks, isOpen, lines, next, moved } = plan;
  const isReady = isOpen && refused === 0 && changing > 0 && moved.length === 0;
  return (
    <Page title={title} lead={`${words}.`} wide>
      <ErrorSummary problems={reply ? [{ message: reply.reason }] : []} />
      <MovedSchedule moved={moved} />
      {isReady && <ScheduleWarnings outside={plan.outside} rooms={rooms} tracks={tracks} />}
      {isOpen && refused > 0 && <RefusedLines refused={refused} href="?act=refused" />}
      <Card>
        <SummaryList
          rows={[
            { term: "State", value: <PlanTag stage={plan.stage} /> },
            ...planHistoryRows(plan),
            ...undoLinks("/admin/scheduling/import", plan),
            ...(rooms.length > 0 ? [{ term: "New rooms", value: rooms.join(", ") }] : []),
            ...(tracks.length > 0 ? [{ term: "New tracks", value: tracks.join(", ") }] : []),
          ]}
        />
        {isReady && (
          <PostForm>
            <Button name="intent" value="apply">
              Apply to {counted(changing, "session")}
            </Button>
          </PostForm>
        )}
        {!isOpen && !plan.undoneBy && !plan.undoes && (
          <UndoForm>
            You see the plan that undoes this one before it is applied. It deletes the sessions that this plan
            added, or cancels them if somebody has chosen them.
          </UndoForm>
        )}
      </Card>
      <LinesPage
        name="act"
        chosen={filter.act}
        choices={{ create: "New", change: "Changed", unchanged: "Unchanged", refused: "Refused" }}
        after={filter.after}
        next={next}
        links={
          <>
            <a href="/admin/scheduling/import">All plans</a> <a href="/admin/scheduling">Programme</a>
          </>
        }
      >
        {lines.length > 0 && <ScheduleLines lines={lines} />}
      </LinesPage>
    </Page>
  );
}
