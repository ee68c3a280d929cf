import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { payments } from "#db/schema/money.ts";
import { cardTypeLabel, lastFour } from "~/money/cards/card.ts";
import { cardAllowances, releaseBrake } from "~/money/cards/card-budget.server.ts";
import { PROCESSOR_PAGE_MINUTES } from "~/money/cards/card-reply.ts";
import { chargeMessages } from "~/money/cards/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { chargedOf, dueOf, isOfAddOns } from "~/money/prices/pricing.ts";
import { processorOf } from "~/money/processor/processors.server.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Allowance } from "~/platform/counters.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type {
  CardFields,
  CardProcessor,
  CardToken,
  CarriedPass,
  ChargeOutcome,
  HostedPage,
  Order,
} from "~/platform/ports/card-processor.server.ts";
import type { Attempt } from "~/standing/standing.server.ts";
import { dollars } from "~/values/money.ts";
import type { Refused } from "~/values/types.ts";
import { asStored, keepAct } from "./acts.server.ts";
import { checkPayment, moved, type PaymentRequest, type RefusedPayment } from "./checked-payment.server.ts";
import { keepManifest } from "./manifests.server.ts";
import { auditOfOrder, isOfOrder } from "./orders.server.ts";
import { receiptMails } from "./receipt-mails.server.ts";
import { type Reservation, reserve } from "./reservations.server.ts";

const SECOND = 1000;
/** Longer than a call to the processor may take (25 s), with room for a slow database. */
export const LEASE = 90 * SECOND;

export type Payment = typeof payments.$inferSelect;

/** The processor's page takes a card for a while, and the delegate may take it all. */
export const HOSTED_LEASE = (PROCESSOR_PAGE_MINUTES + 5) * 60 * SECOND;

export type PaymentAnswer =
  /** This request, or a duplicate of it, made an attempt: the attempt's page tells the outcome. */
  { attempt: { id: string; state: Attempt["state"]; chargedCents: number } } | RefusedPayment;

/**
 * Pays by card for a pass (specification, section 7: triggerPayment), or for add-ons of a pass that is held. Everything
 * is checked and priced again. One row is reserved, which a unique index of what is held allows once; for that row the
 * processor is called once and never again. A declined card can be tried again at once.
 */
export async function payByCard(
  context: Context,
  visit: SignedIn,
  request: PaymentRequest & { card: CardFields | CardToken | null },
): Promise<PaymentAnswer> {
  const { card } = request;
  // If card numbers must not come to us, none that arrives anyway is used.
  if (context.config.cardEntry.mode === "token" && card && "cardNumber" in card) {
    return { refused: chargeMessages.noCardNumbers, status: 400 };
  }
  const started = await start(context, visit, request, LEASE, card);
  return "order" in started ? chargeOrder(context, started, card!) : started;
}

/** An order whose row says that its charge is under way, who is to charge it, and which allowances its card used up. */
export type StartedOrder = { order: Order; cards: CardProcessor; allowances: Allowance[] };

/** Calls the processor for an order, once, and writes down what came of it. */
export async function chargeOrder(
  context: Context,
  { order, cards, allowances }: StartedOrder,
  card: CardFields | CardToken,
): Promise<Extract<PaymentAnswer, { attempt: unknown }>> {
  const { invoiceNumber: id, amountCents: chargedCents } = order;
  const settling = cards.charge({ ...order, card }).then((outcome) => {
    if (outcome.outcome === "captured") releaseBrake(context, allowances);
    return settle(context, id, outcome);
  });
  // A closed tab must not cut the work short between the charge and its record. If the record cannot be
  // written, the row is settled later by asking the processor. Neither may look like a failed payment.
  const settled = settling.catch((error: unknown) => {
    logFault(error, { requestId: context.requestId, method: "charge", path: `payments/${id}` });
    return "charging" as const;
  });
  context.waitUntil(settled);
  return { attempt: { id, state: await settled, chargedCents } };
}

/**
 * Begins a payment whose card is typed on the processor's own page: for browsers that run no scripts, if card
 * numbers must not come to us. The attempt stays `charging` until the processor reports its outcome.
 */
export async function payOnProcessorsPage(
  context: Context,
  visit: SignedIn,
  request: PaymentRequest,
): Promise<{ page: HostedPage } | PaymentAnswer> {
  const started = await start(context, visit, request, HOSTED_LEASE, "elsewhere");
  return "order" in started ? pageOfOrder(context, started, "payment") : started;
}

/**
 * The processor's page for an order.
 *
 * @param folder of the pages of such orders, to which it leads back.
 */
export async function pageOfOrder(
  context: Context,
  { order, cards }: StartedOrder,
  folder: "payment" | "paying",
): Promise<{ page: HostedPage } | Refused<503>> {
  try {
    return { page: await cards.hostedPage(order, returnAddresses(context, folder, order.invoiceNumber)) };
  } catch (error) {
    // Without the processor's page nobody can have paid.
    const path = `payments/${order.invoiceNumber}`;
    logFault(error, { requestId: context.requestId, method: "hostedPage", path });
    await settle(context, order.invoiceNumber, { outcome: "notCharged" });
    return { refused: chargeMessages.paymentFailed, status: 503 };
  }
}

/** Leads a delegate who left the processor's page without paying back to it; null once its time is over. */
export async function resumePassOnProcessorsPage(
  context: Context,
  { viewer }: SignedIn,
  id: string,
): Promise<HostedPage | null> {
  const { db } = context;
  const [row] = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.id, id),
        eq(payments.delegateUid, viewer.uid),
        isNull(payments.payerUid),
        eq(payments.state, "charging"),
      ),
    );
  const cards = row && processorOf(context, row.gateway);
  if (!cards || row.leaseUntil < Date.now()) return null;
  const order = { invoiceNumber: id, amountCents: chargedOf(row), carried: carriedBy(row) };
  return cards.hostedPage(order, returnAddresses(context, "payment", id));
}

type Carrying = Pick<Payment, "conferenceId" | "delegateUid" | "passType" | "addOns" | "lines">;

/** What the charge of a payment carries. */
const carriedBy = ({ conferenceId, delegateUid: uid, passType, addOns, lines }: Carrying): CarriedPass => ({
  ...{ conferenceId, uid, passType, addOns },
  ...(isOfAddOns({ passType, lines }) && { addOnsAlone: true }),
});

export const returnAddresses = ({ origin }: Context, folder: "payment" | "paying", id: string) => ({
  done: `${origin}/${folder}/${id}`,
  cancelled: `${origin}/${folder}/${id}?cancelled`,
});

/**
 * Everything before money moves: the checks, the price, and the row that says the charge is under way. If nothing has
 * to be paid, the row says that all is held, and this was all. `card` is null if the client saw such a price.
 */
async function start(
  context: Context,
  visit: SignedIn,
  request: PaymentRequest,
  lease: number,
  card: CardFields | CardToken | "elsewhere" | null,
): Promise<StartedOrder | PaymentAnswer> {
  const { passType } = request;
  const { conferenceId } = visit.settings;
  const { uid } = visit.viewer;
  const found = await checkPayment(context, visit, request);
  if ("refused" in found) return found;
  const { priced, checked, cards } = found;

  const id = newId();
  const { addOns, totalCents: amountCents, lines } = priced;
  const { spentCents: creditCents, dueCents } = dueOf(amountCents, checked.creditCents);
  const isFree = dueCents === 0;
  if (!isFree && card === null) return { refused: passMessages.priceChanged(dollars(dueCents)), status: 409 };
  const bill = {
    ...{ id, conferenceId, delegateUid: uid, passType, addOns, amountCents, creditCents, lines },
    createdAt: visit.now,
  };
  const row: typeof payments.$inferInsert & Carrying = isFree
    ? { ...bill, state: "captured", gateway: "none", leaseUntil: 0, settledAt: visit.now }
    : {
        ...{ ...bill, state: "charging", gateway: cards.name, leaseUntil: Date.now() + lease },
        ...(card && typeof card === "object" && "cardNumber" in card && cardSummary(card.cardNumber)),
      };
  const settled = [
    auditEntry(context, { actorUid: null, action: "payment captured", object: `payments/${id}` }),
    ...receiptMails(context, id, sql`true`),
  ];
  const bills: [Reservation] = [{ row, checked }];
  // Whoever may pay for a pass is admitted: the statement that reserves sees to it.
  const allowances = cardAllowances(context, uid, true);
  const reserved = await reserve(context, bills, allowances, isFree ? settled : []);
  if (reserved === "over") return { refused: passMessages.anotherEdition, status: 409 };
  if (reserved !== "reserved" && "moved" in reserved) return moved(context, visit, request);
  if (reserved !== "reserved") return { refused: chargeMessages.tooManyCards(reserved.wait), status: 429 };
  if (isFree) {
    // No processor knows of it, so it is kept beside the database before anybody is told. If this fails, the cron does it.
    await keepAct(context, { kind: "free", payment: asStored(row), invoice: null, taking: null });
    return { attempt: { id, state: "captured", chargedCents: 0 } };
  }
  await keepManifest(context, bill);
  const order = { invoiceNumber: id, amountCents: dueCents, carried: carriedBy(row) };
  return { order, cards, allowances };
}

/** The only parts of a card that may be kept. */
export const cardSummary = (cardNumber: string) => ({
  cardBrand: cardTypeLabel(cardNumber),
  cardLastFour: lastFour(cardNumber),
});

/**
 * Writes an outcome over `charging` or `unknown`, and only over those, with the receipt mails in the same batch. All
 * payments of the order `id` move together.
 *
 * @returns the state that they have now.
 */
export async function settle(
  context: Context,
  id: string,
  outcome: ChargeOutcome,
): Promise<Attempt["state"]> {
  const { db } = context;
  const { now } = await context.visit();
  const captured = outcome.outcome === "captured";
  const state = outcome.outcome === "notCharged" ? "released" : outcome.outcome;
  const [, , , , [row]] = await db.batch([
    db
      .update(payments)
      .set({
        state,
        settledAt: state === "unknown" ? null : now,
        ...(captured && { transactionId: outcome.transactionId }),
        ...(captured &&
          outcome.card && { cardBrand: outcome.card.brand, cardLastFour: outcome.card.lastFour }),
      })
      .where(and(isOfOrder(id), inArray(payments.state, ["charging", "unknown"]))),
    auditOfOrder(context, id, `payment ${state}`),
    ...receiptMails(context, id, captured ? sql`changes() > 0` : sql`false`),
    db.select({ state: payments.state }).from(payments).where(eq(payments.id, id)),
  ]);
  return row!.state;
}
