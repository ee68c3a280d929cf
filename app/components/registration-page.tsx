import type { HTMLAttributes, ReactNode } from "react";
import { addOnsFor } from "../domain/add-ons.ts";
import type { Catalogue, Selection } from "../domain/catalogue.ts";
import { messages } from "../domain/messages.ts";
import { dollarAmount, dollars } from "../domain/money.ts";
import { PASS_PATHS } from "../domain/passes.ts";
import { type Quote, quote } from "../domain/pricing.ts";
import { named } from "../domain/questions.ts";
import type { RegistrationStage } from "../domain/registration.ts";
import type { PassType } from "../domain/types.ts";
import { AddOnList } from "./add-on-list.tsx";
import { Button, EnterButton } from "./button.tsx";
import { Card } from "./card.tsx";
import { ErrorSummary, type Problem } from "./error-summary.tsx";
import { TextField } from "./field.tsx";
import { Notice } from "./notice.tsx";
import { Page } from "./page.tsx";
import { PostForm } from "./post-form.tsx";
import { ContinueAtProcessor, type ProcessorPage } from "./processor-page.tsx";
import { type AgreementTexts, TermsForm } from "./terms-form.tsx";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "payment-form": HTMLAttributes<HTMLElement> & {
        "data-pass-cents": number;
        "data-login"?: string;
        "data-client-key"?: string;
        "data-failed"?: string;
      };
    }
  }
}

/** A form that was not accepted: what is wrong, and what may be shown again (never the card). */
export type PaymentReply = {
  reason?: string;
  problems: Record<string, string>;
  values: { firstName: string; lastName: string };
  selection: Selection;
  /** The attempt has begun: this is where the card is typed. */
  page?: ProcessorPage;
};

/** As config.server.ts has it: public, every bit of it. */
type CardEntry = { mode: "form" } | { mode: "token"; script: string; loginId: string; clientKey: string };

export type RegistrationProps = {
  passType: PassType;
  title: string;
  stage: RegistrationStage;
  standing: {
    catalogue: Catalogue;
    submittedAt: number | null;
    agreement: AgreementTexts;
    fullName: string;
    firstName: string;
    lastName: string;
  };
  /** YYYY-MM-DD. */
  today: string;
  selection: Selection;
  cardEntry: CardEntry;
  reply?: PaymentReply;
};

/** Registration and payment for one pass; both passes are this screen (specification, section 2). */
export function RegistrationPage({ about, ...props }: RegistrationProps & { about: ReactNode }) {
  return (
    <Page title={props.title}>
      {about}
      <Stage {...props} />
    </Page>
  );
}

function Stage(props: RegistrationProps) {
  const { stage, passType, standing, today, reply } = props;
  const { agreement, fullName } = standing;
  if (reply?.page) return <ContinueAtProcessor page={reply.page} />;
  switch (stage.stage) {
    case "refused":
      return (
        <Notice tone="info">
          <p>{stage.reason}</p>
        </Notice>
      );
    case "held":
      return (
        <Notice tone="success" title="You are registered">
          <p>{stage.reason}</p>
          <p>
            <a href="/payment-info">See your payments</a>
          </p>
        </Notice>
      );
    case "in progress":
      return (
        <Notice tone="warning">
          <p>{stage.state === "unknown" ? messages.paymentBeingChecked : messages.paymentInProgress}</p>
          <p>
            <a href="/payment-info">See your payments</a>
          </p>
        </Notice>
      );
    case "waiver":
      return (
        <>
          <Notice tone="info">
            <p>Before you can pay, please read and accept the terms and conditions.</p>
          </Notice>
          <TermsForm agreement={agreement} fullName={fullName} today={today} next={PASS_PATHS[passType]} />
        </>
      );
    case "pay":
      return <PaymentForm {...props} />;
  }
}

function PaymentForm(props: RegistrationProps) {
  const { passType, title, standing, reply, cardEntry } = props;
  const { catalogue, submittedAt } = standing;
  const addOns = addOnsFor(catalogue, passType);
  const selection = reply?.selection ?? props.selection;
  // A choice that cannot be had is refused by the payment; the page goes on with the pass alone.
  const priceOf = (chosen: Selection) => quote(catalogue, passType, submittedAt ?? 0, chosen);
  const chosen = priceOf(selection);
  const priced = chosen.allowed ? chosen : priceOf({});
  if (!priced.allowed) {
    return (
      <Notice tone="info">
        <p>{priced.reason}</p>
      </Notice>
    );
  }
  return (
    <payment-form
      data-pass-cents={priced.passCents}
      {...(cardEntry.mode === "token" && {
        "data-login": cardEntry.loginId,
        "data-client-key": cardEntry.clientKey,
        "data-failed": messages.paymentFailed,
      })}
    >
      {cardEntry.mode === "token" && <script async src={cardEntry.script} />}
      <PostForm className="stack" action={PASS_PATHS[passType]}>
        <EnterButton name="intent" value="pay" />
        <ErrorSummary problems={problemsOf(reply, chosen)} />
        <input type="hidden" name="passType" value={passType} />
        <input type="hidden" name="intendedPassCost" value={dollarAmount(priced.passCents)} />
        <input type="hidden" name="total" value={dollarAmount(priced.totalCents)} />
        <Card title="Your pass">
          <div className="cluster between">
            <strong>{title}</strong>
            <strong>{dollars(priced.passCents)}</strong>
          </div>
        </Card>
        {addOns.length > 0 && <AddOnList addOns={addOns} selection={selection} legend="Add-ons" />}
        {addOns.length > 0 && (
          <p data-total-line="" className="cluster between">
            <span>
              Total: <strong data-total="">{dollars(priced.totalCents)}</strong>
            </span>
            <Button name="intent" value="update" variant="secondary" data-update="">
              Update total
            </Button>
          </p>
        )}
        {cardEntry.mode === "token" ? <TokenFields {...props} /> : <CardFields {...props} />}
        <Button name="intent" value="pay" data-pay="">
          Pay {dollars(priced.totalCents)}
        </Button>
      </PostForm>
    </payment-form>
  );
}

function problemsOf(reply: PaymentReply | undefined, chosen: Quote): Problem[] {
  if (!reply) return chosen.allowed ? [] : [{ message: chosen.reason }];
  const fields = Object.entries(reply.problems).map(([field, message]) => ({
    field,
    message: named(CARD_LABELS[field as keyof typeof CARD_LABELS], message),
  }));
  return [...(reply.reason ? [{ message: reply.reason }] : []), ...fields];
}

const CARD_LABELS = {
  firstName: "First name on card",
  lastName: "Last name on card",
  cardNumber: "Card number",
  expirationDate: "Expiry date",
  cardCode: "Security code",
};

/**
 * The card goes to the processor's script, and only its token to us: the card's fields belong to no form.
 * They show once the script is there; without one the card is typed on the processor's page.
 */
function TokenFields(props: RegistrationProps) {
  return (
    <>
      <input type="hidden" name="dataDescriptor" />
      <input type="hidden" name="dataValue" />
      <p className="hint" data-elsewhere="">
        You will type your card on the secure page of our card processor, and come back here.
      </p>
      <div data-card="" hidden>
        <CardFields {...props} form="stays-in-the-browser" />
      </div>
      <p className="error" role="alert" data-problem="" hidden />
    </>
  );
}

function CardFields({ reply, standing, form }: RegistrationProps & { form?: string }) {
  const values = reply?.values ?? standing;
  const problems = reply?.problems ?? {};
  return (
    <Card title="Card">
      <p className="hint">
        Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay, Maestro and others. Your
        card is charged once, and its number is never kept.
      </p>
      <TextField
        label={CARD_LABELS.firstName}
        name="firstName"
        autoComplete="cc-given-name"
        spellCheck={false}
        maxLength={50}
        defaultValue={values.firstName}
        error={problems["firstName"]}
      />
      <TextField
        label={CARD_LABELS.lastName}
        name="lastName"
        autoComplete="cc-family-name"
        spellCheck={false}
        maxLength={50}
        defaultValue={values.lastName}
        error={problems["lastName"]}
      />
      <TextField
        label={CARD_LABELS.cardNumber}
        name="cardNumber"
        form={form}
        autoComplete="cc-number"
        inputMode="numeric"
        className="medium"
        suffix={<output data-card-type="" htmlFor="cardNumber" />}
        error={problems["cardNumber"]}
      />
      <div className="pair">
        <TextField
          label={CARD_LABELS.expirationDate}
          name="expirationDate"
          form={form}
          autoComplete="cc-exp"
          className="short"
          placeholder="MM/YY"
          hint="As on the card: MM/YY."
          maxLength={5}
          error={problems["expirationDate"]}
        />
        <TextField
          label={CARD_LABELS.cardCode}
          name="cardCode"
          form={form}
          autoComplete="cc-csc"
          inputMode="numeric"
          className="short"
          hint="3 digits on the back; on American Express, 4 on the front."
          maxLength={4}
          error={problems["cardCode"]}
        />
      </div>
    </Card>
  );
}
