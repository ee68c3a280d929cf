import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { AnswersSummary } from "~/applications/answers-summary.tsx";
import { DOCUMENTS_PAGE, documentQuestions, typedSections } from "~/applications/application-form.ts";
import {
  type Application,
  legible,
  readApplication,
  sectionStates,
} from "~/applications/applications.server.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { isOpenForEditing, type SectionState } from "~/applications/submission.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { Panel } from "~/ui/panel.tsx";
import { titled } from "~/ui/site.tsx";
import { type Task, TaskList } from "~/ui/task-list.tsx";

export const meta = titled("Your application");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "signed-in");
  const application = await readApplication(args.context.db, settings.conferenceId, viewer.uid);
  if (application.submittedAt !== null) return { application: legible(application), states: {}, now };
  return { application, states: sectionStates(application, now), now };
}

const STATES: Record<SectionState, Pick<Task, "state" | "tone">> = {
  complete: { state: "Complete", tone: "done" },
  "to fix": { state: "To fix", tone: "blocked" },
  started: { state: "Started", tone: "active" },
  "not started": { state: "Not started", tone: "todo" },
};

export default function ApplicationPage() {
  const { application, states, now } = useLoaderData<typeof loader>();
  const { submittedAt } = application;
  if (submittedAt !== null) {
    return (
      <Page title="Your application">
        <Panel title="Application submitted">
          <p>
            We received it on <Moment at={submittedAt} />.
          </p>
        </Panel>
        <p>
          The decision will appear on the <a href="/decision">decision page</a> once it is released. You can
          read your answers here, but you can no longer change them.
        </p>
        <AnswersSummary application={application} />
      </Page>
    );
  }
  return (
    <Page
      title="Your application"
      lead="Fill in the sections in any order. Everything is kept as a draft until you submit."
    >
      {application.reopenedFrom !== null && (
        <Notice tone="info">
          <p>{applicationMessages.reopened}</p>
        </Notice>
      )}
      {!isOpenForEditing({ ...application, now }) && (
        <Notice tone="warning">
          <p>{applicationMessages.applicationsClosed} What you wrote is kept.</p>
        </Notice>
      )}
      <TaskList items={tasksOf(application, states)} />
      <p>
        <LinkButton href="/application/check">Check and submit</LinkButton>
      </p>
    </Page>
  );
}

function tasksOf(
  { sections, questions, answers }: Application,
  states: Record<string, SectionState>,
): Task[] {
  const stateOf = (page: string) => STATES[states[page] ?? "not started"];
  return [
    ...typedSections(sections, questions).map(({ id, title }) => ({
      href: `/application/${id}`,
      title,
      ...stateOf(id),
    })),
    {
      href: `/application/${DOCUMENTS_PAGE}`,
      title: "Documents",
      hint: documentQuestions(questions, answers)
        .map(({ text }) => text)
        .join(", "),
      ...stateOf(DOCUMENTS_PAGE),
    },
  ];
}
