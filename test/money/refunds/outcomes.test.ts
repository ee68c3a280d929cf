import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { orders, payments, refunds } from "#db/schema/money.ts";
import { REFUSED_FOR_BANK } from "~/money/refunds/bank-returns.server.ts";
import { billFrom, billReads } from "~/money/refunds/giving-back.server.ts";
import { finishing, writeOutcome } from "~/money/refunds/refund-outcomes.server.ts";
import { pursue, pursueRefunds, recordGoneBack } from "~/money/refunds/refunds.server.ts";
import type { Context } from "~/platform/context.server.ts";
import type { GiveBackOutcome } from "~/platform/ports/card-processor.server.ts";
import { refundColumns } from "~/standing/holdings.server.ts";
import { isItsOrder, paymentColumns } from "~/standing/payments.server.ts";
import { HOUR } from "~/values/durations.ts";
import { BOOKED, paymentStatements } from "../../support/bills.ts";
import { FakeGateway } from "../../support/fake-gateway.ts";
import { planned, request, Seams } from "../../support/faults.ts";
import { DIRECTOR, prepareMoney, visitOf } from "../../support/money.ts";
import { CONFERENCE } from "../../support/people.ts";
import { row, rows, run, runAll } from "../../support/storage.ts";

// A refund gets its outcome. Meanwhile, nothing may happen to the other refunds in the table.

const db = connect(env.DB, newMeter());
const CENTS = 15_000;
let gateway: FakeGateway;
let made = 0;

beforeAll(prepareMoney);
beforeEach(async () => {
  gateway = new FakeGateway({ inParts: true });
  await run("UPDATE refunds SET state = 'refused' WHERE state IN ('pending', 'sending', 'unknown')");
  await run("DELETE FROM outbox");
});

type Made = { id: string; uid: string };

type Statement = [sql: string, parameters: (string | number | null)[]];

/** Somebody's payment of $150 for the virtual pass, and the statements that store it. */
function newPayment({ means = "fake", state = "captured" } = {}): Made & { stored: Statement[] } {
  made += 1;
  const number = String(made).padStart(4, "0");
  const [id, uid] = [`payment-${number}`.padEnd(20, "p"), `payer-${number}`.padEnd(28, "0")];
  const stored: Statement[] = [
    [
      "INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?2, ?2, '', 0)",
      [uid, `payer-${number}@hpair.example`],
    ],
    ["INSERT INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)", [CONFERENCE, uid]],
    ...paymentStatements({
      ...{ id, uid, passType: "gold", amountCents: CENTS, state, means, transactionId: `charge-${number}` },
    }),
  ];
  return { id, uid, stored };
}

/** Stores somebody's payment of $150. The processor has a charge for it. */
async function payment(of: { means?: string; state?: string } = {}): Promise<Made> {
  const { id, uid, stored } = newPayment(of);
  await runAll(stored);
  const card = {
    firstName: "",
    lastName: "",
    cardNumber: "4111111111111111",
    expirationDate: "",
    cardCode: "",
  };
  await gateway.charge({
    ...{ invoiceNumber: id, amountCents: CENTS, card, description: "", customerEmail: "" },
    carried: { conferenceId: CONFERENCE, uid, passType: "gold", addOns: {} },
  });
  gateway.charges.at(-1)!.transactionId = stored.flatMap(([, values]) => values).find(isChargeId) as string;
  return { id, uid };
}

const isChargeId = (value: unknown) => typeof value === "string" && value.startsWith("charge-");

type NewRefund = {
  state?: "pending" | "sending" | "unknown" | "done" | "refused";
  kind?: "money" | "credit";
  cents?: number;
  /** Whether the refund ends the pass. */
  endsAll?: boolean;
  leaseUntil?: number;
};

/**
 * A refund of this payment, and the statements that store it. By default, the refund gives back the whole payment and
 * has not been sent.
 */
function newRefund(
  paymentId: string,
  { state = "pending", kind = "money", cents = CENTS, endsAll = true, leaseUntil = 0 }: NewRefund = {},
): { id: string; stored: Statement[] } {
  made += 1;
  const id = `refund-${String(made).padStart(4, "0")}`.padEnd(20, "r");
  const booking = state === "done" ? BOOKED : "NULL";
  const ends = endsAll ? 1 : 0;
  const stored: Statement[] = [
    [
      `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, state, requested_by,
        lease_until, created_at) VALUES (?, ?, ?, ?, ?, ?, 'Ill', 'pending', 'x', ?, 0)`,
      [id, CONFERENCE, paymentId, kind, cents, ends, leaseUntil],
    ],
    ["INSERT INTO refund_lines VALUES (?, ? || '-00', ?, ?)", [id, paymentId, cents, ends]],
    ["UPDATE payments SET state = 'refund_pending' WHERE id = ? AND ?", [paymentId, ends]],
    [`UPDATE refunds SET state = ?, booking = ${booking} WHERE id = ?`, [state, id]],
  ];
  return { id, stored };
}

async function refund(paymentId: string, of: NewRefund = {}): Promise<string> {
  const { id, stored } = newRefund(paymentId, of);
  await runAll(stored);
  return id;
}

/** Stores somebody's payment with a refund of it. */
async function given({ means = "fake", ...of }: NewRefund & { means?: string } = {}) {
  const one = await payment({ means });
  return { ...one, refund: await refund(one.id, of) };
}

const stateOf = async (id: string) =>
  (await row<{ state: string }>("SELECT state FROM refunds WHERE id = ?", id)).state;
const paymentState = async (id: string) =>
  (await row<{ state: string }>("SELECT state FROM payments WHERE id = ?", id)).state;
const states = (...ids: string[]) => Promise.all(ids.map(stateOf));
const mailKeys = async () =>
  (await rows<{ key: string }>("SELECT event_key AS key FROM outbox ORDER BY 1")).map(({ key }) => key);
const auditOf = async (id: string) =>
  (await rows<{ action: string }>("SELECT action FROM audit WHERE object = ?", `payments/${id}`)).map(
    ({ action }) => action,
  );

/** Runs the work. `meanwhile` happens before the call with this number, counted from 0. */
async function working<Result>(
  work: (context: Context) => Promise<Result>,
  {
    at = -1,
    meanwhile = async () => undefined,
    fault,
    files,
  }: {
    at?: number;
    meanwhile?: () => Promise<unknown>;
    fault?: { at: number; what: string };
    files?: Map<string, Uint8Array>;
  } = {},
): Promise<Result> {
  const seams = new Seams(planned(fault ? [fault] : []));
  const world = { database: env.DB, gateway, mailer: null, files };
  let happened = at < 0;
  const turn = async () => {
    if (happened || seams.trace.length !== at) return;
    happened = true;
    await meanwhile();
  };
  const ending = await request(world, seams, "refund", work, { turn, known: visitOf(DIRECTOR) });
  expect(ending).toHaveProperty("value");
  expect(happened, seams.trace.map(({ name }) => name.slice(0, 40)).join("\n")).toBe(true);
  return (ending as { value: Result }).value;
}

/** The refund with its payment, as `writeOutcome` gets them. */
async function read(id: string) {
  const [refund] = await db.select(refundColumns).from(refunds).where(eq(refunds.id, id));
  const [bill] = await db
    .select(paymentColumns)
    .from(payments)
    .innerJoin(orders, isItsOrder)
    .where(eq(payments.id, refund!.paymentId));
  return { refund: refund!, payment: bill! };
}

describe("a refund that is sent", () => {
  test("is sent once, and another one that waits stays where it is", async () => {
    const [one, other] = [await given(), await given()];
    gateway.settle();
    await working((context) => pursue(context, one.refund));
    expect(await states(one.refund, other.refund)).toEqual(["done", "pending"]);
    expect([await paymentState(one.id), await paymentState(other.id)]).toEqual([
      "refunded",
      "refund_pending",
    ]);
    expect(gateway.refunds.map(({ invoiceNumber }) => invoiceNumber)).toEqual([one.refund]);
    expect(await auditOf(one.id)).toEqual(["payment refunded"]);
    expect(await mailKeys()).toEqual([`refund:${one.refund}`]);
    await working((context) => pursue(context, one.refund));
    expect(gateway.refunds).toHaveLength(1);
    expect(await mailKeys()).toHaveLength(1);
  });

  test("is not sent if somebody else is sending it in this moment", async () => {
    const one = await given();
    gateway.settle();
    // The refund is read, the charge is found, and then the row is set to `sending`.
    await working((context) => pursue(context, one.refund), {
      at: 2,
      meanwhile: () =>
        run("UPDATE refunds SET state = 'sending', lease_until = 9e15 WHERE id = ?", one.refund),
    });
    expect(gateway.refunds).toEqual([]);
    expect(await stateOf(one.refund)).toBe("sending");
  });

  test("and whose answer is lost is neither done nor refused", async () => {
    const one = await given();
    gateway.settle();
    await working((context) => pursue(context, one.refund), { fault: { at: 3, what: "done, answer lost" } });
    expect([await stateOf(one.refund), await paymentState(one.id)]).toEqual(["unknown", "refund_pending"]);
    expect([await auditOf(one.id), await mailKeys()]).toEqual([[], []]);
  });
});

describe("a refund whose answer is missing", () => {
  test("is sent again after an hour, and one that was sent just now is not", async () => {
    const long = await given({ state: "unknown", leaseUntil: Date.now() - 2 * HOUR });
    const short = await given({ state: "unknown", leaseUntil: Date.now() - HOUR / 2 });
    gateway.settle();
    await working((context) => pursue(context, long.refund));
    expect(await states(long.refund, short.refund)).toEqual(["pending", "unknown"]);
    await working((context) => pursue(context, short.refund));
    expect(await stateOf(short.refund)).toBe("unknown");
  });

  test("stays done if its answer arrives while it is looked for", async () => {
    const one = await given({ state: "unknown", leaseUntil: Date.now() - 2 * HOUR });
    gateway.settle();
    await working((context) => pursue(context, one.refund), {
      at: 3,
      meanwhile: () => run(`UPDATE refunds SET state = 'done', booking = ${BOOKED} WHERE id = ?`, one.refund),
    });
    expect(await stateOf(one.refund)).toBe("done");
  });
});

describe("the cron", () => {
  test("leaves a refund alone while a request is sending it, and looks for it afterwards", async () => {
    const now = Date.now();
    const [sending, left] = [
      await given({ state: "sending", leaseUntil: now + 1000 }),
      await given({ state: "sending", leaseUntil: now - 1000 }),
    ];
    const over = await given({ state: "done", leaseUntil: 0 });
    await working((context) => pursueRefunds(context));
    expect(await states(sending.refund, left.refund, over.refund)).toEqual(["sending", "unknown", "done"]);
  });

  test("is not held up by refunds that are over, or whose processor is no longer connected", async () => {
    const many: Statement[] = [];
    for (let count = 0; count < 100; count += 1) {
      const [over, away] = [newPayment(), newPayment({ means: "former-processor" })];
      many.push(...over.stored, ...newRefund(over.id, { state: "done" }).stored);
      many.push(...away.stored, ...newRefund(away.id).stored);
    }
    await env.DB.batch(many.map(([sql, values]) => env.DB.prepare(sql).bind(...values)));
    const waiting = await given({ leaseUntil: 1 });
    gateway.settle();
    await working((context) => pursueRefunds(context));
    expect(await stateOf(waiting.refund)).toBe("done");
  });

  test("says nothing of a refund whose processor is no longer connected", async () => {
    const away = await given({ means: "former-processor" });
    const log = vi.spyOn(console, "error");
    log.mockClear();
    await working((context) => pursue(context, away.refund));
    expect(log).not.toHaveBeenCalled();
    expect(await stateOf(away.refund)).toBe("pending");
  });
});

describe("an outcome", () => {
  const done = { outcome: "done", transactionId: "T-1" } as const;
  const refused = { outcome: "refused", reason: "No." } as const;

  test.each<[string, GiveBackOutcome, string, string, string]>([
    ["a refund that was made", done, "done", "refunded", "refund"],
    ["a refund that was refused", refused, "refused", "captured", "refund-refused"],
  ])("of %s is that of one refund and one payment", async (_, outcome, after, paid, mail) => {
    const [one, other] = [await given(), await given()];
    const open = await read(one.refund);
    await working((context) => writeOutcome(context, open, outcome));
    expect(await states(one.refund, other.refund)).toEqual([after, "pending"]);
    expect([await paymentState(one.id), await paymentState(other.id)]).toEqual([paid, "refund_pending"]);
    // Somebody who paid for themselves gets no mail as the payer of somebody else.
    expect(await mailKeys()).toEqual([`${mail}:${one.refund}`]);
  });

  test("that comes after another one changes nothing, and nobody is told", async () => {
    for (const [first, second] of [
      [done, refused],
      [refused, done],
    ] as const) {
      const one = await given();
      const open = await read(one.refund);
      await working((context) => writeOutcome(context, open, first));
      const before = [await stateOf(one.refund), await paymentState(one.id), await auditOf(one.id)];
      // If the first outcome is a refusal, another refund of the pass is on its way by now.
      if (first === refused) await run("UPDATE payments SET state = 'refund_pending' WHERE id = ?", one.id);
      await run("DELETE FROM outbox");
      await working((context) => writeOutcome(context, open, second));
      if (first === refused) {
        expect(await paymentState(one.id)).toBe("refund_pending");
        await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, one.id);
      }
      expect([await stateOf(one.refund), await paymentState(one.id), await auditOf(one.id)]).toEqual(before);
      expect(await mailKeys()).toEqual([]);
    }
  });

  test("for a bank refuses only what was not sent", async () => {
    const [waiting, sent] = [await given(), await given({ state: "sending" })];
    for (const { refund } of [waiting, sent]) {
      const open = await read(refund);
      await working((context) => writeOutcome(context, open, REFUSED_FOR_BANK, { over: ["pending"] }));
    }
    expect(await states(waiting.refund, sent.refund)).toEqual(["refused", "sending"]);
    expect(await paymentState(sent.id)).toBe("refund_pending");
    expect(await auditOf(sent.id)).toEqual([]);
  });

  test("leaves a payment alone that somebody has cancelled at the processor", async () => {
    const one = await given({ endsAll: false, cents: 1_000 });
    const open = await read(one.refund);
    await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = ?`, one.id);
    await working((context) => writeOutcome(context, open, done));
    expect(await paymentState(one.id)).toBe("voided");
    expect([await auditOf(one.id), await mailKeys()]).toEqual([[], []]);
  });

  test("of a refund for which nothing is sent is written only if it still waits, and only with a booking", async () => {
    const [over, waiting, asked] = [await given({ state: "refused" }), await given(), await given()];
    const booking = { at: 1, on: "2023-01-01" };
    await finishing(db, over.refund, booking);
    await finishing(db, asked.refund, booking);
    await finishing(db, waiting.refund, null);
    expect(await states(over.refund, asked.refund, waiting.refund)).toEqual(["refused", "done", "pending"]);
  });

  test("that refuses a refund tells the person who has the pass now, and not the one who passed it on", async () => {
    const [one, next] = [await payment(), await payment({ state: "declined" })];
    await run(
      `INSERT INTO holdings (id, conference_id, uid, item, pass_type, title, cents, payment_id, from_holding, state, since)
        SELECT 'taken-over-01', conference_id, ?, item, pass_type, title, cents, payment_id, id, 'held', 0
        FROM holdings WHERE payment_id = ?`,
      ...[next.uid, one.id],
    );
    await run("UPDATE holdings SET state = 'ended', until = 0 WHERE id = ? || '-00'", one.id);
    const open = await read(await refund(one.id));
    await working((context) => writeOutcome(context, open, refused));
    expect(
      await rows("SELECT uid FROM outbox WHERE event_key = ?", `refund-refused:${open.refund.id}`),
    ).toEqual([{ uid: next.uid }]);
  });
});

describe("money that goes back by hand", () => {
  const record = (
    paymentId: string,
    refundId: string,
    more: Parameters<typeof working>[1] = {},
    reference = "TRANSFER 1",
  ) => working((context) => recordGoneBack(context, DIRECTOR, { paymentId, refundId, reference }), more);
  const REFUSED = { status: 409 };

  test("is recorded once, for its own refund and its own payment", async () => {
    const [one, other] = [await given({ means: "cash" }), await given({ means: "cash" })];
    expect(await record(one.id, other.refund)).toMatchObject(REFUSED);
    expect(await record(other.id, one.refund)).toMatchObject(REFUSED);
    expect(await record(one.id, "no-such-refund")).toMatchObject(REFUSED);
    expect(await states(one.refund, other.refund)).toEqual(["pending", "pending"]);
    expect(await record(one.id, one.refund)).toEqual({ done: true });
    expect(await states(one.refund, other.refund)).toEqual(["done", "pending"]);
    // The same form sent again is the same act. A form with another reference comes from somebody else.
    expect(await record(one.id, one.refund)).toEqual({ done: true });
    expect(await record(one.id, one.refund, {}, "TRANSFER 2")).toMatchObject(REFUSED);
    expect(await row("SELECT transaction_id AS said FROM refunds WHERE id = ?", one.refund)).toEqual({
      said: "TRANSFER 1",
    });
  });

  test.each([
    ["by the same form", "TRANSFER 1", { done: true }],
    ["by somebody else", "TRANSFER 2", REFUSED],
  ])("in the very moment in which it is recorded %s", async (_, reference, expected) => {
    const one = await given({ means: "cash" });
    // The refund is read, and then its outcome is written.
    const meanwhile = () => record(one.id, one.refund, {}, reference);
    expect(await record(one.id, one.refund, { at: 1, meanwhile })).toMatchObject(expected);
    expect(await row("SELECT transaction_id AS said FROM refunds WHERE id = ?", one.refund)).toEqual({
      said: reference,
    });
  });

  test("is not recorded for a card, whose processor knows what went back", async () => {
    const card = await given();
    expect(await record(card.id, card.refund)).toMatchObject(REFUSED);
    expect(await stateOf(card.refund)).toBe("pending");
  });

  test("is kept beside the database for this refund alone, and only once it has gone back", async () => {
    const before = await given({ means: "cash", endsAll: false, cents: 1_000, state: "done" });
    const later = await refund(before.id, { endsAll: false, cents: 2_000 });
    const files = new Map<string, Uint8Array>();
    await record(before.id, later, { files });
    expect([...files.keys()]).toEqual([`acts/${later}-gone.json`]);

    const other = await given({ means: "cash" });
    const none = new Map<string, Uint8Array>();
    await record(other.id, other.refund, {
      ...{ files: none, at: 1 },
      meanwhile: () => run("UPDATE refunds SET state = 'refused' WHERE id = ?", other.refund),
    });
    expect([...none.keys()]).toEqual([]);
  });
});

test("what went back of a payment is its own money: no credit, nothing refused, nothing of others", async () => {
  const [one, other] = [await payment(), await payment()];
  const part = { endsAll: false } as const;
  await refund(one.id, { ...part, cents: 1_000, state: "done" });
  await refund(one.id, { ...part, cents: 2_000, state: "done", kind: "credit" });
  await refund(one.id, { ...part, cents: 4_000, state: "refused" });
  await refund(one.id, { ...part, cents: 500, state: "pending" });
  await refund(other.id, { ...part, cents: 8_000, state: "done" });
  const billOf = async (id: string) => billFrom(await db.batch(billReads(db, id)))!;
  expect((await billOf(one.id)).payment.returnedCents).toBe(1_500);
  expect((await billOf(other.id)).payment.returnedCents).toBe(8_000);
  await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = ?`, one.id);
  expect((await billOf(one.id)).payment.returnedCents).toBe(CENTS);
});
