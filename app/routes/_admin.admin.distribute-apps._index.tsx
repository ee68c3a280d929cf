import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName, useMayOpen } from "~/access/staff-link.tsx";
import { PlanTag, planStage } from "~/plans/plans.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { MOST_READERS, parseDistributionForm } from "~/reviews/distribution.form.ts";
import { proposeDistribution, readDistributions } from "~/reviews/distribution.server.ts";
import { DistributionForm, type DistributionReply } from "~/reviews/distribution.tsx";
import { reviewMessages } from "~/reviews/messages.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { typedIn } from "~/values/parse.form.ts";
import { grouped } from "~/values/words.ts";

const STAFF = "/admin/manage-staff";

export const meta = titled("Distribute applications");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown } = await requireAbility(args, "decide");
  const { readers, onStaff, rounds, plans } = await readDistributions(args.context, settings.conferenceId);
  return {
    readers,
    onStaff,
    rounds: rounds.map(({ id, title }) => ({ id, title })),
    plans: plans.map(({ id, title, state, summary, createdAt }) => ({
      id,
      title,
      stage: planStage(state),
      assigned: summary.assigned,
      withdrawn: summary.withdrawn,
      date: shown(createdAt),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  const values = typedIn(form, ["round", "state", "readers", "seed"]);
  const parsed = parseDistributionForm(form);
  if ("problems" in parsed) return data<DistributionReply>({ values, problems: parsed.problems }, 400);
  const answer = await proposeDistribution(args.context, visit, parsed.request);
  if ("refused" in answer)
    return data<DistributionReply>({ values, problems: {}, reason: answer.refused }, answer.status);
  return redirect(`/admin/distribute-apps/${answer.planId}`);
}

export default function DistributeApplications() {
  const { readers, onStaff, rounds, plans } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const mayOpen = useMayOpen();
  return (
    <Page
      title="Distribute applications"
      eyebrow={useEditionName()}
      lead={`Assigns applications to ${readers === 1 ? "the one person who reads" : `the ${readers} people who read`}, to each in proportion to their capacity.`}
    >
      {readers === 0 ? (
        <EmptyState
          title="Nobody to read"
          action={mayOpen(STAFF) && <LinkButton href={STAFF}>Manage staff</LinkButton>}
        >
          <p>
            {onStaff === 0 ? "Add somebody to the staff first." : reviewMessages.distribution.nobodyReads}
          </p>
        </EmptyState>
      ) : (
        <DistributionForm rounds={rounds} mostReaders={MOST_READERS} reply={reply} />
      )}
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
                cell: ({ id, title }) => <a href={`/admin/distribute-apps/${id}`}>{title}</a>,
              },
              { title: "State", cell: ({ stage }) => <PlanTag stage={stage} /> },
              { title: "Assigned", kind: "number", cell: ({ assigned }) => grouped(assigned) },
              { title: "Taken back", kind: "number", cell: ({ withdrawn }) => grouped(withdrawn) },
              { title: "Made", cell: ({ date }) => <Moment at={date} /> },
            ]}
          />
        </Card>
      )}
    </Page>
  );
}
