import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireDirector } from "~/access/gate.server.ts";
import { newestDecisionPlans, proposeDecisions } from "~/decisions/decision-plans.server.ts";
import { planInWords } from "~/decisions/decision-plans.tsx";
import { TableUpload, UploadedPlans } from "~/plans/plan-upload.tsx";
import { planStage } from "~/plans/plans.tsx";
import { tableIn } from "~/plans/table-upload.form.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { ROUND_IDS } from "~/values/types.ts";

export const meta: MetaFunction = () => [{ title: "Upload decisions · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown } = await requireDirector(args);
  const plans = await newestDecisionPlans(args.context, settings.conferenceId);
  const undone = new Set(plans.flatMap(({ state, undoes }) => (state === "applied" ? (undoes ?? []) : [])));
  return plans.map(({ id, title, state, counts, by, createdAt }) => ({
    id,
    title,
    by,
    stage: planStage(state, { refused: counts.refused, isUndone: undone.has(id) }),
    words: planInWords(counts),
    date: shown(createdAt),
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
      : await proposeDecisions(args.context, visit, table);
  if ("planId" in answer) return redirect(`/admin/upload-decisions/${answer.planId}`);
  return data({ reason: answer.refused, table: typeof pasted === "string" ? pasted : "" }, answer.status);
}

export default function UploadDecisions() {
  const plans = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page
      title="Upload decisions"
      lead="A file becomes a plan that shows what would change. Nothing changes until you apply it, and delegates see nothing before the release."
    >
      <TableUpload
        controlId="decisions-file"
        hint="UTF-8, with a header. One column names the applicant: uid, application or email; the column decision says Accepted, Deferred to virtual, Waitlisted or Rejected. An empty cell leaves the decision as it is, and the word “none” removes it. Other columns are ignored."
        reply={reply}
      />
      <Card title="Decisions as they are now">
        <p>Everybody who has submitted, in a file that you can edit and upload again.</p>
        <ul className="links">
          <li>
            <a href="/admin/decisions.csv" download>
              All rounds
            </a>
          </li>
          {ROUND_IDS.map((round) => (
            <li key={round}>
              <a href={`/admin/decisions.csv?round=${round}`} download>
                Round {round}
              </a>
            </li>
          ))}
        </ul>
      </Card>
      <UploadedPlans plans={plans} path="/admin/upload-decisions" />
    </Page>
  );
}
