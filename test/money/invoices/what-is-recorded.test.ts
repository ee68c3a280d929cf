import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { takingMessages } from "~/money/invoices/messages.ts";
import { recordTaking } from "~/money/invoices/takings.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { LONGEST_REQUEST } from "~/platform/requests.ts";
import { MINUTE } from "~/values/durations.ts";
import { messages } from "~/values/messages.ts";
import { payerByCard } from "../../support/bank.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { FakeGateway } from "../../support/fake-gateway.ts";
import { request } from "../../support/faults.ts";
import { withInvoicing } from "../../support/invoicing.ts";
import { mailsTo } from "../../support/mails.ts";
import { visitOf } from "../../support/money.ts";
import { overtake } from "../../support/overtake.ts";
import { readyToPay } from "../../support/people.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { keepHouse } from "../../support/worker.ts";

// Which money is recorded for an invoice, which is not, and which of it counts without a second person.

const at = (id: string) => `/admin/payments/invoices/${id}`;

async function invoiced() {
  const { browser, email } = await readyToPay();
  const asked = await browser.post("/register/invoice", {
    ...{ buyerName: "University of Ghana", buyerAddress: "Legon, Accra" },
    ...{ intent: "ask", intendedPassCost: "495", total: "495" },
  });
  expect(asked.status).toBe(302);
  return { email, id: asked.headers.get("location")!.split("/")[2]! };
}

const money = (amount: number, more: Record<string, string> = {}) => ({
  ...{ kind: "pays", means: "bank transfer", amount: String(amount), reference: "TX 4711" },
  ...{ receivedOn: "2022-12-16", intent: "record", entry: newId(), ...more },
});

async function record(browser: Browser, id: string, amount: number): Promise<string> {
  const fields = money(amount);
  const answer = await browser.post(at(id), fields);
  expect(answer.status, await answer.clone().text()).toBe(302);
  return fields.entry;
}

const takingsOf = (id: string) =>
  rows<{ state: string; cents: number }>(
    "SELECT state, amount_cents AS cents FROM takings WHERE order_id = ? ORDER BY rowid",
    id,
  );
const stateOf = async (table: "payments" | "takings", id: string) =>
  (await row<{ state: string }>(`SELECT state FROM ${table} WHERE id = ?`, id)).state;

/** Another part of the invoice, as a restore of the database brings it back. */
const bringBack = (invoice: string, cents: number) =>
  run(
    `INSERT INTO takings (id, conference_id, order_id, means, reference, received_on, amount_cents, limit_cents, state,
        recorded_by, recorded_at, created_at, confirmed_by, confirmed_at, booking)
      SELECT ?, conference_id, id, 'bank transfer', 'TX 1', '2022-12-16', ?, 1000000, 'part', 'x', 0, 0, 'x', 0,
        json_object('at', 0, 'on', '2023-01-01') FROM orders WHERE id = ?`,
    ...[newId(), cents, invoice],
  );

const waiting = (browser: Browser, id: string, amount: number) =>
  withInvoicing({ secondPersonCents: 100 }, () => record(browser, id, amount));

beforeEach(() => run("DELETE FROM counters"));

/** What the money is recorded for, and why it is refused. */
const REFUSED: [string, (treasurer: Browser) => Promise<string>, Record<string, string>, number, string][] = [
  ["nothing that exists", async () => newId(), {}, 404, messages.notFound],
  ["what was paid by card", async () => (await payerByCard()).id, {}, 404, messages.notFound],
  [
    "an invoice, on a day that has not come",
    async () => (await invoiced()).id,
    { receivedOn: "2099-01-01" },
    400,
    takingMessages.inFuture,
  ],
  [
    "an invoice that is paid",
    async (treasurer) => {
      const { id } = await invoiced();
      await record(treasurer, id, 495);
      return id;
    },
    {},
    409,
    takingMessages.notOpen,
  ],
  [
    "an invoice that has ended",
    async (treasurer) => {
      const { id } = await invoiced();
      expect((await treasurer.post(at(id), { intent: "cancel" })).status).toBe(302);
      return id;
    },
    {},
    409,
    takingMessages.notOpen,
  ],
  [
    "an invoice for which other money waits",
    async (treasurer) => {
      const { id } = await invoiced();
      await waiting(treasurer, id, 200);
      return id;
    },
    {},
    409,
    takingMessages.isWaiting,
  ],
];

test.each(
  REFUSED,
)("money for %s is neither recorded nor said to pay", async (_, make, more, status, sentence) => {
  const treasurer = await signedIn("treasurer");
  const id = await make(treasurer);
  for (const intent of ["check", "record"]) {
    const answer = await changingNothing(() => treasurer.post(at(id), money(100, { intent, ...more })));
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(sentence)]);
  }
});

test("what was typed stays if other money was recorded first, and is recorded once that is withdrawn", async () => {
  const [quick, slow] = [await signedIn("treasurer"), await signedIn("director")];
  const { id } = await invoiced();
  const page = await slow.open(at(id));
  const other = await waiting(quick, id, 200);
  const typed = { means: "cash", amount: "120.50", reference: "Till 7", receivedOn: "2022-12-15" };
  const refused = await page.press("Continue", typed);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(takingMessages.isWaiting)]);
  expect(refused.form("Continue").fields).toEqual(expect.arrayContaining(Object.entries(typed)));
  expect((await refused.press("Continue")).status).toBe(409);
  const withdrawn = { intent: "withdraw", id: other, [`note-${other}`]: "Never came" };
  expect((await quick.post(at(id), withdrawn)).status).toBe(302);
  const checked = await refused.press("Continue");
  expect((await checked.press("Record $120.50")).status).toBe(302);
  expect((await takingsOf(id)).map(({ state, cents }) => `${state} ${cents}`)).toEqual([
    "withdrawn 20000",
    "part 12050",
  ]);
});

// In these cases there is an invoice, but it cannot take the money now.
test.each(REFUSED.slice(3))("money that came for %s is kept as owed", async (_, make) => {
  const treasurer = await signedIn("treasurer");
  const id = await make(treasurer);
  const before = await takingsOf(id);
  const said = await treasurer.post(at(id), money(100, { kind: "owed", intent: "check" }));
  expect(said.status).toBe(200);
  expect((await treasurer.post(at(id), money(100, { kind: "owed" }))).status).toBe(302);
  expect(await takingsOf(id)).toEqual([...before, { state: "unwanted", cents: 10_000 }]);
});

test.each([
  ["counts", 495_00, false, "captured"],
  ["waits for a second person", 494_99, true, "reserved"],
])("who records money is told that it %s, however often they ask", async (_, limit, isWaiting, state) => {
  const { id } = await invoiced();
  const taken = { id: newId(), orderId: id, amountCents: 495_00, isOwed: false, means: "cash" as const };
  const world = { database: env.DB, gateway: new FakeGateway(), mailer: null };
  const known = visitOf(demoUid("treasurer"));
  await withInvoicing({ secondPersonCents: limit }, async () => {
    for (const _ of [1, 2]) {
      const answer = await request(
        world,
        null,
        "record",
        (context) =>
          recordTaking(context, known, { ...taken, reference: "Till 1", receivedOn: "2022-12-16" }),
        { known },
      );
      expect(answer).toMatchObject({ value: { taking: taken.id, isWaiting } });
    }
  });
  expect(await stateOf("payments", id)).toBe(state);
});

const FEE = { intent: "write-off", missing: "95", why: "A fee of the bank" };

test.each([
  ["money is not recorded", money(300), 0, 300_00],
  ["the rest is not written off", { ...FEE, entry: newId() }, 400, 50_00],
])("%s if more of the invoice is paid as it is recorded", async (_, fields, came, more) => {
  const treasurer = await signedIn("treasurer");
  const { id } = await invoiced();
  if (came > 0) await record(treasurer, id, came);
  const before = await takingsOf(id);
  const isOvertaken = overtake(treasurer, 'insert into "takings"', () => bringBack(id, more));
  const answer = await treasurer.post(at(id), fields);
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringContaining(takingMessages.notOpen),
  ]);
  expect(isOvertaken()).toBe(true);
  expect(await takingsOf(id)).toEqual([...before, { state: "part", cents: more }]);
  expect(await stateOf("payments", id)).toBe("reserved");
});

test("money that nobody recorded is not confirmed", async () => {
  const { id } = await invoiced();
  const director = await signedIn("director");
  const answer = await changingNothing(() => director.post(at(id), { intent: "confirm", id: newId() }));
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining(messages.notFound)]);
});

test("the payer of a part reads the number of their invoice, with the year of its edition", async () => {
  // An edition that was made before this one.
  await run(
    `INSERT INTO conferences (rowid, id, location, year, lat, lng) VALUES (-1, 'aconf_1991', 'Boston', 1991, 0, 0)`,
  );
  const { id, email } = await invoiced();
  await record(await signedIn("treasurer"), id, 100);
  const { number } = await row<{ number: number }>("SELECT number FROM invoices WHERE order_id = ?", id);
  const [mail] = (await mailsTo(email)).slice(-1);
  expect(mail!.body).toContain("We have got $100");
  expect(`${mail!.subject} ${mail!.body}`).toContain(`A2023-${String(number).padStart(4, "0")}`);
  expect(`${mail!.subject} ${mail!.body}`).not.toContain("A1991");
});

/** Stores money that was recorded for the invoice and does not count yet. */
const stored = (id: string, invoice: string, of: { cents?: number; state?: string; createdAt?: number }) =>
  run(
    `INSERT INTO takings (id, conference_id, order_id, means, reference, received_on, amount_cents, limit_cents, state,
        recorded_by, recorded_at, created_at)
      SELECT ?, conference_id, id, 'cash', 'Till 1', '2022-12-16', ?, 10000, ?, 'x', 0, ? FROM orders WHERE id = ?`,
    ...[id, of.cents ?? 10_000, of.state ?? "unconfirmed", of.createdAt ?? 0, invoice],
  );

test("the cron finishes what was cut off, behind much that is over or waits, and leaves what a running request may still finish", async () => {
  const { id } = await invoiced();
  for (let nth = 0; nth < 100; nth += 1) {
    await stored(newId(), id, { state: "withdrawn" });
    await stored(newId(), id, { cents: 10_001 });
  }
  const [under, old] = [newId(), newId()];
  await stored(under, id, { createdAt: Date.now() - LONGEST_REQUEST + MINUTE });
  await stored(old, id, { createdAt: Date.now() - LONGEST_REQUEST - MINUTE });
  await keepHouse();
  expect([await stateOf("takings", under), await stateOf("takings", old)]).toEqual([
    ...["unconfirmed", "unwanted"],
  ]);
  expect(
    await rows("SELECT state, count(*) AS number FROM takings WHERE order_id = ? GROUP BY state", id),
  ).toEqual([
    { state: "unconfirmed", number: 101 },
    { state: "unwanted", number: 1 },
    { state: "withdrawn", number: 100 },
  ]);
});
