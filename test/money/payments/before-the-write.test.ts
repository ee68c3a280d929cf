import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { chargeMessages } from "~/money/cards/messages.ts";
import { ownOrder, type PaymentRequest } from "~/money/payments/checked-payment.server.ts";
import { payByCard } from "~/money/payments/payments.server.ts";
import type { CheckedOrder, CheckedPayment, OrderCheck } from "~/money/payments/reservations.server.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { take } from "~/platform/counters.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { BOOKED, paymentStatements } from "../../support/bills.ts";
import { addFormerEdition, FORMER_CONFERENCE, switchTo } from "../../support/editions.ts";
import { FakeGateway } from "../../support/fake-gateway.ts";
import { request } from "../../support/faults.ts";
import { CONFERENCE, DELEGATE, prepareMoney, visitOf } from "../../support/money.ts";
import { CARD } from "../../support/money-state.ts";
import { setBack, snapshot } from "../../support/set-back.ts";
import { row, rows, run, runAll } from "../../support/storage.ts";

// A payment is checked, and then it is written. If anything that matters has changed in between, the payment is
// refused. So nobody pays for something that they can no longer have, or at a price that no longer applies to them.
// Rows about other people, editions or things do not stop a payment.

const NEIGHBOUR = "fault-neighbour".padEnd(28, "0");
const THIRD = "fault-third".padEnd(28, "0");
const PASS = "Harvard Conference ticket";
const PRICE = 49_500;

let kept: Awaited<ReturnType<typeof snapshot>>;

beforeAll(async () => {
  await prepareMoney();
  await addFormerEdition();
  for (const uid of [NEIGHBOUR, THIRD])
    await run(
      `INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?1, ?1, '', 0)`,
      uid,
    );
  await run(
    `INSERT OR IGNORE INTO applications (conference_id, uid, created_at, submitted_at)
      SELECT conference.value, person.value, 0, 1 FROM json_each(?) AS conference, json_each(?) AS person`,
    ...[
      [CONFERENCE, FORMER_CONFERENCE],
      [DELEGATE, NEIGHBOUR, THIRD],
    ].map((list) => JSON.stringify(list)),
  );
  await run("UPDATE tickets SET on_sale = 1, sale_from = NULL, sale_until = NULL");
  await runAll(bought("theneighbourspassxxx", { uid: NEIGHBOUR }));
  kept = await snapshot();
});
afterEach(() => setBack(kept));

const PASS_ALONE: PaymentRequest = {
  ...{ buys: "pass", passType: "goldPlus", selection: {}, intended: { passCost: undefined } },
  ...{ code: "", heldPass: null },
};
const MUG: PaymentRequest = { ...PASS_ALONE, buys: "add-ons", selection: { h2023mug: true } };

/** The delegate pays. `between` runs after the check of the payment, and before it is written. */
async function pay(
  asked: PaymentRequest,
  between: (found: CheckedOrder) => Promise<unknown> = async () => {},
) {
  const gateway = new FakeGateway();
  const known = visitOf(DELEGATE);
  const check: OrderCheck = async (context, visit) => {
    const found = await ownOrder(asked)(context, visit);
    if (!("refused" in found)) await between(found);
    return found;
  };
  const ending = await request(
    { database: env.DB, gateway, mailer: null },
    null,
    "pay",
    (context) => payByCard(context, known, check, CARD),
    { known },
  );
  return { ending, charged: gateway.charges.map(({ amountCents }) => amountCents) };
}

/** The statements that insert a payment: unless `more` says otherwise, $495 for the pass, paid in cash. */
const bought = (id: string, more: Partial<Parameters<typeof paymentStatements>[0]> & { uid: string }) =>
  paymentStatements({ id, amountCents: PRICE, state: "captured", means: "cash", ...more });

type Grant = {
  uid?: string;
  code?: string;
  cents?: number;
  budget?: string;
  conference?: string;
  from?: number;
};

/** Stores an award or a code that takes $50 off. */
async function grant(
  id: string,
  { uid, code, cents = 5_000, budget, conference = CONFERENCE, from = 0 }: Grant,
) {
  if (budget) await run("INSERT INTO budgets VALUES (?, ?, 'Fund', ?, 'x', 0)", budget, conference, cents);
  await run(
    `INSERT INTO grants (id, conference_id, kind, title, code, uid, amount_cents, budget_id, valid_from, created_by, created_at)
      VALUES (?, ?, ?, 'Friends', ?, ?, ?, ?, ?, 'x', 0)`,
    ...[id, conference, uid ? "award" : "code", code ?? null, uid ?? null, cents, budget ?? null, from],
  );
}

const TABLES = ["orders", "payments", "holdings", "grant_uses", "counters", "audit", "outbox"];
/** Everything that a payment writes. */
const written = () => Promise.all(TABLES.map((table) => rows(`SELECT * FROM ${table} ORDER BY rowid`)));

/** The check of a bill, as if it had been made just now. */
async function asOfNow({ bills: [{ checked }] }: CheckedOrder, more: Partial<CheckedPayment> = {}) {
  const context = { db: connect(env.DB, newMeter()), cards: null };
  const { catalogueVersion } = await readStanding(context, CONFERENCE, DELEGATE, checked.now);
  Object.assign(checked, { catalogueVersion, ...more });
}

type Refusal = { refused: string; status: number };

/** Something changes between the check and the write. The payment is refused, and nothing is written or charged. */
async function refuses(
  change: (found: CheckedOrder) => Promise<unknown>,
  refusal: Refusal,
  asked = PASS_ALONE,
) {
  let before: unknown;
  const { ending, charged } = await pay(asked, async (found) => {
    await change(found);
    before = await written();
  });
  expect(charged).toEqual([]);
  expect(ending).toEqual({ value: refusal });
  expect(await written()).toEqual(before);
}

const costs = (dollars: string): Refusal => ({ refused: passMessages.priceChanged(dollars), status: 409 });
const NOT_ON_SALE = { refused: passMessages.notOnSale(PASS), status: 403 };
const PASS_FIRST = { refused: passMessages.passFirst(PASS), status: 403 };
const UNUSABLE = { refused: passMessages.codeUnusable, status: 400 };

describe("what changes after the check is noticed when the payment is written", () => {
  test("the last place is taken", async () => {
    await run("UPDATE tickets SET places = 2 WHERE conference_id = ? AND id = 'goldPlus'", CONFERENCE);
    const taken = () => runAll(bought("thelastplacexxxxxxxx", { uid: THIRD, state: "charging" }));
    await refuses(taken, { refused: passMessages.passSoldOut(PASS), status: 409 });
  });

  test("another window spends the credit", async () => {
    await runAll(bought("thefirstpassxxxxxxxx", { uid: DELEGATE }));
    await run(
      `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, state, requested_by,
        lease_until, created_at, resolved_at)
      VALUES ('thecreditxxxxxxxxxxx', ?, 'thefirstpassxxxxxxxx', 'credit', 1000, 0, 'Ill', 'pending', 'x', 0, 0, 0)`,
      CONFERENCE,
    );
    await run(`UPDATE refunds SET state = 'done', booking = ${BOOKED}`);
    const hat = JSON.stringify([{ id: "h2023hatwhite", title: "Hat", variant: null, cents: 3_000 }]);
    const spent = async () => {
      const more = { uid: DELEGATE, lines: hat, amountCents: 3_000, state: "charging", means: "simulator" };
      await runAll(bought("thehatxxxxxxxxxxxxxx", more));
      await run("UPDATE payments SET credit_cents = 1000 WHERE id = 'thehatxxxxxxxxxxxxxx'");
    };
    await refuses(spent, costs("$25"), MUG);
  });

  test("the pass of the add-ons goes to somebody else, together with them", async () => {
    await runAll(bought("thefirstpassxxxxxxxx", { uid: DELEGATE }));
    await refuses(() => run("UPDATE holdings SET uid = ? WHERE uid = ?", THIRD, DELEGATE), PASS_FIRST, MUG);
  });

  test("the pass of the add-ons ends, and the other pass is still held", async () => {
    await runAll(bought("theotherpassxxxxxxxx", { uid: DELEGATE, passType: "gold" }));
    await runAll(bought("thefirstpassxxxxxxxx", { uid: DELEGATE }));
    const ended = () =>
      run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = 'thefirstpassxxxxxxxx'`);
    await refuses(ended, PASS_FIRST, MUG);
  });

  test("the portal turns to another edition", async () => {
    await refuses(
      async () => {
        await switchTo(FORMER_CONFERENCE);
        await run("INSERT INTO settings (key, value) VALUES ('thisIsNotIt', ?)", CONFERENCE);
      },
      { refused: passMessages.anotherEdition, status: 409 },
    );
  });

  test("too many cards are tried in other windows", async () => {
    const burst = [{ what: "payment-burst", who: DELEGATE, limit: 5, minutes: 10 }];
    const tried = async () => {
      const context = { db: connect(env.DB, newMeter()), wait: { minutes: 0 } };
      for (let cards = 0; cards < 5; cards += 1) await take(context, burst);
    };
    await refuses(tried, { refused: chargeMessages.tooManyCards(10), status: 429 });
  });

  test("an award is given, so the pass costs less", () =>
    refuses(() => grant("an-award", { uid: DELEGATE }), costs("$445")));

  test("an award that was not for now becomes usable", async () => {
    await grant("an-award", { uid: DELEGATE, from: Date.now() + 1 });
    await refuses(() => run("UPDATE grants SET valid_from = 0"), costs("$445"));
  });

  test.each([
    ["ends", "UPDATE grants SET ended_at = 1"],
    ["belongs to another edition", `UPDATE grants SET conference_id = '${FORMER_CONFERENCE}'`],
  ])("a code %s", async (_, sql) => {
    await grant("a-code", { code: "FRIENDS" });
    await refuses(() => run(sql), UNUSABLE, { ...PASS_ALONE, code: "friends" });
  });
});

describe("the statement that writes asks for itself, even if the check has missed something", () => {
  test.each([
    ["is not on sale", "on_sale = 0"],
    ["is not on sale yet", `sale_from = ${Date.now()} + 86400000`],
    ["is on sale no more", "sale_until = 1"],
  ])("a pass that %s is not sold, although the other pass and the former edition's are", async (_, set) => {
    const change = async (found: CheckedOrder) => {
      await run(`UPDATE tickets SET ${set} WHERE conference_id = ? AND id = 'goldPlus'`, CONFERENCE);
      await asOfNow(found);
    };
    await refuses(change, NOT_ON_SALE);
  });

  test("somebody else's award takes nothing off", async () => {
    await grant("an-award", { uid: DELEGATE });
    const change = async (found: CheckedOrder) => {
      await run("UPDATE grants SET uid = ?", NEIGHBOUR);
      await asOfNow(found, { award: null });
    };
    await refuses(change, costs("$495"));
  });
});

describe("what does not concern the payment does not stop it", () => {
  /** The delegate pays, and this is charged. */
  async function isCharged(cents: number, asked = PASS_ALONE, between?: () => Promise<unknown>) {
    const { ending, charged } = await pay(asked, between);
    expect(ending).toMatchObject({ value: { attempt: { state: "captured", chargedCents: cents } } });
    expect(charged).toEqual([cents]);
  }

  test("applications, decisions and agreements of another edition, and what others accepted", async () => {
    await run(
      `INSERT INTO agreements (conference_id, version, opening_letter, code_of_conduct, refund_policy, liability_release, created_at)
        VALUES (?, 7, '', '', '', '', 0)`,
      FORMER_CONFERENCE,
    );
    for (const uid of [DELEGATE, NEIGHBOUR])
      await run(
        `INSERT INTO acceptances (conference_id, uid, version, full_name, stated_date, accepted_at)
          VALUES (?, ?, 7, '', '', 0)`,
        ...[FORMER_CONFERENCE, uid],
      );
    await isCharged(PRICE);
    const { grounds } = await row<{ grounds: string }>(
      "SELECT grounds FROM payments WHERE delegate_uid = ?",
      DELEGATE,
    );
    expect(JSON.parse(grounds)).toMatchObject({ decision: "Accepted", agreementVersion: 1 });
  });

  test("places that are taken in another edition, of another pass, and no more", async () => {
    await run("UPDATE tickets SET places = 0 WHERE conference_id <> ? OR id <> 'goldPlus'", CONFERENCE);
    await run("UPDATE tickets SET places = 2 WHERE conference_id = ? AND id = 'goldPlus'", CONFERENCE);
    await runAll(bought("oftheformeredition01", { uid: NEIGHBOUR, conferenceId: FORMER_CONFERENCE }));
    await runAll(bought("oftheformeredition02", { uid: THIRD, conferenceId: FORMER_CONFERENCE }));
    await runAll(bought("oftheotherpassxxxxxx", { uid: NEIGHBOUR, passType: "gold" }));
    await runAll(bought("oftheotherpassxxxxx2", { uid: THIRD, passType: "gold" }));
    await runAll(bought("thatisdeclinedxxxxxx", { uid: THIRD, state: "declined" }));
    await isCharged(PRICE);
    expect(
      await row("SELECT grounds ->> 'placesLeft' AS places FROM payments WHERE delegate_uid = ?", DELEGATE),
    ).toEqual({
      places: 1,
    });
  });

  test("an award of another edition, and an award of somebody else", async () => {
    await grant("a-former-award", { uid: DELEGATE, conference: FORMER_CONFERENCE });
    await grant("the-neighbours-award", { uid: NEIGHBOUR });
    await isCharged(PRICE);
  });

  test("an award that is not for now, and still is not", async () => {
    await grant("an-award", { uid: DELEGATE, from: Date.now() + 1 });
    await isCharged(PRICE);
  });

  test("what a code takes out of another budget than the award's", async () => {
    await grant("an-award", { uid: DELEGATE, cents: 10_000, budget: "awards" });
    await grant("a-code", { code: "FRIENDS", budget: "codes" });
    await isCharged(PRICE - 15_000, { ...PASS_ALONE, code: "FRIENDS" });
  });

  test("an application that is open again, if somebody who has the pass buys an add-on", async () => {
    await runAll(bought("thefirstpassxxxxxxxx", { uid: DELEGATE }));
    await run(
      "UPDATE applications SET reopened_from = submitted_at, submitted_at = NULL WHERE uid = ?",
      DELEGATE,
    );
    await isCharged(2_500, MUG);
  });

  test("the first and the last moment of the sale, if it is now", async () => {
    await run(
      "UPDATE tickets SET sale_from = ?1, sale_until = ?1 WHERE conference_id = ?2",
      Date.now(),
      CONFERENCE,
    );
    await isCharged(PRICE);
  });
});
