import { chargeMessages } from "~/money/cards/messages.ts";
import { bankMessages, paymentMessages } from "~/money/payments/messages.ts";
import { PAYMENT_WORDS } from "~/money/payments/payment-state.tsx";
import { WriteToUs } from "~/money/refunds/bank-returns.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Letterhead } from "~/ui/letterhead.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { PriceTable } from "~/ui/price-table.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { payerMessages } from "./messages.ts";
import type { payerOrder } from "./payer-order.ts";

export type OrderShown = ReturnType<typeof payerOrder> & {
  email: string;
  paidTo: string;
  /** The e-mail address to which the payer can write about the order; empty if there is none. */
  contact: string;
  mayBeElsewhere: boolean;
};

/** What became of an order for several people. Once it is paid, this shows the receipt. */
export function OrderOfPayer({ order, isResumed }: { order: OrderShown; isResumed: boolean }) {
  const { state, mayBeElsewhere } = order;
  switch (state) {
    case "captured":
      return (
        <>
          {order.isTakenByBank ? (
            <Notice tone="warning" title={bankMessages.title}>
              <p>
                {bankMessages.tookBackOfOrder} {bankMessages.writeToUs}
              </p>
              <WriteToUs contact={order.contact} />
            </Notice>
          ) : order.isCancelled ? (
            <Notice tone="info" title={PAYMENT_WORDS.voided.words}>
              <p>{payerMessages.orderCancelled}</p>
            </Notice>
          ) : (
            <Notice tone="success" title={payerMessages.paid(order.total, order.people.length)} />
          )}
          <Receipt order={order} />
        </>
      );
    case "charging":
    case "unknown":
      return (
        <>
          <Notice tone="warning" title="Being checked">
            <p>{paymentMessages.paymentBeingChecked}</p>
            <p>
              <a href="?">Check again</a>
            </p>
          </Notice>
          {state === "charging" && mayBeElsewhere && !isResumed && (
            <PostForm>
              <p>If you have not typed your card yet, you can go on.</p>
              <Button variant="secondary">Back to the card page</Button>
            </PostForm>
          )}
        </>
      );
    default:
      return (
        <Notice tone="info" title="Not paid">
          <p>{chargeMessages.nothingWasCharged}</p>
          <p>
            <LinkButton href="/paying">Try again</LinkButton>
          </p>
        </Notice>
      );
  }
}

/** The receipt, which the browser can print or save as a PDF. */
function Receipt({ order: { id, date, email, paidTo, paidBy, total, people } }: { order: OrderShown }) {
  return (
    <Card title="Receipt">
      <Letterhead />
      <p>{payerMessages.eachHasReceipt}</p>
      <SummaryList
        rows={[
          { term: "Receipt number", value: id },
          { term: "Date", value: <Moment at={date} /> },
          { term: "Paid by", value: email },
          { term: "Paid to", value: paidTo },
          ...(paidBy ? [paidBy] : []),
          ...people.flatMap(({ id, name, isCancelled, refunds }) => [
            ...(isCancelled ? [{ id: `${id} cancelled`, term: name, value: payerMessages.cancelled }] : []),
            ...refunds.map(({ term, amount, date }) => ({
              id: `${id} ${date}`,
              term: `${term} (${name})`,
              value: (
                <>
                  {amount}, <Moment at={date} style="date" />
                </>
              ),
            })),
          ]),
        ]}
      />
      <PriceTable
        lines={people.map(({ name, things, amount }) => ({ title: name, detail: things, amount }))}
        total={total}
        totalLabel="Total paid"
        caption="The people you paid for"
      />
    </Card>
  );
}
