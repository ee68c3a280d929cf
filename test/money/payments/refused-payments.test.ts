import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { chargeMessages } from "~/money/cards/messages.ts";
import { groupOrder } from "~/money/payers/groups.server.ts";
import { payerMessages } from "~/money/payers/messages.ts";
import { ownOrder, type PaymentRequest } from "~/money/payments/checked-payment.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { payByCard, settle } from "~/money/payments/payments.server.ts";
import type { OrderCheck } from "~/money/payments/reservations.server.ts";
import { passMessages } from "~/money/prices/messages.ts";
import type { Context } from "~/platform/context.server.ts";
import type { ChargeOutcome } from "~/platform/ports/card-processor.server.ts";
import { paymentStatements } from "../../support/bills.ts";
import { FakeGateway } from "../../support/fake-gateway.ts";
import { type Plan, request, Seams } from "../../support/faults.ts";
import { CONFERENCE, DELEGATE, prepareMoney, visitOf } from "../../support/money.ts";
import { CARD } from "../../support/money-state.ts";
import { setBack, snapshot } from "../../support/set-back.ts";
import { row, rows, run, runAll } from "../../support/storage.ts";

// A payment that cannot be made is refused with the reason, before anything is reserved. And an answer of the processor
// changes only the payment that it is about.

const NEIGHBOUR = "fault-neighbour".padEnd(28, "0");
const FRIEND = "friend-of-the-delegate".padEnd(28, "0");
const PASS = "Harvard Conference ticket";
const VIRTUAL = "Virtual Summit ticket";

let kept: Awaited<ReturnType<typeof snapshot>>;

beforeAll(async () => {
  await prepareMoney();
  await run(
    "INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?1, ?1, '', 0)",
    NEIGHBOUR,
  );
  await run(
    "INSERT INTO applications (conference_id, uid, created_at, submitted_at) VALUES (?, ?, 0, 1)",
    ...[CONFERENCE, NEIGHBOUR],
  );
  kept = await snapshot();
});
afterEach(() => setBack(kept));

const PASS_ALONE: PaymentRequest = {
  ...{ buys: "pass", passType: "goldPlus", selection: {}, intended: { passCost: undefined } },
  ...{ code: "", heldPass: null },
};
const MUG: PaymentRequest = { ...PASS_ALONE, buys: "add-ons", selection: { h2023mug: true } };

type More = { uid?: string; card?: typeof CARD | null; plan?: Plan; changed?: (context: Context) => Context };

/** Makes a payment. Unless the second argument says otherwise, the delegate pays with a card. */
async function pay(
  check: OrderCheck,
  { uid = DELEGATE, card = CARD, plan = () => undefined, changed = (context) => context }: More = {},
) {
  const gateway = new FakeGateway();
  const known = visitOf(uid);
  const ending = await request(
    { database: env.DB, gateway, mailer: null },
    new Seams(plan),
    "pay",
    (context) => payByCard(changed(context), known, check, card),
    { known },
  );
  return { ending, charged: gateway.charges.map(({ amountCents }) => amountCents) };
}

/** Adds another person who is ready to pay, just like the delegate. */
async function readyToo(uid: string) {
  await run(
    "INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?1, ?1, '', 0)",
    uid,
  );
  for (const [table, columns] of [
    ["applications", "created_at, submitted_at"],
    ["decisions", "decision, set_at"],
    ["acceptances", "version, full_name, stated_date, accepted_at"],
  ])
    await run(
      `INSERT INTO ${table} (conference_id, uid, ${columns}) SELECT conference_id, ?, ${columns} FROM ${table} WHERE uid = ?`,
      ...[uid, DELEGATE],
    );
}

/** Everything that a payment writes. */
const written = () =>
  Promise.all(
    ["orders", "payments", "holdings", "counters", "audit", "outbox"].map((table) =>
      rows(`SELECT * FROM ${table}`),
    ),
  );

type Refusal = { refused: string; status: number };

/** The payment is refused. Nothing is written and nothing is charged. */
async function refuses(check: OrderCheck, refusal: Refusal, more?: More) {
  const before = await written();
  const { ending, charged } = await pay(check, more);
  expect(ending).toEqual({ value: refusal });
  expect(charged).toEqual([]);
  expect(await written()).toEqual(before);
}

/** Stores a payment of $495 for the pass. */
const stored = (id: string, more: Partial<Parameters<typeof paymentStatements>[0]>) =>
  runAll(paymentStatements({ id, uid: DELEGATE, amountCents: 49_500, state: "charging", ...more }));
const held = () => stored("thatisheldxxxxxxxxxx", { state: "captured", means: "cash" });
const notAccepted = () => run("DELETE FROM acceptances WHERE uid = ?", DELEGATE);

describe("the check refuses with the reason", () => {
  const CASES: [name: string, setup: () => Promise<unknown>, asked: PaymentRequest, refusal: Refusal][] = [
    ["a pass that is held", held, PASS_ALONE, { refused: passMessages.alreadyRegistered(PASS), status: 409 }],
    [
      "a pass that is included in the one that is held",
      held,
      { ...PASS_ALONE, passType: "gold" },
      { refused: passMessages.includedInPass(VIRTUAL, PASS), status: 409 },
    ],
    [
      "a pass that is being paid for",
      () => stored("thatisopenxxxxxxxxxx", {}),
      PASS_ALONE,
      { refused: paymentMessages.paymentBeingChecked, status: 409 },
    ],
    [
      "a pass that is sold out",
      () => run("UPDATE tickets SET places = 0"),
      PASS_ALONE,
      { refused: passMessages.passSoldOut(PASS), status: 409 },
    ],
    [
      "an add-on, as long as the terms are not accepted",
      async () => {
        await held();
        await notAccepted();
      },
      MUG,
      { refused: passMessages.waiverFirst, status: 403 },
    ],
    [
      "a code, as long as the terms are not accepted: it is not even looked up, and is no guess",
      notAccepted,
      { ...PASS_ALONE, code: "guessed" },
      { refused: passMessages.waiverFirst, status: 403 },
    ],
  ];
  test.each(CASES)("%s", async (_, setup, asked, refusal) => {
    await setup();
    await refuses(ownOrder(asked), refusal);
  });

  test("a code that nobody made: the pass is not sold at its full price either", async () => {
    const { ending, charged } = await pay(ownOrder({ ...PASS_ALONE, code: "guessed" }));
    expect(ending).toEqual({ value: { refused: passMessages.codeUnusable, status: 400 } });
    expect(charged).toEqual([]);
    expect(await rows("SELECT * FROM payments")).toEqual([]);
  });

  test("a press on the button of something free, if it costs something by now", () =>
    refuses(
      ownOrder(PASS_ALONE),
      { refused: passMessages.priceChanged("$495"), status: 409 },
      { card: null },
    ));

  test("the number of a card, if no number may reach us", () =>
    refuses(
      ownOrder(PASS_ALONE),
      { refused: chargeMessages.noCardNumbers, status: 400 },
      {
        changed: (context) => ({
          ...context,
          config: {
            ...context.config,
            cardEntry: {
              ...{ mode: "token", script: "", tokens: "", hostedPageUrl: "", loginId: "", clientKey: "" },
            },
          },
        }),
      },
    ));
});

describe("somebody pays for the delegate", () => {
  const requestOf = (uid: string) => `asked${uid}`.slice(0, 20);
  const forDelegate = groupOrder({ ids: [requestOf(DELEGATE)], seenCents: 49_500 });
  const asked = (uid = DELEGATE) =>
    run(
      `INSERT INTO payer_requests (id, conference_id, uid, pass_type, add_ons, email, email_key, created_at)
        VALUES (?1, ?2, ?3, 'goldPlus', '{}', ?4, ?4, 0)`,
      ...[requestOf(uid), CONFERENCE, uid, visitOf(NEIGHBOUR).viewer.email],
    );
  const withoutFiles: Plan = ({ name }) => (name.startsWith("file ") ? "fails before" : undefined);

  test("no card is charged if nothing outside the database says for whom, and the delegate can be paid for again", async () => {
    await asked();
    const { ending, charged } = await pay(forDelegate, { uid: NEIGHBOUR, plan: withoutFiles });
    expect(ending).toEqual({ value: { refused: chargeMessages.paymentFailed, status: 503 } });
    expect(charged).toEqual([]);
    expect(await row("SELECT state FROM payments")).toEqual({ state: "released" });
    expect((await pay(forDelegate, { uid: NEIGHBOUR })).charged).toEqual([49_500]);
  });

  test("a card of their own is charged all the same: its charge says for whom it is", async () => {
    expect((await pay(ownOrder(PASS_ALONE), { plan: withoutFiles })).charged).toEqual([49_500]);
  });

  test("nobody's row is written, and no other order is touched, if one of two takes the request back meanwhile", async () => {
    await stored("ofsomebodyelsexxxxxx", { uid: NEIGHBOUR, state: "captured", means: "cash" });
    await asked();
    await readyToo(FRIEND);
    await asked(FRIEND);
    const check = groupOrder({ ids: [requestOf(DELEGATE), requestOf(FRIEND)], seenCents: 99_000 });
    const takenBack: OrderCheck = async (context, visit) => {
      const found = await check(context, visit);
      await run("UPDATE payer_requests SET ended_at = 1 WHERE uid = ?", FRIEND);
      return found;
    };
    const moved = { refused: payerMessages.moved("Somebody"), status: 409 };
    await refuses(takenBack, moved, { uid: NEIGHBOUR });
    expect((await pay(forDelegate, { uid: NEIGHBOUR })).charged).toEqual([49_500]);
  });
});

describe("an answer of the processor", () => {
  const answered = async (orderId: string, outcome: ChargeOutcome) => {
    const world = { database: env.DB, gateway: new FakeGateway(), mailer: null };
    const order = { orderId, deadlineZone: "UTC" };
    const known = visitOf(DELEGATE);
    return request(world, null, "answer", (context) => settle(context, order, outcome), { known });
  };
  const MINE = "minexxxxxxxxxxxxxxxx";

  test("decides about no other payment that is open", async () => {
    await stored(MINE, {});
    await stored("theneighboursxxxxxxx", { uid: NEIGHBOUR });
    expect(await answered(MINE, { outcome: "declined" })).toEqual({ value: "declined" });
    expect(await rows("SELECT id, state FROM payments ORDER BY id")).toEqual([
      { id: MINE, state: "declined" },
      { id: "theneighboursxxxxxxx", state: "charging" },
    ]);
    expect(await rows("SELECT object FROM audit WHERE action = 'payment declined'")).toEqual([
      { object: `payments/${MINE}` },
    ]);
  });

  test("does not replace the transaction and the card of a payment that is already decided", async () => {
    await stored(MINE, {});
    const card = { brand: "Visa", lastFour: "1111" };
    await answered(MINE, { outcome: "captured", transactionId: "the first", card });
    const again = {
      outcome: "captured" as const,
      transactionId: "another",
      card: { ...card, lastFour: "4444" },
    };
    expect(await answered(MINE, again)).toEqual({ value: "captured" });
    expect(await row("SELECT transaction_id, card_last_four FROM orders")).toEqual({
      transaction_id: "the first",
      card_last_four: "1111",
    });
  });
});
