import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { outgoingMessages } from "~/money/outgoings/messages.ts";
import { checkRefund, giveLinesBack, type RefundRequest } from "~/money/refunds/giving-back.server.ts";
import { giveBackByStaff } from "~/money/refunds/giving-by-two.server.ts";
import { refundMessages } from "~/money/refunds/messages.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { messages } from "~/values/messages.ts";
import { BOOKED, paymentStatements } from "../../support/bills.ts";
import { FakeGateway } from "../../support/fake-gateway.ts";
import { request, Seams } from "../../support/faults.ts";
import { invoicingInForce, putIntoForce, withInvoicing } from "../../support/invoicing.ts";
import { DIRECTOR, prepareMoney, visitOf } from "../../support/money.ts";
import { CONFERENCE } from "../../support/people.ts";
import { changingNothing, row, rows, run, runAll } from "../../support/storage.ts";

// The portal says which money may go back, and why other money may not. It says so before anything is done, and again
// when it is done.

const { staff } = refundMessages;
let made = 0;

beforeAll(prepareMoney);

/** Somebody who can have payments. */
async function person(): Promise<string> {
  made += 1;
  const uid = `asker-${made}`.padEnd(28, "x");
  await runAll([
    [
      "INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?1, ?1, '', 0)",
      [uid],
    ],
    ["INSERT INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)", [CONFERENCE, uid]],
  ]);
  return uid;
}

/** A bill that somebody has paid by card. Each of its things costs $100. */
async function bill({ items = ["goldPlus", "h2023mug"], uid = "", means = "fake" } = {}): Promise<string> {
  made += 1;
  const id = `owing-${String(made).padStart(14, "0")}`;
  const lines = items.map((item) => ({ id: item, title: item, variant: null, cents: 10_000 }));
  await runAll(
    paymentStatements({
      ...{ id, uid: uid || (await person()), amountCents: 10_000 * items.length, state: "captured" },
      ...{ lines: JSON.stringify(lines), means, transactionId: `charge-${id}` },
    }),
  );
  return id;
}

/** The statement that stores a refund which has not been sent yet. */
const openRefund = (paymentId: string, cents: number) =>
  run(
    `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, state, requested_by,
      lease_until, created_at) VALUES (?, ?, ?, 'money', ?, 0, 'Ill', 'pending', 'x', 9e15, 0)`,
    ...[newId(), CONFERENCE, paymentId, cents],
  );

/** Does the work for a director. `meanwhile` happens before the call with this number, counted from 0. */
async function directing<Result>(
  work: (context: Context, visit: SignedIn) => Promise<Result>,
  { at = -1, meanwhile = async () => undefined }: { at?: number; meanwhile?: () => Promise<unknown> } = {},
): Promise<Result> {
  const seams = new Seams(() => undefined);
  const world = { database: env.DB, gateway: new FakeGateway(), mailer: null };
  const known = visitOf(DIRECTOR);
  let happened = at < 0;
  const turn = async () => {
    if (happened || seams.trace.length !== at) return;
    happened = true;
    await meanwhile();
  };
  const ending = await request(world, seams, "give", (context) => work(context, known), { turn, known });
  expect(ending).toHaveProperty("value");
  expect(happened).toBe(true);
  return (ending as { value: Result }).value;
}

const asked = (paymentId: string, of: Partial<RefundRequest> = {}): RefundRequest => ({
  ...{ paymentId, items: [], amountCents: null, kind: "money", seenCents: 0, reason: "Asked for" },
  ...of,
});

const refundsOf = (id: string) => rows("SELECT amount_cents FROM refunds WHERE payment_id = ?", id);
const heldOf = async (id: string) =>
  (
    await rows<{ item: string }>(
      "SELECT item FROM holdings WHERE payment_id = ? AND state = 'held' ORDER BY item",
      id,
    )
  ).map(({ item }) => item);

/** A bill, what is asked of it, and why that is refused. */
const REFUSED: [string, () => Promise<string>, Partial<RefundRequest>, number, string][] = [
  ["a payment that nobody made", async () => newId(), {}, 404, messages.notFound],
  [
    "a payment of which a part is on its way back",
    async () => {
      const id = await bill();
      await openRefund(id, 1_000);
      return id;
    },
    { amountCents: 1_000, seenCents: 0 },
    409,
    staff.refundUnderWay,
  ],
  [
    "a charge that was cancelled",
    async () => {
      const id = await bill();
      await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = ?`, id);
      return id;
    },
    { amountCents: 1_000 },
    409,
    staff.notRefundable,
  ],
  ["nothing of a pass that is kept", bill, { amountCents: 0 }, 400, staff.chooseWhat],
  ["half a cent", bill, { items: ["h2023mug"], amountCents: 1_000.5 }, 400, staff.refundAmount("$100")],
  ["no number", bill, { items: ["h2023mug"], amountCents: Number.NaN }, 400, staff.refundAmount("$100")],
  ["less than nothing", bill, { items: ["h2023mug"], amountCents: -1 }, 400, staff.refundAmount("$100")],
  [
    "nothing of what has ended with its pass",
    async () => {
      const id = await bill();
      await run("UPDATE holdings SET state = 'ended', until = 0 WHERE payment_id = ?", id);
      return id;
    },
    { amountCents: 0 },
    400,
    staff.refundAmount("$200"),
  ],
  ["all that was paid for a pass that is kept", bill, { amountCents: 20_000 }, 400, staff.passNeedsPayment],
  [
    "what another person paid, as credit",
    async () => {
      const id = await bill();
      await run("UPDATE orders SET payer_uid = ? WHERE id = ?", await person(), id);
      return id;
    },
    { amountCents: 1_000, kind: "credit" as const },
    409,
    staff.creditOfPayer,
  ],
  [
    "what came through a processor that is gone",
    () => bill({ means: "another" }),
    { amountCents: 1_000 },
    409,
    staff.processorAway("another"),
  ],
];

test.each(REFUSED)("%s does not go back", async (_, make, of, status, refused) => {
  const id = await make();
  const request = asked(id, of);
  expect(await directing((context, visit) => checkRefund(context, visit, request))).toEqual({
    ...{ refused, status },
  });
  await changingNothing(async () =>
    expect(await directing((context, visit) => giveLinesBack(context, visit, request))).toEqual({
      ...{ refused, status },
    }),
  );
});

test("the same sums go back where they may: a cent, all of what has ended, and nothing for what ends", async () => {
  const [goodwill, over, mug] = [await bill(), await bill(), await bill()];
  await run("UPDATE holdings SET state = 'ended', until = 0 WHERE payment_id = ?", over);
  for (const request of [
    asked(goodwill, { amountCents: 1 }),
    asked(over, { amountCents: 20_000 }),
    asked(mug, { amountCents: 0, items: ["h2023mug"] }),
  ])
    expect(await directing((context, visit) => giveLinesBack(context, visit, request))).toHaveProperty(
      "refund",
    );
  expect([await heldOf(goodwill), await heldOf(over), await heldOf(mug)]).toEqual([
    ...[["goldPlus", "h2023mug"], [], ["goldPlus"]],
  ]);
});

describe("between the look and the statement", () => {
  test("the pass is transferred: its new holder keeps it", async () => {
    const [id, taker] = [await bill({ items: ["goldPlus"] }), await person()];
    const answer = await directing(
      (context, visit) => giveLinesBack(context, visit, asked(id, { items: ["goldPlus"] })),
      {
        at: 1,
        meanwhile: async () => {
          await run("UPDATE holdings SET state = 'ended', until = 0 WHERE payment_id = ?", id);
          await run(
            `INSERT INTO holdings (id, conference_id, uid, item, pass_type, title, cents, payment_id, from_holding, state, since)
              SELECT ?, conference_id, ?, item, pass_type, title, cents, payment_id, id, 'held', 0 FROM holdings
              WHERE payment_id = ?`,
            ...[`${id}-t`, taker, id],
          );
        },
      },
    );
    expect(answer).toEqual({ refused: staff.notRefundable, status: 409 });
    expect(await refundsOf(id)).toEqual([]);
    expect(await rows("SELECT uid FROM holdings WHERE payment_id = ? AND state = 'held'", id)).toEqual([
      { uid: taker },
    ]);
  });

  test("another refund begins, of nothing: there are never two on their way", async () => {
    const id = await bill();
    const answer = await directing(
      (context, visit) => giveLinesBack(context, visit, asked(id, { amountCents: 1_000 })),
      { at: 1, meanwhile: () => openRefund(id, 0) },
    );
    expect(answer).toEqual({ refused: staff.notRefundable, status: 409 });
    expect(await refundsOf(id)).toEqual([{ amount_cents: 0 }]);
  });

  test("what allowed it is over: nothing goes back, and nothing else is written", async () => {
    const id = await bill();
    await changingNothing(async () =>
      expect(
        await directing((context, visit) =>
          giveLinesBack(context, visit, asked(id, { items: ["goldPlus"] }), undefined, {
            ...{ by: DIRECTOR, may: sql`false`, settle: () => [] },
          }),
        ),
      ).toEqual({ refused: staff.notRefundable, status: 409 }),
    );
  });

  test("a lower limit comes into force: one person alone gives back no more", async () => {
    const id = await bill();
    await withInvoicing({ moneyOutCents: 150_00 }, async () => {
      const lower = { ...(await invoicingInForce()), moneyOutCents: 149_99 };
      const answer = await directing(
        (context, visit) =>
          giveBackByStaff(context, visit, newId(), asked(id, { amountCents: 150_00 }), () => []),
        { at: 3, meanwhile: () => putIntoForce(lower).run() },
      );
      expect(answer).toEqual({ refused: outgoingMessages.limitMoved, status: 409 });
    });
    expect(await refundsOf(id)).toEqual([]);
    expect(await heldOf(id)).toEqual(["goldPlus", "h2023mug"]);
  });
});

test("a refund that is booked keeps its sum, its kind and its payment, and one that is under way does not have to", async () => {
  const [done, open, other] = [await bill(), await bill(), await bill()];
  const credit = asked(done, { amountCents: 1_000, kind: "credit" });
  expect(await directing((context, visit) => giveLinesBack(context, visit, credit))).toHaveProperty("refund");
  await openRefund(open, 1_000);
  const changes: [set: string, value: string | number][] = [
    ...[["amount_cents", 900] as [string, number], ["credit_cents", 100] as [string, number]],
    ...[["kind", "money"] as [string, string], ["payment_id", other] as [string, string]],
  ];
  const before = await row("SELECT * FROM refunds WHERE payment_id = ?", done);
  for (const [column, value] of changes) {
    const change = (id: string) =>
      run(`UPDATE refunds SET ${column} = ? WHERE payment_id = ?`, ...[value, id]);
    await expect(change(done), column).rejects.toThrow("what is booked is never changed");
    await change(open);
  }
  expect(await row("SELECT * FROM refunds WHERE payment_id = ?", done)).toEqual(before);
});
