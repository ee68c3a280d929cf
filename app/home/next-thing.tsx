import type { ReactNode } from "react";
import type { DraftProgress } from "~/applications/draft-progress.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { releaseAhead } from "~/conference/rounds.ts";
import { payerMessages } from "~/money/payers/messages.ts";
import { PROGRESS_TITLES, type ProgressState, whileInProgress } from "~/money/payments/attempts.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { hasChoices } from "~/money/prices/add-ons.ts";
import { PASS_PATHS, pathToTerms } from "~/money/prices/passes.ts";
import { transferMessages } from "~/money/transfers/messages.ts";
import { type PassOffer, type Standing, titleOf } from "~/standing/standing.ts";
import { Moment } from "~/ui/moment.tsx";
import { isAddressNone } from "~/values/email-addresses.ts";
import type { PassType, UnreachableBecause } from "~/values/types.ts";
import { passOnOffer, paymentInProgress } from "./progress.ts";
import { type InvoiceToPay, isNextToPay, offeredTo, TO_PAY, type ToPay } from "./to-pay.ts";

export type NextThing = {
  title: string;
  text: ReactNode;
  href?: string;
  label?: string;
  /** How complete the application is; null if there is no progress to show. */
  progress?: DraftProgress | null;
};

/**
 * The one thing to do next for a person who holds no pass.
 *
 * @param standing.keptUntil the time (UTC ms) until which a place from the waiting list is kept for the person; null or
 *   absent if no place is kept.
 * @param standing.isReopened whether staff opened the application again, so that no deadline applies to it.
 * @param closesAt when the current round ends (UTC ms); null if no round is open.
 * @param price the price of the pass that the person can pay for; null if there is none.
 * @param event the event of that pass; null if there is no such pass, if the terms have been accepted, or if the pass
 *   has a limited number of places.
 * @param unreachable why no mail is sent to the person; null or absent if mail is sent.
 * @param noPassNow what happened to the pass that the person had before; null if they never had one.
 * @param invoice the open invoice that the person has to pay themselves; null if there is none.
 * @param draft how complete an unsubmitted application is; null if there is none or it has been submitted.
 */
export function nextThing(
  standing: Standing & { offers: PassOffer[]; isReopened: boolean; keptUntil?: number | null },
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
  const { submittedAt, isReopened, decision } = standing;
  const tells =
    unreachable || isAddressNone(email)
      ? "You can read your decision here when it is ready."
      : `We will write to ${email} when your decision is ready, and you can read it here.`;
  const state = paymentInProgress(standing);
  if (state) return paymentOpen(state, invoice);
  const offer = offeredTo(standing);
  if (offer) return passOffered(offer);
  if (isNextToPay(standing, draft, toPay)) return payingForOthers(toPay, submittedAt === null ? null : tells);
  if (isReopened) return REOPENED;
  if (submittedAt === null) return closesAt ? applying(draft, closesAt) : applicationsClosed(draft);
  if (decision === null) return waiting(releaseAhead(standing.catalogue.rounds, submittedAt, now), tells);
  const pass = passOnOffer(standing);
  if (noPassNow !== null) return passGone(noPassNow, pass);
  return pass === null ? DECISION_TO_READ : registering(standing, pass, price, event);
}

function paymentOpen(state: ProgressState, invoice: InvoiceToPay | null): NextThing {
  if (invoice && (state === "invoiced" || state === "invoiced, paid in part")) {
    return {
      title: PROGRESS_TITLES[state],
      text: (
        <>
          <strong>
            {paymentMessages.dueBy(invoice.amount)} <Moment at={invoice.dueAt} />.
          </strong>{" "}
          {whileInProgress(state)}
        </>
      ),
      href: `/payment/${invoice.paymentId}/invoice`,
      label: "See the invoice, and how to pay",
    };
  }
  return {
    title: PROGRESS_TITLES[state],
    text: whileInProgress(state),
    href: "/payment-info",
    label: "See your payments",
  };
}

const passOffered = (offer: PassOffer): NextThing => ({
  title: "A pass is offered to you",
  text: (
    <>
      {transferMessages.offeredToYou(offer.title)} You can accept it until <Moment at={offer.expiresAt} />.
    </>
  ),
  href: `/transfer/${offer.id}`,
  label: "See the offer",
});

/** @param tells how the person learns of their own decision; null if they have not applied themselves. */
const payingForOthers = ({ number, invoices }: ToPay, tells: string | null): NextThing => ({
  title: number > 0 ? "You are asked to pay" : "Your invoice is open",
  text: [
    number > 0 && payerMessages.toPay(number),
    invoices > 0 && payerMessages.invoicesToPay(invoices),
    tells !== null && `We have your own application. ${tells}`,
  ]
    .filter(Boolean)
    .join(" "),
  href: TO_PAY,
  label: number > 0 ? "See who, and pay for them" : "See what to pay",
});

const applying = (draft: DraftProgress | null, closesAt: number): NextThing => ({
  title: draft && draft.next === null ? "Submit your application" : "Write your application",
  text: (
    <>
      Submit by <Moment at={closesAt} />. We save your answers until then.
    </>
  ),
  ...wayOn(draft),
  progress: draft?.isBegun ? draft : null,
});

/**
 * The button of an application that has not been submitted. It leads to the first incomplete section. If all sections
 * are complete, it leads to the page on which the application is submitted.
 */
function wayOn(draft: DraftProgress | null): { href: string; label: string } {
  if (!draft) return { href: "/application", label: "Go to your application" };
  if (!draft.next) return { href: "/application/check", label: "Check and submit" };
  const { href, title } = draft.next;
  return { href, label: `${draft.isBegun ? "Continue" : "Begin"}: ${title}` };
}

const REOPENED: NextThing = {
  title: applicationMessages.isReopened,
  text: applicationMessages.reopened,
  href: "/application",
  label: "Go to your application",
};

const applicationsClosed = (draft: DraftProgress | null): NextThing => ({
  title: "Applications are closed",
  ...(draft?.isBegun
    ? {
        text: "We have kept what you wrote. You can still read it.",
        href: "/application",
        label: "Read your application",
      }
    : { text: applicationMessages.notApplied }),
});

/** @param release when the decisions come out (UTC ms); null if that is not known. */
const waiting = (release: number | null, tells: string): NextThing => ({
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
});

const passGone = (noPassNow: string, pass: PassType | null): NextThing => ({
  title: "You have no pass now",
  text: [noPassNow, pass && paymentMessages.registerAgain].filter(Boolean).join(" "),
  ...(pass
    ? { href: PASS_PATHS[pass], label: "Register again" }
    : { href: "/payment-info", label: "See your payments" }),
});

const DECISION_TO_READ: NextThing = {
  title: "Your decision",
  text: "You can now read the decision on your application.",
  href: "/decision",
  label: "Read the decision",
};

function registering(
  { catalogue, decision, waiverDate, keptUntil }: Standing & { keptUntil?: number | null },
  pass: PassType,
  price: string | null,
  event: string | null,
): NextThing {
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
