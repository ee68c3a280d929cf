import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
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
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { programmeMessages } from "~/programme/messages.ts";
import { MovedSchedule, ScheduleLines, ScheduleWarnings, scheduleInWords } from "~/programme/plan.tsx";
import { schedulePlans } from "~/programme/programme-plans.server.ts";
import { readSchedulePlan } from "~/programme/schedule-plan-page.server.ts";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { SCHEDULE_ACTS } from "~/values/types.ts";
import { quantity } from "~/values/words.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, "Plan of the programme") },
  ...underWayMeta(data),
];

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown } = await requireAbility(args, "content");
  const asked = linesAskedFor(new URL(args.request.url).searchParams, "act", SCHEDULE_ACTS);
  const read = await readSchedulePlan(args.context, settings.conferenceId, args.params["plan"]!, asked);
  if (!read) refuse(404, messages.notFound);
  const { summary, lines, levels, next, moved } = read;
  const titles = (named: { title: string }[]) => named.map(({ title }) => title);
  return {
    ...planHead(shown, read),
    ...asked,
    words: scheduleInWords(summary),
    rooms: titles(summary.rooms),
    tracks: titles(summary.tracks),
    outside: summary.outside,
    lines: lines.map(({ line, act, sessionId, session, problem }) => {
      const cells = session?.cells;
      return {
        ...{ line, act, sessionId, problem },
        title: session?.title ?? null,
        facts: cells
          ? [
              `${cells.day} ${cells.start}–${cells.end}`,
              ...[cells.room, cells.track, cells.speakers],
              cells.level && programmeMessages.plan.only(levels.get(cells.level) ?? cells.level),
            ]
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
  const visit = await requireAbility(args, "content", form);
  const planId = args.params["plan"]!;
  return actOnPlan(args.context, visit, schedulePlans, { form, planId, path: "/admin/scheduling/import" });
}

export default function SchedulePlanPage() {
  const plan = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { title, words, refused, rooms, tracks, isOpen, lines, moved } = plan;
  const isReady = plan.isReady && moved.length === 0;
  return (
    <Page
      title={planTitle(plan, "session")}
      eyebrow={`${useEditionName()}: ${title}`}
      lead={`${words}.`}
      wide
    >
      <ErrorSummary problems={reply ? [{ message: reply.reason }] : []} />
      <MovedSchedule moved={moved} />
      {plan.isUnderWay && <UnderWay changing={plan.changing} />}
      {isReady && <ScheduleWarnings outside={plan.outside} rooms={rooms} tracks={tracks} />}
      {isOpen && refused > 0 && (
        <RefusedLines {...{ refused, lines }} href="?act=refused" upload="/admin/scheduling/import" />
      )}
      <PlanActs
        apply={isReady && `Apply to ${quantity(plan.changing, "session")}`}
        undo={
          plan.isUndoable &&
          !plan.undoes &&
          "You see the plan that undoes this one before it is applied. It deletes the sessions that this plan added, or cancels them if somebody has chosen them."
        }
        rows={[
          planStateRow(plan),
          ...planHistoryRows(plan),
          ...undoLinks("/admin/scheduling/import", plan),
          ...(rooms.length > 0 ? [{ term: "New rooms", value: rooms.join(", ") }] : []),
          ...(tracks.length > 0 ? [{ term: "New tracks", value: tracks.join(", ") }] : []),
        ]}
      />
      <LinesPage
        name="act"
        chosen={plan.chosen}
        choices={{ create: "New", change: "Changed", unchanged: "Unchanged", refused: "Refused" }}
        after={plan.after}
        next={plan.next}
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
