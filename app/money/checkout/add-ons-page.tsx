import { type CardEntryShown, CardForm, cardProblems } from "~/money/cards/card-fields.tsx";
import { ContinueAtProcessor } from "~/money/cards/processor-page.tsx";
import type { PaymentReply } from "~/money/payments/payment-reply.ts";
import type { AddOnStage } from "~/money/payments/registration.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { ADD_ON_PATHS } from "~/money/prices/passes.ts";
import { dueOf, type Quote, quoteAddOns } from "~/money/prices/pricing.ts";
import { inAddress } from "~/money/prices/selection.ts";
import { EnterButton, LinkButton } from "~/ui/button.tsx";
import type { Problem } from "~/ui/form-reply.ts";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import type { AddOn, Catalogue, Selection } from "~/values/catalogue.ts";
import { dollarAmount } from "~/values/money.ts";
import type { PassType } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { AddOnList } from "./add-on-list.tsx";
import { type PaymentStep, PaymentSteps, TotalLine } from "./payment-steps.tsx";
import { type AgreementTexts, TermsFirst } from "./terms-page.tsx";

export type AddOnsProps = {
  passType: PassType;
  /** The title of the pass. */
  title: string;
  stage: AddOnStage;
  /** The names of the add-ons that are held with the pass. */
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
  /** Whether the add-ons were chosen on the previous page. */
  isPaying: boolean;
  cardEntry: CardEntryShown;
  reply?: PaymentReply;
};

/** Sells more add-ons for a pass that is held. Both passes use this screen. */
export function AddOnsPage(props: AddOnsProps) {
  const { title, held } = props;
  return (
    <Page isForm title="More add-ons" lead={`For your ${title}.`} wide={props.stage.stage === "pay"}>
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
            <LinkButton href="/payment-info">See your payments</LinkButton>
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
  // Add-ons that can no longer be bought are left out of the total and of the list.
  const available = Object.entries(selection).filter(
    ([id, choice]) => offered.some((addOn) => addOn.id === id) && priceOf({ [id]: choice }).allowed,
  );
  const priced = priceOf(Object.fromEntries(available));
  const { lines, totalCents } = priced.allowed ? priced : { lines: [], totalCents: 0 };
  const isChosen = reply ? priceOf(selection).allowed : props.isPaying && lines.length > 0;
  const step: PaymentStep = isChosen ? "paying" : reply && lines.length > 0 ? "open" : "choosing";
  const address = ADD_ON_PATHS[passType];
  return (
    <CardForm cents={step === "paying" ? totalCents : 0} creditCents={creditCents} cardEntry={cardEntry}>
      <PostForm
        className={step === "paying" ? "stack" : "stack choose-first"}
        action={step === "paying" ? `${address}?pay` : address}
      >
        <EnterButton name="intent" value={step === "choosing" ? "choose" : "pay"} />
        <input type="hidden" name="total" value={dollarAmount(dueOf(totalCents, creditCents).dueCents)} />
        <PaymentSteps
          {...{ step, lines, totalCents, creditCents, offered, selection, cardEntry }}
          changeHref={`${address}?${inAddress(selection, null, "")}`}
          values={reply?.values ?? props}
          summary={problemsOf(props, priced)}
          summaryTitle={reply?.title}
          problems={reply?.problems ?? {}}
          free={passMessages.takeAddOns}
          nothingChosen={passMessages.chooseAddOn}
        >
          <AddOnList addOns={offered} left={catalogue.left} selection={selection} isUnderName />
          <TotalLine cents={totalCents} />
        </PaymentSteps>
      </PostForm>
    </CardForm>
  );
}

function problemsOf({ reply, isPaying }: AddOnsProps, priced: Quote): Problem[] {
  if (reply) return cardProblems(reply);
  return isPaying && !priced.allowed ? [{ message: priced.reason }] : [];
}
