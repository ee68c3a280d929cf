import { type AskedOf, paidTogether } from "~/money/payers/groups.ts";
import { payerMessages } from "~/money/payers/messages.ts";
import { thingsOf } from "~/money/payers/paying-page.tsx";
import { totalOf } from "~/money/prices/pricing.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { PriceTable } from "~/ui/price-table.tsx";
import { dollarAmount, dollars } from "~/values/money.ts";
import { quantity } from "~/values/words.ts";
import { BUYER_LABELS, BuyerFields } from "./asking-page.tsx";
import { InvoiceTag } from "./invoice.tsx";
import type { InvoiceState } from "./invoices.ts";
import { invoiceMessages } from "./messages.ts";
import type { BuyerReply } from "./replies.ts";

export type GroupInvoiceProps = {
  /** The chosen people who still ask the viewer to pay, and the number of all people who were chosen. */
  people: AskedOf[];
  number: number;
  offersInvoice: boolean;
  reply?: BuyerReply;
};

type ListedInvoice = {
  id: string;
  number: string;
  amount: string;
  people: number;
  state: InvoiceState;
  dueAt: number;
  zone: string;
};

/** Asks for one invoice for several people, instead of paying by card. */
export function GroupInvoicePage(props: GroupInvoiceProps) {
  const { people, number, offersInvoice, reply } = props;
  const isWhole = number > 0 && paidTogether(people).length === number;
  return (
    <Page isForm title="Ask for one invoice">
      {isWhole && offersInvoice ? (
        <BuyerForm {...props} />
      ) : (
        <Notice tone="info">
          <p>{reply?.reason ?? (isWhole ? invoiceMessages.notOffered : payerMessages.changed)}</p>
        </Notice>
      )}
      <p>
        <a href="/paying">Back to the requests</a>
      </p>
    </Page>
  );
}

function BuyerForm({ people, reply }: GroupInvoiceProps) {
  const totalCents = totalOf(people.map(({ cents }) => cents));
  const chosen = new URLSearchParams(people.map(({ id }): [string, string] => ["request", id]));
  const field = fieldsOf(reply?.values ?? { buyerName: "", buyerAddress: "" }, reply?.problems ?? {});
  return (
    <PostForm className="stack" action={`/paying/invoice?${chosen}`}>
      <ErrorSummary problems={labelled(problemsOf(reply), BUYER_LABELS)} />
      <p>{invoiceMessages.forSeveral}</p>
      <PriceTable
        lines={people.map((one) => ({ title: one.name, detail: thingsOf(one), amount: dollars(one.cents) }))}
        total={dollars(totalCents)}
        caption="Who the invoice is for"
      />
      <input type="hidden" name="total" value={dollarAmount(totalCents)} />
      <BuyerFields field={field} />
      <p>{invoiceMessages.bindingForSeveral}</p>
      <p className="actions">
        <Button>Ask for the {dollars(totalCents)} invoice</Button>
      </p>
    </PostForm>
  );
}

/**
 * The invoices by which the viewer pays for others, with a link to each.
 *
 * @param isNext whether these invoices are all that is left to pay on the page.
 */
export function InvoicesForOthers({ invoices, isNext }: { invoices: ListedInvoice[]; isNext: boolean }) {
  if (invoices.length === 0) return null;
  return (
    <>
      <h2>Your invoices for others</h2>
      {invoices.map(({ id, number, amount, people, state, dueAt, zone }) => (
        <Card key={id}>
          <div className="cluster between">
            <h3>Invoice {number}</h3>
            <InvoiceTag state={state} />
          </div>
          <p className="price">{amount}</p>
          <p>
            For {quantity(people, "person", "people")}
            {state === "open" && (
              <>
                , due by <Moment at={dueAt} zone={zone} />
              </>
            )}
          </p>
          <p>
            <LinkButton
              href={`/payment/${id}/invoice`}
              variant={isNext && state === "open" ? "primary" : "secondary"}
            >
              {state === "open" ? "How to pay" : "See the invoice"}
              <span className="visually-hidden">: {number}</span>
            </LinkButton>
          </p>
        </Card>
      ))}
    </>
  );
}
