import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import {
  DOCUMENTS_PAGE,
  formQuestions,
  readSectionAnswers,
  typedSections,
} from "~/applications/application-form.ts";
import { type Application, readApplication } from "~/applications/application-rows.server.ts";
import { applicationProblemsOf, saveDraft } from "~/applications/applications.server.ts";
import { SectionForm } from "~/applications/section-form.tsx";
import styles from "~/modules/application.css?inline";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Your application");

export const handle = { styles };

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "signed-in");
  const application = await readApplication(args.context.db, settings.conferenceId, viewer.uid);
  const { sections, questions } = application;
  const pages = typedSections(sections, questions);
  const section = pages.find(({ id }) => id === args.params["section"]);
  if (!section) refuse(404, messages.notFound);
  if (application.submittedAt !== null) throw redirect("/application");
  const asked = new URL(args.request.url).searchParams;
  return {
    section,
    questions: formQuestions(questions, section.id, application.answers),
    answers: application.answers,
    save: application.saves[section.id] ?? { version: 0, savedAt: null },
    problems: asked.has("check") ? problemsIn(application, section.id, now) : {},
    // The page for the documents comes after the last section.
    place: { number: pages.indexOf(section) + 1, of: pages.length + 1 },
    next: pages[pages.indexOf(section) + 1]?.id ?? DOCUMENTS_PAGE,
    saved: asked.has("saved"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const form = await readForm(args);
  const visit = await requireAccess(args, "signed-in", form);
  const application = await readApplication(context.db, visit.settings.conferenceId, visit.viewer.uid);
  const { sections, questions } = application;
  const pages = [...typedSections(sections, questions).map(({ id }) => id), DOCUMENTS_PAGE];
  const sectionId = params["section"]!;
  const page = pages.indexOf(sectionId);
  if (page === -1 || sectionId === DOCUMENTS_PAGE) refuse(404, messages.notFound);

  const intent = intentIn(form, ["save", "continue"], "save");
  const answers = readSectionAnswers(questions, sectionId, form, application.answers);
  const version = Number(form.get("version") ?? 0);
  const save = await saveDraft(context, visit, sectionId, version, answers);
  if ("saved" in save) {
    if (intent !== "continue") return redirect(`/application/${sectionId}?saved`);
    const saved = { ...application, answers: { ...application.answers, ...answers } };
    const isRight = Object.keys(problemsIn(saved, sectionId, visit.now)).length === 0;
    return redirect(`/application/${isRight ? pages[page + 1] : `${sectionId}?saved&check`}`);
  }
  if (!save.isStale) refuse(save.status, save.refused);
  // The section was saved elsewhere, perhaps after the application was first read. So the application is read again.
  const stored = await readApplication(context.db, visit.settings.conferenceId, visit.viewer.uid);
  return data(
    { stale: { answers, stored: stored.answers, version: stored.saves[sectionId]?.version ?? 0 } },
    save.status,
  );
}

/** The problems in one section. Problems of documents are shown on the page for documents. */
function problemsIn(application: Application, sectionId: string, now: number): Record<string, string> {
  const problems = applicationProblemsOf(application, now);
  const { questions, answers } = application;
  const here = formQuestions(questions, sectionId, answers).filter(({ id }) => id in problems);
  return Object.fromEntries(here.map(({ id }) => [id, problems[id]!]));
}

export default function SectionPage() {
  const loaded = useLoaderData<typeof loader>();
  const stale = useActionData<typeof action>()?.stale;
  return <SectionForm {...loaded} stale={stale} />;
}
