import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import type { LetterKind } from "~/values/types.ts";
import type { LetterState } from "./letters.ts";
import { LETTER_TITLES, letterMessages } from "./messages.ts";

/** A letter that somebody has. */
type Issued = { id: string; kind: LetterKind; state: LetterState; conference: string; date: string };

/** A letter that the delegate can have. Its form contains `id`. */
type Possible = { id: string; kind: LetterKind; about: string; of: string };

export const LETTER_TONES: Record<LetterState, Tone> = {
  valid: "success",
  withdrawn: "error",
  replaced: "warning",
};

/**
 * The letters of a delegate: the issued letters, the letters that they can have now, and the reasons why they cannot
 * have others.
 */
export function LetterList({
  issued,
  possible,
  notYet,
}: {
  issued: Issued[];
  possible: Possible[];
  notYet: { kind: LetterKind; reason: string }[];
}) {
  return (
    <>
      {issued.map(({ id, kind, state, conference, date }) => (
        <Card key={id} title={LETTER_TITLES[kind]}>
          <p>
            {conference}, {date}{" "}
            {state !== "valid" && <Tag tone={LETTER_TONES[state]}>{letterMessages.staff.states[state]}</Tag>}
          </p>
          <LinkButton href={`/letters/${id}`} variant={state === "valid" ? "primary" : "secondary"}>
            Open<span className="visually-hidden"> the {LETTER_TITLES[kind].toLowerCase()}</span>
          </LinkButton>
        </Card>
      ))}
      {possible.map(({ id, kind, about, of }) => (
        <Card key={kind + about} title={LETTER_TITLES[kind]}>
          <p>
            {letterMessages.whatFor[kind]} {kind === "payment" && of}
          </p>
          {kind === "visa" ? (
            <LinkButton href="/letters/visa">Enter your passport</LinkButton>
          ) : (
            <PostForm action="/letters?index">
              <HiddenFields fields={{ id, kind, about }} />
              <Button>
                Get it<span className="visually-hidden">: {LETTER_TITLES[kind].toLowerCase()}</span>
              </Button>
            </PostForm>
          )}
        </Card>
      ))}
      {notYet.length > 0 && (
        <Card title={issued.length + possible.length > 0 ? "Not yet" : "What you can have later"}>
          <SummaryList
            rows={notYet.map(({ kind, reason }) => ({ term: LETTER_TITLES[kind], value: reason }))}
          />
        </Card>
      )}
    </>
  );
}
