import type { HTMLAttributes, ReactNode } from "react";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import type { Problem } from "~/ui/form-reply.ts";
import { named } from "~/values/words.ts";
import type { CardReply } from "./card-reply.ts";
import { chargeMessages } from "./messages.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "payment-form": HTMLAttributes<HTMLElement> & {
        "data-pass-cents"?: number;
        "data-login"?: string;
        "data-client-key"?: string;
        "data-failed"?: string;
      };
    }
  }
}

/** The part of the configuration (config.server.ts) that the card form needs. All of it is public. */
export type CardEntryShown =
  | { mode: "form" }
  | { mode: "token"; script: string; loginId: string; clientKey: string };

type FieldsProps = Pick<CardReply, "problems"> & {
  values: { firstName?: string; lastName?: string };
  /** Whether the card will be charged again automatically. */
  recurring?: boolean;
  /** A stored card that is to be changed, in the masked form in which the processor shows it. */
  stored?: { cardNumber: string; expirationDate: string };
};

/**
 * Wraps a form that takes a card, and provides what the form's enhancement and the processor's script need. `cents` is
 * the price without add-ons; it is left out if nothing is paid now. `creditCents` is the credit, which lowers what the
 * card pays.
 */
export function CardForm({
  cents,
  creditCents = 0,
  cardEntry,
  children,
}: {
  cents?: number;
  creditCents?: number;
  cardEntry: CardEntryShown;
  children: ReactNode;
}) {
  return (
    <payment-form
      data-pass-cents={cents}
      data-credit-cents={creditCents || undefined}
      {...(cardEntry.mode === "token" && {
        "data-login": cardEntry.loginId,
        "data-client-key": cardEntry.clientKey,
        "data-failed": chargeMessages.paymentFailed,
      })}
    >
      {cardEntry.mode === "token" && <script async src={cardEntry.script} />}
      {children}
    </payment-form>
  );
}

/** The fields for a card: our own fields, or the fields for the processor's script or page. */
export function CardEntryFields({ cardEntry, ...props }: FieldsProps & { cardEntry: CardEntryShown }) {
  return cardEntry.mode === "token" ? <TokenFields {...props} /> : <CardFields {...props} />;
}

/** The problems of a card form, for its error summary. */
export function cardProblems({ reason, problems }: CardReply): Problem[] {
  const fields = Object.entries(problems).map(([field, message]) => ({
    field,
    message: named(CARD_LABELS[field as keyof typeof CARD_LABELS], message),
  }));
  return [...(reason ? [{ message: reason }] : []), ...fields];
}

const CARD_LABELS = {
  firstName: "First name on card",
  lastName: "Last name on card",
  cardNumber: "Card number",
  expirationDate: "Expiry date",
  cardCode: "Security code",
};

/**
 * The card goes from the browser to the processor's script, and we get only its token, so the card's fields belong to
 * none of our forms. They appear once the script has loaded. Without scripts, the card is typed on the processor's
 * page.
 */
function TokenFields(props: FieldsProps) {
  return (
    <>
      <input type="hidden" name="dataDescriptor" />
      <input type="hidden" name="dataValue" />
      <p className="hint" data-elsewhere="">
        {props.stored
          ? chargeMessages.cardNeedsScript
          : "You will type your card on the secure page of our card processor, and come back here."}
      </p>
      <div data-card="" hidden>
        <CardFields {...props} stored={undefined} form="stays-in-the-browser" />
      </div>
      <p className="error" role="alert" data-problem="" hidden />
    </>
  );
}

function CardFields({ values, problems, recurring, stored, form }: FieldsProps & { form?: string }) {
  return (
    <Card title="Card">
      <p className="hint">
        Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay, Maestro and others.{" "}
        {recurring
          ? "Our card processor keeps the card for the next periods. We never keep the card number."
          : "We charge your card once."}
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
        defaultValue={stored?.cardNumber}
        hint={stored && "X stands for digits that we do not have. Type over what has changed."}
        suffix={<output data-card-type="" htmlFor="cardNumber" />}
        error={problems["cardNumber"]}
      />
      <div className="pair">
        <TextField
          label={CARD_LABELS.expirationDate}
          name="expirationDate"
          form={form}
          autoComplete="cc-exp"
          inputMode="numeric"
          className="short"
          placeholder="MM/YY"
          defaultValue={stored?.expirationDate}
          hint="As on the card: MM/YY."
          error={problems["expirationDate"]}
        />
        <TextField
          label={CARD_LABELS.cardCode}
          name="cardCode"
          form={form}
          autoComplete="cc-csc"
          inputMode="numeric"
          className="short"
          hint={
            stored
              ? "Only for a different card: 3 digits on the back, or 4 on the front."
              : "3 digits on the back, or 4 on the front."
          }
          maxLength={4}
          error={problems["cardCode"]}
        />
      </div>
    </Card>
  );
}
