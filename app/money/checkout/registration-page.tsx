import { eventValues } from "~/conference/events.ts";
import { fewLeft } from "~/conference/places.ts";
import { type CardEntryShown, CardForm, cardProblems } from "~/money/cards/card-fields.tsx";
import { ContinueAtProcessor } from "~/money/cards/processor-page.tsx";
import { PROGRESS_TITLES, whileInProgress } from "~/money/payments/attempts.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import type { CodeShown, RegistrationReply } from "~/money/payments/payment-reply.ts";
import type { RegistrationStage } from "~/money/payments/registration.ts";
import type { ShownLine, ShownOrder } from "~/money/payments/shown-order.ts";
import { addOnsFor } from "~/money/prices/add-ons.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { INVOICE_PATHS, PASS_PATHS, PAYER_PATHS } from "~/money/prices/passes.ts";
import { dueOf } from "~/money/prices/pricing.ts";
import { inAddress } from "~/money/prices/selection.ts";
import { titleOf } from "~/standing/standing.ts";
import { Button, EnterButton, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import type { Problem } from "~/ui/form-reply.ts";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Prose } from "~/ui/prose.tsx";
import type { Catalogue, PassEvent, Selection } from "~/values/catalogue.ts";
import { dollarAmount, dollars } from "~/values/money.ts";
import type { PassType } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { AddOnList } from "./add-on-list.tsx";
import { AskedNotice } from "./asked-notice.tsx";
import { askedMessages } from "./messages.ts";
import { PassConditions } from "./pass-conditions.tsx";
import { PassPrice } from "./pass-price.tsx";
import { type PaymentStep, PaymentSteps, TotalLine } from "./payment-steps.tsx";
import { type AgreementTexts, TermsFirst } from "./terms-page.tsx";

export type RegistrationProps = {
  passType: PassType;
  title: string;
  /** The event that the pass admits to; null if the pass is not sold. */
  event: PassEvent | null;
  /** The edition's text about the pass. */
  text: string | undefined;
  stage: RegistrationStage;
  catalogue: Catalogue;
  agreement: AgreementTexts;
  fullName: string;
  firstName: string;
  lastName: string;
  creditCents: number;
  /** The e-mail addresses of the people who were asked to pay for this pass. */
  asked: string[];
  /** The other pass, if it can be bought; otherwise null. */
  other: PassType | null;
  /** YYYY-MM-DD. */
  today: string;
  selection: Selection;
  order: ShownOrder;
  /** Whether the choice was made on the previous page. */
  isPaying: boolean;
  /** The other pass, if the delegate already holds it and its price is not credited to this one. */
  heldPass: PassType | null;
  /** Whether the edition takes bank transfers. */
  offersInvoices: boolean;
  cardEntry: CardEntryShown;
  code: CodeShown;
  reply?: RegistrationReply;
};

/** Registration and payment for one pass. Both passes use this screen (specification, section 2). */
export function RegistrationPage(props: RegistrationProps) {
  const { title, stage } = props;
  const news = newsOf(stage);
  return (
    <Page isForm title={news ?? title} eyebrow={news && title} wide={stage.stage === "pay"}>
      {stage.stage === "waiver" && <Facts {...props} />}
      <Stage {...props} />
      {stage.stage === "refused" && <Facts {...props} />}
    </Page>
  );
}

/** The page's heading if the pass is held, being paid for, or sold out; null in any other case. */
function newsOf(stage: RegistrationStage): string | null {
  switch (stage.stage) {
    case "held":
      return "You are registered";
    case "in progress":
      return PROGRESS_TITLES[stage.state];
    case "sold out":
      return passMessages.soldOut;
    default:
      return null;
  }
}

function Facts({ passType, event, catalogue, text }: RegistrationProps) {
  const ticket = catalogue.tickets.find(({ id }) => id === passType);
  if (!event || !ticket) return null;
  return (
    <PassConditions event={event} ticket={ticket}>
      <Prose values={eventValues(event)}>{text}</Prose>
    </PassConditions>
  );
}

function Stage(props: RegistrationProps) {
  const { stage, passType, agreement, fullName, other, today, reply } = props;
  if (reply?.page) return <ContinueAtProcessor page={reply.page} />;
  switch (stage.stage) {
    case "refused":
      return (
        <Notice tone="info">
          <p>{stage.reason}</p>
          <p>
            <LinkButton href="/">See what is next</LinkButton>
          </p>
        </Notice>
      );
    case "sold out":
      return (
        <>
          <Notice tone="warning">
            <p>{stage.reason}</p>
          </Notice>
          {other && (
            <p>
              <LinkButton href={PASS_PATHS[other]}>See the {titleOf(props.catalogue, other)}</LinkButton>
            </p>
          )}
        </>
      );
    case "held":
      return (
        <Notice tone="success">
          <p>{stage.reason}</p>
          <p className="actions">
            <LinkButton href="/">See your ticket</LinkButton>
            <LinkButton href="/payment-info" variant="secondary">
              See your payments
            </LinkButton>
          </p>
        </Notice>
      );
    case "in progress":
      return (
        <Notice tone="warning">
          <p>{whileInProgress(stage.state)}</p>
          <p>
            <LinkButton href="/payment-info" variant="secondary">
              See your payments
            </LinkButton>
          </p>
        </Notice>
      );
    case "waiver":
      return (
        <TermsFirst agreement={agreement} fullName={fullName} today={today} next={PASS_PATHS[passType]} />
      );
    case "pay":
      return <PaymentForm {...props} />;
  }
}

function PaymentForm(props: RegistrationProps) {
  const { passType, title, catalogue, creditCents, asked, reply, cardEntry, heldPass } = props;
  const code = reply?.code ?? props.code;
  const addOns = addOnsFor(catalogue, passType);
  const selection = reply?.selection ?? props.selection;
  const order = reply?.order ?? props.order;
  const few = fewLeft(catalogue.left, passType);
  // Somebody who has sent a card has already made the choice. So problems are shown directly above the card, without
  // the choices between the problems and the card.
  const isChosen = (props.isPaying || reply) && order.allowed && !order.problem && !code.refused;
  const step: PaymentStep = isChosen ? "paying" : reply || addOns.length === 0 ? "open" : "choosing";
  // Somebody who has sent a card, or is about to, has read the conditions. So the order and the card come first, and
  // the conditions follow.
  const isFirst = step !== "paying" && !reply;
  const changeHref = `${PASS_PATHS[passType]}?${inAddress(selection, null, code.typed)}`;
  if (!order.allowed) {
    return (
      <>
        <Facts {...props} />
        <Notice tone="info">
          <p>{order.reason}</p>
        </Notice>
      </>
    );
  }
  return (
    // On the step for paying, the script starts with the total, which includes the add-ons chosen on the previous page.
    <CardForm cents={step === "paying" ? order.totalCents : order.passCents} {...{ creditCents, cardEntry }}>
      <PostForm className="stack" action={addressWith(passType, code.typed, step)}>
        <EnterButton name="intent" value={step === "choosing" ? "choose" : "pay"} />
        {isFirst && <Facts {...props} />}
        <input type="hidden" name="passType" value={passType} />
        <input type="hidden" name="intendedPassCost" value={dollarAmount(order.passCents)} />
        <input
          type="hidden"
          name="total"
          value={dollarAmount(dueOf(order.totalCents, creditCents).dueCents)}
        />
        {heldPass && <input type="hidden" name="heldPass" value={heldPass} />}
        {step === "paying" && code.typed !== "" && <input type="hidden" name="code" value={code.typed} />}
        <PaymentSteps
          {...{ step, creditCents, selection, cardEntry, changeHref }}
          first={
            <>
              {step === "paying" && <p className="lead">{orderInWords(order)}</p>}
              {asked.map((email) => (
                <AskedNotice key={email} passType={passType} title={title} email={email} />
              ))}
              {heldPass && (
                <Notice tone="warning">
                  <p>{paymentMessages.notCreditedYet(titleOf(catalogue, heldPass), title)}</p>
                </Notice>
              )}
            </>
          }
          summary={problemsOf(reply, order.problem, code.refused)}
          summaryTitle={reply?.title}
          lines={order.lines}
          totalCents={order.totalCents}
          offered={addOns}
          values={reply?.values ?? props}
          problems={reply?.problems ?? {}}
          free={passMessages.takePass}
        >
          <Card title="Your pass">
            <PassPrice line={order.lines[0]!} />
            {few !== null && <p>{passMessages.placesLeft(few)}</p>}
            <details open={code.typed !== ""} hidden={order.passCents === 0 && code.typed === ""}>
              <summary>Do you have a code?</summary>
              <div className="stack">
                <TextField
                  label="Code"
                  name="code"
                  defaultValue={code.typed}
                  error={code.refused}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={40}
                />
                <Button name="intent" value="update" variant="secondary">
                  Apply the code
                </Button>
              </div>
            </details>
          </Card>
          {addOns.length > 0 && <AddOnList addOns={addOns} left={catalogue.left} selection={selection} />}
          {addOns.length > 0 && <TotalLine cents={order.totalCents} />}
        </PaymentSteps>
        {!isFirst && <Facts {...props} />}
        <p className="cluster other-ways">
          {props.offersInvoices && (
            <a href={withChoice(INVOICE_PATHS[passType], selection, code.typed)} data-chosen="code">
              {passMessages.invoiceInstead}
            </a>
          )}{" "}
          {/* Codes work only for somebody who pays for themselves. */}
          <a href={withChoice(PAYER_PATHS[passType], selection, "")} data-chosen="">
            {askedMessages.somebodyElse}
          </a>
        </p>
      </PostForm>
    </CardForm>
  );
}

/** The order in words, such as "Harvard Conference ticket and Mug: $520". */
const orderInWords = ({ lines, totalCents }: { lines: ShownLine[]; totalCents: number }) =>
  `${listInWords(lines.map(lineTitle))}: ${dollars(totalCents)}`;

/** The address of the page. It contains the code, so that the form has the same price when it is shown again. */
function addressWith(passType: PassType, code: string, step: PaymentStep): string {
  const fields = new URLSearchParams({ ...(code !== "" && { code }), ...(step === "paying" && { pay: "" }) });
  return fields.size === 0 ? PASS_PATHS[passType] : `${PASS_PATHS[passType]}?${fields}`;
}

/** The address of another way to pay, which begins with the same choice. */
function withChoice(path: string, selection: Selection, code: string): string {
  const fields = inAddress(selection, null, code);
  return fields.size === 0 ? path : `${path}?${fields}`;
}

function problemsOf(
  reply: RegistrationReply | undefined,
  problem: string | null,
  refused: string | undefined,
): Problem[] {
  if (!reply && refused) return [{ field: "code", message: refused }];
  if (!reply) return problem === null ? [] : [{ message: problem }];
  return cardProblems(reply);
}
