import { describe, expect, test } from "vitest";
import { baseRows } from "#db/seed/first-edition.ts";
import type { LetterKind } from "~/values/types.ts";
import { letterCode, readLetterCode, spelledCode } from "./letter-codes.ts";
import { erasure, type LetterFacts, lettersFor, missingOf, stateOfLetter } from "./letters.ts";
import { letterMessages } from "./messages.ts";

const { rounds, tickets, prices, addOns, events } = baseRows(0);

const PAYMENT = "abcdefghij0123456789";
const SENDER = {
  address: "1 Example Street",
  signatory: "A. President",
  office: "President",
  signature: null,
};

/** The facts about a person who is accepted, has paid, was there and has read three applications. */
function somebody(more: Partial<LetterFacts> = {}): LetterFacts {
  return {
    now: Date.parse("2023-02-19T20:00:00Z"),
    conference: { id: "aconf_2023", year: 2023, title: null, track: null },
    catalogue: { rounds, tickets, prices, addOns, left: {} } as unknown as LetterFacts["catalogue"],
    events: events as LetterFacts["events"],
    ...{ fullName: "Mei Ling Chen", staffName: null },
    about: { nationality: "TW", institution: "Example University" },
    ...{ decision: "Accepted", toldAt: Date.parse("2022-12-02T03:00:00Z") },
    payments: [
      {
        ...{ id: PAYMENT, passType: "goldPlus", state: "captured", amountCents: 55_000, payer: null },
        ...{ createdAt: 0, resolvedAt: Date.parse("2022-12-04T02:00:00Z") },
      },
    ],
    refunds: [],
    holdings: [{ item: "goldPlus", passType: "goldPlus", paymentId: PAYMENT, state: "held" }],
    entries: [{ holdingId: `${PAYMENT}-00`, passType: "goldPlus" }],
    read: 3,
    texts: { letter: "Write to {contact}." },
    ...{ contact: "help@hpair.example", sender: SENDER },
    ...more,
  };
}

const of = (kind: LetterKind, facts: LetterFacts) => lettersFor(facts).find((one) => one.kind === kind)!;

test.each([
  ["acceptance", "1 December 2022", "has been accepted as a delegate to the Harvard Conference 2023"],
  ["visa", "19 February 2023", "is invited to the Harvard Conference 2023"],
  ["payment", "3 December 2022", "has paid $550 for their registration for the Harvard Conference 2023"],
  ["attendance", "19 February 2023", "took part in the Harvard Conference 2023"],
  ["thanks", "19 February 2023", "read 3 applications"],
] as const)("a letter of %s is dated in the zone of its event, and says what is so", (kind, date, words) => {
  const { possible, reason } = of(kind, somebody());
  expect(reason).toBeNull();
  expect(possible).toHaveLength(1);
  const { content } = possible[0]!;
  expect(content).toMatchObject({ date, name: "Mei Ling Chen", initials: "MC", sender: SENDER });
  expect(content.sentences.join(" ")).toContain(words);
});

const none: [string, LetterKind, Partial<LetterFacts>, string][] = [
  ["before the decision", "acceptance", { decision: null, toldAt: null }, letterMessages.notYet.notAccepted],
  ["who is waitlisted", "acceptance", { decision: "Waitlisted" }, letterMessages.notYet.notAccepted],
  ["without a name", "acceptance", { fullName: "" }, letterMessages.notYet.noName],
  ["for a visa without a sender", "visa", { sender: null }, letterMessages.notYet.noSender],
  [
    "for a visa without an address",
    "visa",
    { sender: { ...SENDER, address: null } },
    letterMessages.notYet.noSender,
  ],
  ["for a visa after the event", "visa", { now: Date.parse("2023-02-20T12:00:00Z") }, letterMessages.over],
  [
    "for a visa to an event online",
    "visa",
    { events: somebody().events.map((event) => ({ ...event, venue: null })) },
    letterMessages.notYet.notHere,
  ],
  ["of what was given back", "payment", { refunds: [{ paymentId: PAYMENT }] }, letterMessages.notYet.notPaid],
  ["of a pass that is not held", "payment", { holdings: [] }, letterMessages.notYet.notPaid],
  [
    "of what somebody else paid",
    "payment",
    { payments: somebody().payments.map((one) => ({ ...one, payer: "x@hpair.example" })) },
    letterMessages.notYet.notPaid,
  ],
  [
    "of a free pass",
    "payment",
    { payments: somebody().payments.map((one) => ({ ...one, amountCents: 0 })) },
    letterMessages.notYet.notPaid,
  ],
  ["who was not let in", "attendance", { entries: [] }, letterMessages.notYet.notThere],
  [
    "before the last day",
    "attendance",
    { now: Date.parse("2023-02-19T04:59:00Z") },
    letterMessages.notYet.notThere,
  ],
  ["who read nothing", "thanks", { read: 0 }, letterMessages.notYet.noReading],
];

test.each(none)("there is no letter %s", (_case, kind, more, reason) => {
  expect(of(kind, somebody(more))).toEqual({ kind, possible: [], reason });
});

test("nobody is invented: without a signatory the organisers sign, and a reader has the name that a director gave", () => {
  const [letter] = of("thanks", somebody({ sender: null, staffName: "R. Reader" })).possible;
  expect(letter!.content.sender).toEqual({
    ...{ address: null, office: null, signature: null },
    signatory: "The organisers of the Harvard Conference 2023",
  });
  expect(letter!.content.name).toBe("R. Reader");
  expect(missingOf(null)).toEqual(["address", "signatory", "office", "signature"]);
  expect(missingOf(SENDER)).toEqual(["signature"]);
});

test.each([
  [null, null, true, "valid"],
  [null, null, false, "withdrawn"],
  [5, null, true, "withdrawn"],
  [5, "another", true, "replaced"],
] as const)("a letter withdrawn at %s, replaced by %s, whose ground stands: %s", (withdrawnAt, successor, holds, state) => {
  expect(stateOfLetter({ withdrawnAt, successor, holds })).toBe(state);
});

test("a passport is erased thirty days after the last day, or ninety after it was asked for", () => {
  const zone = "America/New_York";
  expect(erasure({ lastDay: "2023-02-19", timeZone: zone }, 0)).toEqual({
    at: Date.parse("2023-03-21T04:00:00Z"),
    day: "21 March 2023",
  });
  expect(erasure({ lastDay: null, timeZone: zone }, Date.parse("2023-01-01T12:00:00Z")).day).toBe(
    "1 April 2023",
  );
});

describe("codes", () => {
  test("a code has sixty random bits, and is spelled in fours", () => {
    const code = letterCode(Uint8Array.from({ length: 12 }, (_, place) => place * 23));
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(readLetterCode(spelledCode(code))).toBe(code);
    const signs = new Set(
      Array.from({ length: 256 }, (_, byte) => letterCode(new Uint8Array(12).fill(byte))[0]),
    );
    expect(signs.size).toBe(32);
  });

  test.each([
    ["abcd-efgh-jkmn", "ABCDEFGHJKMN"],
    [" abcd efgh jkmn ", "ABCDEFGHJKMN"],
    ["OIL0-1111-0000", "011011110000"],
    ["ABCD-EFGH-JKM", null],
    ["ABCD-EFGH-JKMNP", null],
    ["UUUU-UUUU-UUUU", null],
    ["ABCDEFGHJKM?", null],
    ["", null],
    ["A".repeat(5_000), null],
  ])("%s is read as %s", (typed, code) => {
    expect(readLetterCode(typed)).toBe(code);
  });
});
