import type { ScheduleAct } from "../../domain/types.ts";
import { ListTable } from "../list.tsx";
import { MovedNotice } from "../plans.tsx";
import { Tag, type Tone } from "../tag.tsx";

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
    .map(([act, word]) => `${counts[act].toLocaleString("en-US")} ${word}`)
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

/** Lines of a plan: what each does, from what to what, and what is wrong with those refused. */
export function ScheduleLines({ lines }: { lines: ShownLine[] }) {
  return (
    <ListTable caption="Lines of the plan" columns={["Line", "Session", "State"]} className="plan-lines">
      {lines.map(({ line, act, title, facts, changes, problem }) => (
        <tr key={line} id={`line-${line}`}>
          <td>{line}</td>
          <th scope="row" className="long">
            {title ?? problem}
            {facts && <small>{facts}</small>}
            {changes.map(([column, before, after]) => (
              <small key={column}>
                {column}: {before || "nothing"} → <strong>{after || "nothing"}</strong>
              </small>
            ))}
          </th>
          <td>
            <Tag tone={ACTS[act].tone}>{ACTS[act].words}</Tag>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

type Moved = {
  line: number;
  title: string;
  why: "session" | "room taken" | "speaker busy" | "place gone" | "place made";
  what: string;
};

const MOVES: Record<Moved["why"], (what: string) => string> = {
  session: (what) => (what ? `“${what}” was changed since` : "the session was deleted since"),
  "room taken": (what) => `“${what}” has its room now`,
  "speaker busy": (what) => `a speaker is in “${what}” now`,
  "place gone": (what) => `${what} was removed since`,
  "place made": (what) => `${what} was added since`,
};

/** What has come between a plan and the programme. */
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
