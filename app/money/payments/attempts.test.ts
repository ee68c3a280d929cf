import { expect, test } from "vitest";
import { DAY } from "~/values/durations.ts";
import {
  type AttemptFacts,
  boughtWith,
  lastGivenBack,
  progressOf,
  type Repayment,
  whatBecameOf,
  whileInProgress,
} from "./attempts.ts";
import { paymentMessages } from "./messages.ts";

const TITLE = "Harvard Conference ticket";
const NOON = Date.parse("2022-12-17T17:00:00Z");

const attempt = (state: AttemptFacts["state"], more: Partial<AttemptFacts> = {}): AttemptFacts => ({
  passType: "goldPlus",
  lines: [{ id: "goldPlus", title: TITLE, variant: null, cents: 49_500 }],
  state,
  means: "simulator",
  amountCents: 49_500,
  createdAt: NOON,
  resolvedAt: NOON,
  ...more,
});
const back = (more: Partial<Repayment> = {}): Repayment => ({
  kind: "money",
  state: "done",
  amountCents: 44_500,
  creditCents: 0,
  createdAt: NOON + DAY,
  resolvedAt: NOON + 2 * DAY,
  ended: [],
  ...more,
});
const told = (one: AttemptFacts, returned: Repayment[] = [], mayTryAgain = true) =>
  whatBecameOf(one, returned, { title: TITLE, isHeld: true }, mayTryAgain, "America/New_York");

test.each(["charging", "unknown"] as const)("%s is being checked, in one sentence", (state) => {
  expect(told(attempt(state))).toBe(paymentMessages.paymentBeingChecked);
  expect(whileInProgress("pending")).toBe(paymentMessages.paymentBeingChecked);
});

test("an invoice that is open says that its place is kept, on every page", () => {
  expect(told(attempt("reserved", { means: "invoice" }))).toBe(paymentMessages.invoiceOpen);
  expect(whileInProgress(progressOf({ state: "pending", isInvoiced: true }))).toBe(
    paymentMessages.invoiceOpen,
  );
  expect(progressOf({ state: "pending" })).toBe("pending");
  expect(progressOf({ state: "ending", isInvoiced: true })).toBe("ending");
});

test.each([
  [{ recordedCents: 0 }, paymentMessages.invoiceOpen],
  [{ recordedCents: 1 }, paymentMessages.invoicePartPaid],
  [{ recordedCents: 49_500, isConfirming: true }, paymentMessages.beingConfirmed],
  [{ recordedCents: 0, payer: "" }, paymentMessages.invoiceOfOther],
  [{ recordedCents: 1, payer: "" }, paymentMessages.invoiceOfOtherPartPaid],
])("an open invoice with %o says what has come in, on every page", (more, sentence) => {
  expect(told(attempt("reserved", { means: "invoice", ...more }))).toBe(sentence);
  const pass = {
    ...{ state: "pending" as const, isInvoiced: true, hasPart: more.recordedCents > 0 },
    ...{ isConfirming: "isConfirming" in more, isForOther: "payer" in more },
  };
  expect(whileInProgress(progressOf(pass))).toBe(sentence);
});

test("an invoice that has ended shall not be paid, and another can be asked for while the pass is for sale", () => {
  const ended = attempt("released", { means: "invoice" });
  expect(told(ended, [], true)).toBe(paymentMessages.invoiceEndedAgain);
  expect(told(ended, [], false)).toBe(paymentMessages.invoiceEnded);
});

test("what another person paid goes back to them", () => {
  const paid = { payer: "finance@example.org" };
  expect(told(attempt("captured", paid), [back({ amountCents: 10_000 })])).toBe(
    `You have the ${TITLE}. $100 went back to the person who paid on 19 December 2022.`,
  );
  const given = attempt("refund_pending", { payer: "" });
  expect(told(given, [back({ state: "pending", resolvedAt: null })])).toBe(
    `Another person paid $495 for you on 17 December 2022. $445 has been on its way back to the person who paid since 18 December 2022. $50 is not refunded. You no longer have the ${TITLE}.`,
  );
});

test("what came in by hand goes back by hand", () => {
  const transfer = attempt("captured", { means: "bank transfer" });
  expect(told(transfer, [back({ amountCents: 10_000 })])).toBe(
    `You have the ${TITLE}. $100 was given back to you on 19 December 2022.`,
  );
  expect(told(transfer, [back({ amountCents: 10_000, state: "pending", resolvedAt: null })])).toBe(
    `You have the ${TITLE}. We have owed you $100 since 18 December 2022. You get the money back the way you paid.`,
  );
});

test.each([
  "declined",
  "released",
] as const)("%s can be tried again only while the pass is for sale", (state) => {
  expect(told(attempt(state), [], true)).toBe("Nothing was charged. You can try again.");
  expect(told(attempt(state), [], false)).toBe("Nothing was charged.");
});

test.each<[string, AttemptFacts, Repayment[], string]>([
  ["held", attempt("captured"), [], `You have the ${TITLE}.`],
  [
    "held, with something given back",
    attempt("captured"),
    [back({ amountCents: 10_000 })],
    `You have the ${TITLE}. $100 went back to your card on 19 December 2022.`,
  ],
  [
    "held, but for two add-ons that were given back one after the other",
    attempt("captured"),
    [
      back({ amountCents: 3_000, ended: ["Black shirt"] }),
      back({ amountCents: 2_500, ended: ["Mug"], state: "sending", resolvedAt: null }),
    ],
    `You have the ${TITLE}. $30 for the Black shirt went back to your card on 19 December 2022. $25 for the Mug has been on its way back to your card since 18 December 2022; banks take up to ten days.`,
  ],
  [
    "held, but for add-ons that ended with nothing for them",
    attempt("captured"),
    [back({ amountCents: 0, ended: ["Mug", "Black shirt"] })],
    `You have the ${TITLE}. You gave up the Mug and Black shirt on 18 December 2022. You get no money back.`,
  ],
  [
    "given up with nothing for it",
    attempt("refunded"),
    [back({ amountCents: 0 })],
    `You paid $495 on 17 December 2022. This payment is not refunded. You no longer have the ${TITLE}.`,
  ],
  [
    "a pass that cost nothing is given up",
    attempt("refunded", { amountCents: 0 }),
    [back({ amountCents: 0 })],
    `You no longer have the ${TITLE}.`,
  ],
  [
    "given back but for the deposit",
    attempt("refunded"),
    [back()],
    `You paid $495 on 17 December 2022. $445 went back to your card on 19 December 2022. $50 is not refunded. You no longer have the ${TITLE}.`,
  ],
  [
    "on its way",
    attempt("refund_pending"),
    [back({ state: "pending", amountCents: 49_500, resolvedAt: null })],
    `You paid $495 on 17 December 2022. $495 has been on its way back to your card since 18 December 2022; banks take up to ten days. You no longer have the ${TITLE}.`,
  ],
  [
    "as credit",
    attempt("refunded"),
    [back({ kind: "credit", amountCents: 49_500, resolvedAt: NOON + DAY })],
    `You paid $495 on 17 December 2022. $495 has been kept as credit for your next payment since 18 December 2022. You no longer have the ${TITLE}.`,
  ],
  [
    "paid in part with credit, which it becomes again",
    attempt("refunded"),
    [back({ amountCents: 49_500, creditCents: 20_000 })],
    `You paid $495 on 17 December 2022. $295 went back to your card on 19 December 2022. $200 has been kept as credit for your next payment since 18 December 2022. You no longer have the ${TITLE}.`,
  ],
  [
    "twice: a goodwill first, then the rest",
    attempt("refunded"),
    [back({ amountCents: 10_000 }), back({ amountCents: 34_500, resolvedAt: NOON + 3 * DAY })],
    `You paid $495 on 17 December 2022. $100 went back to your card on 19 December 2022. $345 went back to your card on 20 December 2022. $50 is not refunded. You no longer have the ${TITLE}.`,
  ],
  [
    "cancelled before it was settled",
    attempt("voided"),
    [back({ amountCents: 49_500 })],
    `You paid $495 on 17 December 2022. The whole charge was cancelled on 19 December 2022, before it reached your bank statement. You no longer have the ${TITLE}.`,
  ],
  [
    "a pass that cost nothing is ended",
    attempt("voided", { amountCents: 0 }),
    [],
    `You no longer have the ${TITLE}.`,
  ],
  [
    "cancelled at the processor, past the portal",
    attempt("voided"),
    [],
    `You paid $495 on 17 December 2022. The whole charge was cancelled before it reached your bank statement. You no longer have the ${TITLE}.`,
  ],
])("%s", (_, one, returned, sentence) => {
  expect(told(one, returned)).toBe(sentence);
});

test("while a payment goes back its pass cannot be bought, and this is why", () => {
  expect(whileInProgress("ending")).toBe(paymentMessages.refundOnItsWay);
});

test.each([
  ["whoever paid holds it", [{ item: "goldPlus", title: TITLE, variant: null }], `You have the ${TITLE}.`],
  ["another person does", [], `You have transferred the ${TITLE} to another person.`],
])("of a pass whose payment stands: %s", (_, held, sentence) => {
  const one = attempt("captured");
  expect(whatBecameOf(one, [], boughtWith(one, TITLE, held), false, "America/New_York")).toBe(sentence);
});

const MUG = { item: "mug", title: "Mug", variant: null };
const HAT = { item: "hat", title: "Hat", variant: "M" };
const lines = [MUG, HAT].map(({ item, ...line }) => ({ id: item, ...line, cents: 2_500 }));
const later = attempt("captured", { lines, amountCents: 5_000 });

test.each([
  ["all of it, in the order of the bill", [HAT, MUG], "You have the Mug and Hat (M)."],
  ["a part of it", [HAT], "You have the Hat (M)."],
  ["another size than was bought", [{ ...HAT, variant: "L" }], "You have the Hat (L)."],
  ["nothing any more, as the pass has ended", [], "You no longer have the Mug and Hat (M)."],
])("add-ons that were bought later: %s", (_, held, sentence) => {
  const bought = boughtWith(later, TITLE, held);
  expect(whatBecameOf(later, [], bought, false, "America/New_York")).toBe(sentence);
});

test("home speaks of the pass that was given back, whatever became of add-ons that were bought later", () => {
  const facts = {
    refunds: [],
    catalogue: { tickets: [{ id: "goldPlus" as const, title: TITLE }] },
    edition: { deadlineZone: "America/New_York" },
  };
  const pass = { ...attempt("voided"), id: "a" };
  expect(lastGivenBack({ ...facts, payments: [{ ...later, id: "b" }, pass] })).toContain(TITLE);
  const refunded = { ...later, id: "b", state: "refunded" as const };
  expect(lastGivenBack({ ...facts, payments: [refunded, { ...attempt("captured"), id: "a" }] })).toBeNull();
  expect(lastGivenBack({ ...facts, payments: [refunded] })).toBeNull();
});
