import { describe, expect, test } from "vitest";
import {
  type BankGround,
  type BankMatch,
  type EnteredLine,
  judgeBankLines,
  type KnownInvoice,
  type KnownTaking,
} from "./bank-matches.ts";
import type { InvoiceState } from "./invoices.ts";

const invoice = (number: number, more: Partial<KnownInvoice> = {}): KnownInvoice => ({
  ...{ orderId: `order ${number}`, number, state: "open", missingCents: 57_000 },
  ...{ buyerName: "University of Ghana", payerName: "Mei Chen", ...more },
});

const line = (text: string, more: Partial<EnteredLine> = {}): EnteredLine => ({
  ...{ line: 2, receivedOn: "2022-12-16", cents: 57_000, reference: "TX 4711", text, currency: null },
  ...{ entry: "entry", owedEntry: "owed", ...more },
});

const taking = (more: Partial<KnownTaking> = {}): KnownTaking => ({
  ...{ id: "taking", orderId: "order 7", number: "A2023-0007", reference: "tx-4711" },
  ...{ receivedOn: "2022-12-16", amountCents: 57_000, state: "taken", ...more },
});

const ground = (more: Partial<BankGround> = {}): BankGround => ({
  ...{ prefix: "A2023", otherPrefixes: ["A2022"], invoices: [invoice(7)], takings: [], ...more },
});

const judged = (lines: EnteredLine[], more: Partial<BankGround> = {}) =>
  judgeBankLines(lines, { ...ground(more), ownIds: new Set(["entry", "owed"]) });
const is = (lines: EnteredLine[], more: Partial<BankGround> = {}) =>
  judged(lines, more).map(({ match }) => match.is);

describe("a line that names an invoice", () => {
  test.each<[line: EnteredLine, invoice: KnownInvoice, is: BankMatch["is"], plan: [number, number] | null]>([
    [line("a2023 0007"), invoice(7), "exact", [57_000, 0]],
    [line("x", { reference: "A2023-0007" }), invoice(7), "exact", [57_000, 0]],
    [line("A2023-0007", { cents: 55_000 }), invoice(7), "less", [55_000, 0]],
    [line("A2023-0007", { cents: 60_000 }), invoice(7), "more", [57_000, 3000]],
    [line("A2023-0007"), invoice(7, { state: "paid" }), "closed", [0, 57_000]],
    [line("A2023-0007"), invoice(7, { state: "ended" }), "closed", [0, 57_000]],
    [line("A2023-0007"), invoice(7, { state: "given back" }), "closed", [0, 57_000]],
    [line("A2023-0007"), invoice(7, { state: "waiting" }), "waiting", null],
    [line("A2023-0007", { currency: "EUR" }), invoice(7), "foreign", null],
    [line("A2023-0007", { cents: 100_000_01 }), invoice(7), "too large", null],
    [line("A2023-0008"), invoice(7), "unknown number", null],
    [line("A2022-0007"), invoice(7), "other edition", null],
    [line("A2023-0007 A2023-0008"), invoice(7), "several", null],
    [line("hello"), invoice(7), "none", null],
  ])("%#: %j", (one, known, expected, plan) => {
    const [found] = judged([one], { invoices: [known] });
    expect(found!.match.is).toBe(expected);
    expect(found!.plan && [found!.plan.paysCents, found!.plan.owedCents]).toEqual(plan);
  });
});

describe("a line that names none", () => {
  test.each<[text: string, invoices: KnownInvoice[], is: BankMatch["is"]]>([
    ["CHEN MEI", [invoice(7)], "by name"],
    ["Univ. University of Ghana", [invoice(7, { payerName: "" })], "by name"],
    ["CHEN MEI A2023-0999", [invoice(7)], "unknown number"],
    ["CHEN MEI A2022-0007", [invoice(7)], "other edition"],
    ["CHEN", [invoice(7)], "none"],
    ["CHEN MEI", [invoice(7), invoice(8, { payerName: "Ada Osei" })], "none"],
    ["CHEN MEI", [invoice(7, { missingCents: 49_500 })], "none"],
    ["CHEN MEI", [invoice(7, { state: "paid" })], "none"],
    ["CHEN MEI", [invoice(7), invoice(8, { state: "waiting" })], "by name"],
  ])("%j, %#", (text, invoices, expected) => expect(is([line(text)], { invoices })).toEqual([expected]));

  test("in another currency, or too large, is found by no amount", () => {
    expect(is([line("CHEN MEI", { currency: "EUR" })])).toEqual(["none"]);
  });
});

describe("several lines", () => {
  test("pay one invoice once: the first that names it", () => {
    const [byName, first, second] = [
      line("CHEN MEI", { line: 2, reference: "TX 1" }),
      line("A2023-0007", { line: 3, reference: "TX 2" }),
      line("A2023-0007", { line: 4, reference: "TX 3" }),
    ];
    const found = judged([byName, first, second]);
    expect(found.map(({ match }) => match)).toMatchObject([
      { is: "same invoice", line: 3 },
      { is: "exact" },
      { is: "same invoice", line: 3 },
    ]);
    expect(found.map(({ plan }) => plan !== null)).toEqual([false, true, false]);
  });

  test("may each pay a part", () => {
    const parts = [line("A2023-0007", { cents: 1 }), line("A2023-0007", { cents: 2, line: 3 })];
    expect(is(parts)).toEqual(["less", "less"]);
  });

  test.each<[more: Partial<EnteredLine>, is: BankMatch["is"]]>([
    [{}, "repeated"],
    [{ reference: "tx4711" }, "repeated"],
    [{ reference: "TX 4712" }, "same invoice"],
    [{ receivedOn: "2022-12-17" }, "same invoice"],
    [{ cents: 1 }, "less"],
  ])("that are the same but for %j", (more, expected) =>
    expect(is([line("A2023-0007"), line("A2023-0007", { line: 3, ...more })])).toEqual(["exact", expected]));
});

describe("what is recorded already", () => {
  test.each<[takings: KnownTaking[], is: BankMatch["is"], same: number]>([
    [[taking()], "duplicate", 0],
    [[taking({ state: "waiting" })], "duplicate", 0],
    [[taking({ state: "returned" })], "duplicate", 0],
    [[taking({ orderId: "order 3" })], "duplicate", 0],
    // The line paid more than was due, so it was recorded as two takings.
    [[taking({ amountCents: 50_000 }), taking({ id: "b", amountCents: 7000 })], "duplicate", 0],
    [[taking({ state: "withdrawn" })], "exact", 1],
    [[taking({ state: "reversed" })], "exact", 1],
    [[taking({ receivedOn: "2022-12-15" })], "exact", 1],
    [[taking({ amountCents: 1 })], "exact", 1],
    [[taking({ reference: "TX 4712" })], "exact", 0],
  ])("%#", (takings, expected, same) => {
    const [found] = judged([line("A2023-0007")], { takings });
    expect([found!.match.is, found!.sameReference.length]).toEqual([expected, same]);
    if (expected === "duplicate") expect(found!.plan).toBeNull();
  });

  test("does not claim the invoice for a line that repeats it", () => {
    const lines = [line("A2023-0007"), line("A2023-0007", { line: 3, reference: "TX 5" })];
    expect(is(lines, { takings: [taking()] })).toEqual(["duplicate", "exact"]);
  });

  test("by this line is told as it stands, and what is left of it can be recorded", () => {
    const more = line("A2023-0007", { cents: 60_000 });
    const paid = taking({ id: "entry" });
    const owed = taking({ id: "owed", amountCents: 3000, state: "unwanted" });
    expect(judged([more], { takings: [paid] })[0]).toMatchObject({
      match: { is: "recorded", leftCents: 3000 },
      plan: { orderId: "order 7", paysCents: 0, owedCents: 3000 },
    });
    expect(judged([more], { takings: [paid, owed] })[0]).toMatchObject({
      match: { is: "recorded", leftCents: 0 },
      plan: null,
    });
    expect(judged([more], { takings: [taking({ id: "entry", state: "withdrawn" })] })[0]!.plan).toBeNull();
  });
});

test("lines without a reference are not taken for one another", () => {
  const blank = { text: "", reference: "" };
  expect(is([line("", blank), line("", { ...blank, line: 3 })])).toEqual(["none", "none"]);
});

test.each<InvoiceState>(["paid", "ended"])("no name finds an invoice that is %s", (state) => {
  expect(is([line("CHEN MEI")], { invoices: [invoice(7, { state })] })).toEqual(["none"]);
});
