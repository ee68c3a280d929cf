import { accountMessages } from "~/accounts/messages.ts";
import { UnreachableNotice } from "~/accounts/unreachable-notice.tsx";
import type { DraftProgress } from "~/applications/draft-progress.ts";
import { HowFar } from "~/applications/how-far.tsx";
import type { Texts } from "~/conference/texts.ts";
import { detailsMessages } from "~/details/messages.ts";
import { AskedNotice } from "~/money/checkout/asked-notice.tsx";
import type { ProposalAtHome } from "~/money/invoices/invoicing-changes.ts";
import { ProposalsAtHome } from "~/money/invoices/invoicing-page.tsx";
import { OutgoingsAtHome } from "~/money/outgoings/outgoing-card.tsx";
import type { OutgoingAtHome } from "~/money/outgoings/outgoings.ts";
import { ToPayNotice } from "~/money/payers/payer-request-page.tsx";
import { OfferNotices } from "~/money/transfers/transfers.tsx";
import { type AskedPayer, type PassOffer, type Standing, titleOf } from "~/standing/standing.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import type { Sun } from "~/ui/gate.tsx";
import { Hero } from "~/ui/hero.tsx";
import { Notice } from "~/ui/notice.tsx";
import { BelowHeading, Main } from "~/ui/page.tsx";
import { Prose } from "~/ui/prose.tsx";
import { isAddressNone } from "~/values/email-addresses.ts";
import type { UnreachableBecause } from "~/values/types.ts";
import { type NextThing, nextThing } from "./next-thing.tsx";
import {
  type ProgressStep,
  passSoldOut,
  paymentInProgress,
  progress,
  type StepId,
  type StepTone,
} from "./progress.ts";
import { ProgressSteps } from "./progress-steps.tsx";
import type { ShownTicket } from "./ticket.ts";
import { HolderTicket } from "./ticket.tsx";
import { type InvoiceToPay, offeredTo, TO_PAY, type ToPay } from "./to-pay.ts";

/** The tones of steps that can be shown. If a decision rules out a step, no steps are shown at all. */
type ShownTone = Exclude<StepTone, "blocked">;

const STEPS: Record<StepId, { title: string; href: string; states: Record<ShownTone, string> }> = {
  apply: {
    title: "Apply",
    href: "/application",
    states: { done: "Submitted", active: "Next", todo: "Not yet" },
  },
  decision: {
    title: "Decision",
    href: "/decision",
    states: { done: "Received", active: "Waiting", todo: "Not yet" },
  },
  waiver: {
    title: "Waiver",
    href: "/waiver",
    states: { done: "Accepted", active: "Next", todo: "Not yet" },
  },
  pay: {
    title: "Pay",
    href: "/payment-info",
    states: { done: "Paid", active: "Next", todo: "Not yet" },
  },
};

type Props = {
  conference: string;
  /** The values of the placeholders in the edition's texts. */
  values: Record<string, string>;
  standing: Standing & {
    texts: Texts;
    offers: PassOffer[];
    asked: AskedPayer[];
    /** Whether staff opened the application again. */
    isReopened: boolean;
    /**
     * The time (UTC ms) until which a place from the waiting list is kept for the delegate; null if no place is kept.
     */
    keptUntil: number | null;
  };
  /**
   * How many people ask the delegate to pay for their passes, and how many unpaid invoices the delegate has for others.
   */
  toPay: ToPay;
  /** The open invoice that the delegate has to pay; null if there is none. */
  invoice: InvoiceToPay | null;
  /** The pass that the delegate holds; null if there is none. */
  ticket: ShownTicket | null;
  /** The address in the code of the ticket; null without a ticket, or for an event without a door. */
  code: string | null;
  closesAt: number | null;
  draft: DraftProgress | null;
  now: number;
  email: string;
  /** The price of the pass that the delegate can pay for now; null if there is none. */
  price: string | null;
  /**
   * The event of the pass that the delegate can pay for, with its days. Null if there is no such pass, if the terms
   * have been accepted, or if the pass has a limited number of places.
   */
  event: string | null;
  emailConfirmed: boolean;
  /** Why no more mail is sent to the delegate's address; null if mail is still sent to it. */
  unreachable: UnreachableBecause | null;
  /**
   * If payments for a pass were given back: what happened to the newest of these payments. Null if no payment was given
   * back, if a pass is held, or if `noPassNow` says what happened.
   */
  givenBack: string | null;
  /** What happened to the pass that the delegate had before; null if they have a pass now, or never had one. */
  noPassNow: string | null;
  /** The page on which more add-ons can be bought for the pass that is held; null if there are none to buy. */
  addOns: string | null;
  /** For a member of the staff: the proposals about money that wait, and whether this person may look at them. */
  atStaff: { proposals: ProposalAtHome[]; outgoings: OutgoingAtHome[]; mayLook: boolean } | null;
  /** The page on which the pass that is held can be offered to another person; null if no pass is held. */
  transfer: string | null;
  /** Whether the delegate may change their badge, needs and contacts. */
  mayChangeDetails: boolean;
  /**
   * The texts of the questions that the delegate has still to answer. Only people with a place are asked these
   * questions.
   */
  stillAsked: string[];
};

/**
 * The home page of a signed-in delegate. It shows the ticket, or the single next thing to do if there is no ticket, and
 * the delegate's progress.
 */
export function DelegateHome(props: Props) {
  const { conference, standing, toPay, ticket, emailConfirmed, givenBack, noPassNow, mayChangeDetails } =
    props;
  const shown = ticket ? undefined : offeredTo(standing);
  const way = progress(standing);
  // A person who has not applied, and can no longer apply, has no next step.
  const isTooLate = standing.submittedAt === null && !standing.isReopened && props.closesAt === null;
  const soldOut = ticket ? null : passSoldOut(standing);
  const next = ticket ? null : nextThing(standing, props);
  // While a payment or an invoice is open, nobody can pay, so nobody is told that they can.
  const mayPay = !ticket && paymentInProgress(standing) === null;
  const offers = <OfferNotices offers={standing.offers.filter((offer) => offer !== shown)} />;
  return (
    <Main wide>
      {ticket && (
        <>
          <HolderTicket ticket={ticket} code={props.code} />
          {props.stillAsked.length > 0 && (
            <Notice tone="warning">
              <p>
                {detailsMessages.stillAsked(props.stillAsked)}{" "}
                <a href="/details">{detailsMessages.answerNow}</a>
              </p>
            </Notice>
          )}
          {offers}
          <Held {...props} ticket={ticket} />
        </>
      )}
      {next && <Next eyebrow={conference} sun={sunOver(way)} {...next} />}
      {props.atStaff && <ProposalsAtHome {...props.atStaff} />}
      {props.atStaff && <OutgoingsAtHome {...props.atStaff} />}
      {[givenBack, soldOut].map(
        (sentence) =>
          sentence && (
            <Notice key={sentence} tone="info">
              <p>{sentence}</p>
            </Notice>
          ),
      )}
      {next?.href !== TO_PAY && <ToPayNotice {...toPay} />}
      {mayPay &&
        standing.asked.map(({ id, passType, email }) => (
          <AskedNotice
            key={id}
            passType={passType}
            title={titleOf(standing.catalogue, passType)}
            email={email}
          />
        ))}
      {!ticket && offers}
      <UnreachableNotice email={props.email} because={props.unreachable} />
      {!emailConfirmed && !props.unreachable && !isAddressNone(props.email) && (
        <Notice tone="info">
          <p>
            {accountMessages.pleaseConfirmEmail} <a href="/verify-email">Confirm it</a>
          </p>
        </Notice>
      )}
      {!ticket && !isTooLate && <WayToPass way={way} isOver={noPassNow !== null} />}
      {mayChangeDetails && !ticket && (
        <p>
          <a href="/details">{detailsMessages.link}</a>
        </p>
      )}
    </Main>
  );
}

/**
 * The steps on the way to a pass. If a step is ruled out, or if the delegate had a pass and has none now (`isOver`),
 * there is only a link to the application.
 */
function WayToPass({ way, isOver }: { way: ProgressStep[]; isOver: boolean }) {
  const steps = way.flatMap(({ id, tone }) => {
    if (tone === "blocked") return [];
    const { title, href, states } = STEPS[id];
    return [{ title, href, state: states[tone], tone }];
  });
  if (isOver || steps.length < way.length) {
    return (
      <p>
        <a href={STEPS.apply.href}>See your application</a>
      </p>
    );
  }
  return (
    <>
      <h2>Your registration</h2>
      <ProgressSteps steps={steps} />
    </>
  );
}

/**
 * How far the sun in the drawing has risen. It rises with the first and the second finished step, but not for a
 * delegate who cannot go on.
 */
function sunOver(steps: { tone: StepTone }[]): Sun {
  if (steps.some(({ tone }) => tone === "blocked")) return 0;
  const done = steps.filter(({ tone }) => tone === "done").length;
  return done === 0 ? 0 : done === 1 ? 1 : 2;
}

function Next({
  eyebrow,
  sun,
  title,
  text,
  href,
  label,
  progress,
}: NextThing & { eyebrow: string; sun: Sun }) {
  return (
    <Hero eyebrow={eyebrow} title={title} sun={sun}>
      {progress && (
        <div className="how-far">
          <HowFar {...progress} />
        </div>
      )}
      <p>{text}</p>
      {href && <LinkButton href={href}>{label}</LinkButton>}
    </Hero>
  );
}

function Held({
  ticket,
  values,
  standing,
  addOns,
  transfer,
  mayChangeDetails,
}: Props & { ticket: ShownTicket }) {
  const { pass, paid, receiptOf, calendar } = ticket;
  return (
    <>
      <p className="actions">
        <LinkButton href="/ticket">Print or save the ticket</LinkButton>
        <LinkButton href="/scheduling" variant="secondary">
          See the programme
        </LinkButton>
        {calendar && (
          <LinkButton href={calendar} variant="secondary">
            Add to calendar
          </LinkButton>
        )}
        {receiptOf && (
          <LinkButton href={`/payment/${receiptOf}/receipt`} variant="secondary">
            Receipt
          </LinkButton>
        )}
      </p>
      <BelowHeading />
      <Card title={`Your ${pass}`}>
        {paid && <p>{paid}</p>}
        <Prose values={values}>{standing.texts.registered}</Prose>
        <ul className="links">
          {mayChangeDetails && (
            <li>
              <a href="/details">{detailsMessages.link}</a>
            </li>
          )}
          <li>
            <a href="/payment-info">See your payments</a>
          </li>
          <li>
            <a href="/letters">Letters for a visa, your university or your employer</a>
          </li>
          {addOns && (
            <li>
              <a href={addOns}>Buy more add-ons</a>
            </li>
          )}
          {transfer && !standing.offers.some(({ isOwn }) => isOwn) && (
            <li>
              <a href={transfer}>Transfer the pass to another person</a>
            </li>
          )}
        </ul>
      </Card>
    </>
  );
}
