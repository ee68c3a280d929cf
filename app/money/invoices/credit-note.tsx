import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { type PriceLine, PriceTable } from "~/ui/price-table.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag } from "~/ui/tag.tsx";
import { forWhom, TextRows } from "./invoice.tsx";
import { creditNoteMessages } from "./messages.ts";

export type ShownCreditNote = {
  number: string;
  /** The number of the invoice that the credit note belongs to. */
  invoice: string;
  /** Texts that can have several lines. */
  seller: string[];
  buyer: string[];
  /** The name of the delegate that the bill was for; empty if they had given none. */
  name: string;
  /** The events that the passes admit to, with their days. */
  events: string[];
  issuedAt: number;
  zone: string;
  lines: PriceLine[];
  total: string;
  taxShown: string[];
  isVoid: boolean;
  /**
   * What is special about this refund: it corrects a mistake, a bank took the money, or credit was given. Null if only
   * money went back.
   */
  what: string | null;
};

/** A credit note, to read and to print: the amount that went back, the invoice, and who gave the money back to whom. */
export function CreditNoteDocument({ note, invoiceAt }: { note: ShownCreditNote; invoiceAt: string }) {
  const {
    number,
    invoice,
    seller,
    buyer,
    name,
    events,
    issuedAt,
    zone,
    lines,
    total,
    taxShown,
    isVoid,
    what,
  } = note;
  return (
    <Card>
      <div className="cluster between">
        <p className="price">{total}</p> {isVoid && <Tag tone="todo">Void</Tag>}
      </div>
      {isVoid && (
        <p>
          <strong>{creditNoteMessages.isVoid}</strong>
        </p>
      )}
      <SummaryList
        rows={[
          { term: "Credit note", value: number },
          { term: "For invoice", value: <a href={invoiceAt}>{invoice}</a> },
          ...(seller.length > 0 ? [{ term: "From", value: <TextRows rows={seller} /> }] : []),
          { term: "To", value: <TextRows rows={buyer} /> },
          ...forWhom(name, events),
          { term: "Date", value: <Moment at={issuedAt} style="date" zone={zone} /> },
        ]}
      />
      <PriceTable lines={lines} total={total} caption="What was given back" />
      {taxShown.length > 0 && (
        <p>
          <TextRows rows={taxShown} />
        </p>
      )}
      {what && !isVoid && <p>{what}</p>}
    </Card>
  );
}
