import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/button.tsx";
import { Card, EmptyState } from "~/components/card.tsx";
import { PlanTag, planStage } from "~/components/decision-plans.tsx";
import { ErrorSummary } from "~/components/error-summary.tsx";
import { FileField, TextArea } from "~/components/field.tsx";
import { Page } from "~/components/page.tsx";
import { PostForm } from "~/components/post-form.tsx";
import { scheduleInWords } from "~/components/programme-admin.tsx";
import { EASTERN, inZone } from "~/domain/times.ts";
import { tableIn } from "~/forms/decision-upload.ts";
import { newestSchedulePlans, proposeSchedule } from "~/models/programme-plans.server.ts";
import { readForm, requireDirector } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Import the programme · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireDirector(args);
  const plans = await newestSchedulePlans(args.context, settings.conferenceId);
  return plans.map(({ id, title, state, summary, by, createdAt }) => ({
    id,
    title,
    by,
    stage: planStage(state, summary, false),
    words: scheduleInWords(summary),
    date: inZone(createdAt, EASTERN),
  }));
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireDirector(args, form);
  const pasted = form.get("table");
  const table = await tableIn(form);
  const answer =
    "problem" in table
      ? { refused: table.problem, status: 400 as const }
      : await proposeSchedule(args.context, visit, table);
  if ("planId" in answer) return redirect(`/admin/scheduling/import/${answer.planId}`);
  return data({ reason: answer.refused, table: typeof pasted === "string" ? pasted : "" }, answer.status);
}

export default function ImportProgramme() {
  const plans = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page
      title="Import the programme"
      lead="A file becomes a plan that shows what would change. Nothing changes before you apply it, and nothing is ever deleted by a file."
    >
      <Card title="New plan">
        <PostForm className="stack" encType="multipart/form-data">
          <ErrorSummary problems={reply ? [{ field: "programme-file", message: reply.reason }] : []} />
          <FileField
            label="CSV file"
            name="file"
            controlId="programme-file"
            accept=".csv,text/csv,text/plain"
            hint="UTF-8, with a header: day (2023-02-17), start and end (09:30), title; and where wanted id, description, room, track, speakers (names parted by ;), level and capacity. Times are those of the conference; an end before the start is on the next day. Rooms and tracks that do not exist yet are made, speakers have to be in the library."
            error={reply?.reason}
          />
          <details>
            <summary>Or paste the table</summary>
            <TextArea
              label="Table"
              name="table"
              rows={8}
              hint="With its header, as it is copied from a spreadsheet."
              defaultValue={reply?.table}
            />
          </details>
          <div className="actions">
            <Button>Show what would change</Button>
          </div>
        </PostForm>
      </Card>
      <Card title="The programme as it is now">
        <p>
          <a href="/admin/scheduling.csv" download>
            Download as CSV
          </a>
          , edit it, and upload it again: sessions are found by their id.
        </p>
      </Card>
      <h2>Plans</h2>
      {plans.length === 0 ? (
        <EmptyState title="No plans yet">
          <p>What you upload is listed here, applied or not.</p>
        </EmptyState>
      ) : (
        <div className="scroll">
          <table>
            <caption className="visually-hidden">Plans, the newest first</caption>
            <thead>
              <tr>
                <th scope="col">Plan</th>
                <th scope="col">Lines</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {plans.map(({ id, title, by, stage, words, date }) => (
                <tr key={id}>
                  <th scope="row" className="long">
                    <a href={`/admin/scheduling/import/${id}`}>{title}</a>
                    <small>
                      {date}, {by}
                    </small>
                  </th>
                  <td>{words}</td>
                  <td>
                    <PlanTag stage={stage} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Page>
  );
}
