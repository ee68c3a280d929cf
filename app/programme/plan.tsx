import { Fragment } from "react";
import { MovedNotice } from "~/plans/plans.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import type { ScheduleAct } from "~/values/types.ts";
import { grouped, quantity } from "~/values/words.ts";

type Counts = Record<ScheduleAct, number>;

const COUNTED: [ScheduleAct, string][] = [
  ["create", "new"],
  ["change", "changed"],
  ["unchanged", "unchanged"],
  ["refused", "refused"],
];

/** "12 new, 2 changed, 1 refused". */
export const scheduleInWords = (counts: Counts): string =>
  COUNTED.filter(([act]) => counts[act] > 0)
    .map(([act, word]) => `${grouped(counts[act])} ${word}`)
    .join(", ") || "nothing";

const ACTS: Record<ScheduleAct, { words: string; tone: Tone }> = {
  create: { words: "New", tone: "success" },
  change: { words: "Changed", tone: "active" },
  unchanged: { words: "Unchanged", tone: "todo" },
  refused: { words: "Refused", tone: "error" },
};

type ShownLine = {
  line: number;
  act: ScheduleAct;
  sessionId: string | null;
  title: string | null;
  facts: string;
  changes: [column: string, before: string, after: string][];
  problem: string | null;
};

/** The lines of a plan: what each does, its changes, and the problem of a refused line. */
export function ScheduleLines({ lines }: { lines: ShownLine[] }) {
  return (
    <ListTable
      caption="Lines of the plan"
      rows={lines}
      keyOf={({ line }) => line}
      idOf={({ line }) => `line-${line}`}
      columns={[
        {
          title: "Session",
          kind: "long",
          cell: ({ title, facts, changes, problem }) => (
            <>
              {title ?? problem} {facts && <small>{facts}</small>}
              {changes.map(([column, before, after]) => (
                <Fragment key={column}>
                  {" "}
                  <small>
                    {column}: {before || "nothing"} → <strong>{after || "nothing"}</strong>
                  </small>
                </Fragment>
              ))}
            </>
          ),
        },
        { title: "State", cell: ({ act }) => <Tag tone={ACTS[act].tone}>{ACTS[act].words}</Tag> },
        { title: "Line", kind: "number", cell: ({ line }) => line },
      ]}
    />
  );
}

type Warnings = {
  outside: { total: number; lines: number[] };
  rooms: string[];
  tracks: string[];
};

/**
 * Warns of likely typing errors: days outside the conference, and names of rooms and tracks that did not exist before.
 */
export function ScheduleWarnings({ outside, rooms, tracks }: Warnings) {
  const isMade = [
    { names: rooms, one: "room", several: "rooms" },
    { names: tracks, one: "track", several: "tracks" },
  ].filter(({ names }) => names.length > 0);
  if (outside.total === 0 && isMade.length === 0) return null;
  return (
    <Notice tone="warning" title="Please look at this first">
      <ul>
        {outside.total > 0 && (
          <li>
            {quantity(outside.total, "session is", "sessions are")} on a day outside the conference:{" "}
            {outside.lines.map((line, index) => (
              <Fragment key={line}>
                {index > 0 && ", "}
                <a href={`#line-${line}`}>line {line}</a>
              </Fragment>
            ))}
            {outside.total > outside.lines.length && " and others"}.
          </li>
        )}
        {isMade.map(({ names, one, several }) => (
          <li key={one}>
            {quantity(names.length, one, several)} would be added: {names.join(", ")}. If you meant one that
            already exists, correct its name in the file.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type Moved = {
  line: number;
  title: string;
  why: "session" | "room taken" | "speaker busy" | "place gone" | "place made";
  what: string;
};

const MOVES: Record<Moved["why"], (what: string) => string> = {
  session: (what) => (what ? `“${what}” has changed since` : "the session has been deleted since"),
  "room taken": (what) => `its room is now taken by “${what}”`,
  "speaker busy": (what) => `one of its speakers is now in “${what}”`,
  "place gone": (what) => `${what} has been removed since`,
  "place made": (what) => `${what} has been added since`,
};

/** Shows what has changed in the programme since a plan was made. */
export function MovedSchedule({ moved }: { moved: Moved[] }) {
  if (moved.length === 0) return null;
  return (
    <MovedNotice>
      {moved.map(({ line, title, why, what }) => (
        <li key={`${line} ${why} ${what}`}>
          {line > 0 && `Line ${line}, “${title}”: `}
          {MOVES[why](what)}
        </li>
      ))}
    </MovedNotice>
  );
}
