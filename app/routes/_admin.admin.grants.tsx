import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type * as z from "zod";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { readDeadlineZone } from "~/conference/conferences.server.ts";
import { createBudget } from "~/money/awards/budgets.server.ts";
import { confirmGrants } from "~/money/awards/confirming-grants.server.ts";
import { createCode, endGrant, giveAwards } from "~/money/awards/grant-desk.server.ts";
import {
  AwardCard,
  BudgetCard,
  CodeCard,
  type GrantIntent,
  type GrantReply,
} from "~/money/awards/grant-forms.tsx";
import { readGrants } from "~/money/awards/grant-list.server.ts";
import { AwardsForm, BudgetForm, codeForm, fieldsOfGrant } from "~/money/awards/grants.form.ts";
import { grantMessages } from "~/money/awards/messages.ts";
import { proposedGrant } from "~/money/awards/proposed-grant.ts";
import { OutgoingCard, type OutgoingReply } from "~/money/outgoings/outgoing-card.tsx";
import { shownOutgoings, withdrawOutgoing } from "~/money/outgoings/outgoings.server.ts";
import { entryIn } from "~/money/payments/entries.form.ts";
import { reductionsInWords } from "~/money/prices/grants.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
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
  const visit = await requireAbility(args, "money");
  const { waiting, whoIs, ...found } = await readGrants(args.context, visit.settings.conferenceId);
  const titleOf = (id: string) =>
    [...found.tickets, ...found.rounds].find((one) => one.id === id)?.title ?? id;
  const outgoings = await shownOutgoings(args.context, visit, waiting);
  return {
    ...found,
    entries: { budget: newId(), code: newId(), award: newId() },
    waiting: outgoings.map(({ request, amountCents: _, ...outgoing }) => ({
      outgoing,
      ...proposedGrant(request, whoIs, titleOf),
    })),
  };
}

/**
 * A refused form, with its problems: a form for awards, a code or a budget (`grant`), or a form about a proposal that
 * waits (`outgoing`).
 */
type Reply = { grant?: GrantReply; outgoing?: OutgoingReply };

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "money", "award", form);
  const { context } = args;
  const intent = intentIn(form, ["budget", "code", "award", "end", "confirm-out", "withdraw-out"]);
  if (intent === "end") {
    await endGrant(context, visit, String(form.get("id") ?? ""));
    return redirect("/admin/grants");
  }
  if (intent === "confirm-out" || intent === "withdraw-out") {
    const id = String(form.get("id") ?? "");
    const done = await (intent === "confirm-out" ? confirmGrants : withdrawOutgoing)(context, visit, id);
    if ("done" in done) return redirect("/admin/grants");
    if (done.status === 404) refuse(404, done.refused);
    return data<Reply>({ outgoing: { id, reason: done.refused } }, done.status);
  }
  const entry = entryIn(form) ?? newId();
  const own = fieldsOfGrant(form, intent);
  const values = typedIn(own, FIELDS);
  const again = (more: Partial<GrantReply>, status = 400) =>
    data<Reply>({ grant: { intent, values, problems: {}, entry, ...more } }, status);
  const read = <Schema extends z.ZodType>(schema: Schema) => parseForm(schema, own);
  switch (intent) {
    case "budget": {
      const id = entryIn(form) ?? refuse(400, messages.badRequest);
      const parsed = read(BudgetForm);
      if ("problems" in parsed) return again(parsed);
      const made = await createBudget(context, visit, { id, ...parsed.request });
      if ("refused" in made) return again({ reason: made.refused }, made.status);
      return redirect("/admin/grants#budgets");
    }
    case "code": {
      const zone = await readDeadlineZone(context.db, visit.settings.conferenceId);
      const parsed = read(codeForm(zone));
      if ("problems" in parsed) return again(parsed);
      const made = await createCode(context, visit, entry, parsed.request);
      if ("problems" in made) return again(made);
      return redirect("proposed" in made ? "/admin/grants#waiting" : "/admin/grants#codes");
    }
    case "award": {
      const parsed = read(AwardsForm);
      if ("problems" in parsed) return again(parsed);
      const answer = await giveAwards(context, visit, entry, parsed.request);
      if ("problems" in answer) return again(answer);
      const { given, isProposed, refused } = answer;
      if (refused.length === 0) return redirect(`/admin/grants#${isProposed ? "waiting" : "awards"}`);
      const left = refused.map(({ line }) => line).join("\n");
      return again({
        values: { ...values, people: left },
        // If the form has given something, its id is used up, so the lines that are left in it need a new id.
        entry:
          given > 0 || refused.some(({ reason }) => reason === grantMessages.awardEnded) ? newId() : entry,
        reason: (isProposed ? grantMessages.onlySomeProposed : grantMessages.onlySome)(given, refused.length),
        refused,
      });
    }
  }
}

export default function Grants() {
  const { budgets, codes, awards, reductions, rounds, tickets, entries, waiting } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const replyTo = (intent: GrantIntent) => (reply?.grant?.intent === intent ? reply.grant : undefined);
  const lost = reply?.outgoing && !waiting.some(({ outgoing }) => outgoing.id === reply.outgoing?.id);
  return (
    <Page
      title="Awards and codes"
      eyebrow={useEditionName()}
      lead="Awards and codes make a pass cheaper. A budget pays for them."
      wide
    >
      {reductions.length > 0 && <p>{reductionsInWords(reductions)}</p>}
      {lost && (
        <Notice tone="error">
          <p>{reply.outgoing?.reason}</p>
        </Notice>
      )}
      {waiting.length > 0 && (
        <div id="waiting" className="stack">
          {waiting.map(({ outgoing, what, rows }) => (
            <OutgoingCard
              key={outgoing.id}
              outgoing={outgoing}
              what={what}
              rows={rows.map(({ at, ...row }) =>
                at === undefined ? row : { ...row, value: <Moment at={at} style="date" /> },
              )}
              reply={reply?.outgoing}
            />
          ))}
        </div>
      )}
      <AwardCard awards={awards} budgets={budgets} entry={entries.award} reply={replyTo("award")} />
      <CodeCard {...{ codes, budgets, rounds, tickets }} entry={entries.code} reply={replyTo("code")} />
      <BudgetCard budgets={budgets} entry={entries.budget} reply={replyTo("budget")} />
    </Page>
  );
}
