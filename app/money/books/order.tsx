import {
  type Budget,
  EndButton,
  GrantFields,
  type GrantReply,
  grantFieldsIn,
} from "~/money/awards/grant-forms.tsx";
import { PaymentTag } from "~/money/payments/payment-state.tsx";
import { sizeInWords } from "~/money/prices/grants.ts";
import { RefundTag } from "~/money/refunds/refunds.tsx";
import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Fold } from "~/ui/fold.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { dollars } from "~/values/money.ts";
import type { OrderEvent } from "./order-events.ts";

type Award = {
  id: string;
  title: string;
  percent: number | null;
  amountCents: number | null;
  budgetId: string | null;
  uses: number;
};

/** One person's award, with a button that ends it. If there is no award, a form to give one is shown instead. */
export function OwnAwardCard({
  award,
  budgets,
  entry,
  reply,
}: {
  award: Award | null;
  budgets: Budget[];
  /** The id of the outgoing that the form makes, if the award needs a second person. */
  entry: string;
  reply?: GrantReply;
}) {
  const { field, problems } = grantFieldsIn("award", reply);
  if (award) {
    const budget = budgets.find(({ id }) => id === award.budgetId);
    return (
      <Card title="Award" id="award">
        <ErrorSummary problems={problems} />
        <p>
          <strong>{award.title}</strong>: {sizeInWords(award)} off the price of the pass
          {budget && `, out of ${budget.title}`}.{" "}
          {award.uses > 0 ? "It has been used." : "It has not been used yet."}
        </p>
        <EndButton id={award.id} what={`the award ${award.title}`} uses={award.uses} />
      </Card>
    );
  }
  return (
    <Card title="Award" id="award">
      <p className="hint">
        They learn of the award with their decision, not before. From then on their pass costs less.
      </p>
      <Fold title="New award" isOpen={reply !== undefined}>
        <PostForm className="stack">
          <ErrorSummary problems={problems} />
          <input type="hidden" name="entry" value={reply?.entry ?? entry} />
          <GrantFields field={field} budgets={budgets} />
          <ActCode />
          <Button name="intent" value="award" variant="secondary">
            Give the award
          </Button>
        </PostForm>
      </Fold>
    </Card>
  );
}

/** The passes that somebody offers to others. Staff can take an offer back. */
export function OpenOffers({
  offers,
}: {
  offers: { id: string; title: string; email: string; expiresAt: number }[];
}) {
  return offers.map(({ id, title, email, expiresAt }) => (
    <Card key={id} title="Open offer">
      <p>
        The {title} is offered to {email}. They can accept it until <Moment at={expiresAt} />.
      </p>
      <PostForm>
        <input type="hidden" name="id" value={id} />
        <Button name="intent" value="take back" variant="secondary">
          Take the offer back
        </Button>
      </PostForm>
    </Card>
  ));
}

type ShownEvent = Omit<OrderEvent, "other"> & { other: { uid: string; called: string } | null };

/** Everything that happened to somebody's money, newest first. */
export function OrderTimeLine({ events }: { events: ShownEvent[] }) {
  if (events.length === 0) {
    return (
      <EmptyState title="Nothing has happened yet">
        <p>Payments, refunds and awards will be listed here.</p>
      </EmptyState>
    );
  }
  return (
    <Card title="What happened">
      <ListTable
        caption="What happened, the newest first"
        rows={events}
        keyOf={(_, index) => index}
        columns={[
          {
            title: "What",
            kind: "long",
            cell: ({ at, words, state, detail, by, paymentId, other }) => (
              <>
                {paymentId ? <a href={`/admin/payments/${paymentId}`}>{words}</a> : words}{" "}
                {state &&
                  ("payment" in state ? (
                    <PaymentTag state={state.payment} />
                  ) : (
                    <RefundTag state={state.refund} />
                  ))}{" "}
                {detail && (
                  <small>
                    <bdi>{detail}</bdi>
                  </small>
                )}{" "}
                <small>
                  <Moment at={at} />
                  {by && `, ${by}`}
                  {other && (
                    <>
                      , <a href={`/admin/payments/person/${other.uid}`}>{other.called}</a>
                    </>
                  )}
                </small>
              </>
            ),
          },
          { title: "Amount", kind: "number", cell: ({ cents }) => (cents === null ? "" : dollars(cents)) },
        ]}
      />
    </Card>
  );
}
