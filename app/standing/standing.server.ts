import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import { type Database, subquery } from "#db/client.ts";
import { ofEdition, prepared } from "#db/prepared.ts";
import { acceptances, answers, applications } from "#db/schema/applications.ts";
import { agreements, conferences } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { invoices, takings } from "#db/schema/invoices.ts";
import { orders, payments, refunds } from "#db/schema/money.ts";
import { offers, waitingLists } from "#db/schema/offers.ts";
import { payerRequests } from "#db/schema/payer-requests.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import {
  addOnRows,
  catalogueVersion,
  editionRows,
  eventRows,
  priceRows,
  roundRows,
  roundsToShow,
  textRows,
  ticketRows,
} from "~/conference/catalogue.server.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { placesLeft } from "~/conference/places.ts";
import { ownRounds, roundOn } from "~/conference/rounds.ts";
import { isSoldAt } from "~/conference/sale.ts";
import { type Texts, textsFrom } from "~/conference/texts.ts";
import type { Context } from "~/platform/context.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import type { Answers, Edition, PassEvent, Selection } from "~/values/catalogue.ts";
import type { Grant, Line } from "~/values/shapes.ts";
import { PASS_TYPES, type PassType, type PaymentState } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { acceptanceCounts } from "./agreement.ts";
import { creditOf } from "./credit.server.ts";
import { mayRegister } from "./eligibility.ts";
import { awardRows } from "./grants.server.ts";
import { formerPassAmong, liveAmong, ownHoldings, refundColumns } from "./holdings.server.ts";
import { offerRows, offersOf } from "./offers.server.ts";
import { askedPayerRows } from "./payer-requests.server.ts";
import { isItsOrder, type Payment, paymentColumns } from "./payments.server.ts";
import type { AskedPayer, FormerPass, LiveHolding, PassOffer, Standing, WaitingOffer } from "./standing.ts";
import { takenPlaces } from "./tallies.server.ts";
import { seenVersion } from "./visible-decision.ts";
import { isOnNow, placesKeptForOthers } from "./waiting-offers.server.ts";

type Agreement = typeof agreements.$inferSelect;

/** One attempt to pay, with the facts that its delegate may see. */
export type Attempt = {
  id: string;
  passType: PassType;
  addOns: Selection;
  amountCents: number;
  /** The part of the amount that was paid with credit. */
  creditCents: number;
  lines: Line[];
  state: PaymentState;
  /**
   * The means: the name of a card processor. If staff recorded the money by hand, it is the way in which it was paid.
   */
  means: string;
  cardBrand: string | null;
  cardLastFour: string | null;
  /**
   * The e-mail address of another person who pays for the delegate, as it was typed; empty if the address is lost. Null
   * if the delegate pays for themselves.
   */
  payer: string | null;
  /** The day by which the payment's invoice must be paid; null if there is no invoice. */
  dueAt: number | null;
  /** The money (cents) that is recorded for the open invoice, whether or not a second person has confirmed it. */
  recordedCents: number;
  /** Whether nothing of the invoice is left to pay once a second person of the staff has confirmed what was recorded. */
  isConfirming: boolean;
  createdAt: number;
  resolvedAt: number | null;
};

/** The parts of a payment's refund that the delegate may see. The reason is not one of them. */
export type DelegateRefund = Pick<
  typeof refunds.$inferSelect,
  "paymentId" | "kind" | "state" | "amountCents" | "creditCents" | "createdAt" | "resolvedAt"
> & {
  /** The titles of the add-ons that the refund ended. Empty if the pass itself ended. */
  ended: string[];
  /** Whether no money went back, because the payment had been recorded by mistake. */
  isReversal: boolean;
  /** Whether a bank took the money back or never paid it. In that case we did not give the money back. */
  isBank: boolean;
};

export type DelegateStanding = Standing & {
  /** Whether a card processor is connected, so that passes can be sold. */
  isSelling: boolean;
  /** The credit that the delegate's next payment will use. */
  creditCents: number;
  conference: { id: string; year: number; title: string | null; track: string | null };
  /** A text that identifies the version of the catalogue that was read. */
  catalogueVersion: string;
  edition: Edition;
  /** The events to which the passes admit. */
  events: PassEvent[];
  texts: Texts;
  /** The agreement in force, in Markdown. */
  agreement: Agreement;
  /**
   * The delegate's acceptance of the newest version that counts; null if there is none. `statedDate` is the day as
   * typed; empty if a program accepted.
   */
  acceptance: { version: number; acceptedAt: number; fullName: string; statedDate: string } | null;
  firstName: string;
  lastName: string;
  fullName: string;
  /**
   * The grant that makes the delegate's pass cheaper. Null if there is no grant, or as long as the delegate sees no
   * decision that allows a pass. It must not be sent to any page, because it names the staff's budget and what is left
   * of that budget.
   */
  award: Grant | null;
  /** The answers as stored: a day YYYY-MM-DD, the code of a country, a name. */
  about: { dateOfBirth?: string; nationality?: string; institution?: string };
  /**
   * When the decision was set. This identifies the version of the decision. Like the decision, it is null until the
   * delegate may see it.
   */
  decidedAt: number | null;
  /** When the delegate was told of the decision. */
  toldAt: number | null;
  /** The offer from the waiting list that makes the decision read Accepted; null if there is none. */
  waitingOffer: WaitingOffer | null;
  /**
   * The time by which everybody on the waiting list hears from us; null if no time is given or the delegate does not
   * wait.
   */
  waitsUntil: number | null;
  /** Newest first. */
  payments: Attempt[];
  /** Everything that the delegate holds, is paying for or is being refunded. */
  holdings: LiveHolding[];
  /** The last pass that the delegate had, if they have none now. */
  formerPass: FormerPass | null;
  /** All refunds except those that were refused. */
  refunds: DelegateRefund[];
  /** The passes that the delegate offers to others, and those that others offer to the delegate. */
  offers: PassOffer[];
  /** The people whom the delegate has asked to pay for a pass. */
  asked: AskedPayer[];
};

/**
 * The standing of a delegate in a conference, in one round trip. The home page, the pages for decision, waiver and
 * payment, and the payment itself all read this. The result contains the stored decision only if the delegate may see
 * it.
 *
 * Refused with a 403 page if the conference takes no registrations (it has no edition or no agreement).
 */
export async function readStanding(
  { db, cards }: Pick<Context, "db" | "cards">,
  conferenceId: string,
  uid: string,
  now: number,
): Promise<DelegateStanding> {
  const [
    [found],
    rounds,
    tickets,
    prices,
    addOns,
    [edition],
    events,
    written,
    [applied],
    given,
    [award],
    [agreement],
    accepted,
    own,
    paid,
    back,
    transfersOffered,
    asked,
  ] = await db.batch([
    pricedConference(db, conferenceId, uid, now),
    roundRows(db, conferenceId),
    ticketRows(db, conferenceId),
    priceRows(db, conferenceId),
    addOnRows(db, conferenceId),
    editionRows(db, conferenceId),
    eventRows(db, conferenceId),
    textRows(db, conferenceId),
    appliedRows(db, conferenceId, uid, now),
    personAnswers(db, conferenceId, uid),
    awardRows(db, conferenceId, uid, now),
    newestAgreement(db, conferenceId),
    acceptanceRows(db, conferenceId, uid),
    ownHoldings(db, conferenceId, uid),
    paymentRows(db, conferenceId, uid),
    refundRows(db, conferenceId, uid),
    offerRows(db, conferenceId, uid),
    askedPayerRows(db, conferenceId, uid),
  ]);
  if (!found || !edition || !agreement) refuse(403, conferenceMessages.notOpen);
  const { taken, kept, ...named } = found;

  const submittedAt = applied?.submittedAt ?? null;
  const decided = applied?.decided;
  const theirRounds = applied ? ownRounds(rounds, applied) : rounds;
  const round = submittedAt === null ? null : roundOn(theirRounds, submittedAt);
  const seen = decided ? seenVersion(round, decided, now, applied?.offer ?? null) : null;
  const decision = seen?.decision ?? null;
  const offer = seen?.isOffered && applied?.offer ? applied.offer : null;
  const acceptance = accepted.findLast(({ version }) => acceptanceCounts(agreement, version)) ?? null;
  const live = liveAmong(own);
  const about: Answers = Object.assign({}, ...given.map((row) => row.answers));
  const { firstName = "", middleName, lastName = "", dateOfBirth, nationality, institution } = about;
  return {
    ...named,
    catalogue: {
      rounds: roundsToShow(theirRounds),
      // Without a card processor nothing can be bought, even while a ticket is on sale.
      tickets: tickets.map((ticket) => ({ ...ticket, onSale: isSoldAt(ticket, now) && cards !== null })),
      prices,
      addOns,
      left: placesLeft({ tickets: tickets.filter(({ id }) => id !== offer?.passType), addOns }, taken, kept),
    },
    isSelling: cards !== null,
    edition,
    events,
    texts: textsFrom(written),
    firstName,
    lastName,
    fullName: fullName(firstName, middleName, lastName),
    submittedAt,
    about: { dateOfBirth, nationality, institution },
    decision,
    decidedAt: seen?.setAt ?? null,
    toldAt: seen?.toldAt ?? null,
    waitingOffer: offer && { id: offer.id, passType: offer.passType, endsAt: offer.endsAt },
    waitsUntil: decision === "Waitlisted" ? (applied?.stopsAt ?? null) : null,
    award: award && PASS_TYPES.some((pass) => mayRegister(pass, "", decision).allowed) ? award : null,
    agreement,
    agreementVersion: agreement.version,
    waiverDate: acceptance?.acceptedAt ?? null,
    acceptance,
    passes: live
      .filter(({ item, passType }) => item === passType)
      .map(({ passType, state, paymentId }) => {
        const invoiced = paid.find(({ id, state }) => id === paymentId && state === "reserved");
        return {
          ...{ passType, state },
          ...(invoiced && { isInvoiced: true }),
          ...(invoiced?.isConfirming && { isConfirming: true }),
          ...(invoiced && invoiced.payerUid !== uid && { isForOther: true }),
        };
      }),
    holdings: live,
    formerPass: formerPassAmong(own),
    payments: paid.map(toAttempt),
    refunds: back.map(asDelegateRefund),
    offers: offersOf(transfersOffered, uid, now),
    asked,
  };
}

const pricedConference = prepared((db: Database, conferenceId: string, uid: string, now: number) =>
  db
    .select({
      conference: conferences,
      catalogueVersion: catalogueVersion(conferenceId),
      taken: takenPlaces(conferenceId),
      kept: placesKeptForOthers(conferenceId, uid, now).as("kept"),
      creditCents: subquery(creditOf(uid)).as("credit_cents"),
    })
    .from(conferences)
    .where(eq(conferences.id, conferenceId)),
);

/**
 * A person's application with its decision. It also has the person's offer from the waiting list, if the offer stands,
 * and the time when the list stops.
 */
const appliedRows = prepared((db: Database, conferenceId: string, uid: string, now: number) =>
  db
    .select({
      ...{ submittedAt: applications.submittedAt, ownDeadline: applications.ownDeadline },
      lateRound: applications.lateRound,
      decided: {
        ...{ decision: decisions.decision, setAt: decisions.setAt, toldAt: decisions.toldAt },
        ...{ releasedAt: decisions.releasedAt, former: decisions.former },
      },
      offer: {
        ...{ id: offers.id, passType: offers.passType },
        ...{ offeredAt: offers.offeredAt, endsAt: offers.endsAt },
      },
      stopsAt: waitingLists.stopsAt,
    })
    .from(applications)
    .leftJoin(waitingLists, eq(waitingLists.conferenceId, applications.conferenceId))
    .leftJoin(
      offers,
      and(eq(offers.conferenceId, applications.conferenceId), eq(offers.uid, applications.uid), isOnNow(now)),
    )
    .leftJoin(
      decisions,
      and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid)),
    )
    .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
);

/** The ids of the questions that are facts about the person. */
const OF_PERSON = ["firstName", "middleName", "lastName", "dateOfBirth", "nationality", "institution"];

const personAnswers = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({ answers: answers.answers })
    .from(answers)
    .where(
      and(
        eq(answers.conferenceId, conferenceId),
        eq(answers.uid, uid),
        sql`${answers.sectionId} IN ${sectionsThatAsk(conferenceId, OF_PERSON)}`,
      ),
    ),
);

const newestAgreement = ofEdition((db: Database, conferenceId: string) =>
  db
    .select()
    .from(agreements)
    .where(eq(agreements.conferenceId, conferenceId))
    .orderBy(desc(agreements.version))
    .limit(1),
);

const acceptanceRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({
      version: acceptances.version,
      acceptedAt: acceptances.acceptedAt,
      fullName: acceptances.fullName,
      statedDate: acceptances.statedDate,
    })
    .from(acceptances)
    .where(and(eq(acceptances.conferenceId, conferenceId), eq(acceptances.uid, uid)))
    .orderBy(asc(acceptances.version)),
);

const payerAddress = subquery(
  sql<
    string | null
  >`(SELECT ${payerRequests.email} FROM ${payerRequests} WHERE ${payerRequests.paymentId} = ${payments.id})`,
);

const invoiceDue = subquery(
  sql<number | null>`(SELECT ${invoices.dueAt} FROM ${invoices} WHERE ${invoices.orderId} = ${payments.id})`,
);

/** The money (cents) that is recorded for an open invoice: what counts as a part of it, and what waits. */
const recorded = sql<number>`(SELECT coalesce(sum(${takings.amountCents}), 0) FROM ${takings}
  WHERE ${takings.orderId} = ${payments.orderId} AND ${payments.state} = 'reserved'
    AND ${takings.state} IN ('part', 'waiting'))`;

/** The columns of a payment that `toAttempt` needs. */
export const attemptColumns = {
  ...paymentColumns,
  payerAddress: payerAddress.as("payer_address"),
  dueAt: invoiceDue.as("due_at"),
  recordedCents: subquery(recorded).as("recorded_cents"),
  // As long as nothing waits, an invoice of which nothing is left to pay is not open any more.
  isConfirming: subquery(sql<boolean>`${recorded} > 0 AND ${recorded} >= ${orders.dueCents}`)
    .mapWith(Boolean)
    .as("is_confirming"),
};

const paymentRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select(attemptColumns)
    .from(payments)
    .innerJoin(orders, isItsOrder)
    .where(and(eq(payments.conferenceId, conferenceId), eq(payments.delegateUid, uid)))
    .orderBy(desc(payments.createdAt)),
);

const refundRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select(refundColumns)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.conferenceId, conferenceId),
        eq(payments.delegateUid, uid),
        ne(refunds.state, "refused"),
      ),
    ),
);

export const asDelegateRefund = ({
  paymentId,
  kind,
  state,
  amountCents,
  creditCents,
  createdAt,
  resolvedAt,
  ended,
  reversalId,
  bankState,
}: Omit<DelegateRefund, "isReversal" | "isBank"> & {
  reversalId: string | null;
  bankState: string | null;
}): DelegateRefund => ({
  ...{ paymentId, kind, state, amountCents, creditCents, createdAt, resolvedAt, ended },
  isReversal: reversalId !== null,
  isBank: bankState !== null,
});

export const toAttempt = ({
  id,
  passType,
  addOns,
  amountCents,
  creditCents,
  lines,
  state,
  means,
  cardBrand,
  cardLastFour,
  delegateUid,
  payerUid,
  payerAddress,
  dueAt,
  recordedCents,
  isConfirming,
  createdAt,
  resolvedAt,
}: Payment &
  Pick<Attempt, "dueAt" | "recordedCents" | "isConfirming"> & { payerAddress: string | null }): Attempt => ({
  id,
  passType,
  addOns,
  amountCents,
  creditCents,
  lines,
  state,
  means,
  // The delegate must not see another person's card.
  cardBrand: payerUid === delegateUid ? cardBrand : null,
  cardLastFour: payerUid === delegateUid ? cardLastFour : null,
  payer: payerUid === delegateUid ? null : (payerAddress ?? ""),
  dueAt,
  recordedCents,
  isConfirming,
  createdAt,
  resolvedAt,
});
