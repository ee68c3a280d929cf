import Papa from "papaparse";
import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { wholeFile } from "../../support/csv-file.ts";
import { CONFERENCE, readyToPay } from "../../support/people.ts";
import { colleague } from "../../support/staff.ts";
import { rows, run } from "../../support/storage.ts";

const treasurer = await colleague("treasurer");
const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const booked = (day: string) => JSON.stringify({ at: at(day), on: day });
let bills = 0;

const insert = (table: string, row: Record<string, unknown>) =>
  run(
    `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row).map(() => "?")})`,
    ...Object.values(row),
  );

/** Stores a bill of the pass for $495 and a shirt for $35. A trigger makes a holding for each line of the bill. */
async function bill(day: string, more: Record<string, unknown> = {}) {
  const { uid } = await readyToPay();
  const id = `journal${String.fromCharCode(97 + bills++).repeat(13)}`;
  const dueCents = Number(more["amount_cents"] ?? 53_000) - Number(more["credit_cents"] ?? 0);
  await insert("orders", {
    ...{ id, conference_id: CONFERENCE, payer_uid: uid, due_cents: dueCents, lease_until: 0, created_at: 0 },
    ...{ means: dueCents === 0 ? "none" : "simulator", transaction_id: id },
  });
  await insert("payments", {
    ...{
      id,
      order_id: id,
      conference_id: CONFERENCE,
      delegate_uid: uid,
      pass_type: "goldPlus",
      add_ons: "{}",
    },
    ...{ amount_cents: 53_000, state: "captured" },
    lines: JSON.stringify([
      { id: "goldPlus", title: "Ticket", variant: null, cents: 49_500 },
      { id: "h2023shirtblack", title: "Shirt", variant: "M", cents: 3_500 },
    ]),
    ...{ created_at: at(day), resolved_at: at(day), booking: booked(day) },
    ...more,
  });
  return id;
}

async function giveBack(
  paymentId: string,
  day: string,
  { state = "done", ...more }: Record<string, unknown> = {},
) {
  const id = paymentId.replace("journal", "goesbak");
  await insert("refunds", {
    ...{ id, conference_id: CONFERENCE, payment_id: paymentId, kind: "money", amount_cents: 3_500 },
    ...{ ends_all: 0, reason: "Too small", state: "pending", requested_by: demoUid("director") },
    ...{ lease_until: 0, created_at: at(day), resolved_at: at(day), ...more },
  });
  await insert("refund_lines", { refund_id: id, holding_id: `${paymentId}-01`, cents: 3_500, ends: 1 });
  await run("UPDATE refunds SET state = ?, booking = ? WHERE id = ?", String(state), booked(day), id);
}

const linesOf = async (first: string, last: string) => {
  const answer = await treasurer.browser.get(`/admin/payments/journal.csv?first=${first}&last=${last}`);
  expect(answer.status).toBe(200);
  const text = wholeFile(await answer.text()).replace(/^\uFEFF/, "");
  return Papa.parse<Record<string, string>>(text.trimEnd(), { header: true }).data.map(
    ({ day, account, kind, number, debit, credit }) =>
      [day, account, kind, number, debit && `+${debit}`, credit && `-${credit}`].filter(Boolean).join(" "),
  );
};

test("what came in, went back and is owed is listed by day, account and kind, and comes to nothing", async () => {
  await bill("2021-03-01");
  await giveBack(await bill("2021-03-01"), "2021-03-02");
  await giveBack(await bill("2021-03-02"), "2021-03-03", { kind: "credit" });
  expect(await linesOf("2021-03-01", "2021-03-03")).toEqual([
    "2021-03-01 simulator payment 2 +1060.00",
    "2021-03-01 goldPlus payment 2 -990.00",
    "2021-03-01 h2023shirtblack payment 2 -70.00",
    "2021-03-02 h2023shirtblack refund 1 +35.00",
    "2021-03-02 simulator payment 1 +530.00",
    "2021-03-02 goldPlus payment 1 -495.00",
    "2021-03-02 h2023shirtblack payment 1 -35.00",
    "2021-03-02 simulator refund 1 -35.00",
    "2021-03-03 h2023shirtblack credit 1 +35.00",
    "2021-03-03 credit credit 1 -35.00",
  ]);
  const page = await treasurer.browser.open("/admin/payments/journal?first=2021-03-01&last=2021-03-03");
  expect(page.text).toMatch(
    /1 March 2021 to 3 March 2021 .*Money Account In Out Cards \(simulator\) \$1,590 \$35 Total \$1,590 \$35/s,
  );
  expect(page.text).toMatch(
    /What it was for Pass or add-on Paid Given back Harvard Conference ticket \$1,485 .*Credit of delegates \$35 Total \$1,625 \$70/s,
  );
  expect(page.text).toContain(
    "$1,590 came in and $35 went out: $1,555 is left. What it was for adds up to the same.",
  );
  // The entries are in the order in which they happened. Each shows the running total after it.
  expect(page.text).toMatch(/3 March 2021 .*credit, Credit of delegates, Unisex black shirt \$1,555/s);
  expect(page.text).not.toContain("-$");
});

test("both days are included, and no others", async () => {
  await bill("2021-04-01");
  await bill("2021-04-02");
  await bill("2021-04-03");
  const numbers = (await linesOf("2021-04-01", "2021-04-02")).filter((line) => line.includes("simulator"));
  expect(numbers).toEqual([
    "2021-04-01 simulator payment 1 +530.00",
    "2021-04-02 simulator payment 1 +530.00",
  ]);
  expect(await linesOf("2021-04-04", "2021-04-01")).toEqual([]);
  expect(
    (await treasurer.browser.open("/admin/payments/journal?first=2020-01-01&last=2020-01-31")).text,
  ).toContain("No entries");
});

test("what never arrived is no entry: a charge that was declined or cancelled, a refund that was refused or is on its way", async () => {
  for (const state of ["declined", "released", "voided", "unknown", "charging"])
    await bill("2021-05-01", { state });
  await bill("2021-05-02", {
    state: "captured",
    amount_cents: 0,
    lines: "[]",
  });
  expect(await linesOf("2021-05-01", "2021-05-02")).toEqual([]);
  for (const state of ["pending", "sending", "unknown", "refused"])
    await giveBack(await bill("2021-06-01"), "2021-06-02", { state, resolved_at: null });
  expect(await linesOf("2021-06-02", "2021-06-30")).toEqual([]);
});

test("all entries of the demo and of every payment come to nothing", async () => {
  expect(await rows("SELECT event FROM entries GROUP BY event HAVING sum(cents) <> 0")).toEqual([]);
  expect((await rows("SELECT 1 FROM entries")).length).toBeGreaterThan(20);
});
