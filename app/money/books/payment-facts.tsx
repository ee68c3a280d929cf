import { Fragment } from "react";
import { PaymentTag } from "~/money/payments/payment-state.tsx";
import { shortReference } from "~/money/payments/references.ts";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { type PriceLine, PriceTable } from "~/ui/price-table.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import type { PaymentState } from "~/values/types.ts";

const NO_PROCESSOR_WORDS = {
  credit: "None: it was paid with credit",
  free: "None: nothing had to be paid",
};

/** A payment as staff see it: how it was made, and what was bought. */
export function PaymentFacts({
  payment: {
    id,
    state,
    isTakenByBank,
    date,
    holder,
    payer,
    mates,
    paidBy,
    invoice,
    isFree,
    processor,
    transactionId,
    lines,
    total,
    credit,
  },
}: {
  payment: {
    id: string;
    state: PaymentState;
    isTakenByBank: boolean;
    date: number;
    /** The holder of what the payment bought, if that is no longer the delegate. */
    holder: { uid: string; called: string } | null;
    /** Who paid for the delegate; null if they paid themselves. */
    payer: { uid: string; email: string } | null;
    /** The other payments of the same order, each with the name of its delegate. */
    mates: { id: string; called: string }[];
    paidBy: { term: string; value: string } | null;
    /** The id of the order whose invoice contains this payment; null if there is no invoice. */
    invoice: string | null;
    isFree: boolean;
    processor: string;
    transactionId: string | null;
    lines: PriceLine[];
    total: string;
    /** The part of the total that was paid with credit; null for none. */
    credit: string | null;
  };
}) {
  return (
    <Card>
      <SummaryList
        rows={[
          { term: "State", value: <PaymentTag state={state} isTakenByBank={isTakenByBank} /> },
          { term: "Date", value: <Moment at={date} /> },
          ...(holder
            ? [
                {
                  term: "Transferred to",
                  value: (
                    <a href={`/admin/payments/person/${holder.uid}`}>
                      <bdi>{holder.called}</bdi>
                    </a>
                  ),
                },
              ]
            : []),
          ...(payer ? [{ term: "Paid by", value: <bdi>{payer.email}</bdi> }] : []),
          ...(mates.length > 0
            ? [
                {
                  term: "Paid together with",
                  value: mates.map(({ id, called }) => (
                    <Fragment key={id}>
                      <a href={`/admin/payments/${id}`}>
                        <bdi>{called}</bdi>
                      </a>{" "}
                    </Fragment>
                  )),
                },
              ]
            : []),
          paidBy ?? { term: "Card", value: null },
          { term: "Reference", value: shortReference(id) },
          { term: "Number at the processor", value: id },
          ...(credit ? [{ term: "Paid with credit", value: credit }] : []),
          ...(invoice !== null
            ? [
                {
                  term: "Invoice",
                  value: <a href={`/admin/payments/invoices/${invoice}`}>See the invoice</a>,
                },
              ]
            : [
                {
                  term: "Card processor",
                  value: isFree ? NO_PROCESSOR_WORDS[credit ? "credit" : "free"] : processor,
                },
                { term: "Transaction", value: transactionId },
              ]),
        ]}
      />
      <PriceTable lines={lines} total={total} caption="What was bought" />
    </Card>
  );
}
