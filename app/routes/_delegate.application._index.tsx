import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { AddressMissing } from "~/accounts/unreachable-notice.tsx";
import { AnswersSummary } from "~/applications/answers-summary.tsx";
import { readApplication } from "~/applications/application-rows.server.ts";
import { legible, sectionStates } from "~/applications/applications.server.ts";
import { ClosedDraft } from "~/applications/closed-draft.tsx";
import { isUntouched, startWithFormer } from "~/applications/former-answers.server.ts";
import { HowFar } from "~/applications/how-far.tsx";
import { applicationMessages } from "~/applications/messages.ts";
import { sumCounts } from "~/applications/progress.ts";
import { sectionTasks } from "~/applications/section-tasks.ts";
import { isOpenForEditing } from "~/applications/submission.ts";
import { eventRows, ticketRows } from "~/conference/catalogue.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { conferenceRows, editionNames } from "~/conference/conferences.server.ts";
import { deadlineInForce } from "~/conference/rounds.ts";
import { oneApplication, waysToTakePart } from "~/conference/ways.ts";
import { changeRows } from "~/details/details.server.ts";
import { detailsHistoryOf, whyClosed } from "~/details/details.ts";
import { DetailsHistory } from "~/details/details-history.tsx";
import { detailsMessages } from "~/details/messages.ts";
import { unreachableRows } from "~/mail/unreachable.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { editionsAppliedTo } from "~/standing/earlier.server.ts";
import { visibleDecisionRows } from "~/standing/visible-decision.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { Panel } from "~/ui/panel.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { TaskList } from "~/ui/task-list.tsx";
import { isAddressNone } from "~/values/email-addresses.ts";
import { minutesInWords } from "~/values/words.ts";

export const meta = titled("Your application");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "signed-in");
  const { db } = args.context;
  const [application, [earlier, decided, events, tickets, [conference], [unreachable], changed]] =
    await Promise.all([
      readApplication(db, settings.conferenceId, viewer.uid),
      db.batch([
        editionsAppliedTo(db, viewer.uid, settings.conferenceId),
        visibleDecisionRows(db, settings.conferenceId, viewer.uid, now),
        eventRows(db, settings.conferenceId),
        ticketRows(db, settings.conferenceId),
        conferenceRows(db, settings.conferenceId),
        unreachableRows(db, viewer.email),
        changeRows(db, settings.conferenceId, viewer.uid),
      ]),
    ]);
  const shown = {
    email: viewer.email,
    unreachable: unreachable?.because ?? null,
    isDecided: decided.length > 0,
    corrections: detailsHistoryOf(
      application.questions,
      changed.filter(({ byTeam }) => byTeam),
    ),
    mayChangeDetails: whyClosed({ ...application, events }, now) === null,
  };
  const isOpen = isOpenForEditing({ ...application, now });
  if (application.submittedAt !== null || !isOpen)
    return {
      ...{ application: legible(application), ...shown, progress: null },
      ...{ former: null, noneFits: false, ways: null },
    };
  const progress = sectionStates(application, now);
  const [latest] = isUntouched(application) ? editionNames(earlier) : [];
  const asked = new URL(args.request.url).searchParams;
  const noneFits = latest !== undefined && asked.has("none-fits");
  const former = latest && !noneFits ? { id: latest[0], name: latest[1] } : null;
  // There are no answers of an earlier application to offer here, so the first open section is shown at once.
  if (former === null && asked.has("begin")) {
    const first = sectionTasks(application, progress.pages).find(({ tone }) => tone !== "done");
    if (first?.href) throw redirect(first.href);
  }
  const ways = conference && oneApplication(conferenceName(conference), waysToTakePart({ tickets, events }));
  return { application, ...shown, progress, former, noneFits, ways: ways ?? null };
}

/** Begins the application with the answers of an earlier application. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAccess(args, "signed-in", form);
  intentIn(form, ["start-with-former"]);
  const begun = await startWithFormer(args.context, visit, String(form.get("from")));
  if ("refused" in begun) refuse(begun.status, begun.refused);
  return redirect(begun.sections === 0 ? "/application?none-fits" : "/application");
}

export default function ApplicationPage() {
  const page = useLoaderData<typeof loader>();
  const { application, email, unreachable, isDecided, mayChangeDetails, progress, former, noneFits, ways } =
    page;
  const { submittedAt } = application;
  if (submittedAt !== null) {
    return (
      <Page title="Your application">
        <Panel title="Application submitted">
          <p>
            We received it on <Moment at={submittedAt} />.
          </p>
          {!isDecided && (
            <p>
              {isAddressNone(email) ? (
                <AddressMissing />
              ) : unreachable ? (
                accountMessages.unreachable[unreachable](email)
              ) : (
                `We will write to ${email} when there is a decision.`
              )}
            </p>
          )}
        </Panel>
        <p>
          {isDecided ? (
            <>
              There is a decision: <a href="/decision">read it</a>.
            </>
          ) : (
            <>
              The decision will appear on the <a href="/decision">decision page</a> once it is released.
            </>
          )}{" "}
          {mayChangeDetails ? (
            <>
              {applicationMessages.submittedAnswers} <a href="/details">{detailsMessages.link}</a>
            </>
          ) : (
            applicationMessages.answersKept
          )}
        </p>
        <DetailsHistory entries={page.corrections} title={detailsMessages.corrected} />
        <AnswersSummary application={application} />
      </Page>
    );
  }
  if (!progress) {
    return <ClosedDraft title="Your application" application={application} />;
  }
  const tasks = sectionTasks(application, progress.pages);
  const done = tasks.filter(({ tone }) => tone === "done").length;
  const given = sumCounts(Object.values(progress.pages));
  const next = tasks.find(({ tone }) => tone !== "done");
  const ownDeadline = deadlineInForce(application.rounds, application.ownDeadline);
  return (
    <Page
      title="Your application"
      lead={`Fill in the sections in any order. We save your answers until you submit.${progress.minutes > 0 ? ` What is left takes about ${minutesInWords(progress.minutes)}.` : ""}`}
    >
      {ways && <p>{ways}</p>}
      {ownDeadline !== null && application.reopenedFrom === null && (
        <Notice tone="info">
          <p>
            {applicationMessages.ownDeadline.untilForDelegate} <Moment at={ownDeadline} />.
          </p>
        </Notice>
      )}
      {application.reopenedFrom !== null && (
        <Notice tone="info">
          <p>{applicationMessages.reopened}</p>
        </Notice>
      )}
      {noneFits && (
        <Notice tone="info">
          <p>{applicationMessages.noneFits}</p>
        </Notice>
      )}
      {former && (
        <Card title={`You applied to the ${former.name}`}>
          <p>
            Where this form asks the same questions, you can start with your old answers. You can change all
            of them before you submit. Documents are not copied.
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
