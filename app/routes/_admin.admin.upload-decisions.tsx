import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { roundRows } from "~/conference/catalogue.server.ts";
import { AwardTermsFields } from "~/decisions/award-fields.tsx";
import { AWARD_TERMS, AwardTermsForm } from "~/decisions/award-terms.form.ts";
import { proposeDecisions } from "~/decisions/decision-planning.server.ts";
import { decisionPlans } from "~/decisions/decision-plans.server.ts";
import { planInWords } from "~/decisions/decision-plans.tsx";
import { budgetRows } from "~/money/awards/budgets.server.ts";
import { planFromTable } from "~/plans/plan-page.server.ts";
import { TableUpload, UploadedPlans } from "~/plans/plan-upload.tsx";
import { newestRows, plansFrom } from "~/plans/plans.server.ts";
import { planStage, undoneAmong } from "~/plans/plans.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { can } from "~/values/abilities.ts";
import { parseForm } from "~/values/parse.form.ts";

export const meta = titled("Upload decisions");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown, viewer } = await requireAbility(args, "decide");
  const { db } = args.context;
  const [found, rounds, budgets] = await db.batch([
    newestRows(db, settings.conferenceId, decisionPlans.kind),
    roundRows(db, settings.conferenceId),
    budgetRows(db, settings.conferenceId),
  ]);
  const plans = await plansFrom(db, decisionPlans, found);
  const undone = undoneAmong(plans);
  const seesAwards = can(viewer.abilities, "money");
  return {
    rounds: rounds.map(({ id, title }) => ({ id, title })),
    /** Null if the viewer may not give awards. */
    budgets: seesAwards ? budgets.map(({ id, title }) => ({ id, title })) : null,
    plans: plans.map(({ id, title, state, summary, by, createdAt }) => ({
      ...{ id, title, by },
      stage: planStage(state, { refused: summary.refused, isUndone: undone.has(id) }),
      words: planInWords(seesAwards ? summary : { ...summary, awards: 0 }),
      date: shown(createdAt),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  return planFromTable(
    form,
    "/admin/upload-decisions",
    async (table) => {
      const terms = parseForm(AwardTermsForm, form);
      if ("problems" in terms) return { refused: Object.values(terms.problems)[0]!, status: 400 };
      return proposeDecisions(args.context, visit, { ...table, awards: terms.request });
    },
    AWARD_TERMS,
  );
}

export default function UploadDecisions() {
  const { plans, rounds, budgets } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page
      title="Upload decisions"
      eyebrow={useEditionName()}
      lead="A file becomes a plan that shows what would change. Nothing changes until you apply it, and delegates see nothing before the release."
    >
      <TableUpload
        controlId="decisions-file"
        hint="UTF-8, with a header. One column names the applicant: uid, application or email; the column decision says Accepted, Deferred to virtual, Waitlisted or Rejected. An empty cell leaves the decision as it is, and the word “none” removes it. Other columns are ignored, except for award."
        reply={reply}
      >
        {budgets && <AwardTermsFields budgets={budgets} values={reply?.values} />}
      </TableUpload>
      <Card title="Decisions as they are now">
        <p>Everybody who has submitted, in a file that you can edit and upload again.</p>
        <ul className="links">
          <li>
            <a href="/admin/decisions.csv">All rounds</a>
          </li>
          {rounds.map(({ id, title }) => (
            <li key={id}>
              <a href={`/admin/decisions.csv?round=${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </Card>
      <UploadedPlans plans={plans} path="/admin/upload-decisions" />
    </Page>
  );
}
