import { drawingOf } from "~/conference/drawings.ts";
import { eventDays, eventFor, mapOf } from "~/conference/events.ts";
import {
  type AttemptFacts,
  isPaidByOther,
  type Repayment,
  returnedSentence,
} from "~/money/payments/attempts.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { shortReference } from "~/money/payments/references.ts";
import { type LiveHolding, type Standing, titleOf } from "~/standing/standing.ts";
import type { Edition, PassEvent } from "~/values/catalogue.ts";
import type { Drawing } from "~/values/drawings.ts";
import { dollars } from "~/values/money.ts";
import { inZone } from "~/values/times.ts";
import type { PassType } from "~/values/types.ts";
import { passHeld } from "./progress.ts";

type Holder = Standing & {
  edition: Edition;
  events: PassEvent[];
  fullName: string;
  /** The name for the badge; null if the delegate gave none. */
  badgeName: string | null;
  payments: (AttemptFacts & { id: string })[];
  refunds: (Repayment & { paymentId: string })[];
  holdings: LiveHolding[];
};

export type ShownTicket = {
  passType: PassType;
  /** Whether the event has a venue, and so a door. */
  hasDoor: boolean;
  /** The title of the pass. */
  pass: string;
  /** The name on the badge; empty if neither the badge nor the application has a name. */
  name: string;
  /** The event to which the pass admits; null if the event was removed. */
  event: string | null;
  /** The days in words; null for an event without days. */
  days: string | null;
  place: string;
  /** The drawing of the event. */
  drawing: Drawing | null;
  /** The address of the place, and a link to a map; null if no address was entered. */
  address: { words: string; map: string } | null;
  /** The add-ons that are held with the pass, in the order of the catalogue. */
  addOns: string[];
  /** The reference of the payment, with which staff can find the pass. */
  reference: string;
  /** The payment whose receipt this person may see; null if they took the pass over from another person. */
  receiptOf: string | null;
  /** How much was paid for the pass, when, and whether a bank has taken the money back; null if nothing was paid. */
  paid: string | null;
  /** The file that adds the event's days to a calendar; null for an event without days. */
  calendar: string | null;
};

/** The best pass that a person holds, in the form in which the home page shows it; null if they hold none. */
export function ticketOf(standing: Holder): ShownTicket | null {
  const { catalogue, holdings, payments, refunds, edition, fullName, badgeName } = standing;
  const { deadlineZone } = edition;
  const passType = passHeld(standing);
  const held = holdings.filter((one) => one.passType === passType && one.state === "held");
  const pass = held.find(({ item }) => item === passType);
  if (passType === null || !pass) return null;
  const event = eventFor({ ...standing, ...catalogue }, passType);
  const payment = payments.find(({ id }) => id === pass.paymentId);
  const days = event && eventDays(event);
  const takenByBank = refunds.filter(({ paymentId, isBank }) => isBank && paymentId === payment?.id);
  return {
    passType,
    hasDoor: Boolean(event?.venue),
    pass: titleOf(catalogue, passType),
    name: badgeName ?? fullName,
    event: event?.name ?? null,
    days,
    place: event?.venue ?? "Online",
    drawing: event && drawingOf(event),
    address: event?.address ? { words: event.address, map: mapOf(event.address) } : null,
    addOns: catalogue.addOns.flatMap(({ id }) => held.filter(({ item }) => item === id)).map(lineTitle),
    reference: shortReference(pass.paymentId),
    receiptOf: payment?.id ?? null,
    paid:
      payment && payment.amountCents > 0
        ? [
            (isPaidByOther(payment) ? paymentMessages.paidForYouOn : paymentMessages.paidOn)(
              dollars(payment.amountCents),
              inZone(payment.resolvedAt ?? payment.createdAt, deadlineZone, "date"),
            ),
            ...takenByBank.map((back) => returnedSentence(back, payment, deadlineZone)),
          ].join(" ")
        : null,
    calendar: days && `/event/${passType}.ics`,
  };
}
