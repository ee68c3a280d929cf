import { ListTable } from "~/ui/list.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import { lazily } from "~/values/lazily.ts";

const dayFormat = lazily(
  () =>
    new Intl.DateTimeFormat("en-GB", {
      weekday: "short",
      day: "numeric",
      month: "short",
      year: "numeric",
      timeZone: "UTC",
    }),
);

/** "Fri, 17 Feb 2023" for 2023-02-17. */
const dayInWords = (day: string) => dayFormat().format(Date.parse(`${day}T00:00Z`));

/** Links to the days of the programme. Each day has its own page. */
export function ProgrammeDays({
  days,
  day,
}: {
  days: { day: string; sessions: number }[];
  day: string | null;
}) {
  return (
    <nav aria-label="Days" className="programme-days">
      <ul>
        {days.map((one) => (
          <li key={one.day}>
            <a href={`/admin/scheduling?day=${one.day}`} aria-current={one.day === day ? "page" : undefined}>
              {dayInWords(one.day)} <small>{one.sessions}</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type State = "cancelled" | "over" | "now" | "next" | "ahead";

const STATES: Partial<Record<State, { words: string; tone: Tone }>> = {
  cancelled: { words: "Cancelled", tone: "error" },
  now: { words: "On now", tone: "success" },
  next: { words: "Next", tone: "active" },
  over: { words: "Over", tone: "todo" },
};

type ListedSession = {
  id: string;
  title: string;
  time: string;
  room: string | null;
  track: string | null;
  speakers: string[];
  level: string;
  held: number;
  waiting: number;
  capacity: number | null;
  hasRecording: boolean;
  state: State;
};

/** The sessions of a day. */
export function ProgrammeTable({ sessions }: { sessions: ListedSession[] }) {
  return (
    <ListTable
      caption="Sessions of the day"
      rows={sessions}
      keyOf={(session) => session.id}
      columns={[
        {
          title: "Session",
          kind: "long",
          cell: (session) => (
            <>
              <a href={`/admin/scheduling/${session.id}`}>{session.title}</a>{" "}
              <small>
                {[session.speakers.join(", "), session.track, session.hasRecording && "Recording"]
                  .filter(Boolean)
                  .join(" · ")}
              </small>
            </>
          ),
        },
        {
          title: "Time",
          cell: (session) => (
            <>
              {session.time}
              {STATES[session.state] && (
                <>
                  {" "}
                  <Tag tone={STATES[session.state]!.tone}>{STATES[session.state]!.words}</Tag>
                </>
              )}
            </>
          ),
        },
        { title: "Room", cell: (session) => session.room },
        { title: "For", cell: (session) => session.level },
        {
          title: "Places",
          kind: "number",
          cell: (session) =>
            (session.held > 0 || session.capacity !== null) && (
              <>
                {session.held}
                {session.capacity !== null && ` / ${session.capacity}`}{" "}
                {session.waiting > 0 && <small>{session.waiting} waiting</small>}
              </>
            ),
        },
      ]}
    />
  );
}
