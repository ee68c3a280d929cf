import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { AWARD_FIELDS, parseAwardForm } from "~/decisions/award-terms.form.ts";
import { proposeFor } from "~/decisions/decision-planning.server.ts";
import { letterMessages } from "~/letters/messages.ts";
import { budgetRows } from "~/money/awards/budgets.server.ts";
import type { SignedIn } from "~/platform/context.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { proposeReader } from "~/reviews/distribution.server.ts";
import { applicationAddress, mayBeWrittenTo } from "~/selections/application-filter.ts";
import { applicationsSelected } from "~/selections/filter-conditions.server.ts";
import { selectionWords } from "~/selections/filter-in-words.ts";
import { readFilterNames } from "~/selections/filter-names.server.ts";
import { filterToActOn } from "~/selections/filter-to-act-on.server.ts";
import { putLabel, takeLabelOff } from "~/selections/labels.server.ts";
import { selectionMessages } from "~/selections/messages.ts";
import { saveSelection } from "~/selections/saved-selections.server.ts";
import {
  parseDecisionForm,
  parseLabelForm,
  parseNameForm,
  parseReaderForm,
} from "~/selections/selection.form.ts";
import { SelectionActs, type SelectionReply } from "~/selections/selection-acts.tsx";
import { countSelection, uidsSelected } from "~/selections/selection-counts.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { can } from "~/values/abilities.ts";
import { typedIn } from "~/values/parse.form.ts";
import { quantity } from "~/values/words.ts";

export const meta = titled("Selection");

/**
 * The filter in the address. The ticks in the list count only if the button for ticked applications was pressed. They
 * then replace the ticks of an earlier selection (`only`).
 */
function filterIn(request: Request, { viewer }: SignedIn) {
  const params = new URL(request.url).searchParams;
  const isTicked = params.get("of") === "ticked";
  if (isTicked) params.delete("only");
  else if (params.get("of") === "all") params.delete("tick");
  const filter = filterToActOn(params, viewer);
  return { filter, hasNothing: isTicked && !filter.only };
}

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "decide");
  const { context, request } = args;
  const { abilities } = visit.viewer;
  const { filter, hasNothing } = filterIn(request, visit);
  const { conferenceId } = visit.settings;
  const [names, number, budgets] = await Promise.all([
    readFilterNames(context, conferenceId),
    hasNothing ? 0 : countSelection(context, visit, filter),
    can(abilities, "money") ? budgetRows(context.db, conferenceId) : null,
  ]);
  const address = applicationAddress(filter);
  return {
    number,
    hasNothing,
    words: selectionWords(filter, names),
    list: `/admin/delegates${applicationAddress({ ...filter, only: undefined })}`,
    file: `/admin/applications.csv${address}`,
    mail: can(abilities, "content") ? `/admin/mail${address}` : null,
    notice: can(abilities, "content") ? `/notifications${address}` : null,
    notForMail: mayBeWrittenTo(filter) ? null : selectionMessages.notForMail,
    letters: {
      href: `/admin/delegates/letters${address}`,
      ...{ about: letterMessages.many.about, words: letterMessages.many.link },
    },
    distribute: `/admin/distribute-apps${address}`,
    budgets: budgets?.map(({ id, title }) => ({ id, title })) ?? null,
    labels: names.labels.map(({ title }) => title),
    readers: names.readers,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  const { context, request } = args;
  const { filter, hasNothing } = filterIn(request, visit);
  const intent = intentIn(form, ["label", "unlabel", "assign", "decide", "save"], "label");
  const values = typedIn(form, ["label", "reader", "decision", "name", ...AWARD_FIELDS]);
  const refused = (problems: Record<string, string>, status = 400) =>
    data<SelectionReply>({ intent, values, problems }, status);
  if (intent === "save") {
    const parsed = parseNameForm(form);
    if ("problems" in parsed) return refused(parsed.problems);
    const query = applicationAddress(filter);
    if (query === "") return refused({ name: selectionMessages.emptyFilter });
    const answer = await saveSelection(context, visit, { name: parsed.request.name, query });
    if ("refused" in answer) return refused({ name: answer.refused }, 409);
    return data<SelectionReply>({
      intent,
      values: {},
      problems: {},
      done: selectionMessages.saved(parsed.request.name),
    });
  }
  const { conferenceId } = visit.settings;
  const selection = await applicationsSelected(
    context.db,
    { conferenceId, staffUid: visit.viewer.uid },
    filter,
  );
  if (hasNothing) return refused({ "": selectionMessages.nobody }, 409);
  if (intent === "assign") {
    const parsed = parseReaderForm(form);
    if ("problems" in parsed) return refused(parsed.problems);
    const answer = await proposeReader(context, visit, selection, parsed.request.reader);
    if ("refused" in answer) return refused({ reader: answer.refused }, answer.status);
    return redirect(`/admin/distribute-apps/${answer.planId}`);
  }
  if (intent === "decide") {
    const [parsed, awarded] = [parseDecisionForm(form), parseAwardForm(form)];
    if ("problems" in parsed) return refused(parsed.problems);
    if ("problems" in awarded) return refused(awarded.problems);
    const award = awarded.request;
    const uids = await uidsSelected(context, selection);
    const { decision } = parsed.request;
    const answer = await proposeFor(context, visit, { uids, decision, ...(award && { award }) });
    if ("refused" in answer) return refused({ decision: answer.refused }, answer.status);
    return redirect(`/admin/upload-decisions/${answer.planId}`);
  }
  const parsed = parseLabelForm(form);
  if ("problems" in parsed) return refused(parsed.problems);
  const { label } = parsed.request;
  const done =
    intent === "label"
      ? selectionMessages.labelled(await putLabel(context, visit, selection, label), label)
      : selectionMessages.unlabelled(await takeLabelOff(context, visit, selection, label), label);
  return data<SelectionReply>({ intent, values: {}, problems: {}, done });
}

export default function Selection() {
  const { number, hasNothing, words, list, ...acts } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page title={quantity(number, "application")} eyebrow={<a href={list}>Applications</a>} lead={words}>
      {number === 0 && reply?.done ? (
        <>
          <Notice tone="success">{reply.done}</Notice>
          <p className="actions">
            <LinkButton href={list}>Back to the list</LinkButton>
          </p>
        </>
      ) : number === 0 ? (
        <EmptyState
          title={hasNothing ? "Nothing ticked" : "No applications here"}
          action={<LinkButton href={list}>Back to the list</LinkButton>}
        >
          <p>
            {hasNothing
              ? "Tick applications in the list first, or go on with all of them."
              : "Nothing matches what you are looking for."}
          </p>
        </EmptyState>
      ) : (
        <SelectionActs number={number} {...acts} reply={reply} />
      )}
    </Page>
  );
}
