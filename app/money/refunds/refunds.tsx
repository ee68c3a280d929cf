import { Fragment } from "react";
import { outgoingMessages } from "~/money/outgoings/messages.ts";
import type { RefundAmounts } from "~/money/payments/bill-lines.ts";
import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { CheckboxGroup, RadioGroup, TextArea, TextField } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import { dollarAmount, dollars } from "~/values/money.ts";
import type { RefundKind, RefundState } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import type { BankReply } from "./bank-returns.tsx";
import { refundMessages } from "./messages.ts";
import { effectOf, refundLabel } from "./refunds.ts";

type Refund = {
  id: string;
  kind: RefundKind;
  state: RefundState;
  endsAll: boolean;
  /** The titles of the add-ons that the refund ended. Empty if the pass itself ended. */
  ended: string[];
  askedBy: string;
  amount: string;
  reason: string;
  date: number;
};

const REFUND_WORDS: Record<RefundState, { words: string; tone: Tone }> = {
  pending: { words: "Waits until the charge is settled", tone: "active" },
  sending: { words: "Being sent", tone: "active" },
  unknown: { words: "Being checked", tone: "warning" },
  done: { words: "Done", tone: "success" },
  refused: { words: "Refused by the card processor", tone: "error" },
};

/** The state of a refund, as a tag. */
export function RefundTag({ state, isByHand = false }: { state: RefundState; isByHand?: boolean }) {
  const { words, tone } = REFUND_WORDS[state];
  return <Tag tone={tone}>{isByHand && state === "pending" ? "To be given back by hand" : words}</Tag>;
}

/** The refunds and credits of a payment, including refunds that nobody here asked for. */
export function RefundList({
  refunds,
  isByHand,
  reply,
}: {
  refunds: Refund[];
  /** Whether the money came in by hand; then staff record here that it has gone back. */
  isByHand: boolean;
  reply?: RefundReply["gone"];
}) {
  const hasForm = isByHand && refunds.some(({ id, state }) => id === reply?.id && state === "pending");
  return (
    <Card title="Given back">
      {reply && !hasForm && <NotDone reason={reply.reason} typed={reply.typed} />}
      {refunds.map(({ id, kind, state, endsAll, ended, askedBy, amount, reason, date }) => (
        <Fragment key={id}>
          <SummaryList
            rows={[
              { term: kind === "credit" ? "Credit for the next payment" : "Refund", value: amount },
              { term: "State", value: <RefundTag state={state} isByHand={isByHand} /> },
              { term: "Ends", value: endsAll ? "Everything" : listInWords(ended) || "Nothing" },
              { term: "Asked for", value: <Moment at={date} /> },
              { term: "Asked for by", value: askedBy },
              { term: "Reason", value: reason },
              { term: "Reference", value: id },
            ]}
          />
          {state === "refused" && (endsAll || ended.length > 0) && (
            <p className="hint">{refundMessages.staff.refusedByProcessor}</p>
          )}
          {isByHand && state === "pending" && (
            <PostForm className="stack">
              <input type="hidden" name="id" value={id} />
              <TextField
                label="How it went back"
                name="reference"
                hint="Such as the reference of the transfer. The delegate does not see it."
                defaultValue={reply?.id === id ? reply.typed : undefined}
                error={reply?.id === id ? reply.reason : undefined}
              />
              <ActCode />
              <Button name="intent" value="gone">
                Record that {amount} has gone back
              </Button>
            </PostForm>
          )}
        </Fragment>
      ))}
    </Card>
  );
}

/** If a refused form is no longer on the page: says why it was refused, and what was typed into it. */
export const NotDone = ({ reason, typed }: { reason: string; typed?: string }) => (
  <Notice tone="error">
    <p>{reason}</p>
    {typed && <p>{refundMessages.staff.typed(typed)}</p>}
  </Notice>
);

/** The field in which staff give the reason for ending something or giving it back. */
function ReasonField({ hint, reply }: { hint: string; reply?: SubscriptionRefundReply }) {
  return (
    <TextArea
      label="Reason"
      name="reason"
      rows={3}
      hint={hint}
      defaultValue={reply?.values.reason}
      error={reply?.problems["reason"]}
    />
  );
}

export type RefundReply = {
  reason?: string;
  problems: Record<string, string>;
  values: {
    items: string[];
    /** As it was typed; empty to follow the policy. */
    amount: string;
    kind: string;
    reason: string;
    seenCents: string;
    seenHolder: string;
  };
  /** A refund by hand for which staff could not record that the money has gone back, and why. */
  gone?: { id: string; reason: string; typed?: string };
  /** A refused form about what a bank did. */
  bank?: BankReply;
  /**
   * What the refund would do, for confirmation. `ended`, `kept` and `later` are titles: of what ends, of what stays,
   * and of add-ons on later bills that end too.
   */
  checked?: RefundAmounts & {
    ended: string[];
    kept: string[];
    later: string[];
    /** The limit (cents) for one person, if the refund is above it; otherwise null. */
    above: number | null;
  };
};

/** A line that can be given back. `hint` says what the line cost and what the refund policy gives back. */
export type GivableLine = { item: string; title: string; hint: string };

/**
 * Gives back all or part of a payment: the ticked lines, or an amount as goodwill. The refund policy proposes an
 * amount, and the treasurer decides. The form is folded away until it is wanted. `seenCents` is how much had been given
 * back already when the form was shown, and `seenHolder` is the holder at that time. If nothing is held any more,
 * `ended` is shown in place of the lines.
 */
export function RefundForm({
  lines,
  ended,
  seenCents,
  seenHolder,
  isByHand,
  isMoneyOnly,
  reply,
}: {
  lines: GivableLine[];
  ended: string | null;
  seenCents: number;
  seenHolder: string | null;
  isByHand: boolean;
  /** Whether another person paid. Their money cannot become the delegate's credit. */
  isMoneyOnly: boolean;
  reply?: RefundReply;
}) {
  const problems = reply?.problems ?? {};
  // A form that was refused because the payment has changed shows the payment as it is now.
  const posted = reply?.reason ? undefined : reply?.values;
  const holder = posted?.seenHolder || seenHolder;
  return (
    <Card>
      <Fold title="Refund" isOpen={reply !== undefined && !reply.gone && !reply.bank}>
        <p className="hint">Nothing is done yet. The next page shows what is refunded and what ends.</p>
        <PostForm className="stack">
          <ErrorSummary problems={problemsOf(reply)} />
          <input type="hidden" name="seenCents" value={posted?.seenCents || seenCents} />
          {holder !== null && <input type="hidden" name="seenHolder" value={holder} />}
          {ended === null ? (
            <CheckboxGroup
              label="What is given back"
              name="items"
              chosen={reply?.values.items ?? []}
              options={lines.map(({ item, title, hint }) => ({ value: item, label: title, hint }))}
              hint="What you tick ends at once. Tick nothing for a gesture of goodwill that ends nothing."
              error={problems["items"]}
            />
          ) : (
            <p>{ended}</p>
          )}
          <TextField
            label="Amount in dollars"
            name="amount"
            inputMode="decimal"
            className="short"
            hint={`Leave this empty to follow the policy.${ended === null ? " With 0, something ends and you give no money back." : ""}`}
            defaultValue={reply?.values.amount}
            error={problems["amount"]}
          />
          {isMoneyOnly ? (
            <input type="hidden" name="kind" value="money" />
          ) : (
            <RadioGroup
              label="How"
              name="kind"
              defaultValue={reply?.values.kind || "money"}
              options={[
                { value: "money", label: isByHand ? "By hand, as it came in" : "Back to the card" },
                {
                  value: "credit",
                  label: "Credit: no money moves, and they use it for their next payment",
                },
              ]}
              error={problems["kind"]}
            />
          )}
          <ReasonField hint="Kept with the refund. The delegate does not see it." reply={reply} />
          <Button name="intent" value="check">
            Continue
          </Button>
        </PostForm>
      </Fold>
    </Card>
  );
}

/** Shows what the requested refund does, with the button that makes it. */
export function ConfirmRefund({
  who,
  payer,
  entry,
  values,
  checked,
}: {
  who: string;
  /** The id of the proposal that the form makes, if the refund is above the limit. */
  entry: string;
  /** The e-mail address of the payer, if another person paid and gets the money back. */
  payer?: string | undefined;
  values: RefundReply["values"];
  checked: NonNullable<RefundReply["checked"]>;
}) {
  const { items, ...typed } = values;
  return (
    <Card title="Refund">
      <p>
        <strong>{effectOf({ who, ...checked })}</strong>
      </p>
      {payer && checked.amountCents > 0 && <p>{refundMessages.staff.effect.toPayer(payer)}</p>}
      {checked.above === null ? (
        <p>{payer ? "Both are told by mail." : "The delegate is told by mail."}</p>
      ) : (
        <p>{outgoingMessages.needsTwo(dollars(checked.above), checked.amountCents <= checked.above)}</p>
      )}
      <PostForm className="stack">
        {items.map((item) => (
          <input key={item} type="hidden" name="items" value={item} />
        ))}
        <HiddenFields
          fields={{
            ...{ ...typed, entry, typedAmount: typed.amount },
            amount: String(dollarAmount(checked.amountCents)),
          }}
        />
        <ActCode />
        <p className="actions">
          <Button variant="danger" name="intent" value="give">
            {checked.above === null ? refundLabel(checked) : outgoingMessages.propose(refundLabel(checked))}
          </Button>
          <Button variant="secondary" name="intent" value="change">
            Change this
          </Button>
        </p>
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
        <ActCode />
        <p className="actions">
          <Button variant="danger">End and refund {amount}</Button>
        </p>
      </PostForm>
    </Card>
  );
}
