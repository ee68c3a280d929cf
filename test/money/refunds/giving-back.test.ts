import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import {
  billFrom,
  billReads,
  giveLinesBack,
  type RefundRequest,
} from "~/money/refunds/giving-back.server.ts";
import { BOOKED, paymentStatements } from "../../support/bills.ts";
import { FakeGateway } from "../../support/fake-gateway.ts";
import { request, Seams } from "../../support/faults.ts";
import { DIRECTOR, prepareMoney, visitOf } from "../../support/money.ts";
import { CONFERENCE } from "../../support/people.ts";
import { row, rows, run, runAll } from "../../support/storage.ts";

// The portal first reads what a refund ends and gives back. Then the statement that makes the refund checks that this
// has not changed.

const db = connect(env.DB, newMeter());
let made = 0;

beforeAll(prepareMoney);

/** Somebody who can have payments. */
async function person(): Promise<string> {
  made += 1;
  const uid = `person-${made}`.padEnd(28, "x");
  await runAll([
    [
      "INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?1, ?1, '', 0)",
      [uid],
    ],
    ["INSERT INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)", [CONFERENCE, uid]],
  ]);
  return uid;
}

/** A bill that somebody has paid by card. Each line of the bill costs $100. */
async function bill(uid: string, items: string[]): Promise<string> {
  made += 1;
  const id = `bill-${String(made).padStart(15, "0")}`;
  const lines = items.map((item) => ({ id: item, title: item, variant: null, cents: 10_000 }));
  await runAll(
    paymentStatements({
      ...{ id, uid, passType: "goldPlus", amountCents: 10_000 * items.length, state: "captured" },
      ...{ lines: JSON.stringify(lines), means: "fake", transactionId: `charge-${id}` },
    }),
  );
  return id;
}

/** Gives something back. `meanwhile` happens between the look at the bill and the statement. */
async function give(
  paymentId: string,
  asked: Partial<RefundRequest>,
  meanwhile: () => Promise<unknown> = async () => undefined,
) {
  const seams = new Seams(() => undefined);
  const world = { database: env.DB, gateway: new FakeGateway(), mailer: null };
  const visit = visitOf(DIRECTOR);
  let happened = false;
  const turn = async () => {
    if (happened || seams.trace.length !== 1) return;
    happened = true;
    await meanwhile();
  };
  const full: RefundRequest = {
    ...{ paymentId, items: [], amountCents: null, kind: "money", seenCents: 0, reason: "Asked for" },
    ...asked,
  };
  const ending = await request(world, seams, "give", (context) => giveLinesBack(context, visit, full), {
    ...{ turn, known: visit },
  });
  expect(ending).toHaveProperty("value");
  expect(happened).toBe(true);
  return (ending as { value: Awaited<ReturnType<typeof giveLinesBack>> }).value;
}

const laterOn = async (paymentId: string) => billFrom(await db.batch(billReads(db, paymentId)))!.later;

describe("between the look and the statement", () => {
  test("somebody cancels the charge at the processor: a goodwill of it is not made", async () => {
    const [uid, other] = [await person(), await person()];
    const [id, besides] = [await bill(uid, ["goldPlus"]), await bill(other, ["goldPlus"])];
    const answer = await give(id, { amountCents: 1_000 }, () =>
      run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = ?`, id),
    );
    expect(answer).toMatchObject({ status: 409 });
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id IN (?, ?)", id, besides)).toEqual([]);
    expect(await row("SELECT state FROM payments WHERE id = ?", besides)).toEqual({ state: "captured" });
  });

  test("a mug is given up, and bought again on another bill: the first bill ends nothing more", async () => {
    const uid = await person();
    const first = await bill(uid, ["goldPlus", "h2023mug"]);
    const answer = await give(first, { items: ["h2023mug"], amountCents: 0 }, async () => {
      await run(
        "UPDATE holdings SET state = 'ended', until = 0 WHERE payment_id = ? AND item = 'h2023mug'",
        first,
      );
      await bill(uid, ["h2023mug"]);
    });
    expect(answer).toMatchObject({ status: 409 });
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id = ?", first)).toEqual([]);
    expect(
      await rows("SELECT 1 FROM holdings WHERE uid = ? AND item = 'h2023mug' AND state = 'held'", uid),
    ).toHaveLength(1);
  });

  test("a mug is on its way back: it does not end for nothing beside that", async () => {
    const id = await bill(await person(), ["goldPlus", "h2023mug"]);
    const answer = await give(id, { items: ["h2023mug"], amountCents: 0 }, () =>
      run("UPDATE holdings SET state = 'ending' WHERE payment_id = ? AND item = 'h2023mug'", id),
    );
    expect(answer).toMatchObject({ status: 409 });
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id = ?", id)).toEqual([]);
  });
});

test("what was bought later ends with the pass: once, what is still held, and nothing of another pass", async () => {
  const [uid, other] = [await person(), await person()];
  const first = await bill(uid, ["goldPlus", "h2023mug"]);
  expect(await laterOn(first)).toEqual([]);
  const second = await bill(uid, ["h2023hatblack", "h2023hatwhite"]);
  const theirs = await bill(other, ["goldPlus", "h2023mug"]);
  await bill(other, ["h2023shirtblack"]);
  expect(await laterOn(first)).toEqual(["h2023hatblack", "h2023hatwhite"]);
  expect(await laterOn(second)).toEqual([]);
  expect(await laterOn(theirs)).toEqual(["h2023shirtblack"]);
  await run(
    "UPDATE holdings SET state = 'ended', until = 0 WHERE payment_id = ? AND item = 'h2023hatwhite'",
    second,
  );
  expect(await laterOn(first)).toEqual(["h2023hatblack"]);
  // Somebody whose pass has ended may buy another pass, and then add-ons for it. These add-ons do not end with the
  // first pass.
  await run("UPDATE holdings SET state = 'ended', until = 0 WHERE payment_id IN (?, ?)", first, second);
  await bill(uid, ["goldPlus"]);
  await bill(uid, ["h2023hatwhite"]);
  expect(await laterOn(first)).toEqual([]);
});
