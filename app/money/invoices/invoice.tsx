import { Fragment } from "react";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { type PriceLine, PriceTable } from "~/ui/price-table.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import type { InvoiceState } from "./invoices.ts";
import { invoiceMessages } from "./messages.ts";

export const INVOICE_WORDS: Record<InvoiceState, { words: string; tone: Tone }> = {
  open: { words: "Not paid yet", tone: "warning" },
  waiting: { words: "Being confirmed", tone: "warning" },
  paid: { words: "Paid", tone: "success" },
  "given back": { words: "Given back", tone: "info" },
  ended: { words: "Ended", tone: "todo" },
};

/** The state of an invoice, as a tag. */
export function InvoiceTag({ state }: { state: InvoiceState }) {
  const { words, tone } = INVOICE_WORDS[state];
  return <Tag tone={tone}>{words}</Tag>;
}

export type ShownInvoice = {
  number: string;
  state: InvoiceState;
  /** Texts of several lines. */
  seller: string[];
  buyer: string[];
  payTo: string[];
  tax: string;
  /** What is said of the tax that its prices include, if they do. */
  taxShown: string[];
  issuedAt: number;
  dueAt: number;
  zone: string;
  lines: PriceLine[];
  total: string;
  /** What has come in so far, and what nobody asks for; none before the first part, and if it was paid at once. */
  came: { title: string; amount: string }[];
  /** What is still to be paid while it is open. */
  rest: string;
  /** How it was paid, if it was. */
  means: string;
};

const Rows = ({ rows }: { rows: string[] }) => (
  <>
    {rows.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are static text
      <Fragment key={index}>
        {index > 0 && <br />}
        {row}
      </Fragment>
    ))}
  </>
);

/** An invoice, to read and to print: how much until when, from whom, to whom, for what, and how it is paid. */
export function InvoiceDocument({ invoice }: { invoice: ShownInvoice }) {
  const { number, state, seller, buyer, payTo, tax, taxShown, issuedAt, dueAt, zone } = invoice;
  const { lines, total, came, rest, means } = invoice;
  const { paid, waiting, ended, givenBack } = invoiceMessages;
  const said = { open: null, waiting, paid: paid(means), "given back": givenBack, ended }[state];
  return (
    <Card>
      <div className="cluster between">
        <p className="price">{state === "open" ? rest : total}</p> <InvoiceTag state={state} />
      </div>
      {state === "open" && (
        <p>
          <strong>
            Due by <Moment at={dueAt} zone={zone} />
          </strong>
        </p>
      )}
      {state === "open" && payTo.length > 0 && (
        <>
          <h2>How to pay</h2>
          <p>
            <Rows rows={payTo} />
          </p>
          <p>
            Write <strong>{number}</strong> in the message of the transfer.
          </p>
        </>
      )}
      <SummaryList
        rows={[
          { term: "Invoice", value: number },
          ...(seller.length > 0 ? [{ term: "From", value: <Rows rows={seller} /> }] : []),
          { term: "To", value: <Rows rows={buyer} /> },
          { term: "Date", value: <Moment at={issuedAt} style="date" zone={zone} /> },
        ]}
      />
      <PriceTable lines={lines} total={total} caption="What it is for" />
      {taxShown.length > 0 && (
        <p>
          <Rows rows={taxShown} />
        </p>
      )}
      {came.length > 0 &&
        (state === "paid" ? (
          <PriceTable lines={came} total={total} caption="How it was paid" />
        ) : (
          <PriceTable lines={came} total={rest} totalLabel="Still to be paid" caption="What has come in" />
        ))}
      {tax && <p>{tax}</p>}
      {said && (
        <p>
          <strong>{said}</strong>
        </p>
      )}
    </Card>
  );
}
