import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { subscriptions } from "#db/schema/money.ts";
import { claim } from "~/money/subscriptions/subscription-leases.server.ts";
import { askForCharge } from "~/money/subscriptions/subscription-reconciler.server.ts";
import type { Subscription } from "~/money/subscriptions/subscription-rows.server.ts";
import { activate, markPastDue } from "~/money/subscriptions/subscription-steps.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { CardProcessor } from "~/platform/ports/card-processor.server.ts";
import { MINUTE } from "~/values/durations.ts";
import { delegate } from "../../support/people.ts";
import { changingNothing, row, rows } from "../../support/storage.ts";

const YEAR = 365 * 24 * 60 * MINUTE;
const db = connect(env.DB, newMeter());

/** A processor that finds no charge. */
const cards = { name: "simulator", lookup: async () => null } as unknown as CardProcessor;
const context = {
  db,
  cards,
  processors: [cards],
  origin: "https://portal.example.org",
  requestId: "steps",
} as Context;

let uid: string;
let recurring: string;
beforeEach(async () => {
  ({ uid } = await delegate());
  recurring = newId();
});

/** Stores a subscription whose first charge is paid but not completed. Values in `over` replace the usual ones. */
async function stored(over: Partial<typeof subscriptions.$inferInsert> = {}): Promise<Subscription> {
  const now = Date.now();
  const id = newId();
  const [made] = await db
    .insert(subscriptions)
    .values({
      id,
      uid,
      title: "HPAIR+",
      amountCents: 4900,
      intervalMonths: 12,
      state: "charged",
      gateway: "simulator",
      transactionId: `charge-${id}`,
      paidUntil: now + YEAR,
      leaseUntil: now,
      createdAt: now,
      resolvedAt: now,
      ...over,
    })
    .returning();
  return made!;
}

const now = async ({ id }: Subscription) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.id, id)))[0]!;
const periodsOf = ({ id }: Subscription) =>
  rows("SELECT * FROM subscription_periods WHERE subscription_id = ?", id);

test("a paid and completed subscription opens the library and has one period", async () => {
  const charged = await stored();
  await activate(context, charged, recurring);
  expect((await now(charged)).state).toBe("active");
  expect(await row("SELECT hpair_plus_subscription_id AS id FROM users WHERE uid = ?", uid)).toEqual({
    id: recurring,
  });
  expect(await periodsOf(charged)).toHaveLength(1);
});

test.each([
  "released",
  "refunded",
  "cancelled",
  "ended",
] as const)("what became %s meanwhile is not activated: no access, no period, no mail", async (state) => {
  const read = await stored();
  await db.update(subscriptions).set({ state }).where(eq(subscriptions.id, read.id));
  await changingNothing(() => activate(context, read, recurring));
});

test("resuming adds no second period, even if the charge is no longer known", async () => {
  const charged = await stored({ transactionId: null });
  await activate(context, charged, recurring);
  await db.update(subscriptions).set({ state: "charged" }).where(eq(subscriptions.id, charged.id));
  await activate(context, await now(charged), `${recurring}-anew`);
  expect((await now(charged)).gatewaySubscriptionId).toBe(`${recurring}-anew`);
  expect(await periodsOf(charged)).toHaveLength(1);
});

test.each([
  "charged",
  "cancelled",
  "ended",
  "refunded",
  "past_due",
] as const)("a renewal that failed says nothing of what is %s", async (state) => {
  const read = await stored({ state, gatewaySubscriptionId: recurring });
  await changingNothing(() => markPastDue(context, read));
});

test("the mail about a failed renewal is sent once, and only for a subscription that was active", async () => {
  const active = await stored({ state: "active", gatewaySubscriptionId: recurring });
  await markPastDue(context, active);
  expect((await now(active)).state).toBe("past_due");
  await changingNothing(() => markPastDue(context, active));
});

test("of several that claim a row at once one gets it, and none that read it before it changed", async () => {
  const read = await stored();
  const taken = await Promise.all(
    [1, 2, 3].map((minutes) => claim(context, read, Date.now() + minutes * MINUTE)),
  );
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await claim(context, read, Date.now() + MINUTE)).toBeNull();
  const again = await now(read);
  await db.update(subscriptions).set({ state: "active" }).where(eq(subscriptions.id, read.id));
  expect(await claim(context, again, Date.now() + MINUTE)).toBeNull();
});

test.each([
  [19, false],
  [21, true],
] as const)("a charge that is not found %i minutes after its lease is missed: %s", async (minutes, isMissed) => {
  const open = await stored({
    state: "unknown",
    transactionId: null,
    resolvedAt: null,
    paidUntil: null,
    leaseUntil: Date.now() - minutes * MINUTE,
  });
  await askForCharge(context, open);
  expect((await now(open)).unseenSince !== null).toBe(isMissed);
});

test.each([
  [9, "unknown"],
  [11, "released"],
] as const)("a charge that is still missed %i minutes later is %s", async (minutes, state) => {
  const open = await stored({
    state: "unknown",
    transactionId: null,
    resolvedAt: null,
    paidUntil: null,
    leaseUntil: Date.now() - 60 * MINUTE,
    unseenSince: Date.now() - minutes * MINUTE,
  });
  await askForCharge(context, open);
  expect((await now(open)).state).toBe(state);
});
