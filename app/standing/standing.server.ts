import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import { type Database, subquery } from "#db/client.ts";
import { ofEdition, prepared } from "#db/prepared.ts";
import { acceptances, answers, applications } from "#db/schema/applications.ts";
import { agreements, conferences } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orders, payments, refunds } from "#db/schema/money.ts";
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
import { isDecisionVisible, roundOn, visibleFrom } from "~/conference/rounds.ts";
import { isSoldAt } from "~/conference/sale.ts";
import { type Texts, textsFrom } from "~/conference/texts.ts";
import type { Context } from "~/platform/context.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import type { Answers, Edition, PassEvent, Selection } from "~/values/catalogue.ts";
import type { Grant, Line } from "~/values/shapes.ts";
import type { PassType, PaymentState } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { acceptanceCounts } from "./agreement.ts";
import { creditOf } from "./credit.server.ts";
import { awardRows } from "./grants.server.ts";
import { formerPassAmong, liveAmong, ownHoldings, refundColumns } from "./holdings.server.ts";
import { offerRows, offersOf } from "./offers.server.ts";
import { askedPayerRows } from "./payer-requests.server.ts";
import { isItsOrder, type Payment, paymentColumns } from "./payments.server.ts";
import type { AskedPayer, FormerPass, LiveHolding, PassOffer, Standing } from "./standing.ts";
import { takenPlaces } from "./tallies.server.ts";

type Agreement = typeof agreements.$inferSelect;

/** One attempt to pay, as its delegate may see it. */
export type Attempt = {
  id: string;
  passType: PassType;
  addOns: Selection;
  amountCents: number;
  /** The part of the amount that was paid with credit. */
  creditCents: number;
  lines: Line[];
  state: PaymentState;
  /** The means: a card processor by its name, or the way in which the money came in by hand. */
  means: string;
  cardBrand: string | null;
  cardLastFour: string | null;
  /**
   * The address of the person who paid it for them, as they gave it; empty if it is lost. Null if they pay
   * themselves.
   */
  payer: string | null;
  /** The day by which its invoice must be paid; null without an invoice. */
  dueAt: number | null;
  createdAt: number;
  resolvedAt: number | null;
};

/** A refund of a payment, as its delegate may see it: without the reason. */
export type DelegateRefund = Pick<
  typeof refunds.$inferSelect,
  "paymentId" | "kind" | "state" | "amountCents" | "creditCents" | "createdAt" | "resolvedAt"
> & {
  /** The titles of the add-ons that it ended, if the pass stayed. */
  ended: string[];
  /** Whether nothing went back, because the money had been recorded by mistake. */
  isReversal: boolean;
  /** Whether nobody here gave anything back, because a bank has taken it or never paid it. */
  isBank: boolean;
};

export type DelegateStanding = Standing & {
  /** Whether there is a card processor to pay by. */
  isSelling: boolean;
  /** The credit that their next payment spends. */
  creditCents: number;
  conference: { id: string; year: number; title: string | null; track: string | null };
  /** A text that names the catalogue as it was read. */
  catalogueVersion: string;
  edition: Edition;
  /** What the passes admit to. */
  events: PassEvent[];
  texts: Texts;
  /** The agreement in force, in Markdown. */
  agreement: Agreement;
  /**
   * How the agreement was accepted, in the newest version that counts; null until then. `statedDate` is the day as
   * typed, empty from a program.
   */
  acceptance: { version: number; acceptedAt: number; fullName: string; statedDate: string } | null;
  firstName: string;
  lastName: string;
  fullName: string;
  /**
   * What makes their pass cheaper, from the moment they may see their decision; null if there is nothing. It is sent
   * to no page, because it names the staff's budget and what is left of it.
   */
  award: Grant | null;
  /** As answered: a day YYYY-MM-DD, the code of a country, a name. */
  about: { dateOfBirth?: string; nationality?: string; institution?: string };
  /** When the decision was set, which identifies its version. Like the decision, null until it may be seen. */
  decidedAt: number | null;
  /** When they learned of it. */
  toldAt: number | null;
  /** Newest first. */
  payments: Attempt[];
  /** Everything that they have, are paying for or are being paid back for. */
  holdings: LiveHolding[];
  /** The pass that they had last, if they have none now. */
  formerPass: FormerPass | null;
  /** All refunds that were not refused. */
  refunds: DelegateRefund[];
  /** The passes that they offer to others, and those that others offer to them. */
  offers: PassOffer[];
  /** The people whom they have asked to pay for a pass. */
  asked: AskedPayer[];
};

/**
 * Where a delegate stands in a conference, in one round trip. Home, the pages of decision, waiver and payment,
 * and the payment itself all read this. The stored decision leaves this module only once it is visible.
 *
 * Refused with a 403 page if the conference takes no registrations (it has no edition or agreement).
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
    offers,
    asked,
  ] = await db.batch([
    pricedConference(db, conferenceId, uid),
    roundRows(db, conferenceId),
    ticketRows(db, conferenceId),
    priceRows(db, conferenceId),
    addOnRows(db, conferenceId),
    editionRows(db, conferenceId),
    eventRows(db, conferenceId),
    textRows(db, conferenceId),
    appliedRows(db, conferenceId, uid),
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
  const { taken, ...named } = found;

  const submittedAt = applied?.submittedAt ?? null;
  const decided = applied?.decided;
  const round = submittedAt === null ? null : roundOn(rounds, submittedAt);
  const visible = decided != null && isDecisionVisible(round, decided.setAt, now);
  const acceptance = accepted.findLast(({ version }) => acceptanceCounts(agreement, version)) ?? null;
  const live = liveAmong(own);
  const about: Answers = Object.assign({}, ...given.map((row) => row.answers));
  const { firstName = "", middleName, lastName = "", dateOfBirth, nationality, institution } = about;
  return {
    ...named,
    catalogue: {
      rounds: roundsToShow(rounds),
      // Without a card processor nothing can be bought, whatever the row says.
      tickets: tickets.map((ticket) => ({ ...ticket, onSale: isSoldAt(ticket, now) && cards !== null })),
      prices,
      addOns,
      left: placesLeft({ tickets, addOns }, taken),
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
    decision: visible ? decided.decision : null,
    decidedAt: visible ? decided.setAt : null,
    toldAt: visible ? (decided.toldAt ?? visibleFrom(round!)) : null,
    award: visible && award ? award : null,
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
          ...(invoiced && invoiced.payerUid !== uid && { isForOther: true }),
        };
      }),
    holdings: live,
    formerPass: formerPassAmong(own),
    payments: paid.map(toAttempt),
    refunds: back.map(asDelegateRefund),
    offers: offersOf(offers, uid, now),
    asked,
  };
}

const pricedConference = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({
      conference: conferences,
      catalogueVersion: catalogueVersion(conferenceId),
      taken: takenPlaces(conferenceId),
      creditCents: subquery(creditOf(uid)).as("credit_cents"),
    })
    .from(conferences)
    .where(eq(conferences.id, conferenceId)),
);

/** Somebody's application, and the decision about it. */
const appliedRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({
      submittedAt: applications.submittedAt,
      decided: { decision: decisions.decision, setAt: decisions.setAt, toldAt: decisions.toldAt },
    })
    .from(applications)
    .leftJoin(
      decisions,
      and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid)),
    )
    .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
);

/** Facts about a person, by the ids of the questions. */
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

/** The columns of a payment for `toAttempt`. */
export const attemptColumns = {
  ...paymentColumns,
  payerAddress: payerAddress.as("payer_address"),
  dueAt: invoiceDue.as("due_at"),
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
  createdAt,
  resolvedAt,
}: Payment & { payerAddress: string | null; dueAt: number | null }): Attempt => ({
  id,
  passType,
  addOns,
  amountCents,
  creditCents,
  lines,
  state,
  means,
  // The delegate does not see another person's card.
  cardBrand: payerUid === delegateUid ? cardBrand : null,
  cardLastFour: payerUid === delegateUid ? cardLastFour : null,
  payer: payerUid === delegateUid ? null : (payerAddress ?? ""),
  dueAt,
  createdAt,
  resolvedAt,
});
