import { FoldedAddOns } from "~/money/checkout/add-on-list.tsx";
import { askedMessages } from "~/money/checkout/messages.ts";
import { isInvoicedToOther } from "~/money/payments/attempts.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { type RegistrationStage, stageRefusal } from "~/money/payments/registration.ts";
import { addOnsFor } from "~/money/prices/add-ons.ts";
import { PASS_PATHS } from "~/money/prices/passes.ts";
import { Button, EnterButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { TextField } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { labelled, problemsOf } from "~/ui/form-reply.ts";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { type PriceLine, PriceTable } from "~/ui/price-table.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { Catalogue, Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import { payerMessages } from "./messages.ts";
import type { PayerReply } from "./payer-request-reply.ts";

export type PayerRequestProps = {
  passType: PassType;
  title: string;
  stage: RegistrationStage;
  catalogue: Catalogue;
  selection: Selection;
  /** Whether the selection comes from the page's address, and not from the open request. */
  hasChosen: boolean;
  /** The other pass, if the delegate holds it and its price is not credited to this one. */
  heldPass: PassType | null;
  /** The price of the pass alone; null if it is not on sale. */
  price: string | null;
  /**
   * The delegate's open request: whom they asked, and for what. `order` is null if the pass or an add-on that they
   * asked for cannot be bought now. `problem` says why nobody can pay for the request, even if the delegate may buy the
   * pass; null if somebody can. `request` is null if they have asked nobody.
   */
  request: {
    id: string;
    email: string;
    order: { lines: PriceLine[]; total: string } | null;
    problem: string | null;
  } | null;
  reply?: PayerReply;
};

/** Asks somebody else to pay. Both passes use this screen. */
export function PayerRequestPage(props: PayerRequestProps) {
  const { passType, title, stage, price, request } = props;
  return (
    <Page
      isForm
      title={askedMessages.somebodyElse}
      lead={`For the ${title}${price && !request ? `, ${price}` : ""}.`}
    >
      {stage.stage !== "pay" && (
        <Notice tone="info">
          <p>{stageRefusal(stage)}</p>
        </Notice>
      )}
      {request && <Asked title={title} stage={stage} {...request} />}
      {stage.stage === "pay" &&
        (request === null ? (
          <AskForm {...props} />
        ) : (
          <Fold
            title="Ask somebody else, or for other add-ons"
            isOpen={props.reply !== undefined || props.hasChosen}
          >
            <AskForm {...props} />
          </Fold>
        ))}
      <p>
        <a href={PASS_PATHS[passType]}>Back to the {title}</a>
      </p>
    </Page>
  );
}

function Asked({
  title,
  stage,
  email,
  order,
  problem,
}: Pick<PayerRequestProps, "title" | "stage"> & NonNullable<PayerRequestProps["request"]>) {
  // If nobody can pay for the pass now, the page says why, and does not say that the request waits to be paid. If a
  // payment or an invoice of the delegate's own is open, the delegate may still take the request back. If the request
  // stays, the other person can pay as soon as that payment or invoice has ended.
  const isPayable = stage.stage === "pay" && problem === null;
  const mayTakeBack = stage.stage !== "in progress" || !isInvoicedToOther(stage.state);
  return (
    <Card title="Your request">
      <p className="cluster between">
        <span>{askedMessages.asked(email, title)}</span> {isPayable && <Tag tone="warning">Waiting</Tag>}
      </p>
      {stage.stage === "pay" && problem !== null && (
        <Notice tone="warning">
          <p>{problem}</p>
        </Notice>
      )}
      {order && <PriceTable {...order} caption="What they pay for" />}
      {isPayable && (
        <>
          <p>
            <strong>{payerMessages.noPlace}</strong>
          </p>
          <p className="hint">
            {payerMessages.written} {askedMessages.mayStillPay}
          </p>
        </>
      )}
      {mayTakeBack && (
        <PostForm>
          <p className="actions">
            <Button variant="secondary" name="intent" value="take back">
              Take the request back
            </Button>
          </p>
        </PostForm>
      )}
    </Card>
  );
}

const LABEL = "Their e-mail address";

function AskForm({ passType, title, catalogue, heldPass, request, reply, ...props }: PayerRequestProps) {
  const offered = addOnsFor(catalogue, passType);
  const other = catalogue.tickets.find(({ id }) => id === heldPass)?.title;
  return (
    <PostForm className="stack">
      <EnterButton name="intent" value="ask" />
      <ErrorSummary problems={labelled(problemsOf(reply), { payerEmail: LABEL })} />
      {other && (
        <Notice tone="warning">
          <p>{paymentMessages.notCreditedYet(other, title)}</p>
        </Notice>
      )}
      {heldPass && <input type="hidden" name="heldPass" value={heldPass} />}
      {request && <input type="hidden" name="insteadOf" value={request.id} />}
      <TextField
        label={LABEL}
        name="payerEmail"
        type="email"
        autoComplete="off"
        hint="Your university, your teacher, or another person who pays for you. One person can pay for many."
        defaultValue={reply?.email}
        error={reply?.problems["payerEmail"]}
      />
      <FoldedAddOns addOns={offered} left={catalogue.left} selection={reply?.selection ?? props.selection} />
      <ul className="hint">
        {payerMessages.whatTheyLearn.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="actions">
        <Button name="intent" value="ask">
          {request === null ? "Ask them to pay" : "Ask them instead"}
        </Button>
      </p>
    </PostForm>
  );
}

/**
 * A notice for somebody who is asked to pay for others, or has an unpaid invoice for others. It has a link to the page
 * on which they can pay.
 */
export function ToPayNotice({ number, invoices }: { number: number; invoices: number }) {
  if (number + invoices === 0) return null;
  return (
    <Notice tone="info">
      {number > 0 && (
        <p>
          {payerMessages.toPay(number)} <a href="/paying">See who, and pay for them</a>
        </p>
      )}
      {invoices > 0 && (
        <p>
          {payerMessages.invoicesToPay(invoices)}{" "}
          <a href="/paying">See {invoices === 1 ? "the invoice" : "the invoices"}</a>
        </p>
      )}
    </Notice>
  );
}
