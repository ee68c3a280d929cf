import type { ReactNode } from "react";
import { Button, type ButtonVariant } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";
import { doorMessages } from "./messages.ts";

const say = doorMessages.sessions;

type Listed = {
  id: string;
  title: string;
  time: string;
  room: string | null;
  there: number;
  taken: number;
  capacity: number | null;
  isOpen: boolean;
};

/**
 * The sessions of today, and the sessions whose door is open. Each is a link to the page at its door. This page shows
 * no names.
 */
export function SessionDoors({ sessions }: { sessions: Listed[] }) {
  if (sessions.length === 0) return <p>{say.noneToday}</p>;
  return (
    <ul className="rows door-things">
      {sessions.map(({ id, title, time, room, there, taken, capacity, isOpen }) => (
        <li key={id}>
          <a href={`/admin/door/sessions/${id}`}>{title}</a> {isOpen && <Tag tone="success">Open</Tag>}
          <p className="hint">
            {[time, room, say.thereOf(there, taken, capacity)].filter(Boolean).join(", ")}
          </p>
        </li>
      ))}
    </ul>
  );
}

type Has = { kind: "place" } | { kind: "waits"; position: string } | { kind: "missed"; at: string };

type Person = {
  uid: string;
  name: string;
  institution: string;
  has: Has;
  thereSince: string | null;
  seen: number;
};

type Door = {
  id: string;
  isCancelled: boolean;
  when: string;
  isOpen: boolean;
  opensAt: string;
  isOver: boolean;
  taken: number;
  capacity: number | null;
  free: number | null;
  there: number;
  withoutPass: number;
  givesAway: string | null;
  people: Person[];
  queue: Person[];
  missed: Person[];
  entry: string;
  /** Empty if all names are shown. */
  search: string;
};

/** The page at the door of a session. It lists the people by their names, each with at most one button. */
export function SessionNames(door: Door) {
  const { when, taken, capacity, there, free, givesAway, isOpen, search, people, queue, missed } = door;
  return (
    <>
      <p>
        <strong>{say.thereOf(there, taken, capacity)}.</strong> {free !== null && say.free(free)}
      </p>
      <p className="hint">{when}</p>
      {!isOpen && (
        <p>{door.isCancelled ? say.cancelled : door.isOver ? say.over : say.opens(door.opensAt)}</p>
      )}
      {givesAway && <p>{givesAway}</p>}
      {door.withoutPass > 0 && <p className="hint">{say.withoutPass(door.withoutPass)}</p>}
      <form method="get" className="stack tight">
        <TextField label="Name" name="name" type="search" defaultValue={search} autoComplete="off" />
        <Button variant="secondary">Search</Button>
      </form>
      {people.length + queue.length + missed.length === 0 && (
        <p>{search === "" ? say.nobody : say.notFound}</p>
      )}
      <PostForm className="stack">
        <HiddenFields fields={{ entry: door.entry }} />
        <Names title="With a place" people={people} door={door} />
        <Names title="Place given away" people={missed} door={door} />
        <Names title="Waiting" people={queue} door={door} />
      </PostForm>
      <p>
        {say.without} <a href="/admin/door">{say.toNames}</a>
      </p>
    </>
  );
}

function Names({ title, people, door }: { title: string; people: Person[]; door: Door }) {
  if (people.length === 0) return null;
  return (
    <Card title={title}>
      <ul className="rows door-things">
        {people.map((person) => (
          <li key={person.uid} id={`p-${person.uid}`} className="cluster between">
            <span>
              <bdi>{person.name || person.uid}</bdi>{" "}
              <span className="hint">{[person.institution, stateOf(person)].filter(Boolean).join(", ")}</span>
            </span>{" "}
            {door.isOpen && <MarkOf {...person} of={person.name} sessionId={door.id} free={door.free} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const stateOf = ({ has, thereSince }: Person): string =>
  thereSince !== null
    ? say.thereSince(thereSince)
    : has.kind === "waits"
      ? say.waits(has.position)
      : has.kind === "missed"
        ? say.missed(has.at)
        : "";

/**
 * The button for a person at the door of a session. A person in the queue gets no button. The button that gives a place
 * is shown only while a place is free.
 */
function MarkOf({
  has,
  thereSince,
  isMain = false,
  ...about
}: {
  has: Has | null;
  thereSince: string | null;
  /** Whether marking people as here is the main act of the page. */
  isMain?: boolean;
  uid: string;
  seen: number;
  sessionId: string;
  free: number | null;
  of: string;
}) {
  if (thereSince !== null)
    return (
      <Mark {...about} mark="undo" variant="quiet">
        Not here
      </Mark>
    );
  if (has?.kind === "place")
    return (
      <Mark {...about} mark="here" variant={isMain ? "primary" : "secondary"}>
        Here
      </Mark>
    );
  if (has?.kind === "waits" || about.free === 0) return null;
  return (
    <Mark {...about} mark="letIn" variant="secondary">
      Give a place
    </Mark>
  );
}

/** A button whose value `markIn` reads. */
function Mark({
  mark,
  uid,
  seen,
  sessionId,
  of,
  variant,
  children,
}: {
  mark: "here" | "letIn" | "undo";
  uid: string;
  seen: number;
  sessionId: string;
  of: string;
  variant: ButtonVariant;
  children: ReactNode;
}) {
  return (
    <Button name="mark" value={`${mark}.${seen}.${sessionId}.${uid}`} variant={variant}>
      {children}
      <span className="visually-hidden"> {of}</span>
    </Button>
  );
}

type OfPerson = {
  id: string;
  title: string;
  when: string;
  has: Has | null;
  there: { at: string; by: string } | null;
  seen: number;
  free: number | null;
  closed: string | null;
};

/**
 * The sessions whose doors are open, on the page of a person. The person's own sessions come first; a button reveals
 * the others.
 *
 * @param isMain whether the page is only about sessions. If it is, and the person has only one session, the page's main
 *   act is to mark them as here.
 */
export function SessionsOfPerson({
  sessions,
  uid,
  entry,
  isMain = false,
}: {
  sessions: OfPerson[];
  uid: string;
  entry: string;
  isMain?: boolean;
}) {
  if (sessions.length === 0) return null;
  const own = sessions.filter(({ has }) => has !== null);
  const others = sessions.filter(({ has }) => has === null);
  const list = (shown: OfPerson[]) => (
    <ul className="rows door-things">
      {shown.map((session) => (
        <li key={session.id} className="cluster between">
          <span>
            {session.title} <span className="hint">{[session.when, placeOf(session)].join(". ")}</span>
          </span>{" "}
          {(session.closed === null || session.has?.kind === "place") && (
            <MarkOf
              {...{ uid, has: session.has, seen: session.seen, free: session.free }}
              {...{ sessionId: session.id, of: session.title, thereSince: session.there?.at ?? null }}
              isMain={isMain && own.length === 1}
            />
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <Card title="Sessions now">
      <PostForm className="stack" id="sessions">
        <HiddenFields fields={{ entry }} />
        {own.length > 0 ? list(own) : <p>{say.noPlaceNow}</p>}
        {others.length > 0 && (
          <details>
            <summary>{say.others}</summary>
            {list(others)}
          </details>
        )}
      </PostForm>
    </Card>
  );
}

function placeOf({ has, there, free, closed }: OfPerson): string {
  if (there) return say.isThere(there.at, there.by);
  if (has?.kind === "place") return say.hasPlace;
  if (has?.kind === "waits") return say.waitsHere;
  if (closed !== null) return closed;
  return [has?.kind === "missed" ? say.missed(has.at) : say.noPlace, free === null ? "" : say.free(free)]
    .filter(Boolean)
    .join(". ");
}
