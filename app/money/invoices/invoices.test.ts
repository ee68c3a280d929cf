import { expect, test } from "vitest";
import type { PaymentState, TakingState } from "~/values/types.ts";
import { invoiceFilterOf } from "./invoice-filter.ts";
import {
  creditNoteNumber,
  INVOICE_STATES,
  type InvoiceState,
  invoiceDue,
  invoiceNumber,
  invoiceState,
  lastToday,
  needsSecondPerson,
  refundedCents,
  reversalRefusal,
  rowsOfText,
} from "./invoices.ts";

test.each([
  [{ id: "aconf_2023", year: 2023 }, 7, "A2023-0007"],
  [{ id: "hconf_2026", year: 2026 }, 12_345, "H2026-12345"],
  [{ id: "aconf_2007_academic", year: 2007 }, 1, "A2007A-0001"],
])("the number of an invoice names its edition: %o, %d", (conference, number, shown) => {
  expect(invoiceNumber(conference, number)).toBe(shown);
});

test("the number of a credit note has a mark", () => {
  expect(creditNoteNumber({ id: "aconf_2023", year: 2023 }, 3)).toBe("A2023-C0003");
  expect(creditNoteNumber({ id: "aconf_2007_academic", year: 2007 }, 1)).toBe("A2007A-C0001");
});

const note = (cents: number, isVoid = false) => ({ cents, isVoid });

test.each<[string, InvoiceState, ReturnType<typeof note>[], number | null]>([
  ["nothing has gone back", "paid", [], null],
  ["a part", "paid", [note(75_00)], 75_00],
  ["two parts", "paid", [note(75_00), note(25_00)], 100_00],
  ["all but a deposit", "given back", [note(495_00)], 495_00],
  ["all of it", "given back", [note(75_00), note(495_00)], null],
  ["what came to nothing", "paid", [note(75_00, true)], null],
  ["a part, and another that came to nothing", "paid", [note(75_00, true), note(25_00)], 25_00],
  ["it was never paid", "ended", [note(75_00)], null],
])("what of an invoice over $570 has gone back: %s", (_, state, notes, cents) => {
  expect(refundedCents(state, notes, 570_00)).toBe(cents);
});

const NOON = Date.parse("2022-12-17T17:00:00Z");
const due = (ends: (number | null)[], days = 14, zone = "America/New_York") =>
  invoiceDue(NOON, { days, zone, ends });
const END = Date.parse("2022-12-31T23:59-05:00");

test.each<[string, number, number]>([
  ["the end of the last day, by the clocks of the edition", due([]), END],
  [
    "a day that is another one elsewhere",
    due([], 1, "Pacific/Auckland"),
    Date.parse("2022-12-19T23:59+13:00"),
  ],
  ["an end that lies behind does not count", due([NOON, NOON - 1]), END],
  ["an end just ahead does", due([null, NOON + 1, END]), NOON + 1],
  ["a later end does not", due([END + 1]), END],
])("an invoice is due: %s", (_, found, wanted) => expect(found).toBe(wanted));

test.each([
  [49_999, false],
  [50_000, false],
  [50_001, true],
])("%d cents need a second person above the limit: %s", (cents, needed) => {
  expect(needsSecondPerson(cents, 50_000)).toBe(needed);
});

test.each<[PaymentState, TakingState[], InvoiceState]>([
  ["reserved", [], "open"],
  ["reserved", ["withdrawn", "unwanted"], "open"],
  ["reserved", ["waiting"], "waiting"],
  ["captured", ["taken"], "paid"],
  ["refund_pending", ["taken"], "given back"],
  ["refunded", ["taken"], "given back"],
  ["refunded", ["reversed"], "ended"],
  ["reserved", ["part"], "open"],
  ["released", ["unwanted"], "ended"],
])("%s with money %j is %s", (payment, money, state) => {
  const isWaiting = money.includes("waiting");
  expect(invoiceState(payment, { isWaiting, isReversed: money.includes("reversed") })).toBe(state);
  expect(INVOICE_STATES).toContain(state);
});

test.each<[TakingState, TakingState, string, ReturnType<typeof reversalRefusal>]>([
  ["taken", "taken", "other", null],
  ["taken", "taken", "asker", "own"],
  ["taken", "unwanted", "other", "changed"],
  ["taken", "unwanted", "asker", "changed"],
  ["taken", "withdrawn", "other", "changed"],
  ["part", "part", "other", null],
  ["part", "unwanted", "other", null],
  ["part", "unwanted", "asker", "own"],
  ["part", "taken", "other", "changed"],
  ["part", "returned", "other", "changed"],
  ["unwanted", "unwanted", "other", null],
  ["unwanted", "part", "other", null],
  ["unwanted", "reversed", "other", "changed"],
])("a reversal of money that was %s and is %s now, by the %s", (was, state, uid, refused) => {
  const asked = { recordedBy: "asker", amountCents: 501, limitCents: 500, createdAt: 2 };
  expect(reversalRefusal({ ...asked, was, state }, { uid, since: 1 })).toBe(refused);
});

test("today is the latest day that it is anywhere", () => {
  expect(lastToday(Date.parse("2022-12-17T09:59Z"))).toBe("2022-12-17");
  expect(lastToday(Date.parse("2022-12-17T10:00Z"))).toBe("2022-12-18");
});

test("a text of several lines is its rows", () => {
  expect(rowsOfText("One Society\n\n 1 Quay Road ")).toEqual(["One Society", "1 Quay Road"]);
});

test.each([
  ["", { state: null, sort: null }, null],
  ["state=open&after=51", { state: "open", sort: null }, 51],
  ["state=given+back&sort=number", { state: "given back", sort: "number" }, null],
  ["state=nonsense&after=-1&sort=amount", { state: null, sort: null }, null],
  ["after=1e9", { state: null, sort: null }, null],
])("the list is asked for by its address: %s", (query, filter, after) => {
  expect(invoiceFilterOf(new URLSearchParams(query))).toEqual({ filter, after });
});
