import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { ProgrammeDays, ProgrammeTable } from "~/programme/day.tsx";
import { dayIn } from "~/programme/programme.form.ts";
import { nextOf, sessionState } from "~/programme/programme.ts";
import { readDay } from "~/programme/session-editing.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { zoneInWords } from "~/values/times.ts";

export const meta = titled("Programme");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, now } = await requireAbility(args, "content");
  const asked = new URL(args.request.url).searchParams;
  const read = await readDay(args.context.db, settings.conferenceId, dayIn(asked), now);
  const next = new Set(nextOf(read.sessions, now).map(({ id }) => id));
  return {
    day: read.day,
    days: read.days,
    timeZone: read.timeZone,
    isDeleted: asked.has("deleted"),
    sessions: read.sessions.map((session) => ({
      id: session.id,
      title: session.title,
      time: session.time,
      room: session.room,
      track: session.track,
      speakers: session.speakerNames,
      level: session.level,
      held: session.held,
      waiting: session.waiting,
      capacity: session.capacity,
      hasRecording: session.recordingId !== null,
      state: next.has(session.id) ? ("next" as const) : sessionState(session, now),
    })),
  };
}

export default function Programme() {
  const { day, days, timeZone, sessions, isDeleted } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Programme"
      lead={`Rooms, tracks and sessions. All times are ${zoneInWords(timeZone)} time.`}
      wide
    >
      {isDeleted && (
        <Notice tone="success">
          <p>The session has been deleted.</p>
        </Notice>
      )}
      <div className="cluster">
        <LinkButton href={`/admin/scheduling/new${day ? `?day=${day}` : ""}`}>New session</LinkButton>
        <a href="/admin/scheduling/rooms">Rooms and tracks</a>{" "}
        <a href="/admin/scheduling/import">Import from CSV</a>{" "}
        <a href="/admin/scheduling.csv" download>
          Download as CSV
        </a>
      </div>
      {days.length > 0 && <ProgrammeDays days={days} day={day} />}
      {sessions.length === 0 ? (
        <EmptyState title={days.length === 0 ? "No sessions yet" : "Nothing on this day"}>
          <p>Add sessions one by one, or import them all from a file.</p>
        </EmptyState>
      ) : (
        <ProgrammeTable sessions={sessions} />
      )}
    </Page>
  );
}
