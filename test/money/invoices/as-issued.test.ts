import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { limitInForce, writeOffLimitInForce } from "~/conference/catalogue.server.ts";
import { NO_INVOICING } from "~/conference/invoicing.ts";
import { invoicingMessages } from "~/money/invoices/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { askers, BUYER, invoiceFor, payer } from "../../support/groups.ts";
import { invoicingInForce, withInvoicing } from "../../support/invoicing.ts";
import { CONFERENCE, readyToPay } from "../../support/people.ts";
import { deleting, row, rows, run } from "../../support/storage.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

// An invoice always says what it said when it was written.

const SETTINGS = "/admin/payments/invoicing";
const VAT = "Prices include VAT.";
const TAXED = { taxRate: 770, taxNumber: "CHE-123.456.789" };

/** Somebody with an open invoice for $520. */
async function invoiced() {
  const person = await readyToPay();
  const asked = await person.browser.post("/register/invoice", {
    ...{ ...BUYER, intent: "ask", intendedPassCost: "495", "addOns.h2023mug": "true", total: "520" },
  });
  expect(asked.status).toBe(302);
  return { ...person, id: asked.headers.get("location")!.split("/")[2]! };
}

/** Lets the staff record the money of an invoice. The sum is below the limit, so the money counts immediately. */
async function paid(id: string, amount: number) {
  const recorded = await (await signedIn("treasurer")).post(`/admin/payments/invoices/${id}`, {
    ...{ kind: "pays", means: "bank transfer", amount: String(amount), reference: "TX 4711" },
    ...{ receivedOn: "2022-12-16", intent: "record", entry: newId() },
  });
  expect(recorded.status).toBe(302);
}

/** Sets the database back to a moment before the money came in, and deletes the invoice. */
async function setBack(id: string) {
  for (const table of ["takings", "invoices"]) await run(`DELETE FROM ${table} WHERE order_id = ?`, id);
  await run("UPDATE payments SET state = 'reserved' WHERE order_id = ?", id);
  await env.DB.batch(deleting("entries", "order_id = ?", id));
  await run("UPDATE orders SET means = 'invoice', lease_until = 9000000000000000 WHERE id = ?", id);
}

/** What a page shows, without the time above it. */
const shownOn = async (browser: Browser, path: string) =>
  (await browser.open(path)).text.split("Skip to main content")[1]!;

const limitsNow = async () => {
  const db = connect(env.DB, newMeter());
  const found = await db.all<{ money: number; written: number }>(
    sql`SELECT ${limitInForce(CONFERENCE)} AS money, ${writeOffLimitInForce(CONFERENCE)} AS written`,
  );
  return found[0];
};

beforeEach(() => run("DELETE FROM counters"));

describe("the tax that prices include", () => {
  test("is proposed with its number by one person, confirmed by another, and stands on invoices from then on", async () => {
    const before = await invoicingInForce();
    const treasurer = await signedIn("treasurer");
    const page = await treasurer.open(SETTINGS);
    const proposed = await page.press("Propose", {
      ...{ tax: VAT, taxRate: "7.7", taxNumber: "CHE-123.456.789", writeOffCents: "30.50" },
    });
    expect(proposed.status, proposed.text).toBe(302);
    expect(await invoicingInForce()).toEqual(before);
    const director = await signedIn("director");
    const open = await director.open(SETTINGS);
    expect(open.text).toMatch(
      /Tax that prices include nothing 7\.7 %|Tax that prices include 7\.7 % Tax number CHE-123\.456\.789/,
    );
    expect(open.text).toMatch(/A second person confirms a write-off above \$25 \$30\.50/);
    expect((await open.press("Confirm and put into force")).status).toBe(302);
    const after = { ...before, ...TAXED, tax: VAT, writeOffCents: 30_50 };
    expect(await invoicingInForce()).toEqual(after);
    const again = await director.open(SETTINGS);
    expect(again.html).toMatch(/name="taxRate"[^>]* value="7\.7"/);
    const { id, browser } = await invoiced();
    const shown = await shownOn(browser, `/payment/${id}/invoice`);
    expect(shown).toMatch(
      /Total \$520 Includes 7\.7 % tax: \$37\.18 Tax number: CHE-123\.456\.789 Prices include VAT\./,
    );
    expect((await director.open(`/admin/payments/invoices/${id}`)).text).toContain("Includes 7.7 % tax");
    // Later settings change no invoice.
    await withInvoicing({ taxRate: 0, taxNumber: "" }, async () => {
      expect(await shownOn(browser, `/payment/${id}/invoice`)).toBe(shown);
      const later = await invoiced();
      expect((await later.browser.open(`/payment/${later.id}/invoice`)).text).not.toContain("Includes");
    });
    const back = await treasurer.open(SETTINGS);
    expect(
      (await back.press("Propose", { tax: before.tax, taxRate: "", taxNumber: "", writeOffCents: "25" }))
        .status,
    ).toBe(302);
    await (await director.open(SETTINGS)).press("Confirm and put into force");
    expect(await invoicingInForce()).toEqual(before);
    expect(await findings()).toEqual([]);
  });

  test.each([
    ["a rate without a number", { taxRate: "7.7" }, invoicingMessages.noTaxNumber],
    ["a sentence that says otherwise", { taxRate: "7.7", taxNumber: "CHE-1" }, invoicingMessages.taxesDiffer],
    ["a number without a rate", { taxNumber: "CHE-1" }, invoicingMessages.noTaxRate],
    ["a number with the rate 0", { taxRate: "0", taxNumber: "CHE-1" }, invoicingMessages.noTaxRate],
    ["a word", { taxRate: "seven", taxNumber: "CHE-1" }, invoicingMessages.notARate("50")],
    ["a slip of the keys", { taxRate: "77", taxNumber: "CHE-1" }, invoicingMessages.notARate("50")],
    ["less than nothing", { writeOffCents: "-1" }, "Enter an amount in dollars"],
  ])("%s is refused with a sentence, and nothing that was typed is lost", async (_, typed, sentence) => {
    const page = await (await signedIn("treasurer")).open(SETTINGS);
    const answer = await page.press("Propose", typed);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(sentence);
    for (const value of Object.values(typed)) expect(answer.html).toContain(`value="${value}"`);
    expect(await rows("SELECT 1 FROM invoicing WHERE state = 'proposed'")).toEqual([]);
  });

  test("no database holds one without the other", async () => {
    const { id } = await invoiced();
    await expect(run("UPDATE invoices SET tax_rate = 770 WHERE order_id = ?", id)).rejects.toThrow(
      "invoices_tax",
    );
    await expect(withInvoicing({ taxNumber: "CHE-1" }, async () => {})).rejects.toThrow("invoicing_tax");
  });

  test("comes back with a paid invoice after a restore", async () => {
    const id = await withInvoicing({ ...TAXED, secondPersonCents: 900_00 }, async () => {
      const made = await invoiced();
      await paid(made.id, 520);
      return made.id;
    });
    const invoice = "SELECT * FROM invoices WHERE order_id = ?";
    const before = await row(invoice, id);
    expect(before).toMatchObject({ tax_rate: 770, tax_number: "CHE-123.456.789" });
    await setBack(id);
    await keepHouse({}, TENTH);
    expect(await row(invoice, id)).toEqual(before);
  });
});

describe("the names of those for whom somebody pays", () => {
  const renamed = (uid: string) =>
    run(
      "UPDATE answers SET answers = ? WHERE uid = ?",
      JSON.stringify({ firstName: "Zoe", lastName: "Abel" }),
      uid,
    );

  test("stand on their invoice as they were when it was written, in the same order", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    const id = await invoiceFor(teacher.browser, people);
    const treasurer = await signedIn("treasurer");
    const pages = () =>
      Promise.all([
        shownOn(teacher.browser, `/payment/${id}/invoice`),
        shownOn(treasurer, `/admin/payments/invoices/${id}`),
      ]);
    const before = await pages();
    for (const text of before) expect(text).toMatch(/Ada Chen .*\$495.*Bo Chen .*\$495/s);
    await renamed(people[0]!.uid);
    expect(await pages()).toEqual(before);
    // A page that is not a document shows the names that people have now.
    expect((await treasurer.open(`/admin/payments/person/${people[0]!.uid}`)).text).toContain("Zoe Abel");
  });

  test("come back with it after a restore", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    const id = await invoiceFor(teacher.browser, people);
    await withInvoicing({ secondPersonCents: 5000_00 }, () => paid(id, 990));
    const invoice = "SELECT * FROM invoices WHERE order_id = ?";
    const before = await row(invoice, id);
    await renamed(people[0]!.uid);
    await setBack(id);
    await keepHouse({}, TENTH);
    expect(await row(invoice, id)).toEqual(before);
    expect((await teacher.browser.open(`/payment/${id}/invoice`)).text).toContain("Ada Chen");
  });

  test("and the event stand on an invoice for oneself too, which a university pays", async () => {
    const { id, uid, browser } = await invoiced();
    const before = await shownOn(browser, `/payment/${id}/invoice`);
    expect(before).toMatch(/For Mei Chen Event Harvard Conference 2023, 17–19 February 2023/s);
    await renamed(uid);
    await run("UPDATE events SET name = 'Moved: ' || name");
    expect(await shownOn(browser, `/payment/${id}/invoice`)).toBe(before);
    await run("UPDATE events SET name = substr(name, 8)");
  });
});

test("what a write-off may be without a second person is read like the limit of money", async () => {
  expect(await limitsNow()).toEqual({ money: 500_00, written: 25_00 });
  await withInvoicing({ secondPersonCents: 700_00, writeOffCents: 40_00 }, async () => {
    expect(await limitsNow()).toEqual({ money: 700_00, written: 40_00 });
  });
  const db = connect(env.DB, newMeter());
  expect(await db.all(sql`SELECT ${writeOffLimitInForce("another")} AS cents`)).toEqual([
    { cents: NO_INVOICING.writeOffCents },
  ]);
});
