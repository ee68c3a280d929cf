import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { FindingList } from "~/editions/checks/finding-list.tsx";
import { OPEN } from "~/editions/checks/findings.ts";
import { PartEditor } from "~/editions/editor/part-editor.tsx";
import { actOnPart, partView, readPart, restoringAt } from "~/editions/editor/part-page.server.ts";
import { Restoring } from "~/editions/editor/restoring.tsx";
import { nextSection } from "~/editions/editor/saved.ts";
import { SavedNotice } from "~/editions/editor/saved-notice.tsx";
import { keepForm, keptForm } from "~/editions/editor/unsaved-forms.server.ts";
import { editionMessages } from "~/editions/messages.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { labelled, problemsOf } from "~/ui/form-reply.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Part of an edition");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "content");
  const id = args.params["id"]!;
  const [edited, kept] = await Promise.all([
    readPart(args.context, visit, id, args.params["part"]!),
    keptForm(args.context.db, args.request.url),
  ]);
  if (!edited) refuse(404, messages.notFound);
  return {
    id,
    of: visit.settings.currentEdition === id ? ("current" as const) : ("notCurrent" as const),
    name: conferenceName({ id, ...edited.draft.document.conference }),
    next: nextSection(args.request, id, edited.draft.document.sections),
    isUnsaved: kept !== null,
    title: edited.title,
    findings: edited.findings,
    restoring: restoringAt(args.request.url, edited),
    view: partView(edited, kept, new URL(args.request.url).searchParams.get(OPEN)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const id = args.params["id"]!;
  const edited = await readPart(args.context, visit, id, args.params["part"]!);
  if (!edited) refuse(404, messages.notFound);
  const answer = await actOnPart(args.context, visit, edited, form);
  if ("revision" in answer) return redirect(`/admin/editions/${id}?saved=${args.params["part"]}`);
  if ("arranged" in answer)
    return redirect(
      await keepForm(args.context.db, id, answer.arranged, args.request.url, answer.at, answer.isRestoring),
    );
  const { problems, reason, isRestoring, status } = answer;
  return data({ view: partView(edited, answer), problems, reason, isRestoring }, status);
}

export default function EditionPartPage() {
  const { id, name, of, next, isUnsaved, title, findings, view, restoring } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const lead = `This is a draft of ${name}. ${editionMessages.draftOf[of]}`;
  if (restoring && (!reply || reply.isRestoring))
    return (
      <Page title={title} lead={lead}>
        <ErrorSummary problems={problemsOf(reply)} />
        <Restoring {...restoring} />
      </Page>
    );
  return (
    <Page title={title} lead={lead}>
      <ErrorSummary problems={labelled(problemsOf(reply), reply?.view.labels ?? {})} />
      {next && !reply && <SavedNotice next={next} />}
      <FindingList level="error" findings={findings} />
      <FindingList level="note" findings={findings} />
      <PartEditor
        {...(reply?.view ?? view)}
        problems={reply?.problems ?? {}}
        unsaved={isUnsaved || reply !== undefined}
      />
      <p>
        <a href={`/admin/editions/${id}`}>All of {name}</a>
      </p>
    </Page>
  );
}
