import type { ReactNode } from "react";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { DateField, RadioGroup, TextField } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import { dollars } from "~/values/money.ts";
import type { HandMeans, TakingState } from "~/values/types.ts";
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
        hint="By which it is found on the bank statement or in the cash book."
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

function RecordFields({ isOpen, amount, today, reply }: RecordProps) {
  const values = reply?.values ?? { amount: isOpen ? amount : "" };
  const { defaultValue, ...field } = fieldsOf<TakingField>(values, reply?.problems ?? {})("amount");
  return (
    <>
      <p className="hint">Nothing is done yet: the next page says what it does.</p>
      <PostForm className="stack">
        <ErrorSummary problems={takingProblems(reply)} />
        {isOpen ? (
          <RadioGroup
            label={LABELS.kind}
            name="kind"
            defaultValue={reply?.values.kind || "pays"}
            options={[
              { value: "pays", label: "It pays this invoice" },
              { value: "owed", label: "It does not match and has to go back, such as a part or too much" },
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
  checked: { sentences, label },
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
  unwanted: { words: "To be given back", tone: "warning" },
  returned: { words: "Given back", tone: "info" },
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
  /** Whether the person who looks may confirm it. */
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
  const { id, state, means, reference, receivedOn, amountCents, recordedAt, settledAt, note } = taking;
  const { words, tone } = TAKING_WORDS[state];
  const amount = dollars(amountCents);
  const problem = reply?.settling?.id === id ? reply.settling.reason : undefined;
  return (
    <Card title={`${MEANS_WORDS[means]} of ${amount}`} id={id}>
      <SummaryList
        rows={[
          { term: "State", value: <Tag tone={tone}>{words}</Tag> },
          { term: "Reference", value: reference },
          { term: "Came in on", value: receivedOn },
          { term: "Recorded", value: <WhoAndWhen who={taking.recorder} at={recordedAt} /> },
          ...(settledAt === null
            ? []
            : [{ term: words, value: <WhoAndWhen who={taking.settler} at={settledAt} /> }]),
          ...(note ? [{ term: "Note", value: note }] : []),
        ]}
      />
      {state === "waiting" && (
        <>
          {taking.isConfirmable ? (
            <>
              <p>
                {takingMessages.receipt(amount, means, who, things)}{" "}
                {takingMessages.confirm(takingMessages.holding(who, things, paidFor))}
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
          <SettleForm id={id} intent="withdraw" label="Why it had not come in" problem={problem}>
            Withdraw this
          </SettleForm>
        </>
      )}
      {state === "unwanted" && (
        <SettleForm id={id} intent="return" label="How it went back" problem={problem}>
          Record that {amount} has gone back
        </SettleForm>
      )}
    </Card>
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
