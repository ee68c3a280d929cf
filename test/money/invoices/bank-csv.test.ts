import { beforeEach, describe, expect, test } from "vitest";
import { LARGEST_BANK_FILE, MOST_BANK_LINES } from "~/money/invoices/bank-file.ts";
import { MOST_RECORDED } from "~/money/invoices/bank-matches.ts";
import { bankFileMessages } from "~/money/invoices/messages.ts";
import { messages } from "~/values/messages.ts";
import { bankFile, inLatin1, LAYOUTS, type Layout, type Transfer } from "../../support/bank-files.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { formsIn } from "../../support/page.ts";
import { type Delegate, delegate, readyToPay } from "../../support/people.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { Page } from "../../support/visitor.ts";

const PAGE = "/admin/payments/bank";
const SHOW = "Show what it pays";
const RECORD = "Record the ticked payments";
const BUYER = { buyerName: "University of Ghana", buyerAddress: "Bursary\nLegon, Accra" };

type Invoice = { id: string; number: string };

async function invoiced({ browser }: Delegate, total = 495): Promise<Invoice> {
  const asked = await browser.post("/register/invoice", {
    ...BUYER,
    ...{ intent: "ask", intendedPassCost: String(total), total: String(total) },
  });
  expect(asked.status, await asked.clone().text()).toBe(302);
  const id = asked.headers.get("location")!.split("/")[2]!;
  const { number } = await row<{ number: number }>("SELECT number FROM invoices WHERE order_id = ?", id);
  return { id, number: `A2023-${String(number).padStart(4, "0")}` };
}

const invoiceOf495 = async () => invoiced(await readyToPay());
/** An open invoice for $550. One person may not record that much alone. */
const invoiceOf550 = async () =>
  invoiced(await delegate({ submittedAt: "2023-05-10T12:00:00Z", decision: "Accepted", waiver: true }), 550);

let counted = 0;
const transfer = (text: string, more: Partial<Transfer> = {}): Transfer => {
  counted += 1;
  const base = { day: "2022-12-16", cents: 49_500, who: "Somebody", text, reference: `TX ${1000 + counted}` };
  return { ...base, ...more };
};

const fileOf = (transfers: Transfer[], layout: Layout = "german") =>
  new File([bankFile(layout, transfers)], "account.csv", { type: "text/csv" });

async function upload(browser: Browser, file: File, more: Record<string, string> = {}): Promise<Page> {
  const answer = await browser.upload(PAGE, { file, intent: "read", ...more });
  const html = await answer.text();
  return new Page(browser, PAGE, new Response(null, answer), html, await formsIn(html));
}

/** Which lines of the form are ticked. */
const ticked = (page: Page) =>
  page.has(RECORD)
    ? page
        .form(RECORD)
        .fields.filter(([name]) => name === "take")
        .map(([, value]) => value)
    : [];
/** The lines that can be ticked, in the order of the page. */
const choices = (page: Page) => page.form(RECORD).choices.map(({ value }) => value);

/** Presses the button with exactly these lines ticked. */
function record(page: Page, entries: string[] = ticked(page)): Promise<Page> {
  const kept = page.form(RECORD).fields.filter(([name]) => name !== "take");
  const taken = entries.map((entry): [string, string] => ["take", entry]);
  return page.browser.submit(PAGE, [...kept, ...taken, ["intent", "record"]]);
}

const takingsOf = (orderId: string) =>
  rows<{ id: string; state: string; amount_cents: number; reference: string; received_on: string }>(
    "SELECT id, state, amount_cents, reference, received_on FROM takings WHERE order_id = ? ORDER BY rowid",
    orderId,
  );
const stateOf = async (orderId: string) =>
  (await row<{ state: string }>("SELECT state FROM payments WHERE id = ?", orderId)).state;

beforeEach(() => run("DELETE FROM counters"));

describe("a bank's file", () => {
  test.each(LAYOUTS)("pays the invoice that it names, once: %s", async (layout) => {
    const [treasurer, { id, number }] = await Promise.all([signedIn("treasurer"), invoiceOf495()]);
    const file = () =>
      fileOf(
        [
          transfer(`Invoice ${number}`, { reference: `TX 9 ${layout}` }),
          transfer("Badges", { cents: -2050 }),
        ],
        layout,
      );
    const shown = await changingNothing(() => upload(treasurer, file()));
    expect(shown.status).toBe(200);
    expect(shown.text).toContain(bankFileMessages.read(1, 1));
    expect(shown.text).toContain(bankFileMessages.exact(number, "University of Ghana"));
    expect(shown.html).toContain(`href="/admin/payments/invoices/${id}"`);
    expect(ticked(shown)).toHaveLength(1);
    const done = await record(shown);
    expect(done.status).toBe(200);
    expect(done.text).toContain(bankFileMessages.recorded(1));
    expect(done.text).toContain(bankFileMessages.recordedFor("$495", number));
    expect(done.has(RECORD)).toBe(false);
    expect(await stateOf(id)).toBe("captured");
    const taken = await takingsOf(id);
    expect(taken).toMatchObject([{ state: "taken", amount_cents: 49_500, received_on: "2022-12-16" }]);
    expect(taken[0]!.reference).toContain(`TX 9 ${layout}`);
    expect(done.html).toContain(`/admin/payments/invoices/${id}#${taken[0]!.id}`);

    // Reloading the answer, or posting the form once more, changes nothing and gets the same answer.
    for (const again of [await record(shown), await record(shown)]) {
      expect(again.text).toContain(bankFileMessages.recorded(1));
      expect(again.status).toBe(200);
    }
    const later = await changingNothing(() => upload(treasurer, file()));
    expect(later.text).toContain(bankFileMessages.duplicate("$495", number, "2022-12-16"));
    expect(later.html).toContain(`/admin/payments/invoices/${id}#${taken[0]!.id}`);
    expect(later.has(RECORD)).toBe(false);
    expect(await takingsOf(id)).toHaveLength(1);
  });

  test("in Latin-1, pasted, or with a number as people write it, is read as well", async () => {
    const [treasurer, { number }] = await Promise.all([signedIn("treasurer"), invoiceOf495()]);
    const spelled = number.toLowerCase().replaceAll("0", "O").replace("-", " ");
    const text = bankFile("german", [transfer(`Gebühr für ${spelled}`)]);
    const file = new File([inLatin1(text)], "account.csv");
    const pasted = await (await treasurer.open(PAGE)).press(SHOW, { table: text });
    for (const page of [await upload(treasurer, file), pasted]) {
      expect(ticked(page)).toHaveLength(1);
      expect(page.text).toContain("Gebühr für");
    }
  });

  test("above the limit waits for a second person as ever", async () => {
    const [treasurer, { id, number }] = await Promise.all([signedIn("treasurer"), invoiceOf550()]);
    const done = await record(await upload(treasurer, fileOf([transfer(number, { cents: 55_000 })])));
    expect(done.text).toContain("Waits for a second person");
    expect(await takingsOf(id)).toMatchObject([{ state: "waiting" }]);
    expect(await stateOf(id)).toBe("reserved");
    const director = await signedIn("director");
    const page = await director.open(`/admin/payments/invoices/${id}`);
    expect((await page.press("Confirm $550")).status).toBe(302);
    expect(await stateOf(id)).toBe("captured");
  });

  test("says of each line what it is, and ticks what matches exactly and nothing else", async () => {
    const treasurer = await signedIn("treasurer");
    const [exact, less, more, ended, paid] = await Promise.all(Array.from({ length: 5 }, invoiceOf495));
    await run("UPDATE payments SET state = 'released', resolved_at = 0 WHERE id = ?", ended!.id);
    const payment = transfer(paid!.number);
    await record(await upload(treasurer, fileOf([payment])));
    const lines = [
      transfer(exact!.number),
      transfer(less!.number, { cents: 47_500 }),
      transfer(more!.number, { cents: 50_000 }),
      transfer(ended!.number),
      transfer(paid!.number),
      transfer("Invoice A2023-0999"),
      transfer("Invoice A2022-0001"),
      transfer(`${less!.number} and ${more!.number}`),
      transfer("Tuition"),
      payment,
    ];
    const page = await upload(treasurer, fileOf(lines));
    for (const sentence of [
      bankFileMessages.exact(exact!.number, "University of Ghana"),
      bankFileMessages.less(less!.number, "$495", "$20"),
      bankFileMessages.more(more!.number, "$495", "$5"),
      bankFileMessages.closed.ended(ended!.number),
      bankFileMessages.closed.paid(paid!.number),
      bankFileMessages.unknownNumber(["A2023-0999"]),
      bankFileMessages.otherEdition(["A2022-0001"]),
      bankFileMessages.several([less!.number, more!.number]),
      bankFileMessages.none,
      bankFileMessages.duplicate("$495", paid!.number, "2022-12-16"),
    ])
      expect(page.text).toContain(sentence);
    const [first, ...others] = choices(page);
    expect(ticked(page)).toEqual([first]);
    expect(others).toHaveLength(4);

    const done = await record(page, choices(page));
    expect(done.text).toContain(bankFileMessages.recorded(5));
    expect(await takingsOf(less!.id)).toMatchObject([{ state: "part", amount_cents: 47_500 }]);
    expect(await takingsOf(more!.id)).toMatchObject([
      { state: "taken", amount_cents: 49_500 },
      { state: "unwanted", amount_cents: 500 },
    ]);
    expect(await takingsOf(ended!.id)).toMatchObject([{ state: "unwanted", amount_cents: 49_500 }]);
    expect(await takingsOf(paid!.id)).toMatchObject([{ state: "taken" }, { state: "unwanted" }]);
    const again = await record(page, choices(page));
    expect(again.text).toContain(bankFileMessages.recorded(5));
    expect((await rows("SELECT id FROM takings WHERE order_id = ?", more!.id)).length).toBe(2);
    // A bank line is also a duplicate if it was recorded as two takings.
    const later = await upload(treasurer, fileOf(lines));
    expect(later.has(RECORD)).toBe(false);
    // The next transfer has to be exactly what is still missing.
    const rest = await upload(treasurer, fileOf([transfer(`Rest of ${less!.number}`, { cents: 2000 })]));
    await record(rest, choices(rest));
    expect(await takingsOf(less!.id)).toMatchObject([{ state: "taken" }, { state: "taken" }]);
  });

  test("finds an invoice by its amount and a name, and does not tick it", async () => {
    const treasurer = await signedIn("treasurer");
    const person = await readyToPay();
    await run(
      "UPDATE answers SET answers = ? WHERE uid = ?",
      JSON.stringify({ firstName: "Zuzana", lastName: "Novotná" }),
      person.uid,
    );
    const asked = await person.browser.post("/register/invoice", {
      ...BUYER,
      ...{
        buyerName: "Somebody else",
        intent: "ask",
        intendedPassCost: "495",
        total: "520",
        "addOns.h2023mug": "true",
      },
    });
    const id = asked.headers.get("location")!.split("/")[2]!;
    const { number } = await row<{ number: number }>("SELECT number FROM invoices WHERE order_id = ?", id);
    const line = transfer("conference fee", { who: "NOVOTNA ZUZANA", cents: 52_000 });
    const page = await upload(treasurer, fileOf([line]));
    const written = `A2023-${String(number).padStart(4, "0")}`;
    expect(page.text).toContain(bankFileMessages.byName(written, "Somebody else"));
    expect(ticked(page)).toEqual([]);
    await record(page, choices(page));
    expect(await takingsOf(id)).toMatchObject([{ amount_cents: 52_000 }]);
  });

  test("of another edition's invoice records nothing, and so does one in another currency", async () => {
    const [treasurer, { number }] = await Promise.all([signedIn("treasurer"), invoiceOf495()]);
    const other = number.replace("A2023", "A2022");
    const text = `Date,Memo,Amount,Currency\n12/16/2022,${other},495,USD\n12/16/2022,${number},495,EUR`;
    const page = await upload(treasurer, new File([text], "x.csv"));
    expect(page.text).toContain(bankFileMessages.otherEdition([other]));
    expect(page.text).toContain(bankFileMessages.foreign(number, "EUR"));
    expect(page.has(RECORD)).toBe(false);
  });

  test("warns of a reference that was recorded with another amount or day", async () => {
    const treasurer = await signedIn("treasurer");
    const [first, second] = await Promise.all([invoiceOf495(), invoiceOf495()]);
    const before = transfer(first.number);
    await record(await upload(treasurer, fileOf([before])));
    const { reference } = before;
    const page = await upload(treasurer, fileOf([transfer(second.number, { reference, day: "2022-12-15" })]));
    expect(page.text).toContain(
      bankFileMessages.sameReference(reference, "$495", first.number, "2022-12-16"),
    );
    expect(ticked(page)).toHaveLength(1);
  });

  test("is recorded anew after its entry was taken back", async () => {
    const treasurer = await signedIn("treasurer");
    const { id, number } = await invoiceOf550();
    const file = () => fileOf([{ ...transfer(number, { cents: 55_000 }), reference: "TX 7 back" }]);
    const page = await upload(treasurer, file());
    await record(page);
    const [entry] = await takingsOf(id);
    const invoice = await treasurer.open(`/admin/payments/invoices/${id}`);
    await invoice.press("Withdraw this", { [`note-${entry!.id}`]: "Another account" });
    expect(await takingsOf(id)).toMatchObject([{ state: "withdrawn" }]);
    // The form from before the withdrawal does not record the line a second time, and its answer says so.
    const before = await record(page);
    expect([before.status, before.text.includes(bankFileMessages.notRecorded(1))]).toEqual([409, true]);
    expect(before.text).toContain("Taken back");
    expect(await takingsOf(id)).toHaveLength(1);
    const anew = await upload(treasurer, file());
    expect(anew.text).toContain(bankFileMessages.takenBack("$550", number));
    await record(anew);
    expect(await takingsOf(id)).toMatchObject([{ state: "withdrawn" }, { state: "waiting" }]);
  });

  test("is recorded in portions, and what is left stays ticked on the page", async () => {
    const treasurer = await signedIn("treasurer");
    const { id, number } = await invoiceOf495();
    await run("UPDATE payments SET state = 'released', resolved_at = 0 WHERE id = ?", id);
    const page = await upload(
      treasurer,
      fileOf(Array.from({ length: MOST_RECORDED + 2 }, () => transfer(number))),
    );
    expect(choices(page)).toHaveLength(MOST_RECORDED + 2);
    const done = await record(page, choices(page));
    expect(done.text).toContain(bankFileMessages.recorded(MOST_RECORDED));
    expect(done.text).toContain(bankFileMessages.left(2, MOST_RECORDED));
    expect(await takingsOf(id)).toHaveLength(MOST_RECORDED);
    expect(ticked(done)).toHaveLength(2);
    await record(done);
    expect(await takingsOf(id)).toHaveLength(MOST_RECORDED + 2);
  });
});

describe("the form of one invoice", () => {
  test("warns of a reference that another entry has, and not of its own", async () => {
    const treasurer = await signedIn("treasurer");
    const [first, second] = await Promise.all([invoiceOf495(), invoiceOf495()]);
    const said = {
      ...{ kind: "pays", means: "bank transfer", amount: "495", reference: "tx-55 1" },
      receivedOn: "2022-12-15",
    };
    await record(await upload(treasurer, fileOf([transfer(first.number, { reference: "TX 551" })])));
    const page = await treasurer.open(`/admin/payments/invoices/${second.id}`);
    const checked = await page.press("Continue", said);
    const warning = bankFileMessages.sameReference("TX 551", "$495", first.number, "2022-12-16");
    expect(checked.text).toContain(warning);
    const other = await page.press("Continue", { ...said, reference: "TX 552" });
    expect(other.text).not.toContain("is recorded already");
    expect((await checked.press("Record $495")).status).toBe(302);
  });
});

describe("two people", () => {
  test("with the same file at once record it once, and both read that it is recorded", async () => {
    const { id, number } = await invoiceOf495();
    const ended = await invoiceOf495();
    await run("UPDATE payments SET state = 'released', resolved_at = 0 WHERE id = ?", ended.id);
    const lines = [transfer(number), transfer(ended.number)];
    const people = await Promise.all(["treasurer", "director"].map((account) => signedIn(account)));
    const pages = await Promise.all(people.map((browser) => upload(browser, fileOf(lines))));
    const answers = await Promise.all(pages.map((page) => record(page, choices(page))));
    for (const answer of answers) {
      expect(answer.text).toContain(bankFileMessages.recorded(2));
      expect(answer.text).toContain(bankFileMessages.recordedFor("$495", number));
    }
    expect(await takingsOf(id)).toMatchObject([{ state: "taken" }]);
    // Both forms give the owed money the same id, so it cannot be recorded twice. The state of the invoice would not
    // prevent that.
    expect(await takingsOf(ended.id)).toMatchObject([{ state: "unwanted" }]);
  });

  test("with two transfers for one invoice: the second is not recorded, and the first is", async () => {
    const { id, number } = await invoiceOf495();
    const people = await Promise.all(["treasurer", "director"].map((account) => signedIn(account)));
    const pages = await Promise.all(people.map((browser) => upload(browser, fileOf([transfer(number)]))));
    const answers = await Promise.all(pages.map((page) => record(page)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await takingsOf(id)).toHaveLength(1);
  });
});

describe("what is no file of a bank", () => {
  test.each<[name: string, content: BlobPart, sentence: string]>([
    ["nothing", "", bankFileMessages.nothingGiven],
    ["blanks", "\r\n \r\n", bankFileMessages.empty],
    ["headings alone", "Date,Memo,Amount\n", bankFileMessages.empty],
    ["a spreadsheet", new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 9]), bankFileMessages.notText],
    ["prose", "Dear Sir or Madam", bankFileMessages.noTable],
    ["an open quotation mark", 'Date,Memo,Amount\n12/16/2022,"x,5', bankFileMessages.openQuote(2)],
    ["too much", "x".repeat(LARGEST_BANK_FILE + 1), bankFileMessages.tooLarge],
    [
      "too many lines",
      `Date,Memo,Amount\n${"12/16/2022,x,5\n".repeat(MOST_BANK_LINES + 1)}`,
      bankFileMessages.tooManyLines(MOST_BANK_LINES),
    ],
  ])("%s is refused in a sentence", async (_, content, sentence) => {
    const treasurer = await signedIn("treasurer");
    const page = await changingNothing(() => upload(treasurer, new File([content], "x.csv")));
    expect(page.status).toBe(400);
    expect(page.text).toContain(sentence);
    expect(page.has(SHOW)).toBe(true);
  });

  test("what was pasted stays where it was", async () => {
    const page = await (await signedIn("treasurer")).open(PAGE);
    const again = await page.press(SHOW, { table: "no table" });
    expect(again.status).toBe(400);
    expect(again.form(SHOW).fields).toContainEqual(["table", "no table"]);
    const huge = await page.press(SHOW, { table: "x,y\n".repeat(100_000) });
    expect(huge.status).toBe(413);
  });

  test("the largest file is read with few questions, and its page is sent back", {
    timeout: 30_000,
  }, async () => {
    const treasurer = await signedIn("treasurer");
    const { number } = await invoiceOf495();
    const text = "x".repeat(300);
    const lines = Array.from({ length: MOST_BANK_LINES - 2 }, () => transfer(text, { cents: 1 }));
    const page = await upload(treasurer, fileOf([...lines, transfer(number)]));
    expect(page.status, page.text.slice(0, 300)).toBe(200);
    const small = await upload(treasurer, fileOf([transfer(number)]));
    const [many, one] = [page, small].map((shown) =>
      Number(/db;desc="(\d+)"/.exec(shown.response.headers.get("Server-Timing")!)![1]),
    );
    // Two of the round trips are for the file. The other two are made for every form of the staff.
    expect([many, one]).toEqual([4, 4]);
    expect(ticked(page)).toHaveLength(1);
    const { fields } = page.form(RECORD);
    const body = new FormData();
    for (const [name, value] of [...fields, ["intent", "record"]] as [string, string][])
      body.append(name, value);
    const done = await treasurer.fetch(PAGE, { method: "POST", body });
    expect(done.status).toBe(200);
    expect(await done.text()).toContain(bankFileMessages.recorded(1));
  });
});

describe("what the bank's headings do not say", () => {
  test("is asked, and the text of the file goes along", async () => {
    const [treasurer, { number }] = await Promise.all([signedIn("treasurer"), invoiceOf495()]);
    const text = `When;What;How much\n04.12.2022;"${number}\nMei";495,00\n05.12.2022;out;-5,00`;
    const asked = await upload(treasurer, new File([text], "x.csv"));
    expect(asked.status).toBe(200);
    expect(asked.text).toContain(bankFileMessages.whichColumns);
    const wrong = await asked.press(SHOW, { day: "0", amount: "" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain(bankFileMessages.amountNeeded);
    const none = await wrong.press(SHOW, { day: "1", amount: "2" });
    expect(none.text).toContain(bankFileMessages.noLines);
    const shown = await none.press(SHOW, { day: "0", amount: "2" });
    expect(ticked(shown)).toHaveLength(1);
    expect(shown.text).toContain(bankFileMessages.read(1, 1));
  });

  test("is asked of days that can be read in two ways", async () => {
    const [treasurer, { id, number }] = await Promise.all([signedIn("treasurer"), invoiceOf495()]);
    const text = `Date,Memo,Amount\n04/12/2022,${number},495\n05/12/2022,out,-5`;
    const asked = await upload(treasurer, new File([text], "x.csv"));
    expect(asked.text).toContain(bankFileMessages.whichDays);
    const unsaid = await asked.press(SHOW);
    expect(unsaid.text).toContain(bankFileMessages.whichDays);
    const shown = await unsaid.press(SHOW, { days: "day first" });
    await record(shown);
    expect(await takingsOf(id)).toMatchObject([{ received_on: "2022-12-04" }]);
  });

  test("can be said although it is recognised", async () => {
    const treasurer = await signedIn("treasurer");
    const page = await upload(treasurer, fileOf([transfer("x")]), { choose: "true" });
    expect(page.form(SHOW).fields).toEqual(
      expect.arrayContaining([
        ["day", "0"],
        ["amount", "4"],
        ["reference", "6"],
      ]),
    );
    expect((await page.press(SHOW)).text).toContain(bankFileMessages.read(1, 0));
  });
});

describe("a form that the page did not write", () => {
  const line = {
    ...{ line: 2, receivedOn: "2022-12-16", cents: 5, reference: "x", text: "x", currency: null },
    ...{ entry: "a".repeat(20), owedEntry: "b".repeat(20) },
    plan: { orderId: "nobody", paysCents: 5, owedCents: 0 },
  };
  const posted = (lines: unknown[], take = "a".repeat(20)): [string, string][] => [
    ["intent", "record"],
    ["beside", '{"outgoing":0,"unreadable":[]}'],
    ["take", take],
    ...lines.map((one): [string, string] => ["line", typeof one === "string" ? one : JSON.stringify(one)]),
  ];

  test.each<[string, unknown]>([
    ["is no JSON", "{"],
    ["has another id", { ...line, entry: "x" }],
    ["has a day that is none", { ...line, receivedOn: "2022-02-30" }],
    ["records more than anybody may", { ...line, plan: { ...line.plan, paysCents: 100_000_01 } }],
    ["has no reference", { ...line, reference: "" }],
    ["has a long reference", { ...line, reference: "x".repeat(101) }],
  ])("of which a line %s is not read", async (_, wrong) => {
    const treasurer = await signedIn("treasurer");
    const answer = await changingNothing(() => treasurer.submit(PAGE, posted([wrong])));
    expect([answer.status, answer.text.includes(messages.badRequest)]).toEqual([400, true]);
  });

  test("records nothing for an invoice that does not exist, or if nothing is ticked", async () => {
    const treasurer = await signedIn("treasurer");
    const nobody = await changingNothing(() => treasurer.submit(PAGE, posted([line])));
    expect([nobody.status, nobody.text.includes(bankFileMessages.notRecorded(1))]).toEqual([409, true]);
    const nothing = await changingNothing(() => treasurer.submit(PAGE, posted([line], "")));
    expect([nothing.status, nothing.text.includes(bankFileMessages.tickOne)]).toEqual([400, true]);
  });
});
