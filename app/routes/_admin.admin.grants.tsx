import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type * as z from "zod";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { readDeadlineZone } from "~/conference/conferences.server.ts";
import {
  createBudget,
  createCode,
  endGrant,
  giveAwards,
  readGrants,
} from "~/money/awards/grant-desk.server.ts";
import {
  AwardCard,
  BudgetCard,
  CodeCard,
  type GrantIntent,
  type GrantReply,
} from "~/money/awards/grant-forms.tsx";
import { AwardsForm, BudgetForm, codeForm, fieldsOfGrant } from "~/money/awards/grants.form.ts";
import { grantMessages } from "~/money/awards/messages.ts";
import { entryIn } from "~/money/payments/entries.form.ts";
import { reductionsInWords } from "~/money/prices/grants.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { parseForm, typedIn } from "~/values/parse.form.ts";

export const meta = titled("Awards and codes");

const FIELDS = [
  "title",
  "amount",
  "size",
  "code",
  "people",
  "passType",
  "roundId",
  "maxUses",
  "budgetId",
  "lastDay",
] as const;

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAbility(args, "money");
  const { grants, ...found } = await readGrants(args.context, settings.conferenceId);
  return {
    ...found,
    entry: newId(),
    awards: grants.filter(({ kind }) => kind === "award"),
    codes: grants.filter(({ kind }) => kind === "code"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "money", "award", form);
  const { context } = args;
  const intent = intentIn(form, ["budget", "code", "award", "end"]);
  if (intent === "end") {
    await endGrant(context, visit, String(form.get("id") ?? ""));
    return redirect("/admin/grants");
  }
  const own = fieldsOfGrant(form, intent);
  const values = typedIn(own, FIELDS);
  const again = (more: Partial<GrantReply>, status = 400) =>
    data<GrantReply>({ intent, values, problems: {}, ...more }, status);
  const read = <Schema extends z.ZodType>(schema: Schema) => parseForm(schema, own);
  switch (intent) {
    case "budget": {
      const id = entryIn(form) ?? refuse(400, messages.badRequest);
      const parsed = read(BudgetForm);
      if ("problems" in parsed) return again({ ...parsed, entry: id });
      const made = await createBudget(context, visit, { id, ...parsed.request });
      if ("refused" in made) return again({ reason: made.refused, entry: id }, made.status);
      return redirect("/admin/grants#budgets");
    }
    case "code": {
      const zone = await readDeadlineZone(context.db, visit.settings.conferenceId);
      const parsed = read(codeForm(zone));
      if ("problems" in parsed) return again(parsed);
      const problems = await createCode(context, visit, parsed.request);
      return problems ? again({ problems }) : redirect("/admin/grants#codes");
    }
    case "award": {
      const parsed = read(AwardsForm);
      if ("problems" in parsed) return again(parsed);
      const answer = await giveAwards(context, visit, parsed.request);
      if ("problems" in answer) return again(answer);
      const { given, refused } = answer;
      if (refused.length === 0) return redirect("/admin/grants#awards");
      const left = refused.map(({ line }) => line).join("\n");
      return again({
        values: { ...values, people: left },
        reason: grantMessages.onlySome(given, refused.length),
        refused,
      });
    }
  }
}

export default function Grants() {
  const { budgets, codes, awards, reductions, rounds, tickets, entry } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const replyTo = (intent: GrantIntent) => (reply?.intent === intent ? reply : undefined);
  return (
    <Page
      title="Awards and codes"
      eyebrow={useEditionName()}
      lead="Awards and codes make a pass cheaper. A budget pays for them."
      wide
    >
      {reductions.length > 0 && <p>{reductionsInWords(reductions)}</p>}
      <AwardCard awards={awards} budgets={budgets} reply={replyTo("award")} />
      <CodeCard codes={codes} budgets={budgets} rounds={rounds} tickets={tickets} reply={replyTo("code")} />
      <BudgetCard budgets={budgets} entry={entry} reply={replyTo("budget")} />
    </Page>
  );
}
