import type { ScheduleAct } from "../domain/types.ts";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { FieldError, fieldAttributes, SelectField, TextArea, TextField } from "./field.tsx";
import { Notice } from "./notice.tsx";
import { PostForm } from "./post-form.tsx";
import { Tag, type Tone } from "./tag.tsx";

const DAY = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** "Fri, 17 Feb 2023" of 2023-02-17. */
const dayInWords = (day: string) => DAY.format(Date.parse(`${day}T00:00Z`));

/** The days of the programme, one page each. */
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

type Listed = {
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
export function ProgrammeTable({ sessions }: { sessions: Listed[] }) {
  return (
    <div className="scroll">
      <table>
        <caption className="visually-hidden">Sessions of the day</caption>
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col">Time</th>
            <th scope="col">Room</th>
            <th scope="col">For</th>
            <th scope="col" className="number">
              Places
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <th scope="row" className="long">
                <a href={`/admin/scheduling/${session.id}`}>{session.title}</a>
                <small>
                  {[session.speakers.join(", "), session.track, session.hasRecording && "Recording"]
                    .filter(Boolean)
                    .join(" · ")}
                </small>
              </th>
              <td>
                {session.time}
                {STATES[session.state] && (
                  <>
                    {" "}
                    <Tag tone={STATES[session.state]!.tone}>{STATES[session.state]!.words}</Tag>
                  </>
                )}
              </td>
              <td>{session.room ?? <span className="muted">none</span>}</td>
              <td>{session.level}</td>
              <td className="number">
                {session.held}
                {session.capacity !== null && ` / ${session.capacity}`}
                {session.waiting > 0 && <small>{session.waiting} waiting</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export type SessionReply = {
  values: Record<string, string>;
  speakers: string[];
  problems: Record<string, string>;
  reason?: string;
};

type Choice = { value: string; label: string };

export type SessionFormProps = {
  version: number;
  stored: Omit<SessionReply, "problems" | "reason">;
  reply?: SessionReply;
  timeZone: string;
  rooms: Choice[];
  tracks: Choice[];
  levels: Choice[];
  /** What may be written for a speaker, and for a recording. */
  speakerNames: string[];
  recordings: string[];
  capacityHint: string;
};

const MORE_SPEAKERS = 2;

/** A session to add or to change. */
export function SessionForm(props: SessionFormProps) {
  const { stored, reply, timeZone, speakerNames, recordings } = props;
  const { values, speakers, problems, reason } = reply ?? { ...stored, problems: {}, reason: undefined };
  const summary = [
    ...(reason ? [{ message: reason }] : []),
    ...Object.entries(problems).map(([field, message]) => ({
      field: field === "speaker" ? "speaker-1" : field,
      message,
    })),
  ];
  const wall = (name: string, label: string) => (
    <TextField
      label={label}
      name={name}
      type="datetime-local"
      className="medium"
      hint={`Time of ${timeZone}.`}
      defaultValue={values[name]}
      error={problems[name]}
    />
  );
  return (
    <PostForm className="stack">
      <ErrorSummary problems={summary} />
      <input type="hidden" name="version" value={props.version} />
      <TextField label="Title" name="title" defaultValue={values["title"]} error={problems["title"]} />
      <TextArea
        label="Description"
        name="description"
        optional
        rows={5}
        defaultValue={values["description"]}
        error={problems["description"]}
      />
      <div className="beside">
        {wall("startsAt", "Begins")}
        {wall("endsAt", "Ends")}
      </div>
      <div className="beside">
        <SelectField
          label="Room"
          name="roomId"
          emptyOption="No room"
          options={props.rooms}
          defaultValue={values["roomId"]}
          error={problems["roomId"]}
        />
        <SelectField
          label="Track"
          name="trackId"
          emptyOption="No track"
          options={props.tracks}
          defaultValue={values["trackId"]}
          error={problems["trackId"]}
        />
      </div>
      <fieldset className="field">
        <legend>
          Speakers<span className="optional"> (optional)</span>
        </legend>
        <div className="hint" id="speaker-hint">
          Names from the library, in the order in which they are shown. An empty field counts for nothing;
          save to get more fields.
        </div>
        {problems["speaker"] && <FieldError name="speaker">{problems["speaker"]}</FieldError>}
        <div className="stack tight">
          {Array.from({ length: speakers.length + MORE_SPEAKERS }, (_, index) => index + 1).map((number) => (
            <input
              key={number}
              {...fieldAttributes({
                name: "speaker",
                hint: true,
                ...(problems["speaker"] && { error: problems["speaker"] }),
              })}
              id={`speaker-${number}`}
              aria-label={`Speaker ${number}`}
              list="speaker-names"
              autoComplete="off"
              defaultValue={speakers[number - 1]}
            />
          ))}
        </div>
        <datalist id="speaker-names">
          {speakerNames.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </fieldset>
      <div className="beside">
        <SelectField
          label="For"
          name="accessLevel"
          emptyOption="Everybody signed in"
          options={props.levels}
          defaultValue={values["accessLevel"]}
          error={problems["accessLevel"]}
        />
        <TextField
          label="Places"
          name="capacity"
          optional
          className="short"
          inputMode="numeric"
          hint={props.capacityHint}
          defaultValue={values["capacity"]}
          error={problems["capacity"]}
        />
      </div>
      <TextField
        label="Recording"
        name="recording"
        optional
        list="recording-titles"
        autoComplete="off"
        hint="A video of the library, its id in parentheses. Shown once it is published there."
        defaultValue={values["recording"]}
        error={problems["recording"]}
      />
      <datalist id="recording-titles">
        {recordings.map((title) => (
          <option key={title} value={title} />
        ))}
      </datalist>
      <div className="actions">
        <Button name="intent" value="save">
          Save
        </Button>
        <a href={`/admin/scheduling?day=${(values["startsAt"] ?? "").slice(0, 10)}`}>Back to the day</a>
      </div>
    </PostForm>
  );
}

/** What somebody else has written in the meantime, field by field. */
export function ChangedMeanwhile({ sentence, fields }: { sentence: string; fields: [string, string][] }) {
  return (
    <Notice tone="error" title="Changed meanwhile">
      <p>{sentence}</p>
      <ul>
        {fields.map(([label, value]) => (
          <li key={label}>
            {label}: <strong>{value || "nothing"}</strong>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type Named = { id: string; title: string; link?: string | null; sessions: number };

export type NamedReply = {
  kind: "room" | "track";
  /** Of the row it is about; empty for a new one. */
  id: string;
  values: { title: string; link: string };
  problems: Record<string, string>;
};

/** Rooms or tracks: each with its name and, of a room, its link; one more can be added. */
export function NamedCard({
  kind,
  list,
  reply,
}: {
  kind: "room" | "track";
  list: Named[];
  reply?: NamedReply;
}) {
  const mine = reply?.kind === kind ? reply : undefined;
  return (
    <Card title={kind === "room" ? "Rooms" : "Tracks"} id={`${kind}s`}>
      <div className="named-list">
        {list.map((one) => (
          <NamedForm key={one.id} kind={kind} stored={one} reply={mine?.id === one.id ? mine : undefined} />
        ))}
        <NamedForm kind={kind} reply={mine?.id === "" ? mine : undefined} />
      </div>
    </Card>
  );
}

function NamedForm({ kind, stored, reply }: { kind: "room" | "track"; stored?: Named; reply?: NamedReply }) {
  const key = `${kind}-${stored?.id ?? "new"}`;
  const values = reply?.values ?? { title: stored?.title ?? "", link: stored?.link ?? "" };
  const field = (name: "title" | "link", label: string) => {
    const error = reply?.problems[name];
    return (
      <div className="field">
        <label htmlFor={`${key}-${name}`}>{label}</label>
        {error && <FieldError name={`${key}-${name}`}>{error}</FieldError>}
        <input
          {...fieldAttributes({ name: `${key}-${name}`, ...(error && { error }) })}
          name={name}
          defaultValue={values[name]}
        />
      </div>
    );
  };
  const thing = kind === "room" ? "room" : "track";
  return (
    <PostForm>
      <ErrorSummary
        problems={Object.entries(reply?.problems ?? {}).map(([name, message]) => ({
          field: `${key}-${name}`,
          message,
        }))}
      />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={stored?.id ?? ""} />
      <input type="hidden" name="seenTitle" value={stored?.title ?? ""} />
      <input type="hidden" name="seenLink" value={stored?.link ?? ""} />
      <div className="named-fields">
        {field("title", stored ? "Name" : `New ${thing}`)}
        {kind === "room" && field("link", "Link, if it is online")}
        <div className="cluster">
          <Button name="intent" value={stored ? "rename" : "add"} variant="secondary">
            {stored ? "Save" : `Add ${thing}`}
          </Button>
          {stored &&
            (stored.sessions === 0 ? (
              <Button name="intent" value="remove" variant="quiet" aria-label={`Remove ${stored.title}`}>
                Remove
              </Button>
            ) : (
              <span className="hint">
                {stored.sessions} {stored.sessions === 1 ? "session" : "sessions"}
              </span>
            ))}
        </div>
      </div>
    </PostForm>
  );
}

/* ---------------------------------------------------------------- plans */

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
    <div className="scroll">
      <table className="plan-lines">
        <caption className="visually-hidden">Lines of the plan</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Session</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
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
    <Notice tone="error" title="Changed since this plan was made">
      <p>It cannot be applied any more. Upload the file again to make a new plan over what is there now.</p>
      <ul>
        {moved.map(({ line, title, why, what }) => (
          <li key={`${line} ${why} ${what}`}>
            {line > 0 && `Line ${line}, “${title}”: `}
            {MOVES[why](what)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
