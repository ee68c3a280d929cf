import { data, redirect } from "@remix-run/cloudflare";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { intentIn } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { typedIn } from "~/values/parse.form.ts";
import { applyPlan, type PlanUse, type Proposed, undoPlan } from "./plans.server.ts";
import { tableIn } from "./table-upload.form.ts";

/**
 * Handles Apply or Undo on the page of a plan. Redirects to the page of the plan. If nothing was done, it shows the
 * page again with the reason.
 */
export async function actOnPlan<Summary>(
  context: Context,
  visit: SignedIn,
  use: PlanUse<Summary>,
  { form, planId, path }: { form: FormData; planId: string; path: string },
) {
  const act = intentIn(form, ["apply", "undo"]) === "undo" ? undoPlan : applyPlan;
  const answer = await act(context, visit, use, planId);
  if ("planId" in answer) return redirect(`${path}/${answer.planId}`);
  if ("applied" in answer) return redirect(`${path}/${planId}`);
  if (answer.status === 404) refuse(404, answer.refused);
  return data({ reason: answer.refused }, answer.status);
}

/**
 * Handles a posted table. Redirects to the page of the plan that was made from the table. If no plan was made, it shows
 * the form again with the pasted table and the typed fields.
 */
export async function planFromTable(
  form: FormData,
  path: string,
  propose: (table: { title: string; text: string }) => Promise<Proposed>,
  fields: readonly string[] = [],
) {
  const pasted = form.get("table");
  const table = await tableIn(form);
  const answer = "refused" in table ? table : await propose(table);
  if ("planId" in answer) return redirect(`${path}/${answer.planId}`);
  return data(
    {
      reason: answer.refused,
      table: typeof pasted === "string" ? pasted : "",
      values: typedIn(form, fields),
    },
    answer.status,
  );
}
