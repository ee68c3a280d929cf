import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom, listed } from "#db/client.ts";
import { payments, users } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { cardTypeLabel, lastFour } from "~/domain/card.ts";
import type { Selection } from "~/domain/catalogue.ts";
import { mails } from "~/domain/mails.ts";
import { messages } from "~/domain/messages.ts";
import { checkIntended, type Intended, quote } from "~/domain/pricing.ts";
import { registrationStage } from "~/domain/registration.ts";
import { LIVE_PAYMENT_STATES, type PassType } from "~/domain/types.ts";
import type {
  CardFields,
  CardProcessor,
  CardToken,
  ChargeOutcome,
  HostedPage,
  Order,
} from "~/gateways/card-processor.server.ts";
import { newId } from "~/ids.server.ts";
import { logFault } from "~/log.server.ts";
import type { SignedIn } from "~/session.server.ts";
import { auditEntry } from "./audit.server.ts";
import { type Allowance, take } from "./counters.server.ts";
import { queueMail } from "./outbox.server.ts";
import { type Attempt, readStanding } from "./standing.server.ts";

const SECOND = 1000;
/** Longer than a call to the processor may take (25 s), with room for a slow database. */
export const LEASE = 90 * SECOND;

export type Payment = typeof payments.$inferSelect;

/** The processor's page takes a card for 15 minutes; the delegate may take them all. */
export const HOSTED_LEASE = 20 * 60 * SECOND;

/** What a card is charged by. */
export type PassCard = CardFields | CardToken;

export type PassRequest = {
  passType: PassType;
  selection: Selection;
  /** Figures the client saw, in dollars; they are only compared. */
  intended: Intended;
};

export type Refusal = { refused: string; status: 400 | 402 | 403 | 409 | 429 | 503 };

export type PaymentAnswer =
  /** An attempt was made, now or by a twin of this request: its page tells the outcome. */
  { attempt: { id: string; state: Attempt["state"]; amountCents: number } } | Refusal;

/**
 * Pays for a pass by card (specification, section 7: triggerPayment). All is checked
 * and priced again; one row is reserved, which a unique index grants once per delegate and pass; the
 * processor is called once and never again for it. A declined card can be tried again at once.
 */
export async function payForPass(
  context: Context,
  visit: SignedIn,
  request: PassRequest & { card: CardFields | CardToken },
): Promise<PaymentAnswer> {
  const { card } = request;
  // Where card numbers may not come to us, none that came all the same is used.
  if (context.config.cardEntry.mode === "token" && "cardNumber" in card) {
    return { refused: messages.noCardNumbers, status: 400 };
  }
  const started = await start(context, visit, request, LEASE, card);
  if ("refused" in started) return started;
  const { order, cards } = started;
  const { invoiceNumber: id, amountCents } = order;
  const settling = cards.charge({ ...order, card }).then((outcome) => settle(context, id, outcome));
  // A closed tab must not cut the work short between the charge and its record, and a record that cannot
  // be written leaves the row to be settled by asking: neither may look like a failed payment.
  const settled = settling.catch((error: unknown) => {
    logFault(error, { requestId: context.requestId, method: "charge", path: `payments/${id}` });
    return "charging" as const;
  });
  context.waitUntil(settled);
  return { attempt: { id, state: await settled, amountCents } };
}

/**
 * Begins a payment whose card is typed on the processor's own page, for browsers that run no scripts where
 * card numbers may not come to us. The attempt stays `charging` until the processor says what became of it.
 */
export async function payOnProcessorsPage(
  context: Context,
  visit: SignedIn,
  request: PassRequest,
): Promise<{ page: HostedPage } | Refusal> {
  const started = await start(context, visit, request, HOSTED_LEASE);
  if ("refused" in started) return started;
  const { order, cards } = started;
  try {
    return { page: await cards.hostedPage(order, returnAddresses(context, order.invoiceNumber)) };
  } catch (error) {
    // Without its page nobody can have paid.
    const path = `payments/${order.invoiceNumber}`;
    logFault(error, { requestId: context.requestId, method: "hostedPage", path });
    await settle(context, order.invoiceNumber, { outcome: "notCharged" });
    return { refused: messages.paymentFailed, status: 503 };
  }
}

/** The processor's page once more, for a delegate who left it without paying; null once that is over. */
export async function resumeOnProcessorsPage(
  context: Context,
  { viewer }: SignedIn,
  id: string,
): Promise<HostedPage | null> {
  const { db, cards } = context;
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.delegateUid, viewer.uid), eq(payments.state, "charging")));
  if (!row || !cards || row.leaseUntil < Date.now()) return null;
  const { conferenceId, delegateUid: uid, passType, addOns, amountCents } = row;
  const order = { invoiceNumber: id, amountCents, carried: { conferenceId, uid, passType, addOns } };
  return cards.hostedPage(order, returnAddresses(context, id));
}

const returnAddresses = ({ origin }: Context, id: string) => ({
  done: `${origin}/payment/${id}`,
  cancelled: `${origin}/payment/${id}?cancelled`,
});

/** All that comes before the money moves: checks, price, the reserved row, and `charging` written down. */
async function start(
  context: Context,
  visit: SignedIn,
  { passType, selection, intended }: PassRequest,
  lease: number,
  card?: CardFields | CardToken,
): Promise<{ order: Order; cards: CardProcessor } | Refusal> {
  const { db, cards } = context;
  const { viewer, settings, now } = visit;
  const { conferenceId } = settings;
  const { uid } = viewer;
  const standing = await readStanding(context, conferenceId, uid, now);
  const { catalogue, submittedAt } = standing;

  const stage = registrationStage(passType, standing);
  if (stage.stage === "refused") return { refused: stage.reason, status: 403 };
  if (stage.stage === "held") return { refused: stage.reason, status: 409 };
  if (stage.stage === "in progress") return { refused: messages.paymentInProgress, status: 409 };
  if (stage.stage === "waiver" || submittedAt === null) return { refused: messages.waiverFirst, status: 403 };

  const priced = quote(catalogue, passType, submittedAt, selection);
  if (!priced.allowed) return { refused: priced.reason, status: 400 };
  const comparison = checkIntended(catalogue, passType, submittedAt, priced, intended);
  if (!comparison.allowed) return { refused: comparison.reason, status: 409 };
  if (!cards) return { refused: messages.notOnSale(priced.lines[0]!.title), status: 403 };

  const id = newId();
  const { addOns, totalCents: amountCents, lines } = priced;
  const [reserved] = await db.batch([
    reservation(context, {
      id,
      conferenceId,
      delegateUid: uid,
      passType,
      addOns,
      amountCents,
      lines,
      state: "reserved",
      gateway: cards.name,
      ...(card && "cardNumber" in card && cardSummary(card.cardNumber)),
      leaseUntil: Date.now() + lease,
      createdAt: now,
    }),
  ]);
  if (reserved.length === 0) return { refused: messages.paymentInProgress, status: 409 };

  const wait = await take(db, gatewayAllowances(uid));
  if (wait > 0) {
    await db.delete(payments).where(and(eq(payments.id, id), eq(payments.state, "reserved")));
    return { refused: messages.tooManyAttempts(wait), status: 429 };
  }

  const charging = await db
    .update(payments)
    .set({ state: "charging", leaseUntil: Date.now() + lease })
    .where(and(eq(payments.id, id), eq(payments.state, "reserved")))
    .returning({ id: payments.id });
  if (charging.length === 0) return { refused: messages.paymentInProgress, status: 409 };
  return {
    order: { invoiceNumber: id, amountCents, carried: { conferenceId, uid, passType, addOns } },
    cards,
  };
}

/** All of a card that may be kept. */
export const cardSummary = (cardNumber: string) => ({
  cardBrand: cardTypeLabel(cardNumber),
  cardLastFour: lastFour(cardNumber),
});

/** Counts calls to the processor, not posts: stolen cards are tried by the dozen. */
export const gatewayAllowances = (uid: string): Allowance[] => [
  { what: "payment-burst", who: uid, limit: 5, minutes: 10 },
  { what: "payment-day", who: uid, limit: 10, minutes: 24 * 60 },
];

/**
 * The statement that takes the delegate's place for a pass, returning the id; no row where it is taken: the
 * unique index grants it once, and the virtual pass not while the one it comes with is held or being paid.
 */
export function reservation({ db }: Pick<Context, "db">, row: typeof payments.$inferInsert) {
  const other = row.passType === "gold" ? "goldPlus" : null;
  const isFree = sql`WHERE NOT EXISTS (SELECT 1 FROM ${payments} AS other
    WHERE other.conference_id = ${row.conferenceId} AND other.delegate_uid = ${row.delegateUid}
    AND other.pass_type = ${other} AND other.state IN ${listed(LIVE_PAYMENT_STATES)})`;
  return insertFrom(db, payments, row, isFree).onConflictDoNothing().returning({ id: payments.id });
}

/**
 * Writes an outcome over `charging` or `unknown`, and only over those, with the receipt's mail in the same
 * batch; answers the state that now stands.
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
  const [, , , [row]] = await db.batch([
    db
      .update(payments)
      .set({
        state,
        settledAt: state === "unknown" ? null : now,
        ...(captured && { transactionId: outcome.transactionId }),
        ...(captured &&
          outcome.card && { cardBrand: outcome.card.brand, cardLastFour: outcome.card.lastFour }),
      })
      .where(and(eq(payments.id, id), inArray(payments.state, ["charging", "unknown"]))),
    auditEntry(context, { actorUid: null, action: `payment ${state}`, object: `payments/${id}` }),
    receiptMail(context, id, captured ? sql`changes() > 0` : sql`false`),
    db.select({ state: payments.state }).from(payments).where(eq(payments.id, id)),
  ]);
  return row!.state;
}

/** The statement that queues the receipt of a payment, once, to its delegate. */
export function receiptMail({ db, origin }: Context, id: string, condition: SQL) {
  return queueMail(
    db,
    {
      eventKey: `receipt:${id}`,
      recipient: sql`${users.email}`,
      text: mails.receipt(`${origin}/payment/${id}/receipt`),
    },
    sql`FROM ${users} WHERE ${condition} AND ${users.uid} =
      (SELECT paid.delegate_uid FROM ${payments} AS paid WHERE paid.id = ${id})`,
  ).onConflictDoNothing();
}

/** The passes somebody holds, with their add-ons: what the access gate reads. */
export const heldPasses = (db: Database, conferenceId: string, uid: string) =>
  db
    .select({ passType: payments.passType, addOns: payments.addOns })
    .from(payments)
    .where(
      and(
        eq(payments.conferenceId, conferenceId),
        eq(payments.delegateUid, uid),
        eq(payments.state, "captured"),
      ),
    );
