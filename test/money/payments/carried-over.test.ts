import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { allHeldPasses } from "~/standing/holdings.server.ts";
import { rows } from "../../support/storage.ts";

const CONFERENCE = "aconf_2023";
const DELEGATES = 5_000;
const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse("2022-12-20T00:00:00Z");

/** Park and Miller: the same histories at every run. */
function random(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const below = (number: number) => Math.floor(next() * number);
  return {
    below,
    oneOf: <One>(some: readonly One[]) => some[below(some.length)]!,
    chance: (of: number) => next() < of,
  };
}

type Payment = {
  id: string;
  uid: string;
  passType: "gold" | "goldPlus";
  addOns: Record<string, true | string>;
  lines: { id: string; title: string; variant: string | null; cents: number }[];
  amountCents: number;
  state: string;
  createdAt: number;
};
type Refund = {
  id: string;
  paymentId: string;
  cents: number;
  kind: string;
  endsPass: boolean;
  state: string;
  at: number;
};

const FAILED = ["declined", "released"];
const BACK = ["voided", "refunded"];
const LIVE = ["captured", "captured", "captured", "reserved", "charging", "unknown", "refund_pending"];

/** What the tables may have held before holdings had rows of their own. */
function generated(seed: number) {
  const { below, oneOf, chance } = random(seed);
  const payments: Payment[] = [];
  const refunds: Refund[] = [];
  const idOf = (prefix: string, number: number) => `${prefix}${String(number).padStart(19, "0")}`;
  for (let delegate = 0; delegate < DELEGATES; delegate += 1) {
    const uid = `old-${delegate}`;
    const live = new Set<string>();
    for (let attempt = below(4); attempt >= 0; attempt -= 1) {
      const passType = oneOf(["gold", "goldPlus"] as const);
      const state = live.has(passType) ? oneOf([...FAILED, ...BACK]) : oneOf([...FAILED, ...BACK, ...LIVE]);
      if (LIVE.includes(state)) live.add(passType);
      const chosen =
        passType === "gold" ? [] : ["h2023virtual", "h2023mug", "h2023shirtblack"].filter(() => chance(0.5));
      const lines = [
        { id: passType, title: "A pass", variant: null, cents: 100 * (1 + below(600)) },
        ...chosen.map((id) => ({
          ...{ id, title: `The ${id}`, variant: id === "h2023shirtblack" ? "M" : null },
          cents: id === "h2023virtual" ? 0 : 3_000,
        })),
      ];
      const payment = {
        ...{ id: idOf("p", payments.length), uid, passType, state },
        addOns: Object.fromEntries(lines.slice(1).map(({ id, variant }) => [id, variant ?? (true as const)])),
        // Before lines were stored there were none.
        lines: chance(0.1) ? [] : lines,
        amountCents: lines.reduce((sum, { cents }) => sum + cents, 0),
        createdAt: NOW - below(60) * DAY,
      };
      payments.push(payment);
      refunds.push(...refundsOf(payment));
    }
  }
  return { payments, refunds };

  function refundsOf({ id, state, amountCents, createdAt }: Payment): Refund[] {
    if (FAILED.includes(state) || ["reserved", "charging", "unknown"].includes(state)) return [];
    const found: Refund[] = [];
    let left = amountCents;
    const add = (cents: number, endsPass: boolean, one: string, kind = oneOf(["money", "credit"])) => {
      const at = createdAt + (found.length + 1) * DAY;
      found.push({
        id: idOf(`r${found.length}`, 0).slice(0, 2) + id.slice(2),
        paymentId: id,
        cents,
        kind,
        endsPass,
        state: one,
        at,
      });
      if (one !== "refused") left -= cents;
    };
    for (let goodwill = below(3); goodwill > 0; goodwill -= 1) {
      add(1 + below(left - 1), false, oneOf(["done", "done", "refused"]));
    }
    if (state === "refund_pending")
      add(1 + below(left), true, oneOf(["pending", "sending", "unknown"]), "money");
    if (state === "refunded") add(1 + below(left), true, "done");
    return found;
  }
}

const { queries } = env.TEST_MIGRATIONS.find(({ name }) => name.includes("holdings"))!;
const before = env.TEST_MIGRATIONS.slice(
  0,
  env.TEST_MIGRATIONS.findIndex(({ name }) => name.includes("holdings")),
);
const runAll = (statements: string[]) => env.DB.batch(statements.map((query) => env.DB.prepare(query)));

/** The database as it was before the migration, with people and catalogue but without a payment. */
async function oldDatabase(): Promise<void> {
  const kept = ["conferences", "editions", "events", "rounds", "tickets"];
  const saved = await Promise.all(
    kept.map(async (table) => [table, await rows(`SELECT * FROM ${table}`)] as const),
  );
  const there = await rows<{ type: string; name: string }>(
    "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
  );
  await runAll([
    "PRAGMA defer_foreign_keys = ON",
    ...there.map(({ type, name }) => `DROP ${type} "${name}"`),
  ]);
  for (const migration of before) await runAll(migration.queries);
  for (const [table, found] of saved) {
    const columns = (await rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)).map(
      ({ name }) => name,
    );
    for (const one of found) {
      await env.DB.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`)
        .bind(...columns.map((column) => one[column] ?? null))
        .run();
    }
  }
}

const insert = (table: string, columns: Record<string, string>, list: unknown[]) =>
  env.DB.prepare(
    `INSERT INTO ${table} (${Object.keys(columns)}) SELECT ${Object.values(columns)} FROM json_each(?)`,
  ).bind(JSON.stringify(list));

const field = (name: string) => `value ->> '${name}'`;

test("5,000 generated histories are carried over: gate, price, receipt and revenue are the same", async () => {
  await oldDatabase();
  const { payments, refunds } = generated(20_221_220);
  const people = Array.from({ length: DELEGATES }, (_, index) => ({ uid: `old-${index}` }));
  const applied = { conference_id: `'${CONFERENCE}'`, uid: field("uid"), created_at: "0", submitted_at: "1" };
  await insert("applications", applied, people).run();
  for (let from = 0; from < payments.length; from += 2_000) {
    await insert(
      "payments",
      {
        ...{
          id: field("id"),
          conference_id: `'${CONFERENCE}'`,
          delegate_uid: field("uid"),
          pass_type: field("passType"),
        },
        ...{ add_ons: "value -> 'addOns'", lines: "value -> 'lines'", amount_cents: field("amountCents") },
        ...{ state: field("state"), gateway: "'simulator'", transaction_id: field("id"), lease_until: "0" },
        ...{ created_at: field("createdAt"), settled_at: field("createdAt") },
        grounds:
          "CASE value ->> 'passType' WHEN 'gold' THEN '{\"beside\":null}' ELSE '{\"beside\":\"captured\"}' END",
      },
      payments.slice(from, from + 2_000),
    ).run();
  }
  await insert(
    "refunds",
    {
      ...{
        id: field("id"),
        conference_id: `'${CONFERENCE}'`,
        payment_id: field("paymentId"),
        kind: field("kind"),
      },
      ...{
        amount_cents: field("cents"),
        ends_pass: field("endsPass"),
        reason: "'Asked for'",
        state: field("state"),
      },
      ...{ requested_by: "'x'", lease_until: "0", created_at: field("at"), settled_at: field("at") },
    },
    refunds,
  ).run();
  const counted =
    "SELECT name, key, number, total FROM tallies WHERE number <> 0 AND name IN ('pass', 'revenue') ORDER BY 1, 2";
  const bills =
    "SELECT id, delegate_uid, pass_type, add_ons, lines, amount_cents, state FROM payments ORDER BY id";
  const [talliesBefore, billsBefore] = [await rows(counted), await rows(bills)];
  expect(talliesBefore.length).toBeGreaterThan(10);

  await runAll(queries);

  expect(await rows(bills)).toEqual(billsBefore);
  // Money that was kept as credit is no refund of money, and what a goodwill gave back is not on any pass.
  expect(await rows(counted)).toEqual(talliesBefore);
  expect(await rows("PRAGMA foreign_key_check")).toEqual([]);
  expect(await rows("SELECT DISTINCT grounds ->> 'beside' AS beside FROM payments ORDER BY 1")).toEqual([
    { beside: null },
    { beside: "held" },
  ]);

  const held = new Map<string, unknown>();
  for await (const page of allHeldPasses(connect(env.DB, newMeter()), CONFERENCE)) {
    for (const { uid, passType, addOns, cents } of page) held.set(`${uid} ${passType}`, { addOns, cents });
  }
  const paid = payments.filter(({ state }) => state === "captured");
  expect(paid.length).toBeGreaterThan(1_000);
  expect(held).toEqual(
    new Map(
      paid.map(({ uid, passType, addOns, amountCents }) => [
        `${uid} ${passType}`,
        { addOns, cents: amountCents },
      ]),
    ),
  );
  // Each refund lies on the lines of its payment, and none gives back more than it cost.
  expect(
    await rows(`SELECT f.id FROM refunds AS f WHERE f.state <> 'refused' AND f.amount_cents <>
      (SELECT coalesce(sum(l.cents), 0) FROM refund_lines AS l WHERE l.refund_id = f.id)`),
  ).toEqual([]);
  expect(
    await rows(`SELECT h.id FROM holdings AS h JOIN refund_lines AS l ON l.holding_id = h.id
      GROUP BY h.id HAVING sum(l.cents) > h.cents`),
  ).toEqual([]);
  const states = new Map([
    ...["reserved", "charging", "unknown"].map((state) => [state, "pending"] as const),
    ...[["captured", "held"] as const, ["refund_pending", "ending"] as const],
  ]);
  const wrong = (
    await rows<{ state: string; holding: string }>(
      "SELECT DISTINCT p.state, h.state AS holding FROM holdings AS h JOIN payments AS p ON p.id = h.payment_id",
    )
  ).filter(({ state, holding }) => holding !== (states.get(state) ?? "ended"));
  expect(wrong).toEqual([]);
});
