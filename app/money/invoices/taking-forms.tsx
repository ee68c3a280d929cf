import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { DateField, RadioGroup, TextField } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { Notice } from "~/ui/notice.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { dollarAmount, dollars } from "~/values/money.ts";
import { HAND_MEANS, type TakingMeans } from "~/values/types.ts";
import { takingMessages } from "./messages.ts";
import type { TakingField, TakingReply } from "./replies.ts";

/** The words for each value of `means` that a taking can have. */
export const MEANS_WORDS: Record<TakingMeans, string> = {
  "bank transfer": "Bank transfer",
  cash: "Cash",
  "written off": "Write-off",
};

const MEANS_OPTIONS = HAND_MEANS.map((value) => ({ value, label: MEANS_WORDS[value] }));

const LABELS: Record<TakingField, string> = {
  kind: "What it is",
  means: "How it came in",
  amount: "Amount in dollars",
  reference: "Reference",
  receivedOn: "Day on which it came in",
};

/** The fields of money that came in. */
export function ReceivedMoneyFields({
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
      />
      <DateField {...field("receivedOn")} label={LABELS.receivedOn} max={today} />
    </>
  );
}

export const takingProblems = (reply: Pick<TakingReply, "problems" | "reason"> | undefined) =>
  labelled(problemsOf(reply), LABELS);

type RecordProps = {
  isOpen: boolean;
  /** The part of the invoice that is still to be paid, as a number of dollars. */
  amount: string;
  /** Today (YYYY-MM-DD). */
  today: string;
  /** The id of the taking that the form makes, so that a form that is sent twice makes one taking. */
  entry: string;
  reply?: TakingReply;
  /** Whether other money for the invoice waits on the same page. Confirming that money is the page's next step. */
  otherWaits?: boolean;
};

/**
 * The form for money that came in for an invoice. If the invoice is open, the money pays it; otherwise, the money is
 * owed to the person who sent it. If the invoice is not open, the form is folded away, because such money is rare.
 */
export function RecordMoneyForm(props: RecordProps) {
  const { isOpen } = props;
  const reply = ofRecord(props.reply);
  return isOpen ? (
    <Card title="Record money" id="record">
      <RecordFields {...props} reply={reply} />
    </Card>
  ) : (
    <Card id="record">
      <Fold title="Record money" isOpen={reply !== undefined}>
        <RecordFields {...props} reply={reply} />
      </Fold>
    </Card>
  );
}

/** The reply, if it is about the form for money; undefined if it is about another form of the page. */
export const ofRecord = (reply: TakingReply | undefined): TakingReply | undefined =>
  reply?.said || reply?.settling || reply?.writingOff ? undefined : reply;

function RecordFields({ isOpen, amount, today, entry, reply, otherWaits }: RecordProps) {
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
              { value: "pays", label: "It pays this invoice, or a part of it" },
              { value: "owed", label: "It is not for this invoice, and we must give it back" },
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
        <ReceivedMoneyFields reply={reply} today={today} />
        <Button name="intent" value="check" variant={otherWaits ? "secondary" : "primary"}>
          Continue
        </Button>
      </PostForm>
    </>
  );
}

/** Shows what the taking does, with the button that makes it. */
export function ConfirmRecord({
  hidden,
  checked: { sentences, label, warnings = [] },
}: {
  /** The values that were typed, for hidden fields. */
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
        <ActCode />
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

/** Writes off the rest of a partly paid invoice: nobody has to pay the rest, and the invoice then counts as paid. */
export function WriteOffForm({
  missing,
  holding,
  reply,
}: {
  /** The rest (cents), and the id of the taking that the form makes. */
  missing: { id: string; cents: number };
  holding: ReturnType<typeof takingMessages.holding>;
  reply?: TakingReply;
}) {
  const { title, lead, effect, later, why, button } = takingMessages.writeOff;
  const refused = reply?.writingOff;
  const problems = problemsOf(refused && { problems: { why: refused.reason } });
  const amount = dollars(missing.cents);
  return (
    <Card id="write-off">
      <Fold title={title} isOpen={refused !== undefined}>
        <p>{lead(amount)}</p>
        <p>
          {effect(holding)} {later}
        </p>
        <PostForm className="stack">
          <ErrorSummary problems={labelled(problems, { why })} />
          <input type="hidden" name="entry" value={refused ? reply.entry : missing.id} />
          <input type="hidden" name="missing" value={dollarAmount(missing.cents)} />
          <TextField label={why} name="why" defaultValue={refused?.typed} error={refused?.reason} />
          <ActCode />
          <p className="actions">
            <Button variant="secondary" name="intent" value="write-off">
              {button(amount)}
            </Button>
          </p>
        </PostForm>
      </Fold>
    </Card>
  );
}
