/**
 * The guards without which no test fails, and for each guard the reason why it cannot matter. The keys are first the
 * file, and then the text of the guard.
 *
 * @type {Record<string, Record<string, string>>}
 */
export const ACCEPTED = {
  "app/mail/mail-events.server.ts": {
    "record: eq(mailEvents.id, id)":
      "A request records one event, so the request's id finds it. The event's id lets SQLite use the primary key.",
  },
  "app/money/invoices/confirming.server.ts": {
    "confirmPaying: isWrittenOff ? hasPart(orderId) : undefined":
      "Only a write-off of less than what is due can be recorded. So if it equals the unpaid rest, a part of the invoice has come in.",
    "confirmPaying: eq(orders.means, INVOICED)":
      "Once the money is taken, the order has its means. A second confirmation would only write the same means again.",
  },
  "app/money/invoices/takings.server.ts": {
    "recordTaking: ${hasPart(orderId)}":
      "checkTaking lets a write-off pass only if it is less than what is due. So if it equals the unpaid rest, a part of the invoice has come in.",
  },
  "app/money/payments/checked-payment.server.ts": {
    "checkPayment: !cards":
      "Without a card processor, nothing is on sale. So both kinds of bill are refused before this.",
    "passBill: submittedAt === null":
      "registrationStage has already refused people who have not submitted an application, but TypeScript cannot know that.",
  },
  "app/money/payments/reservations.server.ts": {
    "limited: ${table.places} IS NOT NULL":
      "min() ignores passes and add-ons without a limit. The condition only avoids counting who holds them.",
  },
  "app/money/reconciler/settled-rows.server.ts": {
    "oursOf: lines.length === 0":
      "If there are no lines, the queries find nothing. The early return only avoids making them.",
  },
  "app/money/reconciler/settlements.server.ts": {
    "module: ${settlementLines.seenAt} > 0":
      "It is always true, and lets SQLite use the index of the differing lines.",
    "readBatches: sql`${settlementBatches.batchId} IN ${listed(ids)}`":
      "It saves reading old batches, because batches are only looked for among these ids.",
    "insertLines: true": "It refuses nothing: SQLite needs a condition in front of ON CONFLICT.",
  },
  "app/money/refunds/refunds.server.ts": {
    "recordGoneBack: !payment": "Every refund has a payment.",
  },
  "app/money/transfers/taking-over.server.ts": {
    'acceptTransfer: transferState(transfer, now) !== "open"':
      "The statement that accepts an offer refuses a closed one too, and the page then says the same.",
  },
};
