import { centsOf } from "~/domain/money.ts";
import {
  BatchesAnswer,
  codeOf,
  DetailsAnswer,
  ListAnswer,
  type ListedTransaction,
  lastFourOf,
  NoAnswer,
  post,
  type TransactionDetails,
  type Wire,
} from "./authorize-net-wire.server.ts";
import type { CardProcessor, FoundCharge, JournalEntry } from "./card-processor.server.ts";
import { decodeCarried } from "./carried.server.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Of one request for settled batches; 31 is the most. */
const MOST_DAYS = 30;

/** Of one page of transactions, at most. */
const PAGE = 1000;

const NO_SUCH_TRANSACTION = "E00040";

/** How the processor's states read; one that is not here is neither a yes nor a no. */
const CHARGE_STATES: Record<string, Pick<FoundCharge, "outcome" | "settled">> = {
  capturedPendingSettlement: { outcome: "captured", settled: false },
  pendingFinalSettlement: { outcome: "captured", settled: false },
  // It was to be voided, and goes on to settlement.
  couldNotVoid: { outcome: "captured", settled: false },
  settledSuccessfully: { outcome: "captured", settled: true },
  // Disputed money was captured, and its pass is a matter for people.
  chargeback: { outcome: "captured", settled: true },
  chargebackReversal: { outcome: "captured", settled: true },
  voided: { outcome: "voided", settled: false },
  declined: { outcome: "declined", settled: false },
  expired: { outcome: "declined", settled: false },
  generalError: { outcome: "declined", settled: false },
  communicationError: { outcome: "declined", settled: false },
  failedReview: { outcome: "declined", settled: false },
};
const HELD = { outcome: "held", settled: false } as const;

/**
 * The questions of the port, answered from the processor's reports. All of them throw `NoAnswer`.
 *
 * The lists tell a refund from a charge by its state alone: a refund that was itself voided or declined is
 * in `list` under its own invoice number; `find` knows better and answers null.
 */
export function reports(wire: Wire): Pick<CardProcessor, "find" | "lookup" | "list" | "lookupRefund"> {
  return { find, lookup, list, lookupRefund };

  async function findDetails(transId: string): Promise<TransactionDetails | null> {
    // Anything but digits is another processor's id, and would be refused as a broken request.
    if (!/^\d+$/.test(transId)) return null;
    const answer = await post(wire, "getTransactionDetailsRequest", { transId }, DetailsAnswer);
    if (answer.transaction) return answer.transaction;
    if (codeOf(answer) === NO_SUCH_TRANSACTION) return null;
    throw new NoAnswer(`getTransactionDetailsRequest: ${codeOf(answer)}`);
  }

  async function find(transactionId: string): Promise<FoundCharge | null> {
    const details = await findDetails(transactionId);
    return details && details.transactionType !== "refundTransaction" ? asFound(details) : null;
  }

  /** All pages of a list, the newest first: what is added meanwhile moves others back, never past us. */
  async function pages(call: string, which: object): Promise<ListedTransaction[]> {
    const all: ListedTransaction[] = [];
    for (let offset = 1; ; offset++) {
      const fields = {
        ...which,
        sorting: { orderBy: "submitTimeUTC", orderDescending: "true" },
        paging: { limit: String(PAGE), offset: String(offset) },
      };
      const answer = await post(wire, call, fields, ListAnswer);
      if (answer.messages.resultCode !== "Ok") throw new NoAnswer(`${call}: ${codeOf(answer)}`);
      all.push(...answer.transactions);
      if (answer.transactions.length < PAGE) return all;
    }
  }

  async function batchesSince(since: number): Promise<Set<string>> {
    const ids = new Set<string>();
    const now = Date.now();
    for (let first = since; first < now; first += MOST_DAYS * DAY) {
      const fields = {
        includeStatistics: "false",
        firstSettlementDate: asDateTime(first),
        lastSettlementDate: asDateTime(Math.min(first + MOST_DAYS * DAY, now)),
      };
      const answer = await post(wire, "getSettledBatchListRequest", fields, BatchesAnswer);
      if (answer.messages.resultCode !== "Ok")
        throw new NoAnswer(`getSettledBatchListRequest: ${codeOf(answer)}`);
      for (const { batchId } of answer.batchList) ids.add(batchId);
    }
    return ids;
  }

  /**
   * Every transaction since (UTC ms), refunds too, list by list: what is on its way, what is held, then what
   * is settled, because it moves in that direction.
   */
  async function* transactionsSince(since: number): AsyncGenerator<ListedTransaction[]> {
    yield await pages("getUnsettledTransactionListRequest", { status: "any" });
    yield await pages("getUnsettledTransactionListRequest", { status: "pendingApproval" });
    for (const batchId of await batchesSince(since))
      yield await pages("getTransactionListRequest", { batchId });
  }

  async function lookup(invoiceNumber: string, since: number): Promise<FoundCharge | null> {
    let best: FoundCharge | null = null;
    for await (const transactions of transactionsSince(since)) {
      for (const { transId } of transactions.filter((listed) => listed.invoiceNumber === invoiceNumber)) {
        const found = await find(transId);
        // On the processor's page a card may be declined and another taken, all under one number.
        if (found && (!best || weight(found) > weight(best))) best = found;
      }
      if (best?.outcome === "captured" || best?.outcome === "held") return best;
    }
    return best;
  }

  async function list(since: number): Promise<JournalEntry[]> {
    const entries = new Map<string, JournalEntry>();
    for await (const transactions of transactionsSince(since)) {
      for (const { transId, invoiceNumber = "", submitTimeUTC, transactionStatus } of transactions) {
        if (isRefund(transactionStatus) || Date.parse(submitTimeUTC) < since) continue;
        const { outcome } = CHARGE_STATES[transactionStatus] ?? HELD;
        entries.set(transId, { transactionId: transId, invoiceNumber, outcome });
      }
    }
    return [...entries.values()];
  }

  async function lookupRefund(
    invoiceNumber: string,
    since: number,
  ): Promise<{ transactionId: string } | null> {
    for await (const transactions of transactionsSince(since)) {
      for (const { transId } of transactions.filter((listed) => listed.invoiceNumber === invoiceNumber)) {
        const details = await findDetails(transId);
        if (details?.transactionType !== "refundTransaction") continue;
        if (isRefund(details.transactionStatus)) return { transactionId: transId };
        const { outcome } = CHARGE_STATES[details.transactionStatus] ?? HELD;
        if (outcome === "held") throw new NoAnswer("The refund is still under review.");
      }
    }
    return null;
  }
}

/** Whole seconds, as XML's dateTime. */
const asDateTime = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

const isRefund = (transactionStatus: string) => transactionStatus.startsWith("refund");

const weight = ({ outcome }: FoundCharge) => ["declined", "voided", "held", "captured"].indexOf(outcome);

function asFound(details: TransactionDetails): FoundCharge {
  const { transId, transactionStatus, order, payment } = details;
  const state = CHARGE_STATES[transactionStatus] ?? HELD;
  // What moves is what settles; of a charge that does not move only the authorised amount is told.
  const amountCents = centsOf(state.outcome === "captured" ? details.settleAmount : details.authAmount);
  if (amountCents === null) throw new NoAnswer("getTransactionDetailsRequest: not an amount");
  return {
    ...state,
    transactionId: transId,
    invoiceNumber: order?.invoiceNumber ?? "",
    amountCents,
    carried: decodeCarried(order?.description ?? ""),
    card: payment?.creditCard
      ? { brand: payment.creditCard.cardType ?? null, lastFour: lastFourOf(payment.creditCard.cardNumber) }
      : null,
  };
}
