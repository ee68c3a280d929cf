import { drawingOf } from "~/conference/drawings.ts";
import { eventDays, eventFor, mapOf } from "~/conference/events.ts";
import { type AttemptFacts, type Repayment, returnedSentence } from "~/money/payments/attempts.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { shortReference } from "~/money/payments/references.ts";
import { type LiveHolding, type Standing, titleOf } from "~/standing/standing.ts";
import type { Edition, PassEvent } from "~/values/catalogue.ts";
import type { Drawing } from "~/values/drawings.ts";
import { dollars } from "~/values/money.ts";
import { inZone } from "~/values/times.ts";
import { passHeld } from "./progress.ts";

type Holder = Standing & {
  edition: Edition;
  events: PassEvent[];
  fullName: string;
  /** The name that they gave for their badge; null if they gave none. */
  badgeName: string | null;
  payments: (AttemptFacts & { id: string })[];
  refunds: (Repayment & { paymentId: string })[];
  holdings: LiveHolding[];
};

export type ShownTicket = {
  /** The title of the pass. */
  pass: string;
  /** The name on the badge; empty if neither they nor their application gave one. */
  name: string;
  /** What it admits to; null for a pass whose event was taken away. */
  event: string | null;
  /** In words; null for an event without days. */
  days: string | null;
  place: string;
  /** The drawing of the event. */
  drawing: Drawing | null;
  /** The address of the place, and a map of it; null if nobody has given one. */
  address: { words: string; map: string } | null;
  /** What is held with it, in the order of the catalogue. */
  addOns: string[];
  /** The reference of its payment, by which staff find the pass. */
  reference: string;
  /** The payment whose receipt this person may see; null if somebody else paid for it. */
  receiptOf: string | null;
  /** What was paid for it and when, and whether a bank has taken it back; null if nothing was paid. */
  paid: string | null;
  /** The file that adds its days to a calendar; null for an event without days. */
  calendar: string | null;
};

/** The best pass that somebody holds, as home shows it; null if they hold none. */
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
            paymentMessages.paidOn(
              dollars(payment.amountCents),
              inZone(payment.resolvedAt ?? payment.createdAt, deadlineZone, "date"),
            ),
            ...takenByBank.map((back) => returnedSentence(back, payment, deadlineZone)),
          ].join(" ")
        : null,
    calendar: days && `/event/${passType}.ics`,
  };
}
