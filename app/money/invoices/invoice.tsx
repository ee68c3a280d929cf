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

/**
 * The state of an invoice, as a tag.
 *
 * @param back in words, the part of the money that was given back; null if none was.
 * @param isPart whether the invoice is open but partly paid.
 */
export function InvoiceTag({
  state,
  back = null,
  isPart = false,
}: {
  state: InvoiceState;
  back?: string | null;
  isPart?: boolean;
}) {
  const { words, tone } = INVOICE_WORDS[state];
  if (isPart) return <Tag tone={tone}>Paid in part</Tag>;
  return <Tag tone={tone}>{back === null ? words : `${INVOICE_WORDS.paid.words}, ${back} given back`}</Tag>;
}

export type ShownInvoice = {
  number: string;
  state: InvoiceState;
  /**
   * `back`: the part of the money that was given back; null if nothing or everything was given back. `kept`: the part
   * that stays paid.
   */
  back: string | null;
  kept: string;
  /** The credit notes of the invoice, including void ones; `id` is the refund's id. */
  creditNotes: { id: string; number: string; amount: string; issuedAt: number; isVoid: boolean }[];
  /** Texts that can have several lines. */
  seller: string[];
  buyer: string[];
  /** The delegate's name, if the invoice is for one person; empty if they had given none. */
  name: string;
  /** The events that the passes admit to, with their days. */
  events: string[];
  payTo: string[];
  tax: string;
  /** The lines that state the tax included in the prices; empty if the prices include none. */
  taxShown: string[];
  issuedAt: number;
  dueAt: number;
  zone: string;
  lines: PriceLine[];
  total: string;
  /**
   * The money that came in, and what was written off. Empty before a first part has come in, and also if the whole sum
   * came in at one time.
   */
  came: { title: string; amount: string }[];
  /** The sum still to be paid while the invoice is open. */
  rest: string;
  /** How the invoice was paid, if it has been paid. */
  means: string;
};

/** The person that an invoice or a credit note is for, and the events that the passes admit to. */
export const forWhom = (name: string, events: string[]) => [
  ...(name === "" ? [] : [{ term: "For", value: name }]),
  ...(events.length === 0
    ? []
    : [{ term: events.length === 1 ? "Event" : "Events", value: <TextRows rows={events} /> }]),
];

/** Text that can have several lines. */
export const TextRows = ({ rows }: { rows: string[] }) => (
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

/**
 * An invoice, to read and to print: how much is due and when, from whom, to whom, for what, how to pay, and what went
 * back.
 *
 * @param notesAt the address of a credit note without the note's id at the end.
 */
export function InvoiceDocument({ invoice, notesAt }: { invoice: ShownInvoice; notesAt: string }) {
  const { number, state, seller, buyer, name, events, payTo, tax, taxShown, issuedAt, dueAt, zone } = invoice;
  const { lines, total, came, rest, means, back, kept, creditNotes } = invoice;
  const { paid, waiting, ended, givenBack, partBack, wasPaid } = invoiceMessages;
  const isPart = state === "open" && came.length > 0;
  const part = back === null ? null : partBack(back, kept);
  const stateSentence = {
    ...{ open: null, waiting, ended },
    paid: part === null ? paid(means) : `${paid(means)} ${part}`,
    "given back": part === null ? givenBack : `${wasPaid} ${part}`,
  }[state];
  return (
    <Card>
      <div className="cluster between">
        <p className="price">{state === "open" ? rest : total}</p>{" "}
        <InvoiceTag state={state} back={back} isPart={isPart} />
      </div>
      {isPart && <p>{invoiceMessages.restOf(rest, total)}</p>}
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
            <TextRows rows={payTo} />
          </p>
          <p>
            Write <strong>{number}</strong> in the message of the transfer.
          </p>
        </>
      )}
      <SummaryList
        rows={[
          { term: "Invoice", value: number },
          ...(seller.length > 0 ? [{ term: "From", value: <TextRows rows={seller} /> }] : []),
          { term: "To", value: <TextRows rows={buyer} /> },
          ...forWhom(name, events),
          { term: "Date", value: <Moment at={issuedAt} style="date" zone={zone} /> },
        ]}
      />
      <PriceTable lines={lines} total={total} caption="What it is for" />
      {taxShown.length > 0 && (
        <p>
          <TextRows rows={taxShown} />
        </p>
      )}
      {came.length > 0 &&
        (state === "open" || state === "waiting" ? (
          <PriceTable lines={came} total={rest} totalLabel="Still to be paid" caption="What has come in" />
        ) : (
          <PriceTable lines={came} total={total} caption="How it was paid" />
        ))}
      {tax && <p>{tax}</p>}
      {stateSentence && (
        <p>
          <strong>{stateSentence}</strong>
        </p>
      )}
      {creditNotes.length > 0 && (
        <>
          <h2>Credit notes</h2>
          <ul>
            {creditNotes.map((note) => (
              <li key={note.id}>
                <a href={notesAt + note.id}>Credit note {note.number}</a>, {note.amount},{" "}
                <Moment at={note.issuedAt} style="date" zone={zone} />{" "}
                {note.isVoid && <Tag tone="todo">Void</Tag>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
