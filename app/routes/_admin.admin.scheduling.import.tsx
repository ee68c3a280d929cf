import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireDirector } from "~/access/gate.server.ts";
import { planFromTable } from "~/plans/plan-page.server.ts";
import { TableUpload, UploadedPlans } from "~/plans/plan-upload.tsx";
import { newestPlans } from "~/plans/plans.server.ts";
import { planStage } from "~/plans/plans.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { scheduleInWords } from "~/programme/plan.tsx";
import { LONGEST_NIGHT_HOURS } from "~/programme/programme.ts";
import { proposeSchedule, schedulePlans } from "~/programme/programme-plans.server.ts";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Import the programme");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown } = await requireDirector(args);
  const plans = await newestPlans(args.context, settings.conferenceId, schedulePlans);
  return plans.map(({ id, title, state, summary, by, createdAt }) => ({
    id,
    title,
    by,
    stage: planStage(state, summary),
    words: scheduleInWords(summary),
    date: shown(createdAt),
  }));
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireDirector(args, form);
  return planFromTable(form, "/admin/scheduling/import", (table) =>
    proposeSchedule(args.context, visit, table),
  );
}

export default function ImportProgramme() {
  const plans = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page
      title="Import the programme"
      lead="A file becomes a plan that shows what would change. Nothing changes until you apply it, a file never deletes anything, and an applied plan can be undone."
    >
      <TableUpload
        controlId="programme-file"
        hint={`UTF-8, with a header: day (2030-05-31), start and end (09:30), title. Optional columns: id, description, room, track, speakers (names separated by ;), level and capacity. Times are in the conference's time zone. An end before the start is on the next day, at most ${LONGEST_NIGHT_HOURS} hours later. Rooms and tracks that do not exist yet are added. Speakers must be in the library.`}
        reply={reply}
      />
      <Card title="The programme as it is now">
        <p>
          <a href="/admin/scheduling.csv" download>
            Download as CSV
          </a>
          , edit it, and upload it again: sessions are found by their id.
        </p>
      </Card>
      <UploadedPlans plans={plans} path="/admin/scheduling/import" />
    </Page>
  );
}
