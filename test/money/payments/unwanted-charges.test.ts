import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { giveBack, TAKEN_BACK, takeBack } from "~/money/payments/unwanted-charges.server.ts";
import type { LedgerCharge } from "~/money/processor/processors.server.ts";
import type { Context } from "~/platform/context.server.ts";
import type { FoundCharge } from "~/platform/ports/card-processor.server.ts";
import { FakeGateway } from "../../support/fake-gateway.ts";
import { planned, request, Seams } from "../../support/faults.ts";
import { rows, run } from "../../support/storage.ts";

// A charge that buys nothing goes back to the card. However often the portal tries to give it back, the money goes back
// only once.

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const CARD = {
  firstName: "Mei",
  lastName: "Chen",
  cardNumber: "4111111111111111",
  expirationDate: "12/30",
  cardCode: "987",
};
let made = 0;

/** A gateway with one charge that is captured. */
async function charged() {
  const gateway = new FakeGateway();
  made += 1;
  const invoiceNumber = `unwanted${String(made).padStart(12, "0")}`;
  const carried = { conferenceId: "aconf_2023", uid: "nobody", passType: "gold", addOns: {} } as const;
  await gateway.charge({
    ...{ invoiceNumber, carried, card: CARD, amountCents: 15_000, description: "A pass", customerEmail: "" },
  });
  return { gateway, charge: gateway.charges[0]! };
}

type Charged = Awaited<ReturnType<typeof charged>>;

/** Finds the charge at the processor and lets `work` give it back. `fault` says which call fails, and how. */
async function trying(
  { gateway, charge }: Charged,
  work: (context: Context, found: LedgerCharge) => Promise<boolean>,
  fault?: { at: number; what: string },
  change: Partial<FoundCharge> = {},
) {
  const found = { ...(await gateway.find(charge.transactionId))!, gateway: "fake", ...change };
  const seams = new Seams(planned(fault ? [fault] : []));
  const world = { database: env.DB, gateway, mailer: null };
  const ending = await request(world, seams, "give back", (context) => work(context, found));
  expect(ending).toHaveProperty("value");
  const calls = seams.trace.filter(({ kind }) => kind === "ask" || kind === "give back");
  return { isBack: (ending as { value: boolean }).value, calls: calls.map(({ name }) => name) };
}

describe("nothing is asked of the processor", () => {
  test.each([
    "voided",
    "returned",
  ] as const)("about a charge that is %s: its money is back", async (outcome) => {
    for (const settled of [false, true]) {
      const one = await charged();
      const { isBack, calls } = await trying(one, giveBack, undefined, { outcome, settled });
      expect({ settled, isBack, calls }).toEqual({ settled, isBack: true, calls: [] });
    }
  });
});

test("a charge that is not settled is cancelled", async () => {
  const one = await charged();
  expect(await trying(one, giveBack)).toEqual({ isBack: true, calls: ["void"] });
  expect([one.charge.outcome, one.gateway.refunds]).toEqual(["voided", []]);
});

test("a refund whose answer was lost counts as made at the next try, and is not sent again", async () => {
  const one = await charged();
  one.gateway.settle();
  const lost = await trying(one, giveBack, { at: 1, what: "done, answer lost" });
  expect(lost).toEqual({ isBack: false, calls: ["lookupRefund", "refund"] });
  expect(await trying(one, giveBack)).toEqual({ isBack: true, calls: ["lookupRefund"] });
  expect(one.gateway.refunds.map(({ amountCents }) => amountCents)).toEqual([15_000]);
});

test("the audit says once of each charge that it went back, and says nothing of one that did not", async () => {
  const [first, second, third] = [await charged(), await charged(), await charged()];
  const ids = ["taken-back-1", "taken-back-2", "taken-back-3"];
  for (const [index, one] of [first, second, third].entries()) one.charge.transactionId = ids[index]!;
  // The audit log already has an entry about the second charge, but with another action. So this entry does not say
  // that the charge went back.
  await run(
    "INSERT INTO audit (id, at, action, object, detail) VALUES ('another-entry', 1, 'refund', 'transactions/taken-back-2', '{}')",
  );
  expect((await trying(first, takeBack)).isBack).toBe(true);
  expect((await trying(first, takeBack)).isBack).toBe(true);
  expect((await trying(second, takeBack)).isBack).toBe(true);
  expect((await trying(third, takeBack, { at: 0, what: "refused" })).isBack).toBe(false);
  expect(
    await rows(
      "SELECT object, json_extract(detail, '$.amountCents') AS cents FROM audit WHERE action = ? ORDER BY object",
      TAKEN_BACK,
    ),
  ).toEqual([
    { object: "transactions/taken-back-1", cents: 15_000 },
    { object: "transactions/taken-back-2", cents: 15_000 },
  ]);
});
