import { FoldedAddOns } from "~/money/checkout/add-on-list.tsx";
import { paymentMessages } from "~/money/payments/messages.ts";
import { type RegistrationStage, stageRefusal } from "~/money/payments/registration.ts";
import { addOnsFor } from "~/money/prices/add-ons.ts";
import { INVOICE_PATHS, PASS_PATHS } from "~/money/prices/passes.ts";
import { Button, EnterButton, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { TextArea, TextField } from "~/ui/field.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { PriceTable } from "~/ui/price-table.tsx";
import type { Catalogue, Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import { rowsOfText } from "./invoices.ts";
import { invoiceMessages } from "./messages.ts";
import type { AskingReply } from "./replies.ts";

export type AskingProps = {
  passType: PassType;
  title: string;
  stage: RegistrationStage;
  isOffered: boolean;
  catalogue: Catalogue;
  selection: Selection;
  /** The code as typed. */
  code: string;
  heldPass: PassType | null;
  fullName: string;
  /** The price of the pass alone; null if the pass has no price. */
  price: string | null;
  /** When an invoice would be due (UTC ms) if it were written now, and the time zone of the edition's deadlines. */
  dueAt: number;
  timeZone: string;
  reply?: AskingReply;
};

/** Asks for an invoice instead of paying by card. Both passes use this screen. */
export function AskingPage(props: AskingProps) {
  const { passType, title, stage, isOffered, reply } = props;
  const back = { href: PASS_PATHS[passType], children: `Back to the ${title}` };
  const isAsking = reply?.checked !== undefined || (isOffered && stage.stage === "pay");
  return (
    <Page isForm title="Ask for an invoice" lead={`For the ${title}.`}>
      {reply?.checked ? <Confirm {...props} reply={reply} checked={reply.checked} /> : <Asking {...props} />}
      <p>{isAsking ? <a {...back} /> : <LinkButton {...back} />}</p>
    </Page>
  );
}

function Asking(props: AskingProps) {
  const { stage, isOffered, reply } = props;
  if (isOffered && stage.stage === "pay") return <AskingForm {...props} />;
  return (
    <Notice tone="info">
      {reply?.reason && <p>{reply.reason}</p>}
      <p>{isOffered ? stageRefusal(stage) : invoiceMessages.notOffered}</p>
      {stage.stage === "in progress" && (
        <p>
          <a href="/payment-info">See your payments</a>
        </p>
      )}
    </Notice>
  );
}

export const BUYER_LABELS = { buyerName: "Who pays", buyerAddress: "Address" };

/** The payer's name and address, as they will be printed on the invoice. */
export function BuyerFields({
  field,
}: {
  field: (name: "buyerName" | "buyerAddress") => {
    name: string;
    defaultValue: string | undefined;
    error: string | undefined;
  };
}) {
  return (
    <>
      <TextField
        {...field("buyerName")}
        label={BUYER_LABELS.buyerName}
        hint="Your own name, or that of your university or employer."
        autoComplete="organization"
      />
      <TextArea {...field("buyerAddress")} label={BUYER_LABELS.buyerAddress} rows={4} />
    </>
  );
}

function AskingForm(props: AskingProps) {
  const { passType, title, catalogue, heldPass, fullName, price, reply } = props;
  const offered = addOnsFor(catalogue, passType);
  const values = reply?.values ?? { buyerName: fullName, buyerAddress: "", code: props.code };
  const field = fieldsOf(values, reply?.problems ?? {});
  const other = catalogue.tickets.find(({ id }) => id === heldPass)?.title;
  return (
    <PostForm className="stack" action={INVOICE_PATHS[passType]}>
      <EnterButton name="intent" value="check" />
      <ErrorSummary problems={labelled(problemsOf(reply), BUYER_LABELS)} />
      {other && (
        <Notice tone="warning">
          <p>{paymentMessages.notCreditedYet(other, title)}</p>
        </Notice>
      )}
      {heldPass && <input type="hidden" name="heldPass" value={heldPass} />}
      <p className="cluster">
        {price && <strong className="price">{price}</strong>} <DueBy {...props} />
      </p>
      <p>
        {invoiceMessages.about} <strong>{invoiceMessages.totalNext}</strong>
      </p>
      <BuyerFields field={field} />
      <FoldedAddOns addOns={offered} left={catalogue.left} selection={reply?.selection ?? props.selection} />
      <TextField {...field("code")} label="Code" optional autoComplete="off" maxLength={40} />
      <p className="actions">
        <Button name="intent" value="check">
          Continue
        </Button>
      </p>
    </PostForm>
  );
}

const DueBy = ({ dueAt, timeZone }: Pick<AskingProps, "dueAt" | "timeZone">) => (
  <span>
    Due by <Moment at={dueAt} zone={timeZone} />.
  </span>
);

/** The invoice as it would be written, and the button that writes it. */
function Confirm({
  passType,
  heldPass,
  dueAt,
  timeZone,
  reply: { values, selection },
  checked: { lines, total, intended },
}: AskingProps & { reply: AskingReply; checked: NonNullable<AskingReply["checked"]> }) {
  const fields: Record<string, string | number> = {
    ...values,
    ...intended,
    ...(heldPass && { heldPass }),
    ...Object.fromEntries(Object.entries(selection).map(([id, choice]) => [`addOns.${id}`, String(choice)])),
  };
  return (
    <Card title="Your invoice">
      <p>{[values.buyerName, ...rowsOfText(values.buyerAddress)].join(", ")}</p>
      <PriceTable lines={lines} total={total} caption="What it is for" />
      <p>
        <DueBy dueAt={dueAt} timeZone={timeZone} /> {invoiceMessages.binding}
      </p>
      <PostForm className="stack" action={INVOICE_PATHS[passType]}>
        <HiddenFields fields={fields} />
        <p className="actions">
          <Button name="intent" value="ask">
            Ask for the {total} invoice
          </Button>
          <Button variant="secondary" name="intent" value="change">
            Change this
          </Button>
        </p>
      </PostForm>
    </Card>
  );
}
