import type { ReactNode } from "react";
import { type CardEntryShown, CardForm, cardProblems } from "~/money/cards/card-fields.tsx";
import type { CardReply } from "~/money/cards/card-reply.ts";
import { ContinueAtProcessor } from "~/money/cards/processor-page.tsx";
import { PaymentSteps } from "~/money/checkout/payment-steps.tsx";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { totalOf } from "~/money/prices/pricing.ts";
import { Button, EnterButton, LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { CheckboxGroup } from "~/ui/field.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { dollarAmount, dollars } from "~/values/money.ts";
import { listInWords } from "~/values/words.ts";
import { type AskedOf, isPayable, MOST_PEOPLE, paidTogether, peopleInWords } from "./groups.ts";
import { payerMessages } from "./messages.ts";

export type PayingProps = {
  people: AskedOf[];
  /** Whether more people ask, who are not shown. */
  hasMore: boolean;
  /** The requests that were ticked. */
  chosen: string[];
  /** Whether the requests were ticked on the previous page. */
  isPaying: boolean;
  /** The viewer's order that pays, or has paid, for all requests that were ticked; null if there is none. */
  begun: string | null;
  /** Whether the viewer's e-mail address is confirmed. */
  isConfirmed: boolean;
  /** Whether the viewer has just said that they will not pay. */
  isDone: boolean;
  /** The viewer's orders for others whose charge is being checked. */
  checked: { id: string; amount: string; people: number }[];
  /** Whether the viewer has an invoice to pay. */
  hasInvoice: boolean;
  /** Whether the viewer can ask for an invoice. */
  offersInvoice: boolean;
  cardEntry: CardEntryShown;
  reply?: CardReply;
  /**
   * Shown below the form in which the viewer chooses people. If nobody has asked the viewer to pay, shown directly
   * below the notices. Not shown while the viewer pays.
   */
  children: ReactNode;
};

/** Shows the people who have asked the viewer to pay. The viewer can pay for some or all of them with one charge. */
export function PayingPage(props: PayingProps) {
  const { people, chosen, isPaying, begun, isConfirmed, isDone, checked, reply, children } = props;
  // Somebody who is led to the processor's page began an order a moment ago. So the page says nothing about orders that
  // have begun.
  const isLed = reply?.page !== undefined;
  const ready = people.filter((one) => chosen.includes(one.id) && isPayable(one));
  const isWhole = ready.length > 0 && paidTogether(ready).length === chosen.length;
  const step = isPaying && isWhole ? "paying" : "choosing";
  return (
    <Page isForm title="Pay for others" wide={step === "paying"}>
      {isDone && (
        <Notice tone="success">
          <p>{payerMessages.refused}</p>
        </Notice>
      )}
      {!isConfirmed && (
        <Notice tone="warning">
          <p>
            {payerMessages.confirmFirst} <a href="/verify-email">Confirm your address</a>
          </p>
        </Notice>
      )}
      {!isLed &&
        checked.map(({ id, amount, people }) => (
          <Notice key={id} tone="warning" title="Being checked">
            <p>
              {payerMessages.beingChecked(amount, people)} <a href={`/payment/${id}`}>See this payment</a>
            </p>
          </Notice>
        ))}
      {begun && !isLed && !checked.some(({ id }) => id === begun) && (
        <Notice tone="info">
          <p>
            {payerMessages.begun} <a href={`/payment/${begun}`}>See this payment</a>
          </p>
        </Notice>
      )}
      {people.length === 0 && children}
      <Body {...props} step={step} ready={ready} reply={reply} />
      {people.length > 0 && step === "choosing" && children}
    </Page>
  );
}

function Body({
  people,
  ready,
  step,
  checked,
  hasInvoice,
  ...props
}: PayingProps & { step: string; ready: AskedOf[] }) {
  const { reply } = props;
  if (reply?.page) return <ContinueAtProcessor page={reply.page} />;
  if (people.length === 0) {
    if ((hasInvoice || checked.length > 0) && !reply?.reason) return null;
    return (
      <EmptyState title={payerMessages.nobody} action={<LinkButton href="/">Go to the home page</LinkButton>}>
        {reply?.reason && <p>{reply.reason}</p>}
        <p>When somebody asks you to pay, you see them here.</p>
      </EmptyState>
    );
  }
  if (step === "paying") return <PayForm {...props} ready={ready} />;
  return <ChooseForm {...props} people={people} />;
}

/** In words, the pass and the add-ons that the viewer would buy for one person. */
export const thingsOf = ({ lines }: AskedOf) => listInWords((lines ?? []).map(lineTitle));

function ChooseForm({
  people,
  hasMore,
  chosen,
  isPaying,
  begun,
  reply,
}: Pick<PayingProps, "people" | "hasMore" | "chosen" | "isPaying" | "begun" | "reply">) {
  const payable = people.filter(isPayable);
  const together = paidTogether(people);
  const others = people.filter((one) => !isPayable(one));
  const ticked = payable.filter(({ id }) => chosen.includes(id));
  const twice = ticked.filter((one) => !paidTogether(ticked).includes(one));
  const isLost = isPaying && begun === null && !reply;
  const lost = twice.length > 0 ? payerMessages.oneEach(peopleInWords(twice)) : payerMessages.changed;
  return (
    <>
      <p>
        {payerMessages.theyAsk} {hasMore && payerMessages.moreAsk(MOST_PEOPLE)}
      </p>
      <ErrorSummary problems={isLost ? [{ message: lost }] : problemsOf(reply)} />
      {payable.length > 0 && (
        <PostForm className="stack" action="/paying">
          <EnterButton name="intent" value="choose" />
          <CheckboxGroup
            label="Who do you pay for?"
            name="request"
            error={reply?.problems["request"]}
            chosen={isPaying ? chosen : together.map(({ id }) => id)}
            options={payable.map((one) => ({
              value: one.id,
              label: `${one.name}, ${dollars(one.cents)}`,
              hint: ` ${thingsOf(one)}`,
            }))}
          />
          {together.length > 1 && (
            <p>
              {payerMessages.together(together.length, dollars(totalOf(together.map(({ cents }) => cents))))}
            </p>
          )}
          <p className="actions">
            <Button name="intent" value="choose">
              Continue to payment
            </Button>
            <Button variant="secondary" name="intent" value="refuse">
              {payable.length > 1 ? payerMessages.willNotPay : "I will not pay"}
            </Button>
          </p>
        </PostForm>
      )}
      {others.length > 0 && (
        <>
          <h2>Not now</h2>
          <PostForm className="stack" action="/paying">
            <CheckboxGroup
              label="Who do you not want to pay for?"
              name="other"
              error={reply?.problems["other"]}
              chosen={[]}
              options={others.map(({ id, name, lines }) => ({
                value: id,
                label: `${name}: ${lines === null ? payerMessages.notNow : payerMessages.takesIt}`,
              }))}
            />
            <p className="actions">
              <Button variant="secondary" name="intent" value="refuse others">
                {payerMessages.willNotPayThese}
              </Button>
            </p>
          </PostForm>
        </>
      )}
    </>
  );
}

function PayForm({
  ready,
  offersInvoice,
  cardEntry,
  reply,
}: {
  ready: AskedOf[];
  offersInvoice: boolean;
  cardEntry: CardEntryShown;
  reply?: CardReply;
}) {
  const totalCents = totalOf(ready.map(({ cents }) => cents));
  const chosen = new URLSearchParams(ready.map(({ id }): [string, string] => ["request", id]));
  return (
    <CardForm cents={totalCents} cardEntry={cardEntry}>
      <PostForm className="stack" action={`/paying?pay&${chosen}`}>
        <EnterButton name="intent" value="pay" />
        <input type="hidden" name="total" value={dollarAmount(totalCents)} />
        {ready.map(({ id }) => (
          <input key={id} type="hidden" name="request" value={id} />
        ))}
        <PaymentSteps
          step="paying"
          lines={ready.map((one) => ({
            ...{ id: one.id, title: one.name, variant: thingsOf(one), cents: one.cents },
          }))}
          {...{ totalCents, creditCents: 0, offered: [], selection: {}, cardEntry }}
          values={reply?.values ?? {}}
          summary={reply ? cardProblems(reply) : []}
          summaryTitle={reply?.title}
          problems={reply?.problems ?? {}}
          free={passMessages.takePass}
          changeHref={`/paying?${chosen}`}
        >
          {null}
        </PaymentSteps>
        {offersInvoice && (
          <p className="other-ways">
            <a href={`/paying/invoice?${chosen}`}>{payerMessages.invoiceInstead}</a>
          </p>
        )}
      </PostForm>
    </CardForm>
  );
}
