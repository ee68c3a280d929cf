import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { readDeadlineZone } from "~/conference/conferences.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { parseFactorRuleForm } from "~/staff/factor-rule.form.ts";
import {
  askFactorReset,
  confirmFactorReset,
  readStaffFactors,
  setFactorRule,
  withdrawFactorReset,
} from "~/staff/factors.server.ts";
import { FactorRuleForm, StaffFactors } from "~/staff/factors.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { wallTime, zoneInWords } from "~/values/times.ts";

export const meta = titled("Second factors");

const PAGE = "/admin/manage-staff/second-factor";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "everything");
  const { viewer, settings, shown } = visit;
  const [people, zone] = await Promise.all([
    readStaffFactors(args.context, visit),
    readDeadlineZone(args.context.db, settings.conferenceId),
  ]);
  const { abilities = [], from } = settings.factorRule ?? {};
  return {
    zone: zoneInWords(zone),
    rule: { abilities, from: from === undefined ? "" : wallTime(from, zone) },
    people: people.map(({ reset, ...person }) => ({
      ...person,
      since: shown(person.since),
      reset: reset && { ...reset, until: shown(reset.until) },
      isViewer: person.uid === viewer.uid,
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "everything", "factors", form);
  const { context } = args;
  const uid = String(form.get("uid") ?? "");
  const intent = intentIn(form, ["rule", "ask", "confirm", "withdraw"]);
  switch (intent) {
    case "rule": {
      const zone = await readDeadlineZone(context.db, visit.settings.conferenceId);
      const values = {
        abilities: form.getAll("abilities").map(String),
        from: String(form.get("from") ?? ""),
      };
      const parsed = parseFactorRuleForm(form, zone);
      if ("problems" in parsed) return data({ values, problems: parsed.problems }, 400);
      await setFactorRule(context, visit, parsed.request);
      return redirect(PAGE);
    }
    case "withdraw":
      await withdrawFactorReset(context, visit, uid);
      return redirect(PAGE);
    case "ask":
    case "confirm": {
      const act = intent === "ask" ? askFactorReset : confirmFactorReset;
      const answer = await act(context, visit, uid);
      return "refused" in answer ? data({ reason: answer.refused }, answer.status) : redirect(PAGE);
    }
  }
}

export default function SecondFactors() {
  const { rule, people, zone } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { values = rule, problems = {} } = reply && "values" in reply ? reply : {};
  return (
    <Page
      title="Second factors"
      lead="A code from an app on the phone. It is asked for after the password, and before somebody moves money, releases decisions, takes people's data out or changes what others may do."
    >
      <ErrorSummary problems={reply && "reason" in reply ? [{ message: reply.reason }] : []} />
      <Card title="The staff">
        <StaffFactors people={people} />
        <p className="hint">
          Somebody who has lost both the phone and the recovery codes needs two directors: one presses “Ask to
          remove it” here, the other “Remove it”. If there are no two others, the person who runs the portal
          can remove it with a command.
        </p>
      </Card>
      <FactorRuleForm
        values={values}
        problems={problems}
        zone={zone}
        without={people.filter(({ since }) => since === null).length}
      />
      <p>
        <a href="/second-factor">Your own second factor</a>
      </p>
      <p>
        <a href="/admin/manage-staff">Manage staff</a>
      </p>
    </Page>
  );
}
