import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { editionList, editionNames } from "~/conference/conferences.server.ts";
import { planFromTable } from "~/plans/plan-page.server.ts";
import { TableUpload, UploadedPlans } from "~/plans/plan-upload.tsx";
import { newestRows, plansFrom } from "~/plans/plans.server.ts";
import { planStage, undoneAmong } from "~/plans/plans.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { scheduleInWords } from "~/programme/plan.tsx";
import { LONGEST_NIGHT_HOURS } from "~/programme/programme.ts";
import { proposeSchedule, proposeScheduleOf } from "~/programme/programme-planning.server.ts";
import { schedulePlans } from "~/programme/programme-plans.server.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { SelectField } from "~/ui/field.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";

const PATH = "/admin/scheduling/import";

export const meta = titled("Import the programme");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown } = await requireAbility(args, "content");
  const { db } = args.context;
  const [found, editions] = await db.batch([
    newestRows(db, settings.conferenceId, schedulePlans.kind),
    editionList(db),
  ]);
  const plans = await plansFrom(db, schedulePlans, found);
  const undone = undoneAmong(plans);
  const names = editionNames(editions.filter(({ id }) => id !== settings.conferenceId));
  const others = [...names].map(([value, label]) => ({ value, label }));
  const listed = plans.map(({ id, title, state, summary, by, createdAt }) => ({
    id,
    title,
    by,
    stage: planStage(state, { refused: summary.refused, isUndone: undone.has(id) }),
    words: scheduleInWords(summary),
    date: shown(createdAt),
  }));
  return { plans: listed, others };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const from = form.get("from");
  if (typeof from !== "string")
    return planFromTable(form, PATH, (table) => proposeSchedule(args.context, visit, table));
  const answer = await proposeScheduleOf(args.context, visit, from);
  if ("planId" in answer) return redirect(`${PATH}/${answer.planId}`);
  return data({ reason: answer.refused, table: "", from }, answer.status);
}

export default function ImportProgramme() {
  const { plans, others } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  /** The refused form that takes over the programme of another edition. */
  const refused = reply && "from" in reply ? reply : undefined;
  return (
    <Page
      title="Import the programme"
      eyebrow={useEditionName()}
      lead="A file becomes a plan that shows what would change. Nothing changes until you apply it, a file never deletes anything, and an applied plan can be undone."
    >
      <TableUpload
        controlId="programme-file"
        hint={`UTF-8, with a header: day (2030-05-31), start and end (09:30), title. Optional columns: id, description, room, track, speakers (names separated by ;), level, capacity and giveaway (minutes after the start). Times are in the conference's time zone. An end before the start is on the next day, at most ${LONGEST_NIGHT_HOURS} hours later. Rooms and tracks that do not exist yet are added. Speakers must be in the library.`}
        reply={refused ? undefined : reply}
      />
      <Card title="The programme as it is now">
        <p>
          <a href="/admin/scheduling.csv" download>
            Download as CSV
          </a>
          , edit it, and upload it again: sessions are found by their id.
        </p>
      </Card>
      {others.length > 0 && (
        <Card title="The programme of another edition">
          <p>
            Its sessions, rooms and times of day on the days of this edition, without speakers and what was
            cancelled. Once the plan is applied, they are on the programme that delegates see.
          </p>
          <PostForm className="stack">
            <ErrorSummary problems={refused ? [{ field: "from", message: refused.reason }] : []} />
            <SelectField
              label="Edition"
              name="from"
              options={others}
              defaultValue={refused?.from}
              error={refused?.reason}
            />
            <div className="actions">
              <Button variant="secondary">Show what would be taken over</Button>
            </div>
          </PostForm>
        </Card>
      )}
      <UploadedPlans plans={plans} path={PATH} />
    </Page>
  );
}
