import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { type CardEntry, CardEntryFields, CardForm, type CardReply, cardProblems } from "./card-fields.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { Moment } from "./moment.tsx";
import { PostForm } from "./post-form.tsx";
import { SummaryList } from "./summary-list.tsx";

type Props = {
  /** The card that pays now, in words. */
  card: string | null;
  /** The same as the form shows it. */
  stored: { cardNumber: string; expirationDate: string };
  /** What is paid next, and when, on the portal's clock; null: as soon as it can be. */
  next: { amount: string; at: number | null };
  cardEntry: CardEntry;
  reply?: CardReply;
};

/** The card of a running subscription, masked, to be changed in part or whole; nothing typed is ever shown again. */
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
                  `${next.amount}, being tried again`
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
        <PostForm className="stack" action="/plus/card">
          <ErrorSummary problems={reply ? cardProblems(reply) : []} />
          <CardEntryFields
            cardEntry={cardEntry}
            recurring
            stored={stored}
            values={reply?.values ?? {}}
            problems={reply?.problems ?? {}}
          />
          <p className="hint">
            Nothing is charged now. Your card’s bank may be asked whether the card is good.
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
