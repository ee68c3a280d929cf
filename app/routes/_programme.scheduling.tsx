import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { choosePlace, leavePlace } from "~/programme/agenda.server.ts";
import { clockIn, dayInWords } from "~/programme/agenda.ts";
import { programmeMessages } from "~/programme/messages.ts";
import { dayOf, nextOf, sessionState } from "~/programme/programme.ts";
import { NowAndNext, SessionList } from "~/programme/programme.tsx";
import { programmeFilterOf } from "~/programme/programme-filter.form.ts";
import { programmeAddress } from "~/programme/programme-filter.ts";
import { Days, ProgrammeFilters, ProgrammePages } from "~/programme/programme-filters.tsx";
import { schedulingOf, searched, sessionView } from "~/programme/programme-page.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { LivePart } from "~/ui/live-part.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { placeOf } from "~/values/times.ts";

export const meta = titled("Scheduling", {
  name: "description",
  content: "The programme of the conference, day by day, and your own agenda in it.",
});

const PAGE = 40;

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAccess(args, "signed-in");
  const { now, settings } = visit;
  const scheduling = await schedulingOf(args, visit);
  const { sessions, days, tracks, eventName, timeZone, version, chosen } = scheduling;
  const filter = programmeFilterOf(new URL(args.request.url).searchParams);
  const day = sessions[0]?.day ?? filter.day;
  const zone = filter.zone === timeZone ? "" : filter.zone;
  const found = searched(scheduling, filter);
  const page = Math.min(filter.page, Math.max(1, Math.ceil(found.length / PAGE)));
  const shown = found.slice((page - 1) * PAGE, page * PAGE);
  const brief = (session: (typeof sessions)[number]) => ({
    id: session.id,
    title: session.title,
    room: scheduling.rooms.find(({ id }) => id === session.roomId)?.title ?? null,
    begins: clockIn(session.startsAt, timeZone),
    href: shown.includes(session)
      ? `#s-${session.id}`
      : `${programmeAddress({ ...filter, day, search: session.title, track: "", page: 1 })}#s-${session.id}`,
  });
  return {
    filter: { ...filter, day, zone, page },
    ...{ days, eventName, timeZone, version },
    total: sessions.length,
    found: found.length,
    pages: Math.ceil(found.length / PAGE),
    tracks: tracks.map(({ id, title }) => ({ value: id, label: title })),
    now: sessions.filter((session) => sessionState(session, now) === "now").map(brief),
    // On the page of another day, `next` is empty. Otherwise it would repeat the first sessions of the list below it,
    // and they would look like sessions of today.
    next: day === dayOf(now, timeZone) ? nextOf(sessions, now).map(brief) : [],
    sessions: shown.map(sessionView(scheduling, visit, zone || null)),
    agenda: chosen.length,
    versionAt: `/scheduling/version?${new URLSearchParams({ conference: settings.conferenceId, day })}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAccess(args, "signed-in", form);
  const [choose, leave] = [String(form.get("choose") ?? ""), String(form.get("leave") ?? "")];
  if (choose !== "") {
    const answer = await choosePlace(args.context, visit, choose);
    if ("refused" in answer) return data({ sessionId: choose, refused: answer.refused }, answer.status);
  } else if (leave !== "") await leavePlace(args.context, visit, leave);
  else return data({ sessionId: "", refused: messages.badRequest }, 400);
  const { pathname, search } = new URL(args.request.url);
  return redirect(`${pathname}${search}#s-${encodeURIComponent(choose || leave)}`);
}

export default function SchedulingPage() {
  const { filter, days, sessions, total, found, pages, version, versionAt, ...shown } =
    useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (days.length === 0) {
    return (
      <Page title="Scheduling">
        <EmptyState title="No sessions yet">
          <p>The programme will be here once its sessions are published.</p>
        </EmptyState>
      </Page>
    );
  }
  const isElsewhere = refused && !sessions.some(({ id }) => id === refused.sessionId);
  return (
    <Page
      title="Scheduling"
      lead={`The programme${shown.eventName ? ` of the ${shown.eventName}` : ""}. All times are ${placeOf(shown.timeZone)} time.`}
      wide
    >
      <div className="cluster no-print">
        <LinkButton href="/scheduling/agenda" variant="secondary">
          My agenda ({shown.agenda})
        </LinkButton>
      </div>
      <Days days={days} filter={filter} />
      <ProgrammeFilters filter={filter} tracks={shown.tracks} timeZone={shown.timeZone} />
      {isElsewhere && (
        <p className="error" role="alert">
          {refused.refused}
        </p>
      )}
      <LivePart
        id="programme"
        src={`/scheduling${programmeAddress(filter)}`}
        version={version}
        versionAt={versionAt}
      >
        <NowAndNext now={shown.now} next={shown.next} />
        <h2>{dayInWords(filter.day)}</h2>
        {sessions.length > 0 ? (
          <PostForm>
            <SessionList sessions={sessions} refused={refused} />
          </PostForm>
        ) : (
          <EmptyState title={total > 0 ? "Nothing found" : "Nothing on this day"}>
            {total > 0 && <p>{programmeMessages.agenda.nothingFound}</p>}
          </EmptyState>
        )}
      </LivePart>
      <ProgrammePages filter={filter} pages={pages} />
    </Page>
  );
}
