import type { AccountFormName } from "~/accounts/account.form.ts";
import { type AccountReply, CreateAccountForm, SignInForm } from "~/accounts/account-forms.tsx";
import { accountMessages } from "~/accounts/messages.ts";
import { CardEntryFields, type CardEntryShown, CardForm, cardProblems } from "~/money/cards/card-fields.tsx";
import type { CardReply } from "~/money/cards/card-reply.ts";
import { cardDeclined } from "~/money/cards/messages.ts";
import { ContinueAtProcessor } from "~/money/cards/processor-page.tsx";
import { paymentMessages } from "~/money/payments/messages.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Moment, Period } from "~/ui/moment.tsx";
import { Notice, type NoticeTone } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { isAddressNone } from "~/values/email-addresses.ts";
import { dollarAmount, dollars } from "~/values/money.ts";
import type { SubscriptionState } from "~/values/types.ts";
import { subscriptionMessages } from "./messages.ts";
import { everyMonths } from "./subscription.ts";

const PAGE = "/plus/subscribe";

type Plan = { title: string; cents: number; months: number };

/** Times are UTC ms on the portal's clock. */
export type Receipt = { id: string; date: number; from: number; until: number; amount: string };

/** What a subscription costs and what it includes. */
export function SubscriptionOffer({ plan }: { plan: Plan }) {
  return (
    <Card title={`${plan.title}, ${dollars(plan.cents)} ${everyMonths(plan.months)}`}>
      <ul>
        <li>Every lecture and panel in the library.</li>
        <li>Chapters to jump to, and your place kept in every video.</li>
        <li>New recordings as soon as they are published.</li>
        <li>Cancel whenever you like: you keep what you have paid for.</li>
      </ul>
      <p className="hint">
        {dollars(plan.cents)} now, then {dollars(plan.cents)} {everyMonths(plan.months)} to the same card
        until you cancel.
      </p>
    </Card>
  );
}

/**
 * The forms for logging in and for creating an account, on this page. Both forms lead back to this page, even if the
 * attempt is refused.
 */
export function AccountFirst({ form, reply }: { form: AccountFormName; reply?: AccountReply }) {
  return form === "create" ? (
    <Card title="First, create an account">
      <CreateAccountForm redirectTo={PAGE} action={PAGE} reply={reply} />
      <p>
        <a href={`${PAGE}?form=sign-in`}>I have an account: log in</a>
      </p>
    </Card>
  ) : (
    <Card title="First, log in">
      <SignInForm redirectTo={PAGE} action={PAGE} reply={reply} />
      <p className="cluster">
        <a href={PAGE}>Create an account</a> <a href="/?form=forgot">Forgot your password?</a>
      </p>
    </Card>
  );
}

/** Asks somebody to confirm their e-mail address before they pay. `email` is the address that they have, if any. */
export function ConfirmFirst({ email }: { email: string }) {
  if (isAddressNone(email)) {
    return (
      <Card title="First, give us an e-mail address">
        <p>{accountMessages.addressTakenAway}</p>
        <p>
          <LinkButton href="/change-email">Enter another e-mail</LinkButton>
        </p>
      </Card>
    );
  }
  return (
    <Card title="First, confirm your e-mail">
      <p>
        Open the link in our mail to {email}, then come back to this page to pay.{" "}
        <a href={PAGE}>I have confirmed it</a>
      </p>
      <PostForm action="/verify-email" className="stack" ofNoEdition>
        <p>
          No mail? Look in your spam folder, or let us send another one. Not your address?{" "}
          <a href="/change-email">Change your e-mail</a>
        </p>
        <Button variant="secondary">Send a new link</Button>
      </PostForm>
    </Card>
  );
}

/**
 * The card form, with the amount that will be charged. After an error, nothing that was typed for the card is shown
 * again.
 */
export function SubscribeForm({
  plan,
  cardEntry,
  reply,
}: {
  plan: Plan;
  cardEntry: CardEntryShown;
  reply?: CardReply;
}) {
  if (reply?.page) return <ContinueAtProcessor page={reply.page} />;
  return (
    <CardForm cents={plan.cents} cardEntry={cardEntry}>
      <PostForm className="stack" action={PAGE} ofNoEdition>
        <ErrorSummary title={reply?.title} problems={reply ? cardProblems(reply) : []} />
        <input type="hidden" name="intent" value="subscribe" />
        <input type="hidden" name="price" value={dollarAmount(plan.cents)} />
        <CardEntryFields
          cardEntry={cardEntry}
          recurring
          values={reply?.values ?? {}}
          problems={reply?.problems ?? {}}
        />
        <Button data-pay="">Pay {dollars(plan.cents)}</Button>
      </PostForm>
    </CardForm>
  );
}

/**
 * A notice about an attempt to subscribe whose outcome is not known yet. If the card is typed on the processor's page,
 * the notice links back to that page. `problem` says why that page could not be opened.
 */
export function BeingChecked({
  sentence,
  elsewhere,
  problem,
}: {
  sentence: string;
  elsewhere?: boolean;
  problem?: string | undefined;
}) {
  return (
    <>
      <ErrorSummary problems={problem ? [{ message: problem }] : []} />
      <Notice tone="warning" title="Being checked">
        <p>{sentence}</p>
        <p>
          <a href={PAGE}>Check again</a>
        </p>
      </Notice>
      {elsewhere && (
        <PostForm ofNoEdition>
          <p>If you have not typed your card yet, you can go on.</p>
          <Button variant="secondary" name="intent" value="card-page">
            Back to the card page
          </Button>
        </PostForm>
      )}
    </>
  );
}

/** What became of the last attempt, shown above the form to subscribe again. */
export function LastTry({ state, paidBefore }: { state: SubscriptionState; paidBefore: boolean }) {
  const declined = cardDeclined();
  const notices: Partial<Record<SubscriptionState, { tone: NoticeTone; title?: string; sentence: string }>> =
    {
      declined: { tone: "error", title: declined.title, sentence: declined.reason },
      released: { tone: "info", sentence: paymentMessages.nothingCharged },
      refunded: {
        tone: "warning",
        sentence: paidBefore ? subscriptionMessages.refunded : subscriptionMessages.givenBack,
      },
      ended: { tone: "info", sentence: subscriptionMessages.ended },
    };
  const last = notices[state];
  return (
    last && (
      <Notice tone={last.tone} title={last.title}>
        <p>{last.sentence}</p>
      </Notice>
    )
  );
}

export type Held = {
  state: SubscriptionState;
  /** Until when the subscriber can watch (UTC ms on the portal's clock), and whether the time they paid for is over. */
  until: number;
  isOver: boolean;
  amount: string;
  /** "$99 a year". */
  price: string;
  card: string | null;
  /** Whether a change of card is still open, because the processor's answer is missing. */
  isCardOpen: boolean;
  /** The result of changing the card: "changed" or "same". */
  noted: string | null;
};

/** The result of changing the card, shown when the card page has redirected here. */
function CardNote({ noted, state }: { noted: string | null; state: SubscriptionState }) {
  if (noted !== "changed" && noted !== "same") return null;
  const { cardChanged, cardChangedPastDue, cardUnchanged } = subscriptionMessages;
  const changed = state === "past_due" ? cardChangedPastDue : cardChanged;
  return (
    <Notice tone={noted === "same" ? "info" : "success"}>
      <p>{noted === "same" ? cardUnchanged : changed}</p>
    </Notice>
  );
}

/** The state of a running subscription, with the forms to cancel or resume it. */
export function HeldSubscription({ held, problem }: { held: Held; problem?: string }) {
  const { state, isOver, amount, price, card, isCardOpen, noted } = held;
  const cancelled = state === "cancelled";
  const until = <Moment at={held.until} style="date" />;
  // If nothing more is paid, access ends in the course of the day that is shown. So the time is shown too.
  const lastMoment = <Moment at={held.until} />;
  const runs = state === "active" || state === "past_due";
  return (
    <Card title={<>You are subscribed until {cancelled ? lastMoment : until}</>}>
      <CardNote noted={noted} state={state} />
      <ErrorSummary problems={problem ? [{ message: problem }] : []} />
      {state === "past_due" && (
        <Notice tone="warning">
          <p>{subscriptionMessages.pastDue}</p>
        </Notice>
      )}
      {state === "charged" && (
        <Notice tone="info">
          <p>{subscriptionMessages.beingResumed}</p>
        </Notice>
      )}
      {isCardOpen && (
        <Notice tone="warning">
          <p>{subscriptionMessages.cardBeingChecked}</p>
        </Notice>
      )}
      <SummaryList
        rows={[
          { term: "Price", value: price },
          { term: "Card", value: card },
          {
            term: "Next payment",
            value: cancelled ? (
              "None. Your card is not charged again."
            ) : state === "past_due" ? (
              `${amount}, being retried`
            ) : isOver ? (
              `${amount}, being charged`
            ) : (
              <>
                {amount} on {until}
              </>
            ),
          },
        ]}
      />
      <p className="actions">
        <LinkButton href="/plus">Watch</LinkButton>
        {runs && (
          <LinkButton href="/plus/card" variant="secondary">
            Change card
          </LinkButton>
        )}
      </p>
      {cancelled && (
        <PostForm className="stack way-out" ofNoEdition>
          <p>
            Resume, and it continues as if you had not cancelled: nothing is charged now, and {amount} on{" "}
            {until}.
          </p>
          <p className="actions">
            <Button variant="secondary" name="intent" value="resume">
              Resume subscription
            </Button>
          </p>
        </PostForm>
      )}
      {runs && (
        <PostForm className="stack way-out" ofNoEdition>
          <p>
            Cancel, and your card is not charged again.{" "}
            {isOver ? (
              subscriptionMessages.cancelEndsNow
            ) : (
              <>
                {subscriptionMessages.cancelEndsLater} {lastMoment}.
              </>
            )}
          </p>
          <p className="actions">
            <Button variant="danger" name="intent" value="cancel">
              Cancel subscription
            </Button>
          </p>
        </PostForm>
      )}
    </Card>
  );
}

/** The receipts, one for each period that was paid for. */
export function Receipts({ receipts }: { receipts: Receipt[] }) {
  return (
    <Card title="Receipts">
      <ul className="receipts">
        {receipts.map(({ id, date, from, until, amount }) => (
          <li key={id}>
            <a href={`/plus/receipt/${id}`}>
              <Moment at={date} style="date" /> <span className="visually-hidden">: receipt</span>
            </a>{" "}
            <span className="number">{amount}</span>{" "}
            <small>
              <Period from={from} until={until} />
            </small>
          </li>
        ))}
      </ul>
    </Card>
  );
}
