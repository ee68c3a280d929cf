import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { AnswersSummary } from "~/applications/answers-summary.tsx";
import { readApplication } from "~/applications/application-rows.server.ts";
import { applicationProblemsOf, legible, submitApplication } from "~/applications/applications.server.ts";
import { ClosedDraft } from "~/applications/closed-draft.tsx";
import { applicationMessages } from "~/applications/messages.ts";
import { isOpenForEditing } from "~/applications/submission.ts";
import { isOnlyMissing, unfinishedInWords, unfinishedPages } from "~/applications/unfinished.ts";
import { UnfinishedList } from "~/applications/unfinished-list.tsx";
import styles from "~/modules/application.css?inline";
import { readForm } from "~/platform/posted-form.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Check your answers");

export const handle = { styles };

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "signed-in");
  const application = await readApplication(args.context.db, settings.conferenceId, viewer.uid);
  if (application.submittedAt !== null) throw redirect("/application");
  return {
    application: legible(application),
    problems: applicationProblemsOf(application, now),
    open: isOpenForEditing({ ...application, now }),
    isSaved: new URL(args.request.url).searchParams.has("saved"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAccess(args, "signed-in", form);
  const answer = await submitApplication(args.context, visit, String(form.get("revision") ?? ""));
  return "submitted" in answer ? redirect("/application") : data(answer, answer.status);
}

export default function CheckPage() {
  const { application, problems, open, isSaved } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const pages = unfinishedPages(application, problems);
  const [first] = pages;
  if (!open) {
    return <ClosedDraft title="Your answers" application={application} />;
  }
  return (
    <Page
      isForm
      title="Check your answers"
      eyebrow={
        <>
          Last step · <a href="/application">Back to your application</a>
        </>
      }
      lead={!first && `Read everything once more. ${applicationMessages.changeableLater}`}
    >
      {isSaved && !refused && (
        <Notice tone="success">
          <p>{applicationMessages.documentSaved}</p>
        </Notice>
      )}
      {application.reopenedFrom !== null && (
        <Notice tone="info">
          <p>{applicationMessages.reopened}</p>
        </Notice>
      )}
      {refused && (
        <ErrorSummary
          title={first && unfinishedInWords(pages)}
          problems={"refused" in refused ? [{ message: refused.refused }] : []}
        >
          {Object.values(problems).some(isOnlyMissing) && <p>{messages.required}:</p>}
          {first && <UnfinishedList pages={pages} />}
        </ErrorSummary>
      )}
      {!refused && first && (
        <Notice tone="info" title={unfinishedInWords(pages)}>
          <UnfinishedList pages={pages} />
        </Notice>
      )}
      {first && (
        <p>
          <LinkButton href={first.href}>Complete: {first.title}</LinkButton>
        </p>
      )}
      <AnswersSummary application={application} problems={problems} />
      <PostForm className={first ? "stack" : "stack stays"}>
        <input type="hidden" name="revision" value={application.revision} />
        {application.isReadBlind && (
          <p>
            {applicationMessages.readBlind} {applicationMessages.readBlindTexts}
          </p>
        )}
        <p>By submitting you confirm that your answers are true and your own.</p>
        <Button variant={first ? "secondary" : "primary"}>Submit application</Button>
      </PostForm>
    </Page>
  );
}
