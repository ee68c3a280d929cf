import type { ReactNode } from "react";
import { Button, type ButtonVariant, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import type { Tone } from "~/ui/tag.tsx";
import { dateInWords } from "~/values/days.ts";
import { type DoorRefusal, timeAtDoor } from "./at-door.ts";
import { doorMessages } from "./messages.ts";
import { SessionsOfPerson } from "./session-door.tsx";

type Thing = {
  id: string;
  title: string;
  seen: number;
  times: number;
  lastId: string | null;
  passed: { at: number; by: string } | null;
};

type Props = {
  person: {
    refusal: DoorRefusal | null;
    pass:
      | (Thing & {
          uid: string;
          name: string;
          fullName: string;
          event: string | null;
          beginsOn: string | null;
          zone: string;
          reference: string;
          isPaid: boolean;
        })
      | null;
    addOns: Thing[];
    notes: { term: string; value: string }[];
  };
  now: number;
  /** The entries that buttons have made since the page was opened. */
  done: string[];
  /** An id for the form of each thing. */
  entries: Record<string, string>;
  mayTakeMoney: boolean;
  /** The sessions that are open now, and an id for the next act of their buttons. A practice has neither. */
  sessions?: Parameters<typeof SessionsOfPerson>[0]["sessions"];
  sessionEntry?: string;
  /** Whether the last button did nothing, because something had happened since the page was shown. */
  isChanged: boolean;
  /** In a practice, the page with the other tickets. */
  practice?: string;
  /**
   * The page where the helper finds the next person. A helper who scans with the phone's own camera does not need one.
   */
  next?: string;
};

/**
 * The page of a person at the door: whether they come in, what to hand over, and what to know. It has one button for
 * the next step.
 */
export function DoorPerson(props: Props) {
  const { person, done, isChanged, mayTakeMoney, practice } = props;
  const { refusal, pass, addOns, notes } = person;
  const { title, tone } = verdictOf(person, done);
  const list = practice
    ? { href: practice, words: doorMessages.practice.again }
    : { href: "/admin/door", words: "List of names" };
  return (
    <Page title={title} eyebrow={!refusal && <a href={list.href}>{list.words}</a>}>
      {isChanged && (
        <Notice tone="error">
          <p>{doorMessages.changed}</p>
        </Notice>
      )}
      <div className="door-verdict" data-tone={tone}>
        {pass && (
          <>
            <p className="door-name">
              <bdi>{pass.name || pass.reference}</bdi>
            </p>
            {pass.fullName !== pass.name && (
              <p>
                In the application: <bdi>{pass.fullName}</bdi>
              </p>
            )}
            <p>
              {pass.title}
              {pass.event && `, ${pass.event}`}
            </p>
            <p>Reference {pass.reference}</p>
            {pass.beginsOn && (
              <p>
                {doorMessages.early(dateInWords(pass.beginsOn))}{" "}
                <a href="/admin/door/practice">{doorMessages.practiseInstead}</a>
              </p>
            )}
          </>
        )}
        {refusal && (
          <>
            <p>{refusal.whatToDo}</p>
            <LinkButton href={list.href} variant="secondary">
              {list.words}
            </LinkButton>
          </>
        )}
        {pass && !refusal && <Admission {...props} pass={pass} />}
      </div>
      {pass && !pass.isPaid && mayTakeMoney && (
        <p>
          <a href={`/admin/payments/person/${pass.uid}`}>Record their money</a>
        </p>
      )}
      {pass && props.sessions && (
        <SessionsOfPerson sessions={props.sessions} uid={pass.uid} entry={props.sessionEntry ?? ""} />
      )}
      {addOns.length > 0 && (
        <Card title="To hand over">
          <ul className="rows door-things">
            {addOns.map((thing) => (
              <li key={thing.id} className="cluster between">
                <span>
                  {thing.title}
                  {thing.passed && (
                    <span className="hint">
                      {" "}
                      {doorMessages.wasHanded(...whenAndWho(thing.passed, props))}
                    </span>
                  )}
                </span>{" "}
                {thing.times === 0 ? (
                  <DoorButton {...props} thing={thing} intent="hand" variant="secondary">
                    Hand over<span className="visually-hidden"> {thing.title}</span>
                  </DoorButton>
                ) : (
                  <DoorButton {...props} thing={thing} intent="undo" variant="quiet">
                    Take back<span className="visually-hidden"> {thing.title}</span>
                  </DoorButton>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {notes.length > 0 && (
        <Card title="Notes for the door">
          <SummaryList rows={notes} />
        </Card>
      )}
    </Page>
  );
}

function verdictOf({ refusal, pass }: Props["person"], done: string[]): { title: string; tone: Tone } {
  if (refusal || !pass) return { title: refusal?.title ?? "", tone: "error" };
  if (pass.times === 0) return { title: "May come in", tone: "info" };
  return done.includes(pass.lastId ?? "")
    ? { title: "Let in just now", tone: "success" }
    : { title: "Already in", tone: "warning" };
}

function Admission(props: Props & { pass: NonNullable<Props["person"]["pass"]> }) {
  const { pass, done, next } = props;
  if (pass.times === 0 || !pass.passed)
    return (
      <DoorButton {...props} thing={pass} intent="admit">
        Let in
      </DoorButton>
    );
  return (
    <>
      <p>{doorMessages.isIn(...whenAndWho(pass.passed, props))}</p>
      {!done.includes(pass.lastId ?? "") ? (
        <DoorButton {...props} thing={pass} intent="admit">
          Let in again
        </DoorButton>
      ) : (
        next && <LinkButton href={next}>Next person</LinkButton>
      )}
      <DoorButton {...props} thing={pass} intent="undo" variant="quiet">
        That was a mistake
      </DoorButton>
    </>
  );
}

/** The time in the event's zone, with the day unless it is today, and who was at the door. */
function whenAndWho({ at, by }: { at: number; by: string }, { person, now }: Props): [string, string] {
  return [timeAtDoor(at, person.pass?.zone ?? "UTC", now), by];
}

function DoorButton({
  person,
  entries,
  thing,
  intent,
  variant = "primary",
  children,
}: Props & {
  thing: Thing;
  intent: "admit" | "hand" | "undo";
  variant?: ButtonVariant;
  children: ReactNode;
}) {
  return (
    <PostForm>
      <HiddenFields
        fields={{
          entry: entries[thing.id] ?? "",
          pass: person.pass?.id ?? "",
          thing: thing.id,
          seen: thing.seen,
        }}
      />
      <Button name="intent" value={intent} variant={variant}>
        {children}
      </Button>
    </PostForm>
  );
}
