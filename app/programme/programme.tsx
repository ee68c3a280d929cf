import type { ReactNode } from "react";
import { Button, LinkButton } from "~/ui/button.tsx";
import { useSite } from "~/ui/site.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import type { PlaceState } from "~/values/types.ts";
import { ordinal } from "./agenda.ts";
import { programmeMessages } from "./messages.ts";
import type { SessionState } from "./programme.ts";

export type Session = {
  id: string;
  title: string;
  description: string;
  state: SessionState;
  isNext: boolean;
  /** Instants in ISO format. */
  from: string;
  until: string;
  /** The day on which the session begins, YYYY-MM-DD, and its local times, in the conference's zone. */
  day: string;
  times: string;
  /** The session's times in the zone that the visitor chose, with the name of that zone; null if none was chosen. */
  ownTimes: string | null;
  track: string | null;
  room: string | null;
  /** The link to the online room; null unless the visitor may join. */
  link: string | null;
  /**
   * The pages of the speakers and the recording are in the library. `href` is null for viewers who may not open them.
   */
  speakers: { id: string; name: string; about: string; href: string | null }[];
  recording: { href: string | null } | null;
  mine: { state: PlaceState; position: number | null } | null;
  /** The time at which the viewer's place was given away, because they had not come; null if it was not. */
  missed: string | null;
  /** The number of places in the session; null if there is no limit. */
  places: number | null;
  /** The titles of sessions in the viewer's agenda that take place at the same time. */
  clashes: string[];
  mayChoose: boolean;
  /** Why the viewer may not attend, and the page on which the missing pass or add-on can be bought. */
  refusal: { reason: string; wayIn: string | null } | null;
};

const STATES: Record<SessionState, [Tone, string] | null> = {
  cancelled: ["error", "Cancelled"],
  over: ["todo", "Over"],
  now: ["active", "On now"],
  ahead: null,
};

/** A list of sessions inside a form, with buttons to choose and leave them. */
export function SessionList({
  sessions,
  refused,
  isAgenda = false,
}: {
  sessions: Session[];
  refused: { sessionId: string; refused: string } | undefined;
  /** Whether all listed sessions are in the viewer's agenda; then the list does not say this for each of them. */
  isAgenda?: boolean;
}) {
  return (
    <ol className="programme">
      {sessions.map((session) => (
        <SessionItem
          key={session.id}
          session={session}
          isAgenda={isAgenda}
          refused={refused?.sessionId === session.id ? refused.refused : null}
        />
      ))}
    </ol>
  );
}

function SessionItem({
  session,
  isAgenda,
  refused,
}: {
  session: Session;
  isAgenda: boolean;
  refused: string | null;
}) {
  const { id, title, description, track, mine, missed, speakers, recording, clashes, state } = session;
  const { library } = useSite();
  return (
    <li id={`s-${id}`} className={mine && !isAgenda ? "session mine" : "session"} data-state={state}>
      <Times session={session} />
      <div className="about">
        <div className="tags">
          <Tags session={session} isAgenda={isAgenda} />
          {track && <span className="track">{track}</span>}
        </div>
        <h3>{title}</h3>
        <Where session={session} />
        {speakers.length > 0 && (
          <ul className="speakers">
            {speakers.map(({ id, name, about, href }) => (
              <li key={id}>
                {href ? (
                  <a href={href}>
                    <bdi>{name}</bdi>
                  </a>
                ) : (
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                )}
                {about && <span className="muted">, {about}</span>}
              </li>
            ))}
          </ul>
        )}
        {description && <p className="description">{description}</p>}
        {clashes.length > 0 && (
          <p className={mine ? "clash" : "hint"} data-tone="warning">
            {programmeMessages.agenda.sameTime(clashes.join(" and "), mine !== null)}
          </p>
        )}
        {missed !== null && (
          <p className="clash" data-tone="warning">
            {programmeMessages.agenda.missed(missed)}
          </p>
        )}
        {recording && (
          <p>
            {recording.href ? (
              <a href={recording.href}>
                Watch the recording<span className="visually-hidden"> of {title}</span>
              </a>
            ) : (
              <a href="/plus/subscribe">
                The recording<span className="visually-hidden"> of {title}</span>
                {` is part of ${library}`}
              </a>
            )}
          </p>
        )}
        {refused && (
          <p className="error" role="alert">
            {refused}
          </p>
        )}
      </div>
      <Choice session={session} />
    </li>
  );
}

function Times({ session: { from, until, times, ownTimes, day } }: { session: Session }) {
  const [begin, end] = times.split("–");
  return (
    <div className="times">
      <own-time data-day={day} data-told={ownTimes ? "" : undefined}>
        <time dateTime={from}>{begin}</time>–<time dateTime={until}>{end}</time>
      </own-time>
      {ownTimes && (
        <>
          {" "}
          <span className="own">({ownTimes})</span>
        </>
      )}
    </div>
  );
}

function Tags({ session: { state, isNext, mine }, isAgenda }: { session: Session; isAgenda: boolean }) {
  const [tone, words] = STATES[state] ?? [];
  return (
    <>
      {tone && <Tag tone={tone}>{words}</Tag>}
      {isNext && <Tag tone="info">Next</Tag>}
      {mine?.state === "held" && !isAgenda && state !== "cancelled" && <Tag tone="done">In your agenda</Tag>}
      {mine?.state === "waiting" && state !== "cancelled" && <Tag tone="warning">Waiting list</Tag>}
    </>
  );
}

function Where({ session: { room, link, title } }: { session: Session }) {
  if (!room) return null;
  return (
    <p className="room">
      {room}
      {link && (
        <>
          {" · "}
          <a href={link} target="_blank" rel="noreferrer">
            Join online<span className="visually-hidden">: {title} (in a new tab)</span>
          </a>
        </>
      )}
    </p>
  );
}

function Choice({ session }: { session: Session }) {
  const { id, title, day, mine, missed, places, state, refusal } = session;
  const isAhead = state === "ahead" || state === "now";
  const named = (words: string) => (
    <>
      {words}
      <span className="visually-hidden"> {title}</span>
    </>
  );
  return (
    <div className="choice-of">
      {mine && state !== "over" && (
        <Button name="leave" value={id} variant="quiet">
          {named("Leave")}
        </Button>
      )}
      {missed !== null && session.mayChoose && (
        <>
          <LinkButton href={`/scheduling?day=${day}#s-${id}`} variant="secondary">
            {named(programmeMessages.agenda.chooseAgain)}
          </LinkButton>{" "}
        </>
      )}
      {!mine && missed === null && session.mayChoose && (
        <Button name="choose" value={id} variant="secondary">
          {named(places === 0 ? "Join the waiting list" : "Choose")}
        </Button>
      )}
      {isAhead && mine?.position && (
        <p className="hint">{programmeMessages.agenda.waiting(ordinal(mine.position))}</p>
      )}
      {isAhead && !mine && missed === null && session.mayChoose && places !== null && (
        <p className="hint">
          {places === 0 ? programmeMessages.agenda.noPlaces : programmeMessages.agenda.placesLeft(places)}
        </p>
      )}
      {refusal && (
        <p className="hint">
          {refusal.reason} {refusal.wayIn && <a href={refusal.wayIn}>{named("See what it costs")}</a>}
        </p>
      )}
      {isAhead && (
        <a className="no-print calendar" href={`/scheduling/${id}.ics`}>
          {named("Add to calendar")}
        </a>
      )}
    </div>
  );
}

/** The sessions that are on now, and the sessions that come next. */
export function NowAndNext({ now, next }: { now: Brief[]; next: Brief[] }) {
  if (now.length + next.length === 0) return null;
  return (
    <dl className="now no-print">
      {now.length > 0 && <BriefList term="On now" sessions={now} />}
      {next.length > 0 && <BriefList term={`Next, at ${next[0]!.begins}`} sessions={next} />}
    </dl>
  );
}

export type Brief = { id: string; title: string; room: string | null; begins: string; href: string };

function BriefList({ term, sessions }: { term: ReactNode; sessions: Brief[] }) {
  return (
    <div>
      <dt>{term}</dt>
      {sessions.map(({ id, title, room, href }) => (
        <dd key={id}>
          <a href={href}>{title}</a>
          {room && <span className="muted">, {room}</span>}
        </dd>
      ))}
    </div>
  );
}
