import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { FindingList } from "~/editions/checks/finding-list.tsx";
import { OPEN } from "~/editions/checks/findings.ts";
import { readGivenAnswers } from "~/editions/editor/answers-given.server.ts";
import { actOnPart, partView, readPart, restoringAt } from "~/editions/editor/part-page.server.ts";
import { QuestionEditor } from "~/editions/editor/question-editor.tsx";
import { namedQuestions } from "~/editions/editor/question-parts.ts";
import { Restoring } from "~/editions/editor/restoring.tsx";
import { keepForm, keptForm } from "~/editions/editor/unsaved-forms.server.ts";
import { editionMessages } from "~/editions/messages.ts";
import type { Handle } from "~/platform/hydration.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Questions");

export const handle: Handle = { hydrate: true };

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "content");
  const [id, sectionId] = [args.params["id"]!, args.params["section"]!];
  const [edited, kept] = await Promise.all([
    readPart(args.context, visit, id, "questions", sectionId),
    keptForm(args.context.db, args.request.url),
  ]);
  if (!edited) refuse(404, messages.notFound);
  const isAsked = new URL(args.request.url).searchParams.has("usage");
  const { seen, mayRestore, items, formerName } = partView(
    edited,
    kept,
    new URL(args.request.url).searchParams.get(OPEN),
  );
  return {
    ...{
      id,
      of: visit.settings.currentEdition === id ? ("current" as const) : ("notCurrent" as const),
      sectionId,
      isUnsaved: kept !== null,
      seen,
      mayRestore,
      items,
      formerName,
      name: conferenceName({ id, ...edited.draft.document.conference }),
      title: edited.title,
      findings: edited.findings,
      restoring: restoringAt(args.request.url, edited),
      others: namedQuestions(edited.draft.document),
    },
    given: isAsked ? await readGivenAnswers(args.context, edited, sectionId) : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const id = args.params["id"]!;
  const edited = await readPart(args.context, visit, id, "questions", args.params["section"]!);
  if (!edited) refuse(404, messages.notFound);
  const answer = await actOnPart(args.context, visit, edited, form);
  if ("revision" in answer)
    return redirect(`/admin/editions/${id}/questions?saved=${args.params["section"]}`);
  if ("arranged" in answer)
    return redirect(
      await keepForm(args.context.db, id, answer.arranged, args.request.url, answer.at, answer.isRestoring),
    );
  const { problems, reason, isRestoring, status } = answer;
  const { items, seen } = partView(edited, answer);
  return data({ items, seen, problems, reason, isRestoring }, status);
}

export default function EditionQuestions() {
  const { id, name, of, title, findings, isUnsaved, restoring, ...drawn } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const lead = `Questions of the application form of ${name}. This is a draft. ${editionMessages.draftOf[of]}`;
  if (restoring && (!reply || reply.isRestoring))
    return (
      <Page title={title} lead={lead}>
        <ErrorSummary problems={problemsOf(reply)} />
        <Restoring {...restoring} />
      </Page>
    );
  return (
    <Page wide title={title} lead={lead}>
      <FindingList level="error" findings={findings} />
      <FindingList level="note" findings={findings} />
      {!drawn.given && (
        <p>
          <a href="?usage">{editionMessages.askHowOften}</a>
        </p>
      )}
      <QuestionEditor
        {...drawn}
        seen={reply?.seen ?? drawn.seen}
        items={reply?.items ?? drawn.items}
        isUnsaved={isUnsaved || reply !== undefined}
        reply={reply}
      />
      <p>
        <a href={`/admin/editions/${id}/questions`}>All sections</a>
      </p>
    </Page>
  );
}
