import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { RadioGroup, TextArea, TextField } from "~/ui/field.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import type { RefundKind, RefundState } from "~/values/types.ts";

type Refund = {
  id: string;
  kind: RefundKind;
  state: RefundState;
  endsPass: boolean;
  amount: string;
  reason: string;
  date: number;
};

const WORDS: Record<RefundState, { words: string; tone: Tone }> = {
  pending: { words: "Waits until the charge is settled", tone: "active" },
  sending: { words: "Being sent", tone: "active" },
  unknown: { words: "Being checked", tone: "warning" },
  done: { words: "Done", tone: "success" },
  refused: { words: "Refused by the card processor", tone: "error" },
};

/** The refunds and credits of a payment, including refunds that nobody here asked for. */
export function RefundList({ refunds }: { refunds: Refund[] }) {
  return (
    <Card title="Given back">
      {refunds.map(({ id, kind, state, endsPass, amount, reason, date }) => (
        <SummaryList
          key={id}
          rows={[
            { term: kind === "credit" ? "Credit for a later conference" : "Refund", value: amount },
            { term: "State", value: <Tag tone={WORDS[state].tone}>{WORDS[state].words}</Tag> },
            { term: "The pass", value: endsPass ? "Ends" : "Is kept" },
            { term: "Asked for", value: <Moment at={date} /> },
            { term: "Reason", value: reason },
            { term: "Reference", value: id },
          ]}
        />
      ))}
    </Card>
  );
}

/** Why staff end or give back something. */
function ReasonField({ hint, reply }: { hint: string; reply?: SubscriptionRefundReply }) {
  return (
    <TextArea
      label="Reason"
      name="reason"
      rows={3}
      maxLength={500}
      hint={hint}
      defaultValue={reply?.values.reason}
      error={reply?.problems["reason"]}
    />
  );
}

export type RefundReply = {
  reason?: string;
  problems: Record<string, string>;
  values: { amount: string; kind: string; pass: string; reason: string };
};

/**
 * Gives back all or part of a payment. The refund policy proposes the amount, and the director decides.
 * `seenCents` is the amount that had already been given back when the form was shown.
 */
export function RefundForm({
  proposal,
  reply,
}: {
  proposal: { amount: string; reason: string; seenCents: number };
  reply?: RefundReply;
}) {
  const problems = reply?.problems ?? {};
  return (
    <Card title="Refund">
      <p>The delegate is told by mail.</p>
      <PostForm className="stack">
        <ErrorSummary problems={problemsOf(reply)} />
        <input type="hidden" name="seenCents" value={proposal.seenCents} />
        <TextField
          label="Amount in dollars"
          name="amount"
          inputMode="decimal"
          className="short"
          hint={`Proposed: $${proposal.amount}. ${proposal.reason}`}
          defaultValue={reply?.values.amount ?? proposal.amount}
          error={problems["amount"]}
        />
        <RadioGroup
          label="The pass"
          name="pass"
          defaultValue={reply?.values.pass || "ends"}
          options={[
            {
              value: "ends",
              label: "Ends: the delegate gives up the registration and loses the pass at once",
            },
            {
              value: "keeps",
              label: "Is kept, with every add-on: part of the price goes back as a gesture of goodwill",
            },
          ]}
          error={problems["pass"]}
        />
        <RadioGroup
          label="How"
          name="kind"
          defaultValue={reply ? reply.values.kind : "money"}
          options={[
            { value: "money", label: "Back to the card" },
            {
              value: "credit",
              label: "Credit for a later conference: no money moves, but it is recorded here",
            },
          ]}
          error={problems["kind"]}
        />
        <ReasonField hint="Kept with the refund. The delegate does not see it." reply={reply} />
        <Button variant="danger">Refund</Button>
      </PostForm>
    </Card>
  );
}

/** Ends a pass that cost nothing. */
export function EndPassForm({ reply }: { reply?: Pick<RefundReply, "reason" | "problems" | "values"> }) {
  return (
    <Card title="End the pass">
      <p>
        There is nothing to give back. The delegate loses the pass at once, with all that was taken with it,
        and is told by mail.
      </p>
      <PostForm className="stack">
        <ErrorSummary problems={problemsOf(reply)} />
        <ReasonField hint="Kept in the audit log. The delegate does not see it." reply={reply} />
        <Button variant="danger" name="intent" value="end">
          End the pass
        </Button>
      </PostForm>
    </Card>
  );
}

export type SubscriptionRefundReply = Pick<RefundReply, "reason" | "problems"> & {
  values: { reason: string };
};

/** Ends a subscription and gives its last period back. */
export function SubscriptionRefundForm({
  amount,
  reply,
}: {
  amount: string;
  reply?: SubscriptionRefundReply;
}) {
  return (
    <Card title="End and refund">
      <p>
        The subscription ends at once, {amount} for its last period goes back to the card, and the subscriber
        is told by mail.
      </p>
      <PostForm className="stack">
        <ErrorSummary problems={problemsOf(reply)} />
        <ReasonField hint="Kept in the audit log. The subscriber does not see it." reply={reply} />
        <p className="actions">
          <Button variant="danger">End and refund {amount}</Button>
        </p>
      </PostForm>
    </Card>
  );
}
