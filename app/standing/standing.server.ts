import type { agreements } from "#db/schema/conference.ts";
import {
  addOnRows,
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
import type { Answers, Edition, PassEvent } from "~/values/catalogue.ts";
import type { Grant } from "~/values/shapes.ts";
import { PASS_TYPES, type PaymentState } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { acceptanceCounts } from "./agreement.ts";
import { type Attempt, paymentRows, toAttempt } from "./attempts.server.ts";
import { asDelegateRefund, type DelegateRefund, refundRows } from "./delegate-refunds.server.ts";
import { mayRegister } from "./eligibility.ts";
import { awardRows } from "./grants.server.ts";
import { formerPassAmong, liveAmong, ownHoldings } from "./holdings.server.ts";
import { offerRows, offersOf } from "./offers.server.ts";
import { askedPayerRows } from "./payer-requests.server.ts";
import type { AskedPayer, FormerPass, LiveHolding, PassOffer, Standing, WaitingOffer } from "./standing.ts";
import {
  acceptanceRows,
  appliedRows,
  newestAgreement,
  personAnswers,
  pricedConference,
} from "./standing-rows.server.ts";
import { seenVersion } from "./visible-decision.ts";

type Agreement = typeof agreements.$inferSelect;

export type DelegateStanding = Standing & {
  /** Whether a card processor is connected, so that passes can be sold. */
  isSelling: boolean;
  /**
   * The moment (UTC ms) whose round decides the price of a pass. It is the submission; if the application is open again,
   * the submission before that; if it was never submitted, now.
   */
  pricedAt: number;
  /** Whether staff opened the application again. Until it is submitted again, no deadline applies to it. */
  isReopened: boolean;
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
   * decision that allows a pass. The grant must not be sent to any page, because it contains the id of the staff's
   * budget and the amount that is left in this budget.
   */
  award: Grant | null;
  /** The delegate's answers, as stored: a day YYYY-MM-DD, the code of a country, a name. */
  about: { dateOfBirth?: string; nationality?: string; institution?: string };
  /**
   * When the decision was set. This identifies the version of the decision. Like the decision, it is null until the
   * delegate may see it.
   */
  decidedAt: number | null;
  /** When the delegate was told of the decision. */
  toldAt: number | null;
  /** The delegate's offer from the waiting list, which makes the decision read Accepted; null if there is none. */
  waitingOffer: WaitingOffer | null;
  /**
   * The time after which no place is offered from the waiting list; null if no time is given or the delegate does not
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
    pricedAt: submittedAt ?? applied?.reopenedFrom ?? now,
    isReopened: typeof applied?.reopenedFrom === "number",
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
    passes: passesAmong(live, paid, uid),
    holdings: live,
    formerPass: formerPassAmong(own),
    payments: paid.map(toAttempt),
    refunds: back.map(asDelegateRefund),
    offers: offersOf(transfersOffered, { uid, now, holdsPass: live.length > 0 }),
    asked,
  };
}

/**
 * The passes among the things that somebody holds. If a pass is reserved for an unpaid invoice, the result also
 * contains the state of that invoice.
 */
const passesAmong = (
  live: readonly LiveHolding[],
  paid: readonly {
    id: string;
    state: PaymentState;
    payerUid: string;
    recordedCents: number;
    isConfirming: boolean;
  }[],
  uid: string,
): Standing["passes"] =>
  live
    .filter(({ item, passType }) => item === passType)
    .map(({ passType, state, paymentId }) => {
      const invoiced = paid.find(({ id, state }) => id === paymentId && state === "reserved");
      return {
        ...{ passType, state },
        ...(invoiced && { isInvoiced: true, hasPart: invoiced.recordedCents > 0 }),
        ...(invoiced?.isConfirming && { isConfirming: true }),
        ...(invoiced && invoiced.payerUid !== uid && { isForOther: true }),
      };
    });
