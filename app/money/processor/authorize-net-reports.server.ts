import type * as z from "zod";
import { logFault } from "~/platform/log.server.ts";
import type {
  Batch,
  BatchLine,
  CardProcessor,
  FoundCharge,
  JournalEntry,
} from "~/platform/ports/card-processor.server.ts";
import { centsOf } from "~/values/money.ts";
import {
  BatchesAnswer,
  codeOf,
  DetailsAnswer,
  ListAnswer,
  type ListedTransaction,
  NoAnswer,
  post,
  summaryOf,
  type TransactionDetails,
  type Wire,
} from "./authorize-net-wire.server.ts";
import { batchOf, batchPeriods } from "./batch-periods.ts";
import { decodeCarried } from "./charge-text.server.ts";

/** The most transactions that one page of a list can have. */
const PAGE = 1000;

const NO_SUCH_TRANSACTION = "E00040";

const HELD = { outcome: "held", settled: false } as const;
const DECLINED = { outcome: "declined", settled: false } as const;
const UNSETTLED = { outcome: "captured", settled: false } as const;
const SETTLED = { outcome: "captured", settled: true } as const;
const RETURNED = { outcome: "returned", settled: true } as const;

/**
 * What each of the processor's documented states of a charge means for us. A state that is not listed says neither that
 * the charge succeeded nor that it failed. After a declined charge, the payer can pay again, so "declined" is used only
 * for states after which this charge can no longer bring in money.
 */
const CHARGE_STATES: Record<string, Pick<FoundCharge, "outcome" | "settled">> = {
  // The charge waits for somebody to capture it, which this portal never does. The processor or a person has to decide
  // whether it is captured.
  authorizedPendingCapture: HELD,
  // A fraud filter stopped the charge after the authorisation, and may still release it.
  authorizedPendingRelease: HELD,
  FDSPendingReview: HELD,
  FDSAuthorizedPendingReview: HELD,
  underReview: HELD,
  // A person approved the charge, and it has not been captured yet.
  approvedReview: HELD,
  // The charge waits for the next settlement, or is being settled.
  capturedPendingSettlement: UNSETTLED,
  pendingSettlement: UNSETTLED,
  updatingSettlement: UNSETTLED,
  pendingFinalSettlement: UNSETTLED,
  // The charge could not be voided, and will be settled.
  couldNotVoid: UNSETTLED,
  settledSuccessfully: SETTLED,
  // The charge was settled, and the bank has taken the money back since. People decide what happens to the pass.
  chargeback: RETURNED,
  returnedItem: RETURNED,
  // The bank has given the money back to us.
  chargebackReversal: SETTLED,
  voided: { outcome: "voided", settled: false },
  declined: DECLINED,
  // The authorisation expired before anything was captured.
  expired: DECLINED,
  // The charge broke off before the card's bank approved it.
  generalError: DECLINED,
  communicationError: DECLINED,
  // A person refused the charge.
  failedReview: DECLINED,
  // The charge was captured but could not be settled. The card's bank paid nothing, so the sums of the batches do not
  // include the charge.
  settlementError: { outcome: "returned", settled: false },
};

const BATCH_STATES: Record<string, Batch["state"]> = {
  settledSuccessfully: "settled",
  settlementError: "failed",
};

/**
 * The look-ups of the port, answered from the processor's reports. Any of them may throw `NoAnswer`.
 *
 * In the lists, only the state shows whether a transaction is a refund or a charge. So `list` also contains a refund
 * that was itself voided or declined, under its own invoice number. `find` also reads the type, and returns null for a
 * refund.
 */
export function reports(
  wire: Wire,
): Pick<CardProcessor, "find" | "lookup" | "list" | "lookupRefund" | "batches" | "transactionsOf"> {
  return { find, lookup, list, lookupRefund, batches, transactionsOf };

  async function findDetails(transId: string): Promise<TransactionDetails | null> {
    // Anything but digits is another processor's id and would be refused as a malformed request.
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

  /**
   * All pages of a list, newest first. Entries that are added while we read push the others to later positions, so none
   * is missed. `passOver` is called for every line that cannot be read.
   */
  async function pages(
    call: string,
    which: object,
    passOver: (line: { invoiceNumber?: string }) => void,
  ): Promise<ListedTransaction[]> {
    const all: ListedTransaction[] = [];
    for (let offset = 1; ; offset++) {
      const fields = {
        ...which,
        sorting: { orderBy: "submitTimeUTC", orderDescending: "true" },
        paging: { limit: String(PAGE), offset: String(offset) },
      };
      const answer = await post(wire, call, fields, ListAnswer);
      if (answer.messages.resultCode !== "Ok") throw new NoAnswer(`${call}: ${codeOf(answer)}`);
      for (const line of answer.transactions) {
        if ("unreadable" in line) passOver(line);
        else all.push(line);
      }
      if (answer.transactions.length < PAGE) return all;
    }
  }

  /** The batches of a period as the processor lists them. A long period takes several requests. */
  async function listedBatches(from: number, until: number, includeStatistics: boolean) {
    const call = "getSettledBatchListRequest";
    const all: z.infer<typeof BatchesAnswer>["batchList"] = [];
    for (const period of batchPeriods(from, until)) {
      const fields = {
        includeStatistics: String(includeStatistics),
        firstSettlementDate: asDateTime(period.from),
        lastSettlementDate: asDateTime(period.until),
      };
      const answer = await post(wire, call, fields, BatchesAnswer);
      if (answer.messages.resultCode !== "Ok") throw new NoAnswer(`${call}: ${codeOf(answer)}`);
      all.push(...answer.batchList);
    }
    return all;
  }

  async function batches(from: number, until: number): Promise<Batch[]> {
    const found = new Map<string, Batch>();
    for (const listed of await listedBatches(from, until, true)) {
      // A batch that is still being settled is skipped, and read in a later run.
      const state = BATCH_STATES[listed.settlementState];
      if (!state) continue;
      const sums = batchOf(listed.statistics);
      const settledAt = Date.parse(listed.settlementTimeUTC);
      if (!sums || Number.isNaN(settledAt)) throw new NoAnswer("getSettledBatchListRequest: not a sum");
      found.set(listed.batchId, { batchId: listed.batchId, settledAt, state, ...sums });
    }
    return [...found.values()].sort((one, other) => one.settledAt - other.settledAt);
  }

  async function transactionsOf(batchId: string): Promise<BatchLine[]> {
    let unreadable = 0;
    const lines: BatchLine[] = [];
    const passOver = () => {
      unreadable += 1;
    };
    for (const listed of await pages("getTransactionListRequest", { batchId }, passOver)) {
      const { transId, transactionStatus, invoiceNumber = "", settleAmount } = listed;
      const isBack = transactionStatus === "refundSettledSuccessfully";
      if (!isBack && !CHARGE_STATES[transactionStatus]?.settled) continue;
      const cents = centsOf(settleAmount);
      if (cents === null) passOver();
      else lines.push({ transactionId: transId, invoiceNumber, kind: isBack ? "refund" : "charge", cents });
    }
    // Lines that cannot be read are missing from `lines`. Then `lines` may not add up to the sums that the processor
    // states for the batch, and the page says that not all lines are known.
    if (unreadable > 0) {
      const fault = new NoAnswer(`${unreadable} transactions of a batch cannot be read`);
      logFault(fault, { requestId: "", method: "transactionsOf", path: `batches/${batchId}` });
    }
    return lines;
  }

  /**
   * Every transaction since a time (UTC ms), including refunds, list by list. Transactions move from pending to held to
   * settled, so the lists are read in that order. Lines that cannot be read are passed over and logged. If such a line
   * could have the invoice number that is looked for, this throws, because the line could be the missing transaction.
   */
  async function* transactionsSince(
    since: number,
    invoiceNumber: string | null,
  ): AsyncGenerator<ListedTransaction[]> {
    let unreadable = 0;
    let couldBe = false;
    const passOver = (line: { invoiceNumber?: string }) => {
      unreadable += 1;
      couldBe ||= (line.invoiceNumber ?? invoiceNumber) === invoiceNumber;
    };
    yield await pages("getUnsettledTransactionListRequest", { status: "any" }, passOver);
    yield await pages("getUnsettledTransactionListRequest", { status: "pendingApproval" }, passOver);
    const settled = await listedBatches(since, Date.now(), false);
    for (const batchId of new Set(settled.map((batch) => batch.batchId)))
      yield await pages("getTransactionListRequest", { batchId }, passOver);
    if (unreadable === 0) return;
    const fault = new NoAnswer(`${unreadable} listed transactions cannot be read`);
    if (invoiceNumber !== null && couldBe) throw fault;
    logFault(fault, { requestId: "", method: "list", path: "transactions" });
  }

  async function lookup(invoiceNumber: string, since: number): Promise<FoundCharge | null> {
    let best: FoundCharge | null = null;
    for await (const transactions of transactionsSince(since, invoiceNumber)) {
      for (const { transId } of transactions.filter((listed) => listed.invoiceNumber === invoiceNumber)) {
        const found = await find(transId);
        // On the processor's page, one card may be declined and the next one accepted, both under the same invoice
        // number. So there can be several charges, and the best outcome counts.
        if (found && (!best || weight(found) > weight(best))) best = found;
      }
      if (best?.outcome === "captured" || best?.outcome === "held") return best;
    }
    return best;
  }

  async function list(since: number): Promise<JournalEntry[]> {
    const entries = new Map<string, JournalEntry>();
    for await (const transactions of transactionsSince(since, null)) {
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
    for await (const transactions of transactionsSince(since, invoiceNumber)) {
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

/** A time in XML's dateTime format, in whole seconds. */
const asDateTime = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

const isRefund = (transactionStatus: string) => transactionStatus.startsWith("refund");

const weight = ({ outcome }: FoundCharge) =>
  ["declined", "voided", "returned", "held", "captured"].indexOf(outcome);

function asFound(details: TransactionDetails): FoundCharge {
  const { transId, transactionStatus, order, payment } = details;
  const state = CHARGE_STATES[transactionStatus] ?? HELD;
  // For a captured charge, this is the amount that is settled. Any other charge has only an authorised amount.
  const amountCents = centsOf(state.outcome === "captured" ? details.settleAmount : details.authAmount);
  if (amountCents === null) throw new NoAnswer("getTransactionDetailsRequest: not an amount");
  return {
    ...state,
    transactionId: transId,
    invoiceNumber: order?.invoiceNumber ?? "",
    amountCents,
    carried: decodeCarried(order?.description ?? ""),
    card: summaryOf(payment?.creditCard),
  };
}
