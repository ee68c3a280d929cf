import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { actOnPlan } from "~/plans/plan-page.server.ts";
import { PlanTag, planHead, planHistoryRows, UnderWay, underWayMeta } from "~/plans/plans.tsx";
import { linesAskedFor } from "~/plans/table-upload.form.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { DistributionLines, MovedDistribution, Shortages } from "~/reviews/distribution.tsx";
import { readDistributionPlan } from "~/reviews/distribution-pages.server.ts";
import { distributionPlans } from "~/reviews/distribution-plans.server.ts";
import { LoadBars } from "~/reviews/load-bars.tsx";
import { reviewMessages } from "~/reviews/messages.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { messages } from "~/values/messages.ts";
import { grouped } from "~/values/words.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, "Distribution plan") },
  ...underWayMeta(data),
];

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown } = await requireAbility(args, "decide");
  const asked = new URL(args.request.url).searchParams;
  const { after } = linesAskedFor(asked);
  const reader = /^[\w-]{1,64}$/.exec(asked.get("reader") ?? "")?.[0] ?? null;
  const isAll = asked.get("show") === "all";
  const found = await readDistributionPlan(args.context, settings.conferenceId, args.params["plan"]!, {
    ...{ after, reader, isAll },
  });
  if (!found) refuse(404, messages.notFound);
  const { plan, summary, names, lines, next, moved, isOvertaken } = found;
  const nameOf = (uid: string | null) => (uid === null ? null : (names.get(uid) ?? uid));
  const named = <Row extends { staffUid: string }>({ staffUid, ...row }: Row) => ({
    ...row,
    staffUid,
    reader: nameOf(staffUid)!,
  });
  return {
    id: plan.id,
    ...planHead(shown, {
      ...found,
      createdBy: nameOf(plan.createdBy),
      appliedBy: nameOf(plan.appliedBy),
    }),
    summary: {
      ...summary,
      loads: summary.loads.map(named),
      shortages: summary.shortages.map((row) => ({ ...row, email: nameOf(row.uid)! })),
    },
    lines: lines.map(named),
    reader: reader && { uid: reader, called: nameOf(reader)! },
    isAll,
    moved: moved.map(named),
    isOvertaken,
    isFirst: after === 0,
    next,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  const planId = args.params["plan"]!;
  return actOnPlan(args.context, visit, distributionPlans, { form, planId, path: "/admin/distribute-apps" });
}

export default function DistributionPlan() {
  const shown = useLoaderData<typeof loader>();
  const reason = useActionData<typeof action>()?.reason;
  const { id, stage, summary, moved, isOvertaken, lines, reader, isAll } = shown;
  const address = `/admin/distribute-apps/${id}`;
  const isOrdinary = !reader && !isAll;
  const more = `${address}?${reader ? `reader=${reader.uid}&` : isAll ? "show=all&" : ""}after=`;
  const { assigned, withdrawn, loads, lost } = summary;
  return (
    <Page title="Distribution plan" eyebrow={useEditionName()} lead={shown.title} wide>
      <ErrorSummary problems={reason ? [{ message: reason }] : []} />
      {shown.isUnderWay && <UnderWay changing={shown.changing} />}
      <MovedDistribution moved={moved} isOvertaken={isOvertaken} />
      <Shortages missing={summary.missing} shortages={summary.shortages} />
      {summary.uneven && (
        <Notice tone="info">
          <p>{reviewMessages.distribution.uneven}</p>
        </Notice>
      )}
      {lost > 0 && (
        <Notice tone="warning">
          <p>{reviewMessages.distribution.lost(lost)}</p>
        </Notice>
      )}
      <Card>
        <SummaryList
          rows={[
            { term: "State", value: <PlanTag stage={stage} /> },
            { term: "Applications", value: grouped(summary.applications) },
            { term: "Assigned to a reader", value: grouped(assigned) },
            { term: "Taken back", value: grouped(withdrawn) },
            ...(shown.undoes === null
              ? [
                  {
                    term: "Mail",
                    value: summary.mailFrom ? "To everybody who is given something" : "None",
                  },
                ]
              : []),
            ...planHistoryRows(shown),
          ]}
        />
        {shown.isReady && moved.length === 0 && !isOvertaken && (
          <PostForm action={`/admin/distribute-apps/${id}`}>
            <Button name="intent" value="apply">
              {shown.undoes ? "Undo it" : `Apply: ${reviewMessages.distribution.doing(assigned, withdrawn)}`}
            </Button>
          </PostForm>
        )}
        {stage === "applied" && (
          <PostForm action={`/admin/distribute-apps/${id}`}>
            <Button name="intent" value="undo" variant="secondary">
              Undo: make the plan that undoes it
            </Button>
          </PostForm>
        )}
        {shown.undoneBy && (
          <p>
            <a href={`/admin/distribute-apps/${shown.undoneBy}`}>The plan that undid it</a>
          </p>
        )}
        {shown.undoes && (
          <p>
            <a href={`/admin/distribute-apps/${shown.undoes}`}>The plan that this one undoes</a>
          </p>
        )}
      </Card>
      <Card title="Load">
        <LoadBars
          loads={loads}
          isApplied={stage !== "open"}
          linesOf={(uid) => `${address}?reader=${uid}#lines`}
        />
      </Card>
      {assigned + withdrawn > 0 && (
        <Card title={reader ? `Lines of ${reader.called}` : isAll ? "All lines" : "Exceptions"} id="lines">
          <p className="hint">
            {lines.length === 0 && isOrdinary
              ? reviewMessages.distribution.noExceptions
              : isOrdinary
                ? reviewMessages.distribution.exceptions
                : reviewMessages.distribution.noReason}
          </p>
          {lines.length > 0 && <DistributionLines lines={lines} />}
          <p className="cluster">
            {!shown.isFirst && <a href={more.replace(/[?&]after=$/, "")}>First lines</a>}{" "}
            {shown.next !== null && <a href={`${more}${shown.next}`}>More lines</a>}{" "}
            {isOrdinary ? (
              <a href={`${address}?show=all#lines`}>All lines</a>
            ) : (
              <a href={`${address}#lines`}>Exceptions only</a>
            )}
          </p>
        </Card>
      )}
      <p>
        <a href="/admin/distribute-apps">All plans</a>
      </p>
    </Page>
  );
}
