import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import { decisionPlans, proposeDecisions } from "~/decisions/decision-plans.server.ts";
import { planInWords } from "~/decisions/decision-plans.tsx";
import { planFromTable } from "~/plans/plan-page.server.ts";
import { TableUpload, UploadedPlans } from "~/plans/plan-upload.tsx";
import { newestRows, plansFrom } from "~/plans/plans.server.ts";
import { planStage } from "~/plans/plans.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Upload decisions");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown } = await requireAbility(args, "decide");
  const { db } = args.context;
  const [found, rounds] = await db.batch([
    newestRows(db, settings.conferenceId, decisionPlans.kind),
    roundRows(db, settings.conferenceId),
  ]);
  const plans = await plansFrom(db, decisionPlans, found);
  const undone = new Set(plans.flatMap(({ state, undoes }) => (state === "applied" ? (undoes ?? []) : [])));
  return {
    rounds: rounds.map(({ id, title }) => ({ id, title })),
    plans: plans.map(({ id, title, state, summary, by, createdAt }) => ({
      ...{ id, title, by },
      stage: planStage(state, { refused: summary.refused, isUndone: undone.has(id) }),
      words: planInWords(summary),
      date: shown(createdAt),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  return planFromTable(form, "/admin/upload-decisions", (table) =>
    proposeDecisions(args.context, visit, table),
  );
}

export default function UploadDecisions() {
  const { plans, rounds } = useLoaderData<typeof loader>();
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
          {rounds.map(({ id, title }) => (
            <li key={id}>
              <a href={`/admin/decisions.csv?round=${id}`} download>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </Card>
      <UploadedPlans plans={plans} path="/admin/upload-decisions" />
    </Page>
  );
}
