import { Fragment } from "react";
import { bankMessages } from "~/money/payments/messages.ts";
import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { BankState, RefundState } from "~/values/types.ts";

/** The e-mail address for questions about a payment that a bank took back. */
export function WriteToUs({ contact }: { contact: string }) {
  if (!contact) return null;
  return (
    <p>
      <a href={`mailto:${contact}`}>{contact}</a>
    </p>
  );
}

type BankReturn = {
  id: string;
  bankState: BankState;
  state: RefundState;
  amount: string;
  reason: string;
  /** The person who recorded that the bank took the money; empty if the processor reported that. */
  askedBy: string;
  date: number;
};

/** The reply to a refused form about what a bank did. */
export type BankReply = { reason: string; typed?: string };

/** What a bank took from a payment, and what staff can record about that. */
export function BankReturns({
  returns,
  entry,
  isForSeveral,
  reply,
}: {
  /** Newest first. */
  returns: BankReturn[];
  /** The id with which the form records that the bank takes the money; null if there is nothing to take. */
  entry: string | null;
  /** Whether one charge paid for several people. */
  isForSeveral: boolean;
  reply?: BankReply | undefined;
}) {
  const { staff } = bankMessages;
  return (
    <>
      {reply && entry === null && (
        <Notice tone="error">
          <p>{reply.reason}</p>
        </Notice>
      )}
      {returns.length > 0 && (
        <Card title={bankMessages.title}>
          {returns.map((one) => (
            <Fragment key={one.id}>
              <SummaryList
                rows={[
                  { term: "Amount", value: one.amount },
                  { term: "State", value: <BankTag {...one} /> },
                  { term: "Recorded", value: <Moment at={one.date} /> },
                  { term: "Recorded by", value: one.askedBy || staff.reported },
                  { term: "Reason", value: one.reason },
                ]}
              />
              {one.state === "done" && (
                <>
                  <p>
                    {one.bankState === "open" ? staff.lead : staff.decided} {isForSeveral && staff.ofAll}
                  </p>
                  {one.bankState === "open" && <p className="hint">{staff.ends}</p>}
                  <PostForm>
                    <input type="hidden" name="id" value={one.id} />
                    <ActCode />
                    <p className="actions">
                      {one.bankState === "open" && (
                        <Button name="intent" value="bank-decided">
                          {staff.decide}
                        </Button>
                      )}
                      <Button variant="secondary" name="intent" value="bank-gave">
                        {staff.gave}
                      </Button>
                    </p>
                  </PostForm>
                </>
              )}
            </Fragment>
          ))}
        </Card>
      )}
      {entry !== null && (
        <Card>
          <Fold title="The bank has taken it back" isOpen={reply !== undefined}>
            <p>
              {staff.letter} {isForSeveral && staff.ofAll}
            </p>
            <PostForm className="stack">
              <input type="hidden" name="entry" value={entry} />
              <TextField
                label="What the bank wrote"
                name="bank-reason"
                hint="Such as the date and the reference of its letter. The delegate does not see it."
                defaultValue={reply?.typed}
                error={reply?.reason}
              />
              <ActCode />
              <p className="actions">
                <Button variant="danger" name="intent" value="bank-took">
                  {staff.took}
                </Button>
              </p>
            </PostForm>
          </Fold>
        </Card>
      )}
    </>
  );
}

function BankTag({ bankState, state }: Pick<BankReturn, "bankState" | "state">) {
  if (state === "refused") return <Tag tone="success">Given back by the bank</Tag>;
  return bankState === "open" ? (
    <Tag tone="warning">Nobody has decided yet</Tag>
  ) : (
    <Tag tone="info">Decided</Tag>
  );
}
