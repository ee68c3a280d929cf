import type { ReactNode } from "react";
import { CardEntryFields, type CardEntryShown } from "~/money/cards/card-fields.tsx";
import { CreditLine } from "~/money/payments/credit-line.tsx";
import { receiptLines } from "~/money/payments/receipts.ts";
import type { ShownLine } from "~/money/payments/shown-order.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { dueOf, payLabel } from "~/money/prices/pricing.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import type { Problem } from "~/ui/form-reply.ts";
import type { PriceLine } from "~/ui/price-table.tsx";
import { PriceTable } from "~/ui/price-table.tsx";
import type { AddOn, Selection } from "~/values/catalogue.ts";
import { dollars } from "~/values/money.ts";

/**
 * The step that the form is at. `choosing`: the delegate makes the choices, and the card is shown only if a script can
 * keep the total up to date. `open`: the choices and the card on one page. `paying`: the choice is made, and only the
 * card is shown. Without scripts, one page is for choosing and the next for paying, so that changing a choice never
 * means typing the card again.
 */
export type PaymentStep = "choosing" | "open" | "paying";

type Props = {
  step: PaymentStep;
  lines: ShownLine[];
  totalCents: number;
  creditCents: number;
  /** The add-ons that can be chosen on this page. */
  offered: AddOn[];
  selection: Selection;
  cardEntry: CardEntryShown;
  values: { firstName?: string; lastName?: string };
  /** Everything that is wrong, for the error summary. */
  summary: Problem[];
  /** The heading of the error summary, if it has one of its own. */
  summaryTitle: string | undefined;
  problems: Record<string, string>;
  /** The label of the button if nothing has to be paid. */
  free: string;
  /** Shown below the error summary and above everything else. */
  first?: ReactNode;
  /**
   * For a page that requires a choice: what is shown in place of the order, the card and the button while nothing is
   * chosen.
   */
  nothingChosen?: string;
  /** The choices. On the step `paying`, they are not shown, and hidden fields contain the choices instead. */
  children: ReactNode;
  /** The address where the choice can be changed. */
  changeHref: string;
};

/**
 * The choices and the card, and beside them the order: what is bought, the total, and the only button that continues.
 */
export function PaymentSteps(props: Props) {
  const { step, lines, totalCents, creditCents, selection, cardEntry, free, children, changeHref } = props;
  const { dueCents } = dueOf(totalCents, creditCents);
  const isFree = dueCents === 0 && lines.length > 0;
  const later = step === "choosing" ? "later" : undefined;
  return (
    <div className="beside">
      <div className="stack">
        <ErrorSummary title={props.summaryTitle} problems={props.summary} />
        {props.first}
        {step === "paying" ? <Folded selection={selection} /> : children}
        <div id="payment" className={later} data-card-needed="" hidden={isFree}>
          <CardEntryFields cardEntry={cardEntry} values={props.values} problems={props.problems} />
        </div>
      </div>
      <div className="aside">
        <Card title="Your order">
          {props.nothingChosen && <p className="nothing-chosen">{props.nothingChosen}</p>}
          <PriceTable lines={orderLines(props)} total={<span data-total="">{dollars(totalCents)}</span>} />
          <CreditLine totalCents={totalCents} creditCents={creditCents} />
          {step === "paying" && (
            <p>
              <a href={changeHref}>Change what you chose</a>
            </p>
          )}
          {isFree && <p className="free">{passMessages.nothingToPay}</p>}
          {step === "choosing" && (
            <Button name="intent" value="choose" className="sooner">
              Continue to payment
            </Button>
          )}
          <Button name="intent" value="pay" className={later} data-pay="" data-free={free}>
            {payLabel(dueCents, free)}
          </Button>
          <p className="hint secure">
            <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
              <path d="M3 7h1V5a4 4 0 0 1 8 0v2h1v8H3zm3 0h4V5a2 2 0 0 0-4 0z" />
            </svg>
            {passMessages.cardIsSafe}
          </p>
        </Card>
      </div>
    </div>
  );
}

/** The choices made on the previous page, as hidden fields. */
const Folded = ({ selection }: { selection: Selection }) =>
  Object.entries(selection).map(([id, choice]) => (
    <input key={id} type="hidden" name={`addOns.${id}`} value={String(choice)} />
  ));

/** The lines of the order. Every add-on that can be chosen here has a line, which a script shows or hides. */
function orderLines({ step, lines, offered, selection }: Props): PriceLine[] {
  const choices = step === "paying" ? [] : offered.filter(({ included, disabled }) => !included && !disabled);
  const isChoice = ({ id }: ShownLine) => choices.some((addOn) => addOn.id === id);
  return [
    ...receiptLines(lines.filter((line) => !isChoice(line))).map(({ title, variant, cents }) => ({
      ...{ title, detail: variant },
      amount: cents === 0 ? "Included" : dollars(cents),
    })),
    ...choices.map(({ id, title, cents, variants }) => ({
      title,
      detail: variants && <span data-variant="">{selection[id]}</span>,
      amount: dollars(cents),
      field: `addOns.${id}`,
      hidden: !lines.some((line) => line.id === id),
    })),
  ];
}

/** The total below the choices. On a phone it stays visible. */
export const TotalLine = ({ cents }: { cents: number }) => (
  <p data-total-line="" className="total-line cluster between">
    <span>
      Total:{" "}
      <strong data-total="" aria-live="polite">
        {dollars(cents)}
      </strong>
    </span>{" "}
    <Button name="intent" value="update" variant="secondary" className="sooner">
      Update total
    </Button>
    <LinkButton href="#payment" className="later">
      To payment
    </LinkButton>
  </p>
);
