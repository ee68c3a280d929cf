import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { actOnPlan } from "~/plans/plan-page.server.ts";
import { PlanActs, planHead, planHistoryRows, planStateRow, undoLinks } from "~/plans/plans.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { handoverPlans, readHandoverPlan } from "~/staff/handover.server.ts";
import { HandoverLines } from "~/staff/handover.tsx";
import { staffMessages } from "~/staff/messages.ts";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

const { handover } = staffMessages;

export const meta = titled("Plan of handing over");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, shown } = await requireAbility(args, "everything");
  const read = await readHandoverPlan(args.context, settings.conferenceId, args.params["plan"]!);
  if (!read) refuse(404, messages.notFound);
  const { lines } = read;
  const { act } = read.summary;
  return {
    ...planHead(shown, read),
    act,
    isOneself: act === "leave" && lines.some(({ uid }) => uid === viewer.uid),
    lines: lines.map(({ uid, called, abilities, sessions, assigned, unstarted }) => ({
      ...{ uid, called, abilities, sessions, assigned, unstarted },
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "everything", "handOver", form);
  const planId = args.params["plan"]!;
  return actOnPlan(args.context, visit, handoverPlans, { form, planId, path: "/admin/handover" });
}

export default function HandoverPlanPage() {
  const plan = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { title, act, lines, isOneself } = plan;
  return (
    <Page title={title} lead={act === "leave" ? handover.effect : handover.returning} wide>
      <ErrorSummary problems={reply ? [{ message: reply.reason }] : []} />
      <PlanActs
        hurts
        apply={plan.isReady && handover.apply(act, lines.length)}
        undo={plan.isUndoable && handover.undo}
        rows={[
          planStateRow(plan),
          ...(plan.isOpen && isOneself ? [{ term: "You", value: handover.oneself }] : []),
          ...planHistoryRows(plan),
          ...undoLinks("/admin/handover", plan),
        ]}
      />
      <HandoverLines lines={lines} />
      <p>
        <a href="/admin/handover">Handing over</a>
      </p>
    </Page>
  );
}
