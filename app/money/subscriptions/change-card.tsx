import { CardEntryFields, type CardEntryShown, CardForm, cardProblems } from "~/money/cards/card-fields.tsx";
import type { CardReply } from "~/money/cards/card-reply.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";

type Props = {
  /** The card that is charged now, in words. */
  card: string | null;
  /** The same card, as the form shows it. */
  stored: { cardNumber: string; expirationDate: string };
  /** The next payment. `at` is UTC ms on the portal's clock; null means as soon as possible. */
  next: { amount: string; at: number | null };
  cardEntry: CardEntryShown;
  reply?: CardReply;
};

/**
 * The form that changes the card of a running subscription: either some of its details or the whole card. The stored
 * card is masked, and nothing that was typed is ever shown again.
 */
export function ChangeCardForm({ card, stored, next, cardEntry, reply }: Props) {
  return (
    <>
      <Card>
        <SummaryList
          rows={[
            { term: "Card now", value: card },
            {
              term: "Next payment",
              value:
                next.at === null ? (
                  `${next.amount}, being retried`
                ) : (
                  <>
                    {next.amount} on <Moment at={next.at} style="date" />
                  </>
                ),
            },
          ]}
        />
      </Card>
      <CardForm cardEntry={cardEntry}>
        <PostForm className="stack" action="/plus/card" ofNoEdition>
          <ErrorSummary problems={reply ? cardProblems(reply) : []} />
          <CardEntryFields
            cardEntry={cardEntry}
            recurring
            stored={stored}
            values={reply?.values ?? {}}
            problems={reply?.problems ?? {}}
          />
          <p className="hint">
            Nothing is charged now. We may ask your card’s bank whether the card is valid.
          </p>
          <p className="actions">
            <Button data-pay="">Save card</Button>
            <a href="/plus/subscribe">Keep the card</a>
          </p>
        </PostForm>
      </CardForm>
    </>
  );
}
