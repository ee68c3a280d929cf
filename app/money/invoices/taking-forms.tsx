import type { ReactNode } from "react";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { DateField, RadioGroup, TextField } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import { dollars } from "~/values/money.ts";
import type { HandMeans, ReversalState, TakingState } from "~/values/types.ts";
import { takingMessages } from "./messages.ts";
import type { TakingField, TakingReply } from "./replies.ts";

const MEANS_WORDS: Record<HandMeans, string> = { "bank transfer": "Bank transfer", cash: "Cash" };

const MEANS_OPTIONS = Object.entries(MEANS_WORDS).map(([value, label]) => ({ value, label }));

const LABELS: Record<TakingField, string> = {
  kind: "What it is",
  means: "How it came in",
  amount: "Amount in dollars",
  reference: "Reference",
  receivedOn: "Day on which it came in",
};

/** The fields of money that came in, and the summary of what is wrong with them. */
export function ComingFields({
  reply,
  today,
}: {
  reply: Pick<TakingReply, "values" | "problems"> | undefined;
  today: string;
}) {
  const field = fieldsOf<TakingField>(reply?.values ?? { receivedOn: today }, reply?.problems ?? {});
  const { defaultValue, ...means } = field("means");
  return (
    <>
      <RadioGroup {...means} label={LABELS.means} options={MEANS_OPTIONS} defaultValue={defaultValue} />
      <TextField
        {...field("reference")}
        label={LABELS.reference}
        hint="How to find the money on the bank statement or in the cash book."
        maxLength={100}
      />
      <DateField {...field("receivedOn")} label={LABELS.receivedOn} max={today} />
    </>
  );
}

export const takingProblems = (reply: Pick<TakingReply, "problems" | "reason"> | undefined) =>
  labelled(problemsOf(reply), LABELS);

type RecordProps = {
  isOpen: boolean;
  /** What the invoice is for, as a figure in dollars. */
  amount: string;
  /** YYYY-MM-DD. */
  today: string;
  /** The id of the entry that the form makes: sent twice, it is one entry. */
  entry: string;
  reply?: TakingReply;
};

/** Money that came in for an invoice: it pays it if the invoice is open, or is owed, which is folded: it is rare. */
export function RecordMoneyForm(props: RecordProps) {
  const { isOpen, reply } = props;
  return isOpen ? (
    <Card title="Record money" id="record">
      <RecordFields {...props} />
    </Card>
  ) : (
    <Card id="record">
      <Fold title="Record money" isOpen={reply !== undefined && !reply.said && !reply.settling}>
        <RecordFields {...props} />
      </Fold>
    </Card>
  );
}

function RecordFields({ isOpen, amount, today, entry, reply }: RecordProps) {
  const values = reply?.values ?? { amount: isOpen ? amount : "" };
  const { defaultValue, ...field } = fieldsOf<TakingField>(values, reply?.problems ?? {})("amount");
  return (
    <>
      <p className="hint">Nothing is done yet: the next page says what it does.</p>
      <PostForm className="stack">
        <ErrorSummary problems={takingProblems(reply)} />
        <input type="hidden" name="entry" value={reply?.entry ?? entry} />
        {isOpen ? (
          <RadioGroup
            label={LABELS.kind}
            name="kind"
            defaultValue={reply?.values.kind || "pays"}
            options={[
              { value: "pays", label: "It pays this invoice" },
              {
                value: "owed",
                label: "The amount does not match and we must give it back, such as a part or too much",
              },
            ]}
          />
        ) : (
          <>
            <input type="hidden" name="kind" value="owed" />
            <p>
              This invoice is not open. What comes in for it buys nothing, and is owed until it has gone back.
            </p>
          </>
        )}
        <TextField
          {...field}
          label={LABELS.amount}
          className="short"
          inputMode="decimal"
          defaultValue={defaultValue}
        />
        <ComingFields reply={reply} today={today} />
        <Button name="intent" value="check">
          Continue
        </Button>
      </PostForm>
    </>
  );
}

/** Says what the record does, and makes it with one press. */
export function ConfirmRecord({
  hidden,
  checked: { sentences, label, warnings = [] },
}: {
  /** What was typed. */
  hidden: Record<string, string | number>;
  checked: NonNullable<TakingReply["checked"]>;
}) {
  return (
    <Card title="Record money">
      {sentences.map((sentence, index) => (
        <p key={sentence}>{index === 0 ? <strong>{sentence}</strong> : sentence}</p>
      ))}
      {warnings.map(({ sentence, link }) => (
        <Notice key={link.href} tone="warning">
          <p>
            {sentence} <a href={link.href}>{link.words}</a>
          </p>
        </Notice>
      ))}
      <PostForm className="stack">
        <HiddenFields fields={hidden} />
        <p className="actions">
          <Button name="intent" value="record">
            {label}
          </Button>
          <Button variant="secondary" name="intent" value="change">
            Change this
          </Button>
        </p>
      </PostForm>
    </Card>
  );
}

const TAKING_WORDS: Record<TakingState, { words: string; tone: Tone }> = {
  waiting: { words: "Waits for a second person", tone: "warning" },
  taken: { words: "Paid the invoice", tone: "success" },
  withdrawn: { words: "Had not come in", tone: "todo" },
  unconfirmed: { words: "Waits for a second person", tone: "warning" },
  unwanted: { words: "To be given back", tone: "warning" },
  returned: { words: "Given back", tone: "info" },
  reversed: { words: "Recorded by mistake", tone: "todo" },
};

export type ShownTaking = {
  id: string;
  state: TakingState;
  means: HandMeans;
  reference: string;
  receivedOn: string;
  amountCents: number;
  recordedAt: number;
  settledAt: number | null;
  recorder: string | null;
  settler: string | null;
  note: string | null;
  confirmedAt: number | null;
  confirmer: string | null;
  /** Whether the person who looks may confirm it. */
  isConfirmable: boolean;
  /** Each time that somebody asked to reverse it, the oldest first. */
  reversals: ShownReversal[];
  /** The id of the reversal that the form makes. */
  reversal: string;
};

type ShownReversal = {
  id: string;
  state: ReversalState;
  reason: string;
  askedAt: number;
  settledAt: number | null;
  asker: string | null;
  settler: string | null;
  isConfirmable: boolean;
};

/** Money that came in for an invoice, with what can be done about it. */
export function TakingCard({
  taking,
  who,
  things,
  paidFor,
  reply,
}: {
  taking: ShownTaking;
  who: string;
  things: string;
  /** The several people for whom it is, if it is for others. */
  paidFor: string[];
  reply?: TakingReply;
}) {
  const { id, state, means, reference, receivedOn, amountCents, recordedAt, note } = taking;
  const { words, tone } = TAKING_WORDS[state];
  const amount = dollars(amountCents);
  const problem = reply?.settling?.id === id ? reply.settling.reason : undefined;
  const holding = takingMessages.holding(who, things, paidFor);
  const isOpen = state === "waiting" || state === "unconfirmed";
  const isAsked = taking.reversals.some((one) => one.state === "waiting");
  return (
    <Card title={`${MEANS_WORDS[means]} of ${amount}`} id={id}>
      <SummaryList
        rows={[
          { term: "State", value: <Tag tone={tone}>{words}</Tag> },
          { term: "Reference", value: reference },
          { term: "Came in on", value: receivedOn },
          { term: "Recorded", value: <WhoAndWhen who={taking.recorder} at={recordedAt} /> },
          ...settlings(taking),
          ...(note ? [{ term: "Note", value: note }] : []),
        ]}
      />
      {isOpen && (
        <>
          {taking.isConfirmable ? (
            <>
              <p>
                {state === "waiting"
                  ? `${takingMessages.receipt(amount, means, who, things)} ${takingMessages.confirm(holding)}`
                  : `${takingMessages.owed(amount, means, who)} ${takingMessages.confirmOwed}`}
              </p>
              <PostForm>
                <input type="hidden" name="id" value={id} />
                <p className="actions">
                  <Button name="intent" value="confirm">
                    Confirm {amount}
                  </Button>
                </p>
              </PostForm>
            </>
          ) : (
            <p>{takingMessages.otherPerson}</p>
          )}
          <SettleForm id={id} intent="withdraw" label="Why you withdraw it" problem={problem}>
            Withdraw this
          </SettleForm>
        </>
      )}
      {state === "unwanted" && !isAsked && (
        <SettleForm id={id} intent="return" label="How it went back" problem={problem}>
          Record that {amount} has gone back
        </SettleForm>
      )}
      {taking.reversals.map((one) => (
        <ReversalAsked key={one.id} asked={one} amount={amount} />
      ))}
      {(state === "taken" || state === "unwanted") && !isAsked && (
        <Fold
          title={takingMessages.reversal.title}
          isOpen={reply?.reversing?.takingId === id}
          key={taking.reversal}
        >
          <p>{takingMessages.reversal.lead}</p>
          <p>
            {state === "taken" ? takingMessages.reversal.ends(holding) : takingMessages.reversal.endsOwed}{" "}
            {takingMessages.reversal.later}
          </p>
          <PostForm className="stack">
            <input type="hidden" name="taking" value={id} />
            <input type="hidden" name="entry" value={taking.reversal} />
            <TextField
              label="Why it was a mistake"
              name={`reason-${id}`}
              error={reply?.reversing?.takingId === id ? reply.reversing.problem : undefined}
              maxLength={300}
            />
            <p className="actions">
              <Button variant="danger" name="intent" value="reverse">
                Reverse {amount}
              </Button>
            </p>
          </PostForm>
        </Fold>
      )}
    </Card>
  );
}

/** Who did what with money after it was recorded. */
function settlings({ state, confirmedAt, confirmer, settledAt, settler, reversals }: ShownTaking) {
  const settled = state === "reversed" ? TAKING_WORDS.taken.words : TAKING_WORDS[state].words;
  return [
    ...(confirmedAt === null
      ? []
      : [{ term: "Counts", value: <WhoAndWhen who={confirmer} at={confirmedAt} /> }]),
    ...(settledAt === null ? [] : [{ term: settled, value: <WhoAndWhen who={settler} at={settledAt} /> }]),
    ...reversals
      .filter((one) => one.state === "done" && one.settledAt !== null)
      .flatMap((one) => [
        {
          term: TAKING_WORDS.reversed.words,
          value: (
            <>
              {one.reason} (<WhoAndWhen who={one.asker} at={one.askedAt} />)
            </>
          ),
        },
        { term: "Reversed", value: <WhoAndWhen who={one.settler} at={one.settledAt!} /> },
      ]),
  ];
}

/** Somebody asks to reverse an entry: another person confirms it, or it stays. */
function ReversalAsked({ asked, amount }: { asked: ShownReversal; amount: string }) {
  if (asked.state !== "waiting") return null;
  const { id, asker, askedAt, reason, isConfirmable } = asked;
  return (
    <Notice tone="warning" title={takingMessages.reversal.asked}>
      <p>
        <WhoAndWhen who={asker} at={askedAt} />: {reason}
      </p>
      {!isConfirmable && <p>{takingMessages.reversal.otherPerson}</p>}
      <PostForm>
        <input type="hidden" name="id" value={id} />
        <p className="actions">
          {isConfirmable && (
            <Button variant="danger" name="intent" value="confirm-reversal">
              Reverse {amount}
            </Button>
          )}
          <Button variant="secondary" name="intent" value="withdraw-reversal">
            Leave it as it is
          </Button>
        </p>
      </PostForm>
    </Notice>
  );
}

const WhoAndWhen = ({ who, at }: { who: string | null; at: number }) => (
  <>
    {who ?? "the portal"}, <Moment at={at} />
  </>
);

function SettleForm({
  id,
  intent,
  label,
  problem,
  children,
}: {
  id: string;
  intent: "withdraw" | "return";
  label: string;
  problem?: string;
  children: ReactNode;
}) {
  return (
    <PostForm className="stack">
      <input type="hidden" name="id" value={id} />
      <TextField label={label} name={`note-${id}`} error={problem} maxLength={300} />
      <p className="actions">
        <Button variant="secondary" name="intent" value={intent}>
          {children}
        </Button>
      </p>
    </PostForm>
  );
}
