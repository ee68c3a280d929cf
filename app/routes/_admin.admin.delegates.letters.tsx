import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { parseLettersForMany } from "~/letters/letter.form.ts";
import { kindsForMany, WITHOUT } from "~/letters/letters.ts";
import { issueToMany, manyLetters } from "~/letters/letters-for-many.server.ts";
import { LettersForSelection } from "~/letters/letters-for-many.tsx";
import { letterMessages } from "~/letters/messages.ts";
import type { SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { applicationAddress, filterFields, mayBeWrittenTo } from "~/selections/application-filter.ts";
import { applicationsSelected } from "~/selections/filter-conditions.server.ts";
import { selectionWords } from "~/selections/filter-in-words.ts";
import { readFilterNames } from "~/selections/filter-names.server.ts";
import { filterToActOn } from "~/selections/filter-to-act-on.server.ts";
import { selectionMessages } from "~/selections/messages.ts";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

const say = letterMessages.many;

export const meta = titled(say.title);

/**
 * The filter in the address. A filter by scores is refused: people get a mail about their letter, and must not learn
 * from it what readers think of them.
 */
function filterIn({ request }: { request: Request }, { viewer }: SignedIn) {
  const asked = new URL(request.url).searchParams;
  const filter = filterToActOn(asked, viewer);
  if (!mayBeWrittenTo(filter)) refuse(400, selectionMessages.notForMail);
  const kind = kindsForMany(viewer.abilities).find((one) => one === asked.get("kind")) ?? null;
  return { filter, kind };
}

const selected = (args: LoaderFunctionArgs, { viewer, settings, now }: SignedIn, filter: Filter) =>
  applicationsSelected(
    args.context.db,
    { conferenceId: settings.conferenceId, staffUid: viewer.uid },
    filter,
    { visibleAt: now },
  );
type Filter = ReturnType<typeof filterIn>["filter"];

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "decide");
  const { filter, kind } = filterIn(args, visit);
  const [names, found] = await Promise.all([
    readFilterNames(args.context, visit.settings.conferenceId),
    kind && selected(args, visit, filter).then((them) => manyLetters(args.context, visit, them, kind)),
  ]);
  return {
    words: selectionWords(filter, names),
    back: `/admin/delegates/selection${applicationAddress(filter)}`,
    fields: filterFields(filter),
    kinds: kindsForMany(visit.viewer.abilities),
    ...{ id: newId(), found },
    saysSo: new URL(args.request.url).searchParams.get(WITHOUT.name) === WITHOUT.value,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  intentIn(form, ["give"]);
  const parsed = parseLettersForMany(form);
  if ("problems" in parsed || !kindsForMany(visit.viewer.abilities).includes(parsed.request.kind))
    refuse(400, messages.badRequest);
  const { filter } = filterIn(args, visit);
  const selection = await selected(args, visit, filter);
  const needsAddress = form.get(WITHOUT.name) !== WITHOUT.value;
  const answer = await issueToMany(args.context, visit, { ...parsed.request, selection, needsAddress });
  if ("refused" in answer) return data({ done: null, refused: answer.refused }, answer.status);
  return data({ done: say.issued(answer.issued), refused: null });
}

export default function LettersToMany() {
  const { words, back, ...shown } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page title={say.title} eyebrow={<a href={back}>Back to the selection</a>} lead={words}>
      {reply && (
        <Notice tone={reply.refused === null ? "success" : "error"}>
          <p>{reply.refused ?? reply.done}</p>
        </Notice>
      )}
      <LettersForSelection {...shown} />
    </Page>
  );
}
