import { CardEntryFields, type CardEntryShown, CardForm, cardProblems } from "~/money/cards/card-fields.tsx";
import { ContinueAtProcessor } from "~/money/cards/processor-page.tsx";
import { Button, EnterButton } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import type { AddOn, Catalogue, Selection } from "~/values/catalogue.ts";
import { dollarAmount, dollars } from "~/values/money.ts";
import type { PassType } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { AddOnList } from "./add-on-list.tsx";
import { CreditLine } from "./credit-line.tsx";
import { passMessages } from "./messages.ts";
import { ADD_ON_PATHS } from "./passes.ts";
import type { PaymentReply } from "./payment-reply.ts";
import { dueOf, payLabel, quoteAddOns } from "./pricing.ts";
import type { AddOnStage } from "./registration.ts";
import { type AgreementTexts, TermsFirst } from "./terms-form.tsx";

export type AddOnsProps = {
  passType: PassType;
  /** The title of the pass. */
  title: string;
  stage: AddOnStage;
  /** What is held with the pass, in words. */
  held: string[];
  catalogue: Catalogue;
  creditCents: number;
  agreement: AgreementTexts;
  fullName: string;
  firstName: string;
  lastName: string;
  /** YYYY-MM-DD. */
  today: string;
  selection: Selection;
  cardEntry: CardEntryShown;
  reply?: PaymentReply;
};

/** More add-ons for a pass that is held. Both passes use this screen. */
export function AddOnsPage(props: AddOnsProps) {
  const { title, held } = props;
  return (
    <Page title="More add-ons" lead={`For your ${title}.`}>
      {held.length > 0 && <p>You have: {listInWords(held)}.</p>}
      <AddOnsForSale {...props} />
    </Page>
  );
}

function AddOnsForSale(props: AddOnsProps) {
  const { passType, stage, agreement, fullName, today, reply } = props;
  if (reply?.page) return <ContinueAtProcessor page={reply.page} />;
  switch (stage.stage) {
    case "refused":
      return (
        <Notice tone="info">
          {reply?.reason && reply.reason !== stage.reason && <p>{reply.reason}</p>}
          <p>{stage.reason}</p>
          <p>
            <a href="/payment-info">See your payments</a>
          </p>
        </Notice>
      );
    case "waiver":
      return (
        <TermsFirst agreement={agreement} fullName={fullName} today={today} next={ADD_ON_PATHS[passType]} />
      );
    case "pay":
      return <AddOnsForm {...props} offered={stage.offered} />;
  }
}

function AddOnsForm(props: AddOnsProps & { offered: AddOn[] }) {
  const { passType, catalogue, creditCents, offered, reply, cardEntry } = props;
  const selection = reply?.selection ?? props.selection;
  const priceOf = (chosen: Selection) => quoteAddOns(catalogue, passType, chosen);
  // What cannot be had any more is left out of the sum, as it is of the list.
  const available = Object.entries(selection).filter(
    ([id, choice]) => offered.some((addOn) => addOn.id === id) && priceOf({ [id]: choice }).allowed,
  );
  const priced = priceOf(Object.fromEntries(available));
  const cents = priced.allowed ? priced.totalCents : 0;
  const { dueCents } = dueOf(cents, creditCents);
  return (
    <CardForm cents={0} creditCents={creditCents} cardEntry={cardEntry}>
      <PostForm className="stack" action={ADD_ON_PATHS[passType]}>
        <EnterButton name="intent" value="pay" />
        <ErrorSummary problems={reply ? cardProblems(reply) : []} />
        <input type="hidden" name="total" value={dollarAmount(dueCents)} />
        <AddOnList addOns={offered} left={catalogue.left} selection={selection} legend="Add-ons" />
        <p data-total-line="" className="cluster between">
          <span>
            Total: <strong data-total="">{dollars(cents)}</strong>
          </span>{" "}
          <Button name="intent" value="update" variant="secondary" data-update="">
            Update total
          </Button>
        </p>
        <CreditLine totalCents={cents} creditCents={creditCents} />
        <div data-card-needed="" hidden={cents > 0 && dueCents === 0}>
          <CardEntryFields
            cardEntry={cardEntry}
            values={reply?.values ?? props}
            problems={reply?.problems ?? {}}
          />
        </div>
        <Button name="intent" value="pay" data-pay="" data-free={passMessages.takeAddOns}>
          {payLabel(dueCents, passMessages.takeAddOns)}
        </Button>
      </PostForm>
    </CardForm>
  );
}
