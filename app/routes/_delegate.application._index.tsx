import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { AnswersSummary } from "~/applications/answers-summary.tsx";
import { legible, readApplication, sectionStates } from "~/applications/applications.server.ts";
import { isUntouched, startWithFormer } from "~/applications/former-answers.server.ts";
import { HowFar } from "~/applications/how-far.tsx";
import { applicationMessages } from "~/applications/messages.ts";
import { countedTogether } from "~/applications/progress.ts";
import { sectionTasks } from "~/applications/section-tasks.ts";
import { isOpenForEditing } from "~/applications/submission.ts";
import { editionNames } from "~/conference/conferences.server.ts";
import { detailsMessages } from "~/details/messages.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { editionsAppliedTo } from "~/standing/earlier.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { Panel } from "~/ui/panel.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { TaskList } from "~/ui/task-list.tsx";
import { minutesInWords } from "~/values/words.ts";

export const meta = titled("Your application");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "signed-in");
  const { db } = args.context;
  const [application, earlier] = await Promise.all([
    readApplication(db, settings.conferenceId, viewer.uid),
    editionsAppliedTo(db, viewer.uid, settings.conferenceId),
  ]);
  if (application.submittedAt !== null)
    return { application: legible(application), email: viewer.email, progress: null, former: null, now };
  const [latest] = isUntouched(application) ? editionNames(earlier) : [];
  const former = latest ? { id: latest[0], name: latest[1] } : null;
  return { application, email: viewer.email, progress: sectionStates(application, now), former, now };
}

/** Begins the application with the answers of an earlier one. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAccess(args, "signed-in", form);
  intentIn(form, ["start-with-former"]);
  const begun = await startWithFormer(args.context, visit, String(form.get("from")));
  if ("refused" in begun) refuse(begun.status, begun.refused);
  return redirect("/application");
}

export default function ApplicationPage() {
  const { application, email, progress, former, now } = useLoaderData<typeof loader>();
  const { submittedAt } = application;
  if (submittedAt !== null || !progress) {
    return (
      <Page title="Your application">
        <Panel title="Application submitted">
          {submittedAt !== null && (
            <p>
              We received it on <Moment at={submittedAt} />.
            </p>
          )}
          <p>We will write to {email} when there is a decision.</p>
        </Panel>
        <p>
          The decision will appear on the <a href="/decision">decision page</a> once it is released. You can
          read your answers here, but you can no longer change them.{" "}
          <a href="/details">{detailsMessages.link}</a>
        </p>
        <AnswersSummary application={application} />
      </Page>
    );
  }
  const tasks = sectionTasks(application, progress.pages);
  const done = tasks.filter(({ tone }) => tone === "done").length;
  const given = countedTogether(Object.values(progress.pages));
  const next = tasks.find(({ tone }) => tone !== "done");
  return (
    <Page
      title="Your application"
      lead={`Fill in the sections in any order. Everything is kept as a draft until you submit.${progress.minutes > 0 ? ` What is left takes about ${minutesInWords(progress.minutes)}.` : ""}`}
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
      {former && isOpenForEditing({ ...application, now }) && (
        <Card title={`You applied to the ${former.name}`}>
          <p>
            You can start with your answers from then, where this form asks the same. You can change all of
            them before you submit. Documents are not copied.
          </p>
          <PostForm>
            <input type="hidden" name="from" value={former.id} />
            <Button name="intent" value="start-with-former" variant="secondary">
              Start with your answers of {former.name}
            </Button>
          </PostForm>
        </Card>
      )}
      <Card>
        <div>
          <HowFar done={done} of={tasks.length} {...given} />
        </div>
        <TaskList items={tasks} />
      </Card>
      <p className="actions">
        {next && (
          <LinkButton href={next.href}>
            {given.answered === 0 ? "Begin" : "Continue"}: {next.title}
          </LinkButton>
        )}
        {(given.answered > 0 || !next) && (
          <LinkButton href="/application/check" variant={next && "secondary"}>
            Check and submit
          </LinkButton>
        )}
      </p>
    </Page>
  );
}
