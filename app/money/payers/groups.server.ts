import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { listed } from "#db/client.ts";
import { payments } from "#db/schema/money.ts";
import { payerRequests } from "#db/schema/payer-requests.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { offersInvoices } from "~/conference/invoicing.ts";
import { cardAllowances } from "~/money/cards/card-budget.server.ts";
import { chargeMessages } from "~/money/cards/messages.ts";
import { checkPayment, type RefusedPayment } from "~/money/payments/checked-payment.server.ts";
import { keepGroupManifest } from "~/money/payments/manifests.server.ts";
import { isOfOrder } from "~/money/payments/orders.server.ts";
import {
  cardSummary,
  chargeOrder,
  HOSTED_LEASE,
  LEASE,
  type PaymentAnswer,
  pageOfOrder,
  returnAddresses,
  type StartedOrder,
  settle,
} from "~/money/payments/payments.server.ts";
import { type Reservation, reserve } from "~/money/payments/reservations.server.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { chargedOf, totalOf } from "~/money/prices/pricing.ts";
import { processorOf } from "~/money/processor/processors.server.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Allowance } from "~/platform/counters.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type {
  CardFields,
  CardProcessor,
  CardToken,
  HostedPage,
} from "~/platform/ports/card-processor.server.ts";
import { isAdmitted } from "~/standing/admission.server.ts";
import { isAskedOf, requestsTo } from "~/standing/payer-requests.server.ts";
import type { DelegateStanding } from "~/standing/standing.server.ts";
import { dollars } from "~/values/money.ts";
import { listInWords } from "~/values/words.ts";
import { type AskedOf, MOST_PEOPLE } from "./groups.ts";
import { payerMessages } from "./messages.ts";
import { NOTHING_SEEN } from "./payer-requests.server.ts";

type Wish = typeof payerRequests.$inferSelect;

/** A payment of the delegate is checked, whoever pays. */
const asDelegate = (visit: SignedIn, uid: string): SignedIn => ({
  ...visit,
  viewer: { ...visit.viewer, uid },
});

const checkWish = (context: Context, visit: SignedIn, { uid, passType, addOns, heldPass }: Wish) =>
  checkPayment(context, asDelegate(visit, uid), {
    ...{ buys: "pass", passType, selection: addOns, heldPass, intended: NOTHING_SEEN, code: "" },
  });

/**
 * Who asks the viewer to pay, what each of them costs today, and whether they can be paid for by an invoice. Each is
 * looked up by themselves, all at once.
 */
export async function readAskedOf(
  context: Context,
  visit: SignedIn,
): Promise<{ people: AskedOf[]; offersInvoice: boolean }> {
  const { db } = context;
  const { conferenceId } = visit.settings;
  const wishes = await requestsTo(db, conferenceId, visit.viewer, MOST_PEOPLE);
  if (wishes.length === 0) return { people: [], offersInvoice: false };
  const [names, ...found] = await Promise.all([
    nameRows(
      db,
      conferenceId,
      wishes.map(({ uid }) => uid),
    ),
    ...wishes.map((wish) => checkWish(context, visit, wish)),
  ]);
  const nameOf = namesIn(names);
  const people = wishes.map(({ id, uid, passType }, index) => {
    const one = found[index]!;
    const lines = "refused" in one ? null : one.priced.lines;
    return {
      id,
      name: nameOf.get(uid)?.name ?? "",
      passType,
      lines,
      cents: totalOf((lines ?? []).map(({ cents }) => cents)),
    };
  });
  return {
    people,
    offersInvoice: found.some((one) => "standing" in one && offersInvoices(one.standing.edition)),
  };
}

type CheckedWish = {
  wish: Wish;
  name: string;
  found: Exclude<Awaited<ReturnType<typeof checkPayment>>, RefusedPayment>;
};

/** What may be paid for by the viewer together, as it was checked. */
export type CheckedGroup = {
  wishes: CheckedWish[];
  totalCents: number;
  cards: CardProcessor;
  standing: DelegateStanding;
};

/**
 * The price of paying for these requests together, after the checks of a payment for each of them; the viewer must be the
 * one who is asked.
 *
 * @param seenCents what the page said that it costs.
 */
export async function checkGroup(
  context: Context,
  visit: SignedIn,
  ids: string[],
  seenCents: number,
): Promise<CheckedGroup | RefusedPayment> {
  const { db } = context;
  const { conferenceId } = visit.settings;
  const asked = [...new Set(ids)];
  if (asked.length === 0) return { refused: payerMessages.chooseSomebody, status: 400 };
  if (asked.length > MOST_PEOPLE) return { refused: payerMessages.atMost(MOST_PEOPLE), status: 400 };
  const isOneOf = and(sql`${payerRequests.id} IN ${listed(asked)}`, isAskedOf(visit.viewer));
  const [wishes, names] = await db.batch([
    db
      .select()
      .from(payerRequests)
      .where(and(isOneOf, eq(payerRequests.conferenceId, conferenceId))),
    nameRows(db, conferenceId, sql`(SELECT ${payerRequests.uid} FROM ${payerRequests} WHERE ${isOneOf})`),
  ]);
  if (wishes.length < asked.length) return { refused: payerMessages.changed, status: 409 };
  const nameOf = namesIn(names);
  const found = await Promise.all(wishes.map((wish) => checkWish(context, visit, wish)));
  const checked = wishes.map((wish, index) => ({
    ...{ wish, name: nameOf.get(wish.uid)?.name ?? "", found: found[index]! },
  }));
  const ready = checked.filter(
    (one): one is CheckedWish => !("refused" in one.found) && one.found.priced.totalCents > 0,
  );
  if (ready.length < checked.length) {
    const others = checked.filter((one) => !ready.some(({ wish }) => wish === one.wish));
    return { refused: payerMessages.cannotBePaidFor(namesOf(others)), status: 409 };
  }
  const totalCents = totalOf(ready.map((one) => one.found.priced.totalCents));
  if (seenCents !== totalCents) {
    return { refused: passMessages.priceChanged(dollars(totalCents)), status: 409 };
  }
  const { cards, standing } = ready[0]!.found;
  return { wishes: ready, totalCents, cards, standing };
}

const namesOf = (people: { name: string }[]) => listInWords(people.map(({ name }) => name || "Somebody"));

/** How the rows of an order begin: the same for all of them. */
type Beginning = Pick<
  typeof payments.$inferInsert,
  "state" | "gateway" | "leaseUntil" | "cardBrand" | "cardLastFour"
>;

/**
 * Reserves one payment for each of these delegates, all or none, paid by the viewer. Each statement makes sure that the
 * request is still open and asks the viewer. Nobody's credit is spent: what they have stays theirs.
 *
 * @param limits what an order uses up, and what is said once that is used up: cards and invoices have limits of their
 *   own.
 * @param also statements of the same batch, behind one that notes for what the requests were reserved.
 * @returns the rows, the first of which names the order.
 */
export async function reserveGroup(
  context: Context,
  visit: SignedIn,
  { wishes }: CheckedGroup,
  beginning: Beginning,
  limits: { allowances: Allowance[]; tooMany: (minutes: number) => string },
  also: (orderId: string) => BatchItem<"sqlite">[],
): Promise<{ rows: (Reservation["row"] & { creditCents: number; delegateUid: string })[] } | RefusedPayment> {
  const { db } = context;
  const { viewer, settings, now } = visit;
  const { conferenceId } = settings;
  const ids = wishes.map(() => newId());
  const orderId = ids[0]!;
  const bills = wishes.map(({ wish, found: { priced, checked } }, index) => ({
    row: {
      ...{ id: ids[index]!, conferenceId, groupId: orderId, payerUid: viewer.uid },
      ...{ delegateUid: wish.uid, passType: wish.passType, addOns: priced.addOns },
      ...{ amountCents: priced.totalCents, creditCents: 0, lines: priced.lines, createdAt: now },
      ...beginning,
    },
    checked,
    also: isStillAsked(wish.id, viewer),
  }));
  const [first, ...others] = bills;
  const asked = listed(wishes.map(({ wish }) => wish.id));
  const reserved = await reserve(context, [first!, ...others], limits.allowances, [
    db
      .update(payerRequests)
      .set({
        paymentId: sql`(SELECT ${payments.id} FROM ${payments} WHERE ${isOfOrder(orderId)}
          AND ${payments.delegateUid} = ${payerRequests.uid} AND ${payments.passType} = ${payerRequests.passType})`,
      })
      .where(
        sql`${payerRequests.id} IN ${asked} AND EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${orderId})`,
      ),
    ...also(orderId),
  ]);
  if (reserved === "reserved") return { rows: bills.map(({ row }) => row) };
  if (reserved === "over") return { refused: passMessages.anotherEdition, status: 409 };
  if ("wait" in reserved) return { refused: limits.tooMany(reserved.wait), status: 429 };
  const moved = wishes.filter((_, index) => reserved.moved.includes(ids[index]!));
  return { refused: payerMessages.moved(namesOf(moved)), status: 409 };
}

const isStillAsked = (id: string, viewer: SignedIn["viewer"]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${payerRequests} WHERE ${payerRequests.id} = ${id} AND ${isAskedOf(viewer)})`;

/** For whom the viewer pays, and what the page said it costs. */
export type GroupRequest = { ids: string[]; seenCents: number };

/** Pays by card for several delegates at once: one charge, and for each of them a payment of their own. */
export async function payForGroup(
  context: Context,
  visit: SignedIn,
  request: GroupRequest & { card: CardFields | CardToken },
): Promise<PaymentAnswer> {
  const { card } = request;
  if (context.config.cardEntry.mode === "token" && "cardNumber" in card) {
    return { refused: chargeMessages.noCardNumbers, status: 400 };
  }
  const started = await start(context, visit, request, LEASE, card);
  return "order" in started ? chargeOrder(context, started, card) : started;
}

/** The same with the card typed on the processor's own page. */
export async function payForGroupOnProcessorsPage(
  context: Context,
  visit: SignedIn,
  request: GroupRequest,
): Promise<{ page: HostedPage } | RefusedPayment> {
  const started = await start(context, visit, request, HOSTED_LEASE, null);
  return "order" in started ? pageOfOrder(context, started, "paying") : started;
}

/** Everything before money moves: the checks, the rows that say the charge is under way, and what is kept of them. */
async function start(
  context: Context,
  visit: SignedIn,
  { ids, seenCents }: GroupRequest,
  lease: number,
  card: CardFields | CardToken | null,
): Promise<StartedOrder | RefusedPayment> {
  const group = await checkGroup(context, visit, ids, seenCents);
  if ("refused" in group) return group;
  const { cards, totalCents: amountCents } = group;
  const { uid } = visit.viewer;
  const { conferenceId } = visit.settings;
  const allowances = cardAllowances(context, uid, await isAdmitted(context, visit));
  const reserved = await reserveGroup(
    context,
    visit,
    group,
    {
      ...{ state: "charging", gateway: cards.name, leaseUntil: Date.now() + lease },
      ...(card && "cardNumber" in card && cardSummary(card.cardNumber)),
    },
    { allowances, tooMany: chargeMessages.tooManyCards },
    (orderId) => [
      auditEntry(context, { actorUid: uid, action: "pay for others", object: `payments/${orderId}` }),
    ],
  );
  if ("refused" in reserved) return reserved;
  const { rows } = reserved;
  const invoiceNumber = rows[0]!.id;
  const isKept = await keepGroupManifest(context, {
    id: invoiceNumber,
    conferenceId,
    payerUid: uid,
    bills: rows.map(billOf),
  });
  if (!isKept) {
    await settle(context, invoiceNumber, { outcome: "notCharged" });
    return { refused: chargeMessages.paymentFailed, status: 503 };
  }
  const carried = { conferenceId, uid, people: rows.length };
  return { order: { invoiceNumber, amountCents, carried }, cards, allowances };
}

const billOf = ({
  id,
  delegateUid,
  passType,
  addOns,
  amountCents,
  creditCents,
  lines,
}: Reservation["row"] & { creditCents: number }) => ({
  ...{ id, delegateUid, passType, addOns, amountCents, creditCents, lines },
});

/** Leads a payer who left the processor's page without paying back to it; null once its time is over. */
export async function resumeGroupOnProcessorsPage(
  context: Context,
  { viewer }: SignedIn,
  id: string,
): Promise<HostedPage | null> {
  const rows = await context.db
    .select()
    .from(payments)
    .where(and(isOfOrder(id), eq(payments.payerUid, viewer.uid), eq(payments.state, "charging")));
  const [first] = rows;
  const cards = first && processorOf(context, first.gateway);
  if (!cards || first.leaseUntil < Date.now()) return null;
  const carried = { conferenceId: first.conferenceId, uid: viewer.uid, people: rows.length };
  const order = { invoiceNumber: id, amountCents: totalOf(rows.map(chargedOf)), carried };
  return cards.hostedPage(order, returnAddresses(context, "paying", id));
}
