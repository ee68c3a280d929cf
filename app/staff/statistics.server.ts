import { eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { users } from "#db/schema/accounts.ts";
import { staff } from "#db/schema/staff.ts";
import { called } from "~/accounts/addresses.server.ts";
import { addOnRows, roundRows, ticketRows } from "~/conference/catalogue.server.ts";
import { totalOf } from "~/money/prices/pricing.ts";
import { isReader } from "~/reviews/distribution-rows.server.ts";
import { ownScoreRows } from "~/reviews/fair-scores.server.ts";
import { scoreInWords } from "~/reviews/review.ts";
import { readingRows, standingsIn, type TallyName, talliesOf, tallyRows } from "~/standing/tallies.server.ts";
import type { Ability } from "~/values/abilities.ts";
import type { Round } from "~/values/catalogue.ts";
import { HOUR } from "~/values/durations.ts";
import { type Decision, type EntrySide, type PassType, type RoundId, WRITTEN_OFF } from "~/values/types.ts";
import { mayBeMore } from "./findings.ts";
import {
  type LastEdition,
  lastEditionDays,
  lastEditionFrom,
  lastEditionRows,
  revenueDays,
  submittedDays,
} from "./last-edition.server.ts";
import { FINDINGS_KEPT, LEFT_OPEN, RESET_HOURS } from "./limits.ts";
import {
  lastInspection,
  lostMails,
  openAtBank,
  openByHand,
  openInEdition,
  openPayments,
  openPlaces,
  openRefunds,
  openResets,
} from "./open-tasks.server.ts";

const TALLIES: TallyName[] = [
  ...(["standing", "submitted", "pass", "taken", "account", "revenue"] as const),
  ...(["assigned", "read"] as const),
];

export type Statistics = {
  rounds: Round[];
  tickets: { id: PassType; title: string }[];
  drafts: number;
  /**
   * For each round and decision (null: undecided), the number of submitted applications. `late` counts applications
   * with a decision that the release of their round does not cover. `alone` counts applications whose decision was
   * released separately from its round.
   */
  submitted: { round: RoundId; decision: Decision | null; number: number; late: number; alone: number }[];
  /** The number of applications submitted on each day, in order. `day` is the beginning of the day, UTC ms. */
  perDay: { day: number; value: number }[];
  /** The number of submitted applications that are undecided and have no reader. */
  unread: number;
  /**
   * The number of passes held, and the amount that was paid for them and their add-ons according to the books, less
   * refunds. Deposits for passes that were later given up are included.
   */
  registrations: { passType: PassType; number: number; cents: number }[];
  /**
   * The ledger's sums for the edition, in cents. The money that we have is the sum of three parts: payments for passes
   * and add-ons, credit that is not spent yet, and money that we owe; less the rests of invoices that were written off
   * (`writtenOffCents`), because nobody paid them. `underWayCents` is the part of the money that is on its way back. The
   * ledger gets an entry for a refund only when its money has arrived.
   */
  books: Record<"moneyCents" | "creditCents" | "owedCents" | "writtenOffCents" | "underWayCents", number>;
  /** Whether the edition has a postal address for letters. */
  hasLetterAddress: boolean;
  /**
   * For each day, in order: the beginning of the day (UTC ms), and the money that came in less the money that went out,
   * in cents. The cents of all days add up to the sum of the books.
   */
  revenue: { day: number; value: number }[];
  readers: { uid: string; called: string; assigned: number; reviewed: number }[];
  /** Everybody on the staff who is not on leave. */
  people: { uid: string; called: string; abilities: readonly Ability[] }[];
  /**
   * How many assigned applications are submitted and not reviewed yet, and by how many readers. Readers on leave are left
   * out.
   */
  behind: { readers: number; left: number };
  /**
   * The pass that the waiting list offers, how many of its places are free, and how many people have an offer or have
   * taken one. Null if the list was never set up, is filled by the portal, or has stopped. Also null if its pass has no
   * limit or is not on sale.
   */
  waitingList: { pass: string; free: number; offered: number } | null;
  /** The edition before this one, with its values for each day; null if there is none. */
  lastEdition: LastEdition | null;
  /**
   * The numbers of matters that wait for a person. `payments`: their outcome is unknown, in any edition;
   * `paymentElsewhere` is one of them, of another edition. `refunds`: their outcome is unknown, in any edition;
   * `paymentOfRefund` is the payment of one of them. `mails`: they were given up. `byHand`: money came in by hand, and
   * must still be confirmed or given back. `bank`: a bank took the money of a payment back, and a decision is needed.
   * `outgoings` (acts that give money), `proposals` (changes of bank details and limits) and `resets` (of second factors)
   * wait for a second person.
   */
  open: Record<
    "payments" | "refunds" | "mails" | "byHand" | "bank" | "outgoings" | "proposals" | "resets",
    number
  > &
    Record<"paymentElsewhere" | "paymentOfRefund", string | null>;
  /** The number of findings of the last inspection; null before the first inspection. */
  findings: number | null;
  /** Whether there may be more findings than were counted. */
  hasMoreFindings: boolean;
};

const tallied = prepared((db: Database, conferenceId: string) => tallyRows(db, conferenceId, TALLIES));

const everybody = prepared((db: Database) =>
  db
    .select({
      ...{ uid: staff.uid, called, abilities: staff.abilities, onLeaveSince: staff.onLeaveSince },
      isReader: sql<boolean>`${isReader}`.mapWith(Boolean).as("is_reader"),
    })
    .from(staff)
    .innerJoin(users, eq(users.uid, staff.uid))
    .orderBy(called),
);

/** The state of a conference at `now` (UTC ms), for its directors; one round trip. */
export async function readStatistics(db: Database, conferenceId: string, now: number): Promise<Statistics> {
  const before = Date.now() - LEFT_OPEN;
  const [
    rounds,
    tickets,
    addOns,
    found,
    people,
    [payments],
    [refunds],
    [byHand],
    [bank],
    [mails],
    [ofEdition],
    [resets],
    [inspection],
    [list],
    lastEdition,
    lastDays,
  ] = await db.batch([
    roundRows(db, conferenceId),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
    tallied(db, conferenceId),
    everybody(db),
    openPayments(db, conferenceId, before),
    openRefunds(db, before),
    openByHand(db, conferenceId),
    openAtBank(db, conferenceId),
    lostMails(db, Date.now() - FINDINGS_KEPT),
    openInEdition(db, conferenceId),
    openResets(db, Date.now() - RESET_HOURS * HOUR),
    lastInspection(db),
    openPlaces(db, conferenceId, now),
    lastEditionRows(db, conferenceId),
    lastEditionDays(db, conferenceId),
  ]);
  const { drafts, submitted } = standingsIn(found);
  // Applications that belong to no round are counted in the last round.
  const lastRound = rounds.at(-1)?.id ?? "early";
  const passOf = new Map<string, string>(addOns.map(({ id, ticketId }) => [id, ticketId]));
  const accounts = talliesOf(found, "account").map(({ key, total }) => {
    const [side, account = ""] = key.split("/");
    return { side, account, passType: passOf.get(account) ?? account, cents: total };
  });
  const sumOf = (side: EntrySide, passType?: PassType) =>
    totalOf(
      accounts
        .filter((one) => one.side === side && (passType === undefined || one.passType === passType))
        .map(({ cents }) => cents),
    );
  const numberOf = (name: TallyName, of: string) =>
    talliesOf(found, name).find(({ key }) => key === of)?.number ?? 0;
  const atWork = people.filter(({ onLeaveSince }) => onLeaveSince === null);
  const left = atWork
    .filter(({ isReader }) => isReader)
    .map(({ uid }) => {
      const openAgain = ofEdition?.openAgain[uid] ?? 0;
      return numberOf("assigned", uid) - numberOf("read", uid) - openAgain;
    })
    .filter((number) => number > 0);
  const limited = list && tickets.find(({ id }) => id === list.passType);
  return {
    rounds,
    tickets,
    drafts,
    submitted: submitted.map(({ round, ...standing }) => ({ ...standing, round: round ?? lastRound })),
    perDay: submittedDays(found),
    unread: submitted.reduce((sum, { unread }) => sum + unread, 0),
    registrations: tickets.map(({ id }) => ({
      passType: id,
      number: numberOf("pass", id),
      cents: -sumOf("sold", id),
    })),
    books: {
      ...{ moneyCents: sumOf("money"), creditCents: -sumOf("credit"), owedCents: -sumOf("owed") },
      writtenOffCents: totalOf(
        accounts.filter(({ account }) => account === WRITTEN_OFF).map(({ cents }) => cents),
      ),
      underWayCents: ofEdition?.underWayCents ?? 0,
    },
    hasLetterAddress: ofEdition?.hasLetterAddress ?? true,
    revenue: revenueDays(found),
    readers: people
      .map(({ uid, called }) => ({
        ...{ uid, called },
        assigned: numberOf("assigned", uid),
        reviewed: numberOf("read", uid),
      }))
      .filter((reader) => reader.assigned + reader.reviewed > 0),
    people: atWork.map(({ uid, called, abilities }) => ({ uid, called, abilities })),
    behind: { readers: left.length, left: left.reduce((sum, number) => sum + number, 0) },
    waitingList:
      list && limited && limited.places !== null
        ? {
            pass: limited.title,
            free: limited.places - numberOf("taken", limited.id) - list.kept,
            offered: list.offered,
          }
        : null,
    lastEdition: lastEditionFrom(lastEdition, lastDays),
    open: {
      payments: payments?.number ?? 0,
      paymentElsewhere: payments?.elsewhere ?? null,
      refunds: refunds?.number ?? 0,
      paymentOfRefund: refunds?.paymentId ?? null,
      mails: mails?.number ?? 0,
      byHand: byHand?.number ?? 0,
      bank: bank?.number ?? 0,
      resets: resets?.number ?? 0,
      outgoings: ofEdition?.outgoings ?? 0,
      proposals: ofEdition?.proposals ?? 0,
    },
    findings: inspection ? inspection.findings.length : null,
    hasMoreFindings: mayBeMore(inspection?.findings ?? []),
  };
}

/**
 * How much of their assigned reading a member of the staff has done. `own` is how many applications they have scored in
 * all, with the mean of their scores; null if there are none. One round trip.
 */
export async function readProgress(db: Database, conferenceId: string, staffUid: string) {
  const [[reading], [own]] = await db.batch([
    readingRows(db, conferenceId, staffUid),
    ownScoreRows(db, conferenceId, staffUid),
  ]);
  const { assigned = 0, reviewed = 0 } = reading ?? {};
  return {
    assigned,
    reviewed,
    own: own && own.mean !== null ? { number: own.number, mean: scoreInWords(own.mean) } : null,
  };
}
