import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { roundRows } from "~/conference/catalogue.server.ts";
import { readDeadlineZone } from "~/conference/conferences.server.ts";
import { releaseStage } from "~/conference/rounds.ts";
import { decisionMessages } from "~/decisions/messages.ts";
import { parseScheduleForm, seenRound, shownSchedule } from "~/decisions/release.form.ts";
import {
  MailProgress,
  PreflightNotice,
  ReleaseTag,
  RoundCounts,
  ScheduleForm,
  type ScheduleReply,
  SeenFields,
} from "~/decisions/release.tsx";
import { readPreflight, releaseRound, scheduleRound, takeReleaseBack } from "~/decisions/releases.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { ActCode } from "~/ui/act-code.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { inZone, wallTime } from "~/values/times.ts";
import { quantity } from "~/values/words.ts";

export const meta = titled("Release a round");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, now } = await requireAbility(args, "decide");
  const [found, zone] = await Promise.all([
    readPreflight(args.context, settings.conferenceId, args.params["round"]!, now),
    readDeadlineZone(args.context.db, settings.conferenceId),
  ]);
  if (!found) refuse(404, messages.notFound);
  const { round, seen, mails, releasedDisabled, ...findings } = found;
  const { id, title, deadline, decisionRelease, releasedAt, counts, undecided, late, alone } = round;
  const stage = releaseStage(round, now);
  return {
    ...{ id, title, counts, undecided, late, alone, stage, seen, findings, mails, releasedDisabled },
    isAsked: new URL(args.request.url).searchParams.get("ask") === "back",
    shown: { deadline, decisionRelease },
    values: { deadline: wallTime(deadline, zone), decisionRelease: wallTime(decisionRelease, zone) },
    inUtc: { deadline: inZone(deadline, "UTC"), decisionRelease: inZone(decisionRelease, "UTC") },
    seenFrom: decisionRelease,
    isDue: decisionRelease <= now,
    isCurrent: settings.conferenceId === settings.currentEdition,
    released: releasedAt,
  } as const;
}

type Reply = { reason?: string; schedule?: ScheduleReply };

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "decide", "release", form);
  const { context, params } = args;
  const round = params["round"]!;
  const rounds = await roundRows(context.db, visit.settings.conferenceId);
  if (!rounds.some(({ id }) => id === round)) refuse(404, messages.notFound);
  const intent = intentIn(form, ["schedule", "release", "back"]);
  const moved = () => data<Reply>({ reason: decisionMessages.release.moved }, 409);
  if (intent === "schedule") {
    const typed = (field: string) => String(form.get(field) ?? "");
    const values = { deadline: typed("deadline"), decisionRelease: typed("decisionRelease") };
    const shown = shownSchedule(form) ?? refuse(400, messages.badRequest);
    const parsed = parseScheduleForm(form, await readDeadlineZone(context.db, visit.settings.conferenceId));
    if ("problems" in parsed) return data<Reply>({ schedule: { shown, values, ...parsed } }, 400);
    const outcome = await scheduleRound(context, visit, round, shown, parsed.request);
    if (outcome === "moved") {
      const reason = decisionMessages.release.moved;
      return data<Reply>({ reason, schedule: { values, problems: {} } }, 409);
    }
    if (outcome !== "done") {
      const field = outcome === "hidesDecisions" ? "decisionRelease" : "deadline";
      const problems = { [field]: decisionMessages.release[outcome] };
      return data<Reply>({ schedule: { shown, values, problems } }, 409);
    }
    return redirect(`/admin/release/${round}`);
  }
  const seen = seenRound(form) ?? refuse(400, messages.badRequest);
  const act = intent === "back" ? takeReleaseBack : releaseRound;
  if (!(await act(context, visit, round, seen))) return moved();
  return redirect(`/admin/release/${round}`);
}

export default function ReleaseRound() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as Reply | undefined;
  const { id, title, stage, seen, released, seenFrom, isDue, isAsked, late, alone, findings, mails } = page;
  const decided = Object.values(page.counts).reduce((sum, count) => sum + count, 0);
  const say = decisionMessages.release;
  const edition = useEditionName();
  const isOpen = stage === "open";
  const hasNews = released === null || late > 0;
  // A decision that was released separately from its round can be seen already.
  const unseen = released === null ? decided - alone : late;
  const releaseTitle =
    released === null ? `${quantity(unseen, "decision")} to release` : late > 0 ? say.more(late) : "Release";
  return (
    <Page title={`${edition}: ${title}`} lead="Check what delegates will see, then release it.">
      <ErrorSummary problems={reply?.reason ? [{ message: reply.reason }] : []} />
      {isAsked && released ? (
        <Card title={`Take the release of ${title} of ${edition} back?`}>
          <p>
            {say.hides(decided - late, edition)} Delegates who have already looked, or got their mail, know it
            anyway.
          </p>
          <PostForm className="stack">
            <SeenFields seen={seen} />
            <ActCode />
            <div className="actions">
              <Button name="intent" value="back" variant="danger">
                Take the release back
              </Button>
              <LinkButton href={`/admin/release/${id}`} variant="secondary">
                Leave it released
              </LinkButton>
            </div>
          </PostForm>
        </Card>
      ) : (
        <Card title={releaseTitle}>
          <p>
            <ReleaseTag stage={stage} late={late} />
          </p>
          {isOpen && (
            <MailProgress
              href={`/admin/release/${id}`}
              people={Math.max(0, decided - late - page.releasedDisabled)}
              {...mails}
            />
          )}
          {hasNews && (
            <PreflightNotice isCurrent={page.isCurrent} round={id} undecided={page.undecided} {...findings} />
          )}
          <p>{released ? say.showsMore(late, edition) : say.shows(unseen, edition)}</p>
          <PostForm className="stack">
            <SeenFields seen={seen} />
            <ActCode />
            <div className="actions">
              <Button name="intent" value="release" variant={hasNews ? "primary" : "secondary"}>
                {released ? "Release again" : "Release"}
              </Button>
              {released && <a href="?ask=back">Take the release back</a>}
            </div>
          </PostForm>
          <RoundCounts counts={page.counts} undecided={page.undecided} />
          <p>
            {released && (
              <>
                Released on <Moment at={released} />.{" "}
              </>
            )}
            {isDue ? (
              <>
                Decision release was <Moment at={seenFrom} />: released decisions are visible at once.
              </>
            ) : (
              <>
                Released decisions will be visible from <Moment at={seenFrom} /> on.
              </>
            )}
          </p>
        </Card>
      )}
      <ScheduleForm shown={page.shown} values={page.values} inUtc={page.inUtc} reply={reply?.schedule} />
      <p>
        <a href="/admin/release">All rounds</a>
      </p>
    </Page>
  );
}
