import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { invoiceMessages, takingMessages } from "~/money/invoices/messages.ts";
import { refundMessages } from "~/money/refunds/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { withInvoicing } from "../../support/invoicing.ts";
import { overtake } from "../../support/overtake.ts";
import { readyToPay } from "../../support/people.ts";
import { row, run } from "../../support/storage.ts";
import { answerWith } from "../../support/worker.ts";

// Money was recorded by hand. While a member of the staff confirms it, or records that it was given back, something
// else may happen to the same invoice or to another one.

const at = (id: string) => `/admin/payments/invoices/${id}`;

async function invoiced(): Promise<string> {
  const { browser } = await readyToPay();
  const asked = await browser.post("/register/invoice", {
    ...{ buyerName: "University of Ghana", buyerAddress: "Legon, Accra" },
    ...{ intent: "ask", intendedPassCost: "495", total: "495" },
  });
  expect(asked.status).toBe(302);
  return asked.headers.get("location")!.split("/")[2]!;
}

type Recorded = { invoice: string; taking: string };

/** An open invoice for $495, with a taking that the treasurer recorded. */
async function recorded(amount: number, kind: "pays" | "owed" = "pays"): Promise<Recorded> {
  const [invoice, taking] = [await invoiced(), newId()];
  const answer = await (await signedIn("treasurer")).post(at(invoice), {
    ...{ kind, means: "bank transfer", amount: String(amount), reference: "TX 4711", intent: "record" },
    ...{ receivedOn: "2022-12-16", entry: taking },
  });
  expect(answer.status, await answer.clone().text()).toBe(302);
  return { invoice, taking };
}

/** Money that waits for a second person. */
const waiting = (amount: number, kind?: "owed") =>
  withInvoicing({ secondPersonCents: 100 }, () => recorded(amount, kind));

const confirm = (browser: Browser, { invoice, taking }: Recorded) =>
  browser.post(at(invoice), { intent: "confirm", id: taking });
const settle = (browser: Browser, intent: "withdraw" | "return", { invoice, taking }: Recorded) =>
  browser.post(at(invoice), { intent, id: taking, [`note-${taking}`]: "TX 9" });
const reverse = (browser: Browser, { invoice, taking }: Recorded) =>
  browser.post(at(invoice), { intent: "reverse", taking, entry: newId(), [`reason-${taking}`]: "Another's" });

const stateOf = async ({ taking }: Recorded) =>
  (await row<{ state: string }>("SELECT state FROM takings WHERE id = ?", taking)).state;
const billOf = async ({ invoice }: Recorded) =>
  (await row<{ state: string }>("SELECT state FROM payments WHERE id = ?", invoice)).state;

beforeEach(() => run("DELETE FROM counters"));

describe("what was typed stays when somebody else was first", () => {
  const TYPED = "They sent it twice, see the letter of 3 May.";
  const { typed } = refundMessages.staff;

  /** The page as it was opened, and the answer to its button after somebody else has acted. */
  async function pressedAfter(
    mine: Recorded,
    button: string,
    field: string,
    act: (other: Browser) => Promise<Response>,
  ) {
    const page = await (await signedIn("treasurer")).open(at(mine.invoice));
    expect((await act(await signedIn("director"))).status).toBe(302);
    const answer = await page.press(button, { [field]: TYPED });
    expect(answer.status).toBe(409);
    return answer;
  }

  test("the reason of a withdrawal, which is not taken for another one", async () => {
    const mine = await waiting(400);
    const answer = await pressedAfter(mine, "Withdraw this", `note-${mine.taking}`, (director) =>
      confirm(director, mine),
    );
    expect(answer.text).toContain(takingMessages.notWaiting);
    expect(answer.text).toContain(typed(TYPED));
    expect(answer.html).not.toContain(`value="${TYPED}"`);
  });

  test("how money went back", async () => {
    const mine = await recorded(400, "owed");
    const back = "Record that $400 has gone back";
    const answer = await pressedAfter(mine, back, `note-${mine.taking}`, (director) =>
      settle(director, "return", mine),
    );
    expect(answer.text).toContain(takingMessages.notOwed);
    expect(answer.text).toContain(typed(TYPED));
  });

  test("why a rest is written off, in a form that is still there", async () => {
    const mine = await recorded(480);
    const button = "Write off $15";
    const first = await pressedAfter(mine, button, "why", (director) =>
      director.post(at(mine.invoice), {
        ...{ kind: "pays", means: "bank transfer", amount: "10", reference: "TX 4712", intent: "record" },
        ...{ receivedOn: "2022-12-16", entry: newId() },
      }),
    );
    expect(first.text).toContain(takingMessages.otherRest);
    expect(first.html).toContain(`value="${TYPED}"`);
    expect((await first.press("Write off $5")).status).toBe(302);
    expect(await billOf(mine)).toBe("captured");
  });

  test("why a rest is written off, of an invoice that has ended", async () => {
    const mine = await recorded(400);
    const answer = await pressedAfter(mine, "Write off $95", "why", (director) =>
      director.post(at(mine.invoice), { intent: "cancel" }),
    );
    expect(answer.text).toContain(takingMessages.notOpen);
    expect(answer.text).toContain(typed(TYPED));
  });

  test("why an entry was a mistake, in a form that is still there", async () => {
    const mine = await recorded(495);
    const given = { intent: "give", items: "goldPlus", amount: "100", kind: "money", reason: "Asked for" };
    const answer = await pressedAfter(mine, "Reverse $495", `reason-${mine.taking}`, (director) =>
      director.post(`/admin/payments/${mine.invoice}`, given),
    );
    expect(answer.text).toContain(takingMessages.reversal.partGone);
    expect(answer.html).toContain(`value="${TYPED}"`);
    expect(answer.html).toMatch(/<details open=""><summary>Recorded by mistake/);
  });

  test("why an entry was a mistake that somebody else has reversed", async () => {
    const mine = await recorded(495);
    const answer = await pressedAfter(mine, "Reverse $495", `reason-${mine.taking}`, (director) =>
      reverse(director, mine),
    );
    expect(answer.text).toContain(takingMessages.reversal.notPossible);
    expect(answer.text).toContain(typed(TYPED));
  });

  test("and who cancels an invoice for which money waits reads what the staff can do", async () => {
    const mine = await recorded(0.01);
    const page = await (await signedIn("treasurer")).open(at(mine.invoice));
    await withInvoicing({ secondPersonCents: 100 }, async () =>
      expect(
        (
          await (
            await signedIn("director")
          ).post(at(mine.invoice), {
            ...{ kind: "pays", means: "bank transfer", amount: "400", reference: "TX 9", intent: "record" },
            ...{ receivedOn: "2022-12-16", entry: newId() },
          })
        ).status,
      ).toBe(302),
    );
    const answer = await page.press("Cancel this invoice");
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(takingMessages.cannotCancel)]);
    expect(answer.text).not.toContain(invoiceMessages.moneyRecorded);
    expect(await billOf(mine)).toBe("reserved");
  });
});

/** The three ways in which money counts: it pays the invoice, or a part of it, or is owed. */
const WAYS: [string, number, "owed" | undefined, string, string][] = [
  ["that pays the invoice", 495, undefined, "waiting", "taken"],
  ["that pays a part of it", 400, undefined, "waiting", "part"],
  ["that buys nothing", 400, "owed", "unconfirmed", "unwanted"],
];

describe.each(WAYS)("money %s", (_way, amount, kind, before, after) => {
  test("is confirmed alone: the same sum for another invoice waits on", async () => {
    const [mine, other] = [await waiting(amount, kind), await waiting(amount, kind)];
    expect((await confirm(await signedIn("director"), mine)).status).toBe(302);
    expect([await stateOf(mine), await stateOf(other), await billOf(other)]).toEqual([
      ...[after, before, "reserved"],
    ]);
    expect((await settle(await signedIn("treasurer"), "withdraw", other)).status).toBe(302);
    expect([await stateOf(mine), await stateOf(other)]).toEqual([after, "withdrawn"]);
  });

  test("is confirmed by somebody who presses twice, and then a third time, and is told so each time", async () => {
    const mine = await waiting(amount, kind);
    const [director, again] = [await signedIn("director"), await signedIn("director")];
    const isOvertaken = overtake(director, 'update "takings"', () => confirm(again, mine));
    const answers = [await confirm(director, mine), await confirm(director, mine)];
    expect([isOvertaken(), ...answers.map(({ status }) => status)]).toEqual([true, 302, 302]);
    expect(await stateOf(mine)).toBe(after);
  });

  test("does not count if it is withdrawn as it is confirmed", async () => {
    const mine = await waiting(amount, kind);
    const [director, treasurer] = [await signedIn("director"), await signedIn("treasurer")];
    const isOvertaken = overtake(director, 'update "takings"', async () =>
      expect((await settle(treasurer, "withdraw", mine)).status).toBe(302),
    );
    const answer = await confirm(director, mine);
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining(takingMessages.notWaiting),
    ]);
    expect([isOvertaken(), await stateOf(mine), await billOf(mine)]).toEqual([true, "withdrawn", "reserved"]);
  });

  test("does not count if the second person loses the ability as they confirm it", async () => {
    const mine = await waiting(amount, kind);
    const director = await signedIn("director");
    const give = (abilities: string[]) =>
      run("UPDATE staff SET abilities = ? WHERE uid = ?", JSON.stringify(abilities), demoUid("director"));
    overtake(director, 'update "takings"', () => give(["content"]));
    const { status } = await confirm(director, mine);
    await give(["everything"]);
    await run("UPDATE money_since SET since = 0");
    expect([status, await stateOf(mine), await billOf(mine)]).toEqual([409, before, "reserved"]);
  });

  test("does not count before the act is stored outside of the database", async () => {
    const mine = await waiting(amount, kind);
    const FILES = new Proxy(env.FILES, {
      get: (files, name: keyof R2Bucket) =>
        name === "put" ? () => Promise.reject(new Error("away")) : files[name].bind(files),
    });
    const director = await signedIn("director");
    director.send = (request) => answerWith({ FILES }, request);
    expect((await confirm(director, mine)).status).toBe(503);
    expect([await stateOf(mine), await billOf(mine)]).toEqual([before, "reserved"]);
  });
});

/** Another part of the invoice, as a restore of the database brings it back. */
const bringBack = ({ invoice }: Recorded, cents: number) =>
  run(
    `INSERT INTO takings (id, conference_id, order_id, means, reference, received_on, amount_cents, limit_cents, state,
        recorded_by, recorded_at, created_at, confirmed_by, confirmed_at, booking)
      SELECT ?, conference_id, id, 'bank transfer', 'TX 1', '2022-12-16', ?, 1000000, 'part', 'x', 0, 0, 'x', 0,
        json_object('at', 0, 'on', '2023-01-01') FROM orders WHERE id = ?`,
    ...[newId(), cents, invoice],
  );

describe.each(WAYS.slice(0, 2))("money %s", (_way, amount) => {
  test("does not count if more of the invoice is paid as it is confirmed", async () => {
    const mine = await waiting(amount);
    const director = await signedIn("director");
    overtake(director, 'update "takings"', () => bringBack(mine, 300_00));
    expect((await confirm(director, mine)).status).toBe(409);
    expect([await stateOf(mine), await billOf(mine)]).toEqual(["waiting", "reserved"]);
    // The next attempt finds the other part before it changes anything, so its answer gives the reason.
    const answer = await confirm(await signedIn("director"), mine);
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining(takingMessages.otherRest),
    ]);
    expect(await stateOf(mine)).toBe("waiting");
  });

  test("does not count if the invoice ends as it is confirmed", async () => {
    const mine = await waiting(amount);
    const director = await signedIn("director");
    overtake(director, 'update "takings"', () =>
      run("UPDATE payments SET state = 'released' WHERE id = ?", mine.invoice),
    );
    expect((await confirm(director, mine)).status).toBe(409);
    expect([await stateOf(mine), await billOf(mine)]).toEqual(["waiting", "released"]);
  });
});

test("money goes back alone, and not while somebody asks to reverse it", async () => {
  const [mine, other] = [await recorded(400, "owed"), await recorded(400, "owed")];
  const treasurer = await signedIn("treasurer");
  await withInvoicing({ secondPersonCents: 100 }, async () => {
    expect((await reverse(treasurer, mine)).status).toBe(302);
  });
  const asked = await settle(treasurer, "return", mine);
  expect([asked.status, await asked.text()]).toEqual([409, expect.stringContaining(takingMessages.notOwed)]);
  expect((await settle(treasurer, "return", other)).status).toBe(302);
  expect([await stateOf(mine), await stateOf(other)]).toEqual(["unwanted", "returned"]);
  // Nobody asks to reverse the taking any more.
  await run("UPDATE reversals SET state = 'withdrawn' WHERE taking_id = ?", mine.taking);
  expect((await settle(treasurer, "return", mine)).status).toBe(302);
  expect(await stateOf(mine)).toBe("returned");
});
