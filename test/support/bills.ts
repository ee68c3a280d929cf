/** Payments with their orders, to be used in the FROM of a query. */
export const BILLS = `(SELECT p.rowid AS rowid, p.*, o.payer_uid, o.means, o.transaction_id, o.card_brand, o.card_last_four,
  o.lease_until, o.unseen_since FROM payments AS p JOIN orders AS o ON o.id = p.order_id)`;

/** SQL for a booking of money, for tests in which it does not matter when the money moved. */
export const BOOKED = "json_object('at', 0, 'on', '2023-01-01')";

type NewPayment = {
  id: string;
  conferenceId?: string;
  uid: string;
  passType?: string;
  addOns?: string;
  amountCents: number;
  creditCents?: number;
  lines?: string;
  state: string;
  means?: string;
  transactionId?: string | null;
  leaseUntil?: number;
  createdAt?: number;
  resolvedAt?: number | null;
};

/** The lines of a bill on which the pass costs the whole sum, as the column stores them. */
export const billed = (passType: string, cents: number, addOns: string[] = []): string =>
  JSON.stringify([
    { id: passType, title: passType, variant: null, cents },
    ...addOns.map((id) => ({ id, title: id, variant: null, cents: 0 })),
  ]);

/**
 * The statements that insert a payment and its order, each with its parameters. The delegate of the payment is also the
 * only payer.
 */
export function paymentStatements({
  id,
  conferenceId = "aconf_2023",
  uid,
  passType = "goldPlus",
  addOns = "{}",
  amountCents,
  creditCents = 0,
  lines = billed(passType, amountCents, Object.keys(JSON.parse(addOns))),
  state,
  means = "simulator",
  transactionId = null,
  leaseUntil = 0,
  createdAt = 0,
  resolvedAt = null,
}: NewPayment): [sql: string, parameters: (string | number | null)[]][] {
  return [
    [
      `INSERT INTO orders (id, conference_id, payer_uid, means, transaction_id, due_cents, lease_until, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      [id, conferenceId, uid, means, transactionId, amountCents, leaseUntil, createdAt],
    ],
    [
      `INSERT INTO payments (id, order_id, conference_id, delegate_uid, pass_type, add_ons, amount_cents,
        credit_cents, lines, state, created_at, resolved_at, booking) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${BOOKED}) ON CONFLICT DO NOTHING`,
      [
        ...[id, id, conferenceId, uid, passType, addOns, amountCents, creditCents],
        ...[lines, state, createdAt, resolvedAt],
      ],
    ],
  ];
}
