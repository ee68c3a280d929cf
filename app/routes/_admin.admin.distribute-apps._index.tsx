import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { roleLabel } from "~/access/abilities.ts";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName, useMayOpen } from "~/access/staff-link.tsx";
import { PlanTag, planStage, undoneAmong } from "~/plans/plans.tsx";
import type { SignedIn } from "~/platform/context.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { MOST_READERS, parseDistributionForm, sharesIn } from "~/reviews/distribution.form.ts";
import { proposeDistribution, type SelectedApplications } from "~/reviews/distribution.server.ts";
import { DistributionForm } from "~/reviews/distribution.tsx";
import { readDistributions } from "~/reviews/distribution-pages.server.ts";
import { reviewMessages } from "~/reviews/messages.ts";
import type { DistributionReply } from "~/reviews/who-reads.tsx";
import { applicationAddress } from "~/selections/application-filter.ts";
import { applicationsSelected } from "~/selections/filter-conditions.server.ts";
import { selectionWords } from "~/selections/filter-in-words.ts";
import { readFilterNames } from "~/selections/filter-names.server.ts";
import { filterToActOn } from "~/selections/filter-to-act-on.server.ts";
import { countSelection } from "~/selections/selection-counts.server.ts";
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

/** The filter in the address. If the address has no filter, the result is null, and the page asks for a round. */
function filterIn({ request }: LoaderFunctionArgs, { viewer }: SignedIn) {
  const filter = filterToActOn(new URL(request.url).searchParams, viewer);
  return applicationAddress(filter) === "" ? null : filter;
}

/** The selection to distribute: its filter in words, and the number of its applications. Null if there is none. */
async function selectedFor(args: LoaderFunctionArgs, visit: SignedIn) {
  const filter = filterIn(args, visit);
  if (!filter) return null;
  const [names, number] = await Promise.all([
    readFilterNames(args.context, visit.settings.conferenceId),
    countSelection(args.context, visit, filter),
  ]);
  return { words: selectionWords(filter, names), number };
}

/**
 * The selection in the page's address, as `proposeDistribution` takes it; null if the address has none. Two round
 * trips, side by side.
 */
async function selectedIn(args: ActionFunctionArgs, visit: SignedIn): Promise<SelectedApplications | null> {
  const filter = filterIn(args, visit);
  if (!filter) return null;
  const { conferenceId } = visit.settings;
  const [condition, names] = await Promise.all([
    applicationsSelected(args.context.db, { conferenceId, staffUid: visit.viewer.uid }, filter),
    readFilterNames(args.context, conferenceId),
  ]);
  return { condition, words: selectionWords(filter, names) };
}

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "decide");
  const { settings, shown } = visit;
  const [{ readers, onStaff, rounds, all, plans }, selected] = await Promise.all([
    readDistributions(args.context, settings.conferenceId),
    selectedFor(args, visit),
  ]);
  const undone = undoneAmong(plans);
  return {
    readers: readers.map(({ abilities, ...reader }) => ({ ...reader, role: roleLabel(abilities) })),
    selected,
    onStaff,
    rounds,
    all,
    plans: plans.map(({ id, title, state, summary, createdAt }) => ({
      id,
      title,
      stage: planStage(state, { isUndone: undone.has(id) }),
      assigned: summary.assigned,
      withdrawn: summary.withdrawn,
      date: shown(createdAt),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  const refused = (reply: Pick<DistributionReply, "problems" | "reason">, status: number) =>
    data<DistributionReply>(
      {
        values: typedIn(form, ["round", "state", "readers", "who", "leftOut", "mail", "seed"]),
        ticked: form.getAll("part").map(String),
        shares: sharesIn(form),
        ...reply,
      },
      status,
    );
  const parsed = parseDistributionForm(form);
  if ("problems" in parsed) return refused(parsed, 400);
  const answer = await proposeDistribution(
    args.context,
    visit,
    parsed.request,
    await selectedIn(args, visit),
  );
  if ("refused" in answer) return refused({ problems: {}, reason: answer.refused }, answer.status);
  return redirect(`/admin/distribute-apps/${answer.planId}`);
}

export default function DistributeApplications() {
  const { readers, selected, onStaff, rounds, all, plans } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const mayOpen = useMayOpen();
  return (
    <Page
      title="Distribute applications"
      eyebrow={useEditionName()}
      lead="Shares applications among readers. A reader with twice the capacity gets twice as many."
    >
      {readers.length === 0 ? (
        <EmptyState
          title="Nobody to read"
          action={mayOpen(STAFF) && <LinkButton href={STAFF}>Manage staff</LinkButton>}
        >
          <p>
            {onStaff === 0 ? "Add somebody to the staff first." : reviewMessages.distribution.nobodyReads}
          </p>
        </EmptyState>
      ) : (
        <DistributionForm
          rounds={rounds}
          all={all}
          readers={readers}
          selected={selected}
          mostReaders={MOST_READERS}
          reply={reply}
        />
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
