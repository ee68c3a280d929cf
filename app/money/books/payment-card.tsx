import { paymentMessages } from "~/money/payments/messages.ts";
import { PaymentTag } from "~/money/payments/payment-state.tsx";
import type { shownRefund } from "~/money/payments/receipts.ts";
import { shortReference } from "~/money/payments/references.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import type { PaymentState } from "~/values/types.ts";

export type ShownPayment = {
  id: string;
  state: PaymentState;
  title: string;
  /** Sentences that say what became of the payment. */
  what: string;
  addOns: string[];
  amount: string;
  /** The part that was paid with credit; null if no credit was spent. */
  credit: string | null;
  /**
   * The payer, if another person paid; otherwise the card, or the means if the money came in by hand. Null if none of
   * these is known.
   */
  paidBy: { term: string; value: string } | null;
  /** What is still to be paid of an open invoice; null if no part has come in. */
  rest: string | null;
  /** The day by which the payment is due, if its invoice is open; otherwise null. */
  dueAt: number | null;
  date: number;
  refunds: ReturnType<typeof shownRefund>[];
  isTakenByBank: boolean;
  /** Whether the whole sum of the payment's invoice is recorded, and a second person still has to confirm the money. */
  isConfirming: boolean;
  hasReceipt: boolean;
  hasInvoice: boolean;
  /** Whether an add-on of this payment can be exchanged. */
  isExchangeable: boolean;
  /** The page for another attempt after a payment that failed; null if no other attempt is offered. */
  again: string | null;
  /** Whether this payment bought a pass that the delegate still holds. */
  isPassHeld: boolean;
  /** Whether the delegate may offer this pass to another person now. */
  isTransferable: boolean;
  /** The page where more add-ons for the pass of this payment can be bought. */
  moreAddOns: string | null;
};

/** One payment as its delegate sees it, with what can be done about it. */
export function PaymentCard({
  payment,
  heading: Heading = "h3",
}: {
  payment: ShownPayment;
  /** The level of the heading; a card alone on a page may have "h2". */
  heading?: "h2" | "h3";
}) {
  const { id, state, title, what, addOns, amount, credit, paidBy, rest, dueAt, date, refunds } = payment;
  const links = [
    payment.hasInvoice && { href: "invoice", words: "Invoice", about: ` for ${title}` },
    payment.isExchangeable && { href: "exchange", words: "Exchange an add-on", about: `: ${title}` },
    payment.isTransferable && { href: "transfer", words: "Transfer the pass", about: `: ${title}` },
  ].filter((link) => link !== false);
  return (
    <Card>
      <div className="cluster between">
        <Heading>{title}</Heading>
        <PaymentTag
          {...{ state, isTakenByBank: payment.isTakenByBank, isConfirming: payment.isConfirming }}
        />
      </div>
      <p className="price">{amount}</p>
      {dueAt !== null && (
        <p className="lead">
          {rest === null ? "Due by" : paymentMessages.dueBy(rest)} <Moment at={dueAt} />
        </p>
      )}
      <p className="hint">{what}</p>
      {payment.again && (
        <p>
          <LinkButton href={payment.again}>
            Try again<span className="visually-hidden"> to pay for: {title}</span>
          </LinkButton>
        </p>
      )}
      <SummaryList
        rows={[
          ...(addOns.length > 0 ? [{ term: "With", value: addOns.join(", ") }] : []),
          ...(credit ? [{ term: "Paid with credit", value: credit }] : []),
          ...(paidBy ? [paidBy] : []),
          { term: "Date", value: <Moment at={date} /> },
          ...refunds.map(({ term, amount, date }) => ({
            id: `${term} ${date}`,
            term,
            value: (
              <>
                {amount}, <Moment at={date} style="date" />
              </>
            ),
          })),
          { term: "Reference", value: <a href={`/payment/${id}`}>{shortReference(id)}</a> },
        ]}
      />
      {payment.hasReceipt && (
        <p>
          <LinkButton href={`/payment/${id}/receipt`} variant="secondary">
            Receipt<span className="visually-hidden"> for {title}</span>
          </LinkButton>
        </p>
      )}
      {(links.length > 0 || payment.moreAddOns) && (
        <ul className="links">
          {payment.moreAddOns && (
            <li>
              <a href={payment.moreAddOns}>
                Buy more add-ons<span className="visually-hidden"> for the {title}</span>
              </a>{" "}
            </li>
          )}
          {links.map(({ href, words, about }) => (
            <li key={href}>
              <a href={`/payment/${id}/${href}`}>
                {words}
                <span className="visually-hidden">{about}</span>
              </a>{" "}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/**
 * Links for giving up the passes that the payments bought. They are below all payments, so that nobody follows one by
 * mistake.
 */
export function GivingUp({ passes }: { passes: Pick<ShownPayment, "id" | "title">[] }) {
  if (passes.length === 0) return null;
  return (
    <section className="stack tight">
      <h2>If you cannot come</h2>
      <p className="hint">{paymentMessages.beforeGivingUp}</p>
      <ul className="links">
        {passes.map(({ id, title }) => (
          <li key={id}>
            <a href={`/payment/${id}/withdraw`}>
              Give up the pass<span className="visually-hidden">: {title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
