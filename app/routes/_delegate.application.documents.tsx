import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import {
  DOCUMENTS_PAGE,
  documentQuestions,
  isDocumentQuestion,
  typedSections,
} from "~/applications/application-form.ts";
import { readApplication } from "~/applications/application-rows.server.ts";
import { applicationProblemsOf } from "~/applications/applications.server.ts";
import { DocumentForm } from "~/applications/document-form.tsx";
import { removeDocument, storeDocument } from "~/applications/documents.server.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { orUnavailable, refuse } from "~/platform/refusal.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import type { Question } from "~/values/catalogue.ts";
import { messages } from "~/values/messages.ts";
import { named } from "~/values/words.ts";

export const meta = titled("Documents");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "signed-in");
  const application = await readApplication(args.context.db, settings.conferenceId, viewer.uid);
  if (application.submittedAt !== null) throw redirect("/application");
  const asked = new URL(args.request.url).searchParams;
  return {
    questions: documentQuestions(application.questions, application.answers),
    documents: application.documents,
    isReadBlind: application.isReadBlind,
    // This page is the last one.
    place: typedSections(application.sections, application.questions).length + 1,
    problems: asked.has("check") ? applicationProblemsOf(application, now) : {},
    saved: asked.has("saved"),
  };
}

/**
 * Stores the posted file immediately. Each post contains one file and no typed text, so no typed text is lost if a file
 * is refused.
 */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  // The id of the question is in the address, because a body that is too large is not read at all.
  const asked = new URL(request.url).searchParams.get("question") ?? "";
  if (context.oversized) {
    await requireAccess(args, "signed-in");
    return data({ questionId: asked, problem: applicationMessages.fileTooLarge }, 413);
  }
  const form = await readForm(args);
  const visit = await requireAccess(args, "signed-in", form);
  const { questions } = await readApplication(context.db, visit.settings.conferenceId, visit.viewer.uid);
  const isAsked = (question: Question) =>
    question.id === asked && !question.retired && isDocumentQuestion(question);
  if (!questions.some(isAsked)) {
    refuse(404, messages.notFound);
  }
  if (intentIn(form, ["upload", "remove"], "upload") === "remove") {
    const removal = await removeDocument(context, visit, asked, String(form.get("document") ?? ""));
    if ("refused" in removal) return data({ questionId: asked, problem: removal.refused }, removal.status);
    return redirect(`/application/${DOCUMENTS_PAGE}`);
  }
  const file = form.get("file");
  if (!(file instanceof File) || file.name === "") {
    return data({ questionId: asked, problem: applicationMessages.noFileChosen }, 400);
  }
  const answer = await orUnavailable(
    args,
    storeDocument(context, visit, asked, file),
    applicationMessages.uploadRefused,
  );
  if ("refused" in answer) return data({ questionId: asked, problem: answer.refused }, answer.status);
  // If nothing is missing any more, the next page is the one that checks the application.
  const { db } = context;
  const application = await readApplication(db, visit.settings.conferenceId, visit.viewer.uid);
  const isComplete = Object.keys(applicationProblemsOf(application, visit.now)).length === 0;
  return redirect(`/application/${isComplete ? "check" : DOCUMENTS_PAGE}?saved`);
}

export default function DocumentsPage() {
  const { questions, documents, isReadBlind, problems, place, saved } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const problemOf = (id: string) => (refused?.questionId === id ? refused.problem : problems[id]);
  const wrong = questions.filter(({ id }) => problemOf(id));
  const storedFor = (id: string) => documents.find(({ questionId }) => questionId === id);
  const next = questions.find(({ id }) => !storedFor(id));
  return (
    <Page
      isForm
      title="Documents"
      eyebrow={
        <>
          Section {place} of {place} · <a href="/application">Back to your application</a>
        </>
      }
      lead={questions.length > 0 && applicationMessages.documentsAllowed}
    >
      <ErrorSummary
        problems={wrong.map(({ id, text }) => ({ field: id, message: named(text, problemOf(id) ?? "") }))}
      />
      {saved && !refused && (
        <Notice tone="success">
          <p>{applicationMessages.documentSaved}</p>
        </Notice>
      )}
      {questions.length === 0 && (
        <EmptyState title="No documents needed">
          <p>With your answers so far, there is nothing to upload.</p>
        </EmptyState>
      )}
      {isReadBlind && questions.length > 0 && (
        <p className="hint">
          {applicationMessages.readBlind} {applicationMessages.readBlindFiles}
        </p>
      )}
      {questions.map((question) => (
        <DocumentForm
          key={question.id}
          question={question}
          stored={storedFor(question.id)}
          problem={problemOf(question.id)}
          isNext={question === next}
        />
      ))}
      <p>
        <LinkButton href="/application/check" variant={next && "secondary"}>
          Check and submit
        </LinkButton>
      </p>
    </Page>
  );
}
