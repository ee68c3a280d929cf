import { and, type Column, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { users } from "#db/schema/accounts.ts";
import { answers } from "#db/schema/applications.ts";
import { events, tickets } from "#db/schema/conference.ts";
import { payments } from "#db/schema/money.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { cardTypeLabel, lastFour } from "~/money/cards/card.ts";
import { cardAllowances, releaseBrake } from "~/money/cards/card-budget.server.ts";
import { PROCESSOR_PAGE_MINUTES } from "~/money/cards/card-reply.ts";
import { chargeMessages } from "~/money/cards/messages.ts";
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
import type { HandMeans, Refused } from "~/values/types.ts";
import { asStored, keepAct } from "./acts.server.ts";
import { checkPayment, moved, type PaymentRequest, type RefusedPayment } from "./checked-payment.server.ts";
import { passMails, RECEIPT } from "./mails.ts";
import { keepManifest } from "./manifests.server.ts";
import { passMessages } from "./messages.ts";
import { auditOfOrder, isOfOrder } from "./orders.server.ts";
import { chargedOf, dueOf, isOfAddOns } from "./pricing.ts";
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

/** An amount as `dollars` writes it. */
const inDollars = (cents: SQL): SQL =>
  sql`iif(${cents} % 100 = 0, printf('$%,d', ${cents} / 100), printf('$%,d.%02d', ${cents} / 100, ${cents} % 100))`;

/** A text with its placeholders replaced, one after the other: what people typed comes last, and is left as it is. */
const filledIn = (text: SQL, values: [placeholder: string, value: SQL | Column][]): SQL =>
  values.reduce((filled, [placeholder, value]) => sql`replace(${filled}, ${placeholder}, ${value})`, text);

/** Months one after the other, each as long as the longest. */
const MONTHS = "January February March April May June July August September October November December"
  .split(" ")
  .map((month) => month.padEnd(9))
  .join("");
const dateIn = (day: Column): SQL => sql`ltrim(substr(${day}, 9), '0')`;
const monthIn = (day: Column): SQL => sql`' ' || trim(substr(${MONTHS}, 9 * substr(${day}, 6, 2) - 8, 9))`;
const yearIn = (day: Column): SQL => sql`' ' || substr(${day}, 1, 4)`;

/** Days as `daysInWords` writes them. */
const inDays = (first: Column, last: Column): SQL => sql`CASE
  WHEN ${first} = ${last} THEN '' ELSE ${dateIn(first)} || CASE
    WHEN substr(${first}, 1, 4) <> substr(${last}, 1, 4) THEN ${monthIn(first)} || ${yearIn(first)} || ' – '
    WHEN substr(${first}, 1, 7) <> substr(${last}, 1, 7) THEN ${monthIn(first)} || ' – '
    ELSE '–' END END || ${dateIn(last)} || ${monthIn(last)} || ${yearIn(last)}`;

/** The pass of a payment, and what it admits to: where that is, and on which days. */
const passWithEvent = sql`coalesce((SELECT ${tickets.title} || coalesce((
    SELECT '; ' || ${events.name} || coalesce(', ' || ${inDays(events.firstDay, events.lastDay)}, '') || ', ' ||
      coalesce(${events.venue}, 'online')
    FROM ${events} WHERE ${events.conferenceId} = ${tickets.conferenceId} AND ${events.id} = ${tickets.eventId}), '')
  FROM ${tickets} WHERE ${tickets.conferenceId} = ${payments.conferenceId} AND ${tickets.id} = ${payments.passType}),
  ${payments.passType})`;

/** The body of the receipt of a payment, in the words of who gets it. */
function receiptBody(means: HandMeans | undefined, text: SQL): SQL {
  const { name, paid, amount, credit, things, pass, reference, id } = RECEIPT;
  const { money, both, credit: byCredit, nothing } = passMails.paid;
  const due = sql`(${payments.amountCents} - ${payments.creditCents})`;
  const isCredit = sql`${payments.creditCents} > 0`;
  const sentence = sql`iif(${due} > 0,
    iif(${isCredit}, ${both(amount, things, credit, means)}, ${money(amount, things, means)}),
    iif(${isCredit}, ${byCredit(things, credit)}, ${nothing(things)}))`;
  const title = sql`value ->> 'title' || iif(value ->> 'variant' IS NULL, '', ' (' || (value ->> 'variant') || ')')`;
  return filledIn(text, [
    [paid, sentence],
    [reference, sql`upper(substr(${payments.id}, 1, 4) || '-' || substr(${payments.id}, 5, 4))`],
    [id, payments.id],
    [amount, inDollars(due)],
    [credit, inDollars(sql`${payments.creditCents}`)],
    [things, sql`coalesce((SELECT group_concat(${title}, ', ') FROM json_each(${payments.lines})), 'pass')`],
    [pass, passWithEvent],
    [
      name,
      sql`coalesce((SELECT nullif(trim(${answers.answers} ->> 'firstName'), '') FROM ${answers}
        WHERE ${answers.conferenceId} = ${payments.conferenceId} AND ${answers.uid} = ${payments.delegateUid}
          AND ${answers.answers} ->> 'firstName' IS NOT NULL LIMIT 1), 'delegate')`,
    ],
  ]);
}

/**
 * The statements that queue the receipts of an order, once: for each of its delegates that of their own payment, and for
 * whoever pays for them that of all.
 *
 * @param means how the money came in, if no card was charged.
 */
export function receiptMails({ db, origin }: Context, id: string, condition: SQL, means?: HandMeans) {
  const link = `${origin}/payment/${RECEIPT.id}/receipt`;
  const [own, others] = [passMails.receipt(link), passMails.paidForYou(link)];
  const isOwn = sql`${payments.payerUid} IS NULL`;
  return [
    queueMail(
      db,
      {
        eventKey: sql`'receipt:' || ${payments.id}`,
        recipient: sql`${users.email}`,
        text: {
          subject: sql`iif(${isOwn}, ${own.subject}, ${others.subject})`,
          body: receiptBody(means, sql`iif(${isOwn}, ${own.body}, ${others.body})`),
        },
      },
      sql`FROM ${payments} JOIN ${users} ON ${users.uid} = ${payments.delegateUid}
        WHERE ${condition} AND ${isOfOrder(id)}`,
    ).onConflictDoNothing(),
    queueMail(
      db,
      {
        eventKey: `order:${id}`,
        recipient: sql`${users.email}`,
        text: passMails.orderReceipt(`${origin}/paying/${id}`, means),
      },
      sql`FROM ${payments} JOIN ${users} ON ${users.uid} = ${payments.payerUid}
        WHERE changes() > 0 AND ${payments.id} = ${id}`,
    ).onConflictDoNothing(),
  ] as const;
}
