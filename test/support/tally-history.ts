import { demoUid } from "#db/seed/demo.ts";
import { BOOKED, billed } from "./bills.ts";
import { row, rows, run } from "./storage.ts";

const CONFERENCE = "aconf_2023";
const OTHER = "hconf_2023";
const reader = demoUid("reviewer");
const now = Date.parse("2022-12-10T00:00:00Z");

/** The counts in `tallies` that differ from a new count of the rows. */
export const differences = () =>
  rows(`SELECT conference_id, name, key, sum(number) AS number, sum(total) AS total FROM (
      SELECT * FROM tallies UNION ALL SELECT conference_id, name, key, -number, -total FROM tallied)
    GROUP BY 1, 2, 3 HAVING sum(number) <> 0 OR sum(total) <> 0`);

const applied = (uid: string, submittedAt: number | null) =>
  `INSERT INTO applications (conference_id, uid, created_at, submitted_at) VALUES ('${CONFERENCE}', '${uid}', 0, ${submittedAt})`;
const ofIts = (uid: string) => `WHERE conference_id = '${CONFERENCE}' AND uid = '${uid}'`;
const decided = (uid: string, decision: string, setAt: number) =>
  `INSERT INTO decisions (conference_id, uid, decision, set_at) VALUES ('${CONFERENCE}', '${uid}', '${decision}', ${setAt})`;
const assigned = (uid: string) =>
  `INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES ('${CONFERENCE}', '${uid}', '${reader}', 'test', 0)`;
const reviewed = (uid: string) =>
  `INSERT INTO reviews (conference_id, uid, staff_uid, scores, score, recommendation, version, created_at, saved_at)
    VALUES ('${CONFERENCE}', '${uid}', '${reader}', '{}', 300, 'Accepted', 1, 0, 0)`;
const ordered = (id: string, uid: string) =>
  `INSERT INTO orders (id, conference_id, payer_uid, means, transaction_id, due_cents, lease_until, created_at)
    VALUES ('${id.padEnd(20, "x")}', '${CONFERENCE}', '${uid}', 'simulator', '${id}', 15000, 0, ${now})`;
const paid = (id: string, uid: string, state: string) =>
  `INSERT INTO payments (id, order_id, conference_id, delegate_uid, pass_type, add_ons, amount_cents, lines, state, created_at, booking)
    VALUES ('${id.padEnd(20, "x")}', '${id.padEnd(20, "x")}', '${CONFERENCE}', '${uid}', 'gold', '{}', 15000, '${billed("gold", 15_000)}', '${state}', ${now}, ${BOOKED})`;
const refunded = (id: string, payment: string, state: string) =>
  `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, state, requested_by, lease_until, created_at)
    VALUES ('${id.padEnd(20, "x")}', '${CONFERENCE}', '${payment.padEnd(20, "x")}', 'money', 4000, 0, 'test', '${state}', 'x', 0, 0)`;
const ofRefund = (refund: string, payment: string, ends: boolean) =>
  `INSERT INTO refund_lines (refund_id, holding_id, cents, ends)
    VALUES ('${refund.padEnd(20, "x")}', '${payment.padEnd(20, "x")}-00', 4000, ${Number(ends)})`;
const CAPPED = "SELECT id FROM programme_sessions WHERE capacity IS NOT NULL ORDER BY id";
const chosen = (uid: string, state: string, offset = 0) =>
  `INSERT INTO places (session_id, uid, conference_id, state, chosen_at)
    VALUES ((${CAPPED} LIMIT 1 OFFSET ${offset}), '${uid}', '${CONFERENCE}', '${state}', ${now + offset})`;
const change = (table: string, set: string, where: string) => `UPDATE ${table} SET ${set} ${where}`;
const its = (id: string) => `WHERE id = '${id.padEnd(20, "x")}'`;

/** Statements for everything that can happen to the rows, in a possible order. */
const HISTORY = [
  applied("one", null),
  change("applications", `submitted_at = ${now}`, ofIts("one")),
  assigned("one"),
  reviewed("one"),
  `${decided("one", "Accepted", now)} ON CONFLICT DO NOTHING`,
  `${decided("one", "Rejected", now + 1)} ON CONFLICT DO NOTHING`,
  `${decided("one", "Rejected", now + 2)} ON CONFLICT (conference_id, uid) DO UPDATE SET decision = excluded.decision, set_at = excluded.set_at`,
  `${assigned("one")} ON CONFLICT DO NOTHING`,
  `DELETE FROM assignments ${ofIts("one")}`,
  change("applications", `submitted_at = NULL, reopened_from = ${now}`, ofIts("one")),
  change("applications", `submitted_at = ${now}`, ofIts("one")),
  assigned("one"),
  `DELETE FROM reviews ${ofIts("one")}`,
  `DELETE FROM decisions ${ofIts("one")}`,
  applied("two", now),
  reviewed("two"),
  assigned("two"),
  change("assignments", `staff_uid = '${demoUid("director")}'`, ofIts("two")),
  change("reviews", `staff_uid = '${demoUid("director")}'`, ofIts("two")),
  `DELETE FROM assignments ${ofIts("two")}`,
  decided("two", "Waitlisted", now),
  change("rounds", `released_at = ${now - 1}`, `WHERE conference_id = '${CONFERENCE}' AND id = 'early'`),
  change("rounds", `deadline = ${now - 1}`, `WHERE conference_id = '${CONFERENCE}' AND id = 'early'`),
  change("decisions", `set_at = ${now - 5}`, ofIts("two")),
  change("decisions", `released_at = ${now + 5}`, ofIts("two")),
  ordered("pay", "two"),
  paid("pay", "two", "reserved"),
  `${paid("pay", "two", "reserved")} ON CONFLICT DO NOTHING`,
  change("payments", `state = 'captured', booking = ${BOOKED}`, its("pay")),
  refunded("back", "pay", "pending"),
  `${refunded("again", "pay", "pending")} ON CONFLICT DO NOTHING`,
  change("refunds", "amount_cents = 3000", its("back")),
  change("refunds", "state = 'refused'", its("back")),
  refunded("third", "pay", "pending"),
  ofRefund("third", "pay", true),
  change("refunds", "state = 'refused'", its("third")),
  change("refunds", "state = 'sending'", its("third")),
  change("refunds", "kind = 'credit'", its("third")),
  `DELETE FROM refund_lines WHERE refund_id = '${"third".padEnd(20, "x")}'`,
  ofRefund("third", "pay", false),
  change("refunds", "kind = 'money'", its("third")),
  change("holdings", "cents = 9000", "WHERE id LIKE 'payx%'"),
  change("holdings", "state = 'ended'", "WHERE id LIKE 'payx%'"),
  change("holdings", "state = 'held'", "WHERE id LIKE 'payx%'"),
  `INSERT INTO holdings SELECT 'another', conference_id, uid, 'an add-on', pass_type, title, NULL, 500, payment_id, id, 'held', 0, NULL
    FROM holdings WHERE id LIKE 'payx%'`,
  "DELETE FROM holdings WHERE id = 'another'",
  change("payments", "state = 'refund_pending'", its("pay")),
  change("payments", `state = 'voided', booking = ${BOOKED}`, its("pay")),
  change("payments", `state = 'captured', booking = ${BOOKED}`, its("pay")),
  `DELETE FROM refund_lines WHERE refund_id = '${"third".padEnd(20, "x")}'`,
  `DELETE FROM refunds ${its("third")}`,
  `DELETE FROM refunds ${its("back")}`,
  `DELETE FROM payments ${its("pay")}`,
  paid("pay", "two", "captured"),
  chosen("one", "waiting"),
  `${chosen("one", "held")} ON CONFLICT DO NOTHING`,
  chosen("two", "waiting", 1),
  change("places", "state = 'held'", ofIts("one")),
  change("places", "chosen_at = chosen_at + 5", ofIts("one")),
  change("places", `session_id = (${CAPPED} LIMIT 1)`, ofIts("two")),
  `DELETE FROM places ${ofIts("one")}`,
  `DELETE FROM places ${ofIts("two")}`,
  `INSERT INTO applications (conference_id, uid, created_at, submitted_at) VALUES ('${OTHER}', 'two', 0, ${now})`,
  `INSERT INTO rounds (conference_id, id, title, position, deadline, decision_release) VALUES ('${OTHER}', 'early', 'Early', 0, ${now + 1}, ${now})`,
  `DELETE FROM rounds WHERE conference_id = '${OTHER}'`,
];
const UNDO = [
  ...["refunds WHERE reason = 'test'", `payments ${its("pay")}`, `orders ${its("pay")}`],
  ...["decisions", "assignments", "reviews", "places", "applications"].map(
    (table) => `${table} WHERE uid IN ('one', 'two')`,
  ),
  `rounds WHERE conference_id = '${OTHER}'`,
].map((from) => `DELETE FROM ${from}`);

/** Plays the history. Returns the first statement after which a count was wrong. */
export async function wrongAfter(): Promise<string | undefined> {
  let wrong: string | undefined;
  const round = await row(
    `SELECT deadline, released_at FROM rounds WHERE conference_id = ? AND id = 'early'`,
    CONFERENCE,
  );
  for (const statement of HISTORY) {
    await run(statement);
    if (!wrong && (await differences()).length > 0) wrong = statement;
  }
  for (const statement of UNDO) await run(statement);
  await run(
    `UPDATE rounds SET deadline = ?, released_at = ? WHERE conference_id = ? AND id = 'early'`,
    ...Object.values(round),
    CONFERENCE,
  );
  return wrong ?? ((await differences()).length > 0 ? "afterwards" : undefined);
}
