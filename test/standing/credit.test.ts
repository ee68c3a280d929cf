import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { creditOf } from "~/standing/credit.server.ts";
import type { PassType } from "~/values/types.ts";
import { BOOKED, paymentStatements } from "../support/bills.ts";
import { CONFERENCE } from "../support/people.ts";
import { run, runAll } from "../support/storage.ts";

// The credit of a person is what was kept for them, less what their payments spend of it.

const db = connect(env.DB, newMeter());
let made = 0;

async function credit(uid: string): Promise<number> {
  const [found] = await db.all<{ cents: number }>(sql`SELECT ${creditOf(uid)} AS cents`);
  return found!.cents;
}

/**
 * Stores a payment of $150, of which `creditCents` are paid with credit. A person has one payment for each of the two
 * passes.
 */
async function payment(
  uid: string,
  state: string,
  creditCents = 0,
  passType: PassType = "gold",
): Promise<string> {
  made += 1;
  const id = `pays${String(made).padStart(16, "0")}`;
  const isBooked = ["captured", "refunded", "refund_pending"].includes(state);
  await runAll([
    [
      "INSERT OR IGNORE INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?1, ?1, '', 0)",
      [uid],
    ],
    [
      "INSERT OR IGNORE INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)",
      [CONFERENCE, uid],
    ],
  ]);
  await runAll(
    paymentStatements({
      ...{ id, uid, passType, amountCents: 15_000, creditCents, state },
      transactionId: isBooked || state === "voided" ? `tx-${id}` : null,
    }),
  );
  return id;
}

/**
 * Stores a refund of a payment. Once the refund is done, all of `cents` is credit if the kind is `credit`; otherwise
 * only `creditCents` are.
 */
async function refund(
  paymentId: string,
  values: {
    kind: "credit" | "money";
    cents: number;
    creditCents?: number;
    state?: "pending" | "done" | "refused";
  },
) {
  const { kind, cents, creditCents = 0, state = "done" } = values;
  made += 1;
  const id = `back${String(made).padStart(16, "0")}`;
  await run(
    `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, credit_cents, ends_all, reason, state,
      requested_by, lease_until, created_at) VALUES (?, ?, ?, ?, ?, ?, 0, 'Ill', 'pending', 'x', 0, 0)`,
    ...[id, CONFERENCE, paymentId, kind, cents, creditCents],
  );
  await run("INSERT INTO refund_lines VALUES (?, ? || '-00', ?, 0)", id, paymentId, cents);
  if (state !== "pending")
    await run(`UPDATE refunds SET state = ?, booking = ${BOOKED} WHERE id = ?`, state, id);
}

test("only what was kept counts, for each payment its own, and never before it is done", async () => {
  expect(await credit("nobody")).toBe(0);
  const first = await payment("saver", "captured");
  const second = await payment("saver", "captured", 0, "goldPlus");
  await refund(first, { kind: "credit", cents: 4_000 });
  await refund(second, { kind: "money", cents: 9_000, creditCents: 500 });
  expect(await credit("saver")).toBe(4_500);
  await refund(first, { kind: "credit", cents: 1_000, state: "refused" });
  await refund(second, { kind: "credit", cents: 2_000, state: "pending" });
  expect(await credit("saver")).toBe(4_500);
  // Credit that another person keeps or spends is not counted for this person.
  const theirs = await payment("another", "captured", 300);
  await refund(theirs, { kind: "credit", cents: 7_000 });
  expect(await credit("saver")).toBe(4_500);
  expect(await credit("another")).toBe(6_700);
});

test.each([
  ["captured", 4_000],
  ["charging", 4_000],
  ["unknown", 4_000],
  ["refunded", 4_000],
  ["declined", 10_000],
  ["released", 10_000],
  ["voided", 10_000],
])("of 10,000 cents a payment spends 6,000: while it is %s, %i are left", async (state, left) => {
  const uid = `spender-${state}`;
  await refund(await payment(uid, "captured"), { kind: "credit", cents: 10_000 });
  await payment(uid, state, 6_000, "goldPlus");
  expect(await credit(uid)).toBe(left);
});

test("what was kept of a charge that was cancelled later is no credit", async () => {
  const id = await payment("cancelled", "captured");
  await refund(id, { kind: "credit", cents: 10_000 });
  expect(await credit("cancelled")).toBe(10_000);
  await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = ?`, id);
  expect(await credit("cancelled")).toBe(0);
});
