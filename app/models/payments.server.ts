import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { payments } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { cardTypeLabel, lastFour } from "~/domain/card.ts";
import type { Selection } from "~/domain/catalogue.ts";
import { messages } from "~/domain/messages.ts";
import { checkIntended, type Intended, quote } from "~/domain/pricing.ts";
import { registrationStage } from "~/domain/registration.ts";
import type { PassType } from "~/domain/types.ts";
import type { CardFields, ChargeOutcome, FoundCharge } from "~/gateways/card-processor.server.ts";
import { newId } from "~/ids.server.ts";
import { logFault } from "~/log.server.ts";
import type { SignedIn } from "~/session.server.ts";
import { auditEntry } from "./audit.server.ts";
import { type Allowance, take } from "./counters.server.ts";
import { type Attempt, readStanding, toAttempt } from "./standing.server.ts";

const SECOND = 1000;
/** Longer than a call to the processor may take (25 s), with room for a slow database. */
const LEASE = 90 * SECOND;
/** An unknown charge the processor does not know of is given up only when it had time to turn up. */
const PATIENCE = 20 * 60 * SECOND;

/** The newest first: what the processor keeps under review for days must not hold up the rest. */
const MOST_AT_ONCE = 100;

export type PassRequest = {
  passType: PassType;
  selection: Selection;
  card: CardFields;
  /** Figures the client saw, in dollars; they are only compared. */
  intended: Intended;
};

export type PaymentAnswer =
  /** An attempt was made, now or by a twin of this request: its page tells the outcome. */
  | { attempt: { id: string; state: Attempt["state"]; amountCents: number } }
  | { refused: string; status: 400 | 403 | 409 | 429 };

/**
 * Pays for a pass by card (specification, section 7: triggerPayment). All is checked
 * and priced again; one row is reserved, which a unique index grants once per delegate and pass; the
 * processor is called once and never again for it. A declined card can be tried again at once.
 */
export async function payForPass(
  context: Context,
  visit: SignedIn,
  { passType, selection, card, intended }: PassRequest,
): Promise<PaymentAnswer> {
  const { db, cards } = context;
  const { viewer, settings, now } = visit;
  const { conferenceId } = settings;
  const standing = await readStanding(context, conferenceId, viewer.uid, now);
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
  const reserved = await db
    .insert(payments)
    .values({
      id,
      conferenceId,
      delegateUid: viewer.uid,
      passType,
      addOns: priced.addOns,
      amountCents: priced.totalCents,
      state: "reserved",
      gateway: cards.name,
      cardBrand: cardTypeLabel(card.cardNumber),
      cardLastFour: lastFour(card.cardNumber),
      leaseUntil: Date.now() + LEASE,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: payments.id });
  if (reserved.length === 0) return { refused: messages.paymentInProgress, status: 409 };

  const wait = await take(db, gatewayAllowances(viewer.uid));
  if (wait > 0) {
    await db.delete(payments).where(and(eq(payments.id, id), eq(payments.state, "reserved")));
    return { refused: messages.tooManyAttempts(wait), status: 429 };
  }

  const charging = await db
    .update(payments)
    .set({ state: "charging", leaseUntil: Date.now() + LEASE })
    .where(and(eq(payments.id, id), eq(payments.state, "reserved")))
    .returning({ id: payments.id });
  if (charging.length === 0) return { refused: messages.paymentInProgress, status: 409 };

  const settling = cards
    .charge({
      invoiceNumber: id,
      amountCents: priced.totalCents,
      description: priced.lines[0]!.title,
      card,
      carried: { conferenceId, uid: viewer.uid, passType, addOns: priced.addOns },
    })
    .then((outcome) => settle(context, id, outcome));
  // A closed tab must not cut the work short between the charge and its record, and a record that cannot
  // be written leaves the row to be settled by asking: neither may look like a failed payment.
  const settled = settling.catch((error: unknown) => {
    logFault(error, { requestId: context.requestId, method: "charge", path: `payments/${id}` });
    return "charging" as const;
  });
  context.waitUntil(settled);
  return { attempt: { id, state: await settled, amountCents: priced.totalCents } };
}

/** Counts calls to the processor, not posts: stolen cards are tried by the dozen. */
const gatewayAllowances = (uid: string): Allowance[] => [
  { what: "payment-burst", who: uid, limit: 5, minutes: 10 },
  { what: "payment-day", who: uid, limit: 10, minutes: 24 * 60 },
];

/** Writes an outcome over `charging` or `unknown`, and only over those; answers the state that now stands. */
async function settle(context: Context, id: string, outcome: ChargeOutcome): Promise<Attempt["state"]> {
  const { db } = context;
  const { now } = await context.visit();
  const [, , [row]] = await db.batch([
    db
      .update(payments)
      .set({
        state: outcome.outcome,
        transactionId: outcome.outcome === "captured" ? outcome.transactionId : null,
        settledAt: outcome.outcome === "unknown" ? null : now,
      })
      .where(and(eq(payments.id, id), inArray(payments.state, ["charging", "unknown"]))),
    auditEntry(context, { actorUid: null, action: `payment ${outcome.outcome}`, object: `payments/${id}` }),
    db.select({ state: payments.state }).from(payments).where(eq(payments.id, id)),
  ]);
  return row!.state;
}

/** One of the delegate's own attempts, its open outcome asked for first; null where it is not theirs. */
export async function findAttempt(
  context: Context,
  { viewer }: SignedIn,
  id: string,
): Promise<Attempt | null> {
  const mine = and(eq(payments.id, id), eq(payments.delegateUid, viewer.uid));
  const [row] = await context.db.select().from(payments).where(mine);
  if (!row) return null;
  if (row.state !== "unknown") return toAttempt(row);
  await askProcessor(context, row);
  const [settled] = await context.db.select().from(payments).where(mine);
  return toAttempt(settled!);
}

/**
 * Brings every abandoned attempt to an end: a reservation that never reached the processor is released;
 * a charge whose answer is missing is asked for by its invoice number, never made again.
 */
export async function settleOpenPayments(context: Context): Promise<void> {
  const { db } = context;
  const abandoned = lt(payments.leaseUntil, Date.now());
  await db.batch([
    db
      .update(payments)
      .set({ state: "released" })
      .where(and(eq(payments.state, "reserved"), abandoned)),
    db
      .update(payments)
      .set({ state: "unknown" })
      .where(and(eq(payments.state, "charging"), abandoned)),
  ]);
  const open = await db
    .select()
    .from(payments)
    .where(eq(payments.state, "unknown"))
    .orderBy(desc(payments.leaseUntil))
    .limit(MOST_AT_ONCE);
  for (const row of open) await askProcessor(context, row);
}

type Row = typeof payments.$inferSelect;

/** A processor that cannot be asked leaves the row as it is, for the next time. */
async function askProcessor(context: Context, row: Row): Promise<void> {
  if (!context.cards) return;
  const found = await context.cards.lookup(row.id).catch((error: unknown) => {
    logFault(error, { requestId: context.requestId, method: "lookup", path: `payments/${row.id}` });
    return undefined;
  });
  if (found === undefined) return;
  if (found) await settleFound(context, row, found);
  else if (row.leaseUntil + PATIENCE < Date.now()) {
    await context.db
      .update(payments)
      .set({ state: "released" })
      .where(and(eq(payments.id, row.id), eq(payments.state, "unknown")));
  }
}

async function settleFound(context: Context, row: Row, found: FoundCharge): Promise<void> {
  if (found.outcome === "declined") await settle(context, row.id, { outcome: "declined" });
  if (found.outcome !== "captured") return;
  if (found.amountCents === row.amountCents) {
    await settle(context, row.id, { outcome: "captured", transactionId: found.transactionId });
  } else {
    const fault = new Error("The processor captured another amount than was asked for.");
    logFault(fault, { requestId: context.requestId, method: "lookup", path: `payments/${row.id}` });
  }
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
