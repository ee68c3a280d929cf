import type { ReactNode } from "react";
import type { DraftProgress } from "~/applications/draft-progress.ts";
import { releaseAhead } from "~/conference/rounds.ts";
import { payerMessages } from "~/money/payers/messages.ts";
import { PROGRESS_TITLES, whileInProgress } from "~/money/payments/attempts.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { hasChoices } from "~/money/prices/add-ons.ts";
import { PASS_PATHS, pathToTerms } from "~/money/prices/passes.ts";
import { chargedOf } from "~/money/prices/pricing.ts";
import { transferMessages } from "~/money/transfers/messages.ts";
import { type PassOffer, type Standing, titleOf } from "~/standing/standing.ts";
import { Moment } from "~/ui/moment.tsx";
import { dollars } from "~/values/money.ts";
import type { PaymentState, UnreachableBecause } from "~/values/types.ts";
import { passOnOffer, paymentInProgress } from "./progress.ts";

export type NextThing = {
  title: string;
  text: ReactNode;
  href?: string;
  label?: string;
  /** How complete the application is; null if there is no progress to show. */
  progress?: DraftProgress | null;
};

/** The pass that another person offers to this person; undefined if there is none. */
export const offeredTo = ({ offers }: { offers: PassOffer[] }): PassOffer | undefined =>
  offers.find(({ isOwn }) => !isOwn);

/**
 * What this person has been asked to pay. `number` counts the requests from others; `invoices` counts the unpaid
 * invoices for others.
 */
export type ToPay = { number: number; invoices: number };

/** The address of the page on which people pay for others. */
export const TO_PAY = "/paying";

/**
 * Whether paying for others is the next thing to do. It is in two cases: the person has not begun to apply, or they are
 * waiting for a decision.
 */
export const isNextToPay = (
  { submittedAt, decision }: Pick<Standing, "submittedAt" | "decision">,
  draft: DraftProgress | null,
  { number, invoices }: ToPay,
): boolean => number + invoices > 0 && (submittedAt === null ? !draft?.isBegun : decision === null);

/**
 * An open invoice of the delegate: how much of it is still to be paid, whether a part has come in, and when it is due
 * (UTC ms).
 */
export type InvoiceToPay = { paymentId: string; amount: string; hasPart: boolean; dueAt: number };

/**
 * The open invoice that the delegate has to pay; null if there is none, if another person pays it, or if nothing is
 * left to pay.
 */
export function invoiceToPay(
  payments: readonly {
    id: string;
    state: PaymentState;
    payer: string | null;
    amountCents: number;
    creditCents: number;
    recordedCents: number;
    dueAt: number | null;
    isConfirming: boolean;
  }[],
): InvoiceToPay | null {
  const open = payments.find(
    ({ state, payer, dueAt, isConfirming }) =>
      state === "reserved" && payer === null && dueAt !== null && !isConfirming,
  );
  if (!open || open.dueAt === null) return null;
  const { id, amountCents, creditCents, recordedCents, dueAt } = open;
  const amount = dollars(chargedOf({ amountCents, creditCents }) - recordedCents);
  return { paymentId: id, amount, hasPart: recordedCents > 0, dueAt };
}

/**
 * The one thing to do next for a person who holds no pass.
 *
 * @param standing.keptUntil the time (UTC ms) until which a place from the waiting list is kept for the person; null or
 *   absent if none is.
 * @param closesAt when the current round ends; null if none is open.
 * @param price the price of the pass that the person can pay for; null if there is none.
 * @param event the event of that pass; null if the terms have been accepted, or if the pass has a limited number of
 *   places.
 * @param unreachable why no mail reaches the person; null or absent if mail does.
 * @param noPassNow what happened to the pass that the person had before; null if they never had one.
 * @param invoice the open invoice that the person has to pay themselves; null if there is none.
 * @param draft how complete an unsubmitted application is; null if there is none or it has been submitted.
 */
export function nextThing(
  standing: Standing & { offers: PassOffer[]; keptUntil?: number | null },
  {
    closesAt,
    now,
    email,
    draft,
    toPay,
    price,
    event,
    noPassNow,
    unreachable,
    invoice,
  }: {
    closesAt: number | null;
    now: number;
    email: string;
    draft: DraftProgress | null;
    toPay: ToPay;
    price: string | null;
    event: string | null;
    noPassNow: string | null;
    unreachable?: UnreachableBecause | null;
    invoice: InvoiceToPay | null;
  },
): NextThing {
  const tells = unreachable
    ? "You can read your decision here when it is ready."
    : `We will write to ${email} when your decision is ready, and you can read it here.`;
  const { catalogue, submittedAt, decision, waiverDate } = standing;
  const state = paymentInProgress(standing);
  if (state === "invoiced" && invoice) {
    return {
      title: PROGRESS_TITLES[state],
      text: (
        <>
          <strong>
            {paymentMessages.dueBy(invoice.amount)} <Moment at={invoice.dueAt} />.
          </strong>{" "}
          {invoice.hasPart ? paymentMessages.invoicePartPaid : whileInProgress(state)}
        </>
      ),
      href: `/payment/${invoice.paymentId}/invoice`,
      label: "See the invoice, and how to pay",
    };
  }
  if (state) {
    return {
      title: PROGRESS_TITLES[state],
      text: whileInProgress(state),
      href: "/payment-info",
      label: "See your payments",
    };
  }
  const offer = offeredTo(standing);
  if (offer) {
    return {
      title: "A pass is offered to you",
      text: (
        <>
          {transferMessages.offeredToYou(offer.title)} You can accept it until <Moment at={offer.expiresAt} />
          .
        </>
      ),
      href: `/transfer/${offer.id}`,
      label: "See the offer",
    };
  }
  if (isNextToPay(standing, draft, toPay)) {
    const { number, invoices } = toPay;
    return {
      title: number > 0 ? "You are asked to pay" : "Your invoice is open",
      text: [
        number > 0 && payerMessages.toPay(number),
        invoices > 0 && payerMessages.invoicesToPay(invoices),
        submittedAt !== null && `We have your own application. ${tells}`,
      ]
        .filter(Boolean)
        .join(" "),
      href: TO_PAY,
      label: number > 0 ? "See who, and pay for them" : "See what to pay",
    };
  }
  if (submittedAt === null) {
    return closesAt
      ? {
          title: draft && draft.next === null ? "Submit your application" : "Write your application",
          text: (
            <>
              Submit by <Moment at={closesAt} />. We save your answers until then.
            </>
          ),
          ...wayOn(draft),
          progress: draft?.isBegun ? draft : null,
        }
      : {
          title: "Applications are closed",
          text: "We have kept what you wrote. You can still read it.",
          href: "/application",
          label: "Read your application",
        };
  }
  if (decision === null) {
    const release = releaseAhead(catalogue.rounds, submittedAt, now);
    return {
      title: "We have your application",
      text: (
        <>
          There is nothing to do now.{" "}
          {release && (
            <>
              Decisions come out on <Moment at={release} />.{" "}
            </>
          )}
          {tells}
        </>
      ),
    };
  }
  const pass = passOnOffer(standing);
  if (noPassNow !== null) {
    return {
      title: "You have no pass now",
      text: [noPassNow, pass && paymentMessages.registerAgain].filter(Boolean).join(" "),
      ...(pass
        ? { href: PASS_PATHS[pass], label: "Register again" }
        : { href: "/payment-info", label: "See your payments" }),
    };
  }
  if (pass === null) {
    return {
      title: "Your decision",
      text: "You can now read the decision on your application.",
      href: "/decision",
      label: "Read the decision",
    };
  }
  const title = titleOf(catalogue, pass);
  const payBy = catalogue.tickets.find(({ id }) => id === pass)?.payBy;
  const cost = price && (
    <>
      {waiverDate === null ? "The ticket costs" : "It costs"} {price}
      {payBy && (
        <>
          ; please pay by <Moment at={payBy} />
        </>
      )}
      .
    </>
  );
  const { keptUntil } = standing;
  const kept = keptUntil && (
    <>
      {" "}
      We keep a place for you until <Moment at={keptUntil} />.
    </>
  );
  return waiverDate === null
    ? {
        title: decision === "Accepted" ? "You are accepted" : "Accept the terms and conditions",
        text: (
          <>
            {event ? `You have a place at the ${event}.` : `You can register for the ${title}.`} {cost} Read
            and accept the terms before you pay.
            {kept}
          </>
        ),
        href: pathToTerms(pass),
        label: "Read the terms, then pay",
      }
    : {
        title: "Pay for your pass",
        text: (
          <>
            Register for the {title}
            {hasChoices(catalogue, pass) && ": choose your add-ons"} and pay by card. {cost}
            {kept}
          </>
        ),
        href: PASS_PATHS[pass],
        label: "Register and pay",
      };
}

/** The button of an application that has not been submitted. It leads to the first incomplete section. */
function wayOn(draft: DraftProgress | null): { href: string; label: string } {
  if (!draft) return { href: "/application", label: "Go to your application" };
  if (!draft.next) return { href: "/application/check", label: "Check and submit" };
  const { href, title } = draft.next;
  return { href, label: `${draft.isBegun ? "Continue" : "Begin"}: ${title}` };
}
