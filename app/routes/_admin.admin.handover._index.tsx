import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { PlanTag, planStage, undoneAmong } from "~/plans/plans.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { parseHandoverForm } from "~/staff/handover.form.ts";
import { proposeHandover, readHandover } from "~/staff/handover.server.ts";
import { HandoverForm, type HandoverReply, SeasonChecklist } from "~/staff/handover.tsx";
import { seasonChecklist } from "~/staff/season.ts";
import { Card } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Handing over");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "everything");
  const { staff, facts, plans } = await readHandover(args.context, visit);
  const undone = undoneAmong(plans);
  return {
    people: staff,
    tasks: seasonChecklist(facts, visit.now),
    plans: plans.map(({ id, title, state, createdAt }) => ({
      ...{ id, title, stage: planStage(state, { isUndone: undone.has(id) }) },
      date: visit.shown(createdAt),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "everything", form);
  const leaves = form.getAll("leaves").filter((uid) => typeof uid === "string");
  const refused = (reason: string, status: number) => data<HandoverReply>({ leaves, reason }, status);
  const parsed = parseHandoverForm(form);
  if ("problems" in parsed) return refused(Object.values(parsed.problems)[0] ?? messages.badRequest, 400);
  const answer = await proposeHandover(args.context, visit, parsed.request.leaves);
  if ("refused" in answer) return refused(answer.refused, answer.status);
  return redirect(`/admin/handover/${answer.planId}`);
}

export default function HandingOver() {
  const { people, tasks, plans } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page
      title="Handing over"
      lead="What the season needs next, and who of the staff leaves when it is over."
      wide
    >
      <SeasonChecklist tasks={tasks} />
      <HandoverForm people={people} reply={reply} />
      {plans.length > 0 && (
        <Card title="Plans so far">
          <ListTable
            caption="Plans, newest first"
            rows={plans}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Plan",
                kind: "long",
                cell: ({ id, title }) => <a href={`/admin/handover/${id}`}>{title}</a>,
              },
              { title: "State", cell: ({ stage }) => <PlanTag stage={stage} /> },
              { title: "Made", cell: ({ date }) => <Moment at={date} /> },
            ]}
          />
        </Card>
      )}
    </Page>
  );
}
