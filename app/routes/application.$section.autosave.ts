import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { openVisit, whyOutdated } from "~/accounts/session.server.ts";
import { readSectionAnswers, typedSections } from "~/applications/application-form.ts";
import { readApplication } from "~/applications/application-rows.server.ts";
import { saveDraft } from "~/applications/applications.server.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

export const loader = () => refuse(405, messages.methodNotAllowed);

/**
 * Saves a draft for the page's script. Answers with the new version number. If the draft was not saved, answers with a
 * sentence that says why.
 */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const form = await readForm(args);
  const { viewer, ...visit } = await openVisit(args);
  if (!viewer) return Response.json({ message: applicationMessages.sessionEnded }, { status: 401 });
  const outdated = await whyOutdated(context.db, form, { ...visit, viewer });
  if (outdated) return Response.json({ message: outdated }, { status: 409 });
  const application = await readApplication(context.db, visit.settings.conferenceId, viewer.uid);
  const { sections, questions } = application;
  const sectionId = params["section"]!;
  if (!typedSections(sections, questions).some(({ id }) => id === sectionId)) {
    return Response.json({ message: messages.notFound }, { status: 404 });
  }
  const answers = readSectionAnswers(questions, sectionId, form, application.answers);
  const save = await saveDraft(
    context,
    { ...visit, viewer },
    sectionId,
    Number(form.get("version") ?? 0),
    answers,
  );
  return "saved" in save
    ? Response.json({ version: save.version })
    : Response.json({ message: save.refused }, { status: save.status });
}
