import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextArea } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { fieldsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { LetterKind } from "~/values/types.ts";
import { spelledCode } from "./letter-codes.ts";
import { LETTER_TONES } from "./letter-list.tsx";
import { type LetterState, reasonField, WITHOUT } from "./letters.ts";
import { LETTER_TITLES, letterMessages } from "./messages.ts";

const say = letterMessages.staff;

type Issued = {
  id: string;
  kind: LetterKind;
  code: string;
  state: LetterState;
  issuedAt: number;
  date: string;
  newId: string;
  mayReplace: boolean;
};

type Reply = {
  letter: string | null;
  values: Record<string, string>;
  problems: Record<string, string>;
};

/**
 * Whether letters can be issued. "with": the edition has a postal address. "without": it has none, but the member of
 * the staff has agreed to issue letters without one. "ask": it has none, and they have not agreed yet.
 */
type Addressed = "with" | "without" | "ask";

/**
 * The letters to one person, for the staff. Each is shown with its state. A valid letter also has a folded form that
 * ends it.
 */
export function StaffLetters({
  issued,
  possible,
  addressed,
  reply,
}: {
  issued: Issued[];
  possible: { id: string; kind: LetterKind; about: string }[];
  addressed: Addressed;
  reply: Reply | undefined;
}) {
  return (
    <>
      {issued.length === 0 && <p>{say.none}</p>}
      {issued.map((letter) => (
        <Card key={letter.id} title={LETTER_TITLES[letter.kind]}>
          <SummaryList
            rows={[
              {
                term: "State",
                value: <Tag tone={LETTER_TONES[letter.state]}>{say.states[letter.state]}</Tag>,
              },
              { term: "Date of the letter", value: letter.date },
              { term: "Issued", value: <Moment at={letter.issuedAt} /> },
              { term: "Code", value: <a href={`/letter/${letter.code}`}>{spelledCode(letter.code)}</a> },
            ]}
          />
          {(letter.state === "valid" || reply?.letter === letter.id) && (
            <EndOfLetter
              letter={letter}
              addressed={addressed}
              reply={reply?.letter === letter.id ? reply : undefined}
            />
          )}
        </Card>
      ))}
      {possible.length > 0 && (
        <Card title="Give a letter">
          {addressed === "ask" ? (
            <WithoutAddress />
          ) : (
            possible.map(({ id, kind, about }) => (
              <PostForm key={kind + about}>
                <HiddenFields fields={{ id, kind, about, ...saidIn(addressed) }} />
                <Button name="intent" value="give" variant="secondary">
                  {LETTER_TITLES[kind]}
                </Button>
              </PostForm>
            ))
          )}
          <p className="hint">{say.onlyThemselves}</p>
        </Card>
      )}
    </>
  );
}

/**
 * The hidden field that says that the member of the staff has agreed to issue letters without an address; no field if
 * they have not agreed.
 */
const saidIn = (addressed: Addressed): Record<string, string> =>
  addressed === "without" ? { [WITHOUT.name]: WITHOUT.value } : {};

/** Asks whether to issue letters although the edition has no postal address for them. */
function WithoutAddress() {
  return (
    <p>
      {say.noAddress} <a href={`?${WITHOUT.name}=${WITHOUT.value}`}>{say.without}</a>
    </p>
  );
}

function EndOfLetter({
  letter,
  addressed,
  reply,
}: {
  letter: Issued;
  addressed: Addressed;
  reply: Reply | undefined;
}) {
  const field = fieldsOf(reply?.values ?? {}, reply?.problems ?? {});
  const which = <span className="visually-hidden">: {LETTER_TITLES[letter.kind].toLowerCase()}</span>;
  return (
    <Fold title={letter.mayReplace ? "Replace or withdraw it" : "Withdraw it"} isOpen={reply !== undefined}>
      <PostForm className="stack">
        <HiddenFields
          fields={{ letter: letter.id, id: reply?.values["id"] ?? letter.newId, ...saidIn(addressed) }}
        />
        <TextArea {...field(reasonField(letter.id))} label="Reason" hint={say.reasonHint} rows={2} />
        {letter.mayReplace && (
          <>
            <p>{say.whatReplacing}</p>
            {addressed === "ask" ? (
              <WithoutAddress />
            ) : (
              <div>
                <Button name="intent" value="replace" variant="secondary">
                  Replace{which}
                </Button>
              </div>
            )}
          </>
        )}
        <p>{say.whatWithdrawing}</p>
        <div>
          <Button name="intent" value="withdraw" variant="danger">
            Withdraw{which}
          </Button>
        </div>
      </PostForm>
    </Fold>
  );
}
