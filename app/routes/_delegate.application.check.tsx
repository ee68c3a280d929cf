import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { AnswersSummary } from "~/applications/answers-summary.tsx";
import { pageOf } from "~/applications/application-form.ts";
import {
  applicationProblemsOf,
  legible,
  readApplication,
  submitApplication,
} from "~/applications/applications.server.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { isOpenForEditing } from "~/applications/submission.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { Button } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import type { Question } from "~/values/catalogue.ts";
import { named } from "~/values/words.ts";

export const meta = titled("Check your answers");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "signed-in");
  const application = await readApplication(args.context.db, settings.conferenceId, viewer.uid);
  if (application.submittedAt !== null) throw redirect("/application");
  return {
    application: legible(application),
    problems: applicationProblemsOf(application, now),
    open: isOpenForEditing({ ...application, now }),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAccess(args, "signed-in", form);
  const answer = await submitApplication(args.context, visit, String(form.get("revision") ?? ""));
  return "submitted" in answer ? redirect("/application") : data(answer, answer.status);
}

const changeHref = (question: Question) => `/application/${pageOf(question)}?check#${question.id}`;

export default function CheckPage() {
  const { application, problems, open } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const todo = application.questions.filter(({ id }) => problems[id]);
  return (
    <Page
      title="Check your answers"
      lead="Read everything once more. After you submit, nothing can be changed."
    >
      <p>
        <a href="/application">Back to your application</a>
      </p>
      {application.reopenedFrom !== null && (
        <Notice tone="info">
          <p>{applicationMessages.reopened}</p>
        </Notice>
      )}
      {refused && (
        <ErrorSummary
          problems={[
            ...("refused" in refused ? [{ message: refused.refused }] : []),
            ...todo.map((question) => ({
              href: changeHref(question),
              message: named(question.text, problems[question.id] ?? ""),
            })),
          ]}
        />
      )}
      {!refused && todo.length > 0 && (
        <Notice
          tone="info"
          title={todo.length === 1 ? "One answer to complete" : `${todo.length} answers to complete`}
        >
          <ul>
            {todo.map((question) => (
              <li key={question.id}>
                <a href={changeHref(question)}>{question.text}</a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <AnswersSummary application={application} problems={problems} />
      {open ? (
        <PostForm className="stack">
          <input type="hidden" name="revision" value={application.revision} />
          <p>By submitting you confirm that your answers are true and your own.</p>
          <Button>Submit application</Button>
        </PostForm>
      ) : (
        <Notice tone="warning">
          <p>{applicationMessages.applicationsClosed} What you wrote is kept.</p>
        </Notice>
      )}
    </Page>
  );
}
