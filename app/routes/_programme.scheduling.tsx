import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/button.tsx";
import { EmptyState } from "~/components/card.tsx";
import { LivePart } from "~/components/live-part.tsx";
import { Page } from "~/components/page.tsx";
import { PostForm } from "~/components/post-form.tsx";
import { NowAndNext, SessionList } from "~/components/programme.tsx";
import { Days, ProgrammeFilters, ProgrammePages } from "~/components/programme-filters.tsx";
import { clockIn, dayInWords, placeOf } from "~/domain/agenda.ts";
import { messages } from "~/domain/messages.ts";
import { nextOf, sessionState } from "~/domain/programme.ts";
import { programmeAddress, programmeFilterOf } from "~/forms/programme-filter.ts";
import { choosePlace, leavePlace } from "~/models/agenda.server.ts";
import { schedulingOf, searched, sessionView } from "~/scheduling.server.ts";
import { readForm, requireAccess } from "~/session.server.ts";

export const meta: MetaFunction = () => [
  { title: "Scheduling · HPAIR" },
  { name: "description", content: "The programme of the conference, day by day, and your own agenda in it." },
];

const PAGE = 40;

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAccess(args, "signed-in");
  const { now, settings } = visit;
  const scheduling = await schedulingOf(args, visit);
  const { sessions, days, tracks, timeZone, version, chosen } = scheduling;
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
    ...{ days, timeZone, version },
    total: sessions.length,
    found: found.length,
    pages: Math.ceil(found.length / PAGE),
    tracks: tracks.map(({ id, title }) => ({ value: id, label: title })),
    now: sessions.filter((session) => sessionState(session, now) === "now").map(brief),
    next: nextOf(sessions, now).map(brief),
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
    <Page title="Scheduling" lead={`The programme. All times are ${placeOf(shown.timeZone)} time.`} wide>
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
            {total > 0 && <p>{messages.agenda.nothingFound}</p>}
          </EmptyState>
        )}
      </LivePart>
      <ProgrammePages filter={filter} pages={pages} />
    </Page>
  );
}
