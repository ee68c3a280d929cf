import { expect, test } from "vitest";
import { baseRows } from "#db/seed/first-edition.ts";
import { beginOf, eventFor } from "~/conference/events.ts";
import { standingMessages } from "~/standing/messages.ts";
import type { LiveHolding } from "~/standing/standing.ts";
import { DAY } from "~/values/durations.ts";
import type { PassType, TransferState } from "~/values/types.ts";
import { transferMessages } from "./messages.ts";
import { mayTransfer, offerEnds, pathToTransfer, takeOverStage, transferState } from "./transfers.ts";

const { tickets, events } = baseRows(0);
const NOW = Date.parse("2022-12-17T10:00:00Z");
const EVENT = { firstDay: "2023-02-17", timeZone: "America/New_York" };
const BEGIN = Date.parse("2023-02-17T05:00:00Z");

test.each([
  ["a week", EVENT, NOW, NOW + 7 * DAY],
  ["until the event begins, if that is sooner", EVENT, BEGIN - DAY, BEGIN - 1],
  ["a week for an event without days", { ...EVENT, firstDay: null }, NOW, NOW + 7 * DAY],
])("an offer stands %s", (_, event, now, end) => {
  expect(offerEnds(event, now)).toBe(end);
});

type Facts = Parameters<typeof mayTransfer>[0];
const HELD: Facts = {
  things: [{ state: "held" }, { state: "held" }],
  ...{ isRefundUnderWay: false, isAwarded: false, isHere: true, event: EVENT },
};

test.each<[string, Partial<Facts>, number, string | null]>([
  ["what is held", {}, NOW, null],
  ["until the last instant before the event", {}, BEGIN - 1, null],
  ["not once it has begun", {}, BEGIN, transferMessages.begun],
  ["an event without days never begins", { event: { ...EVENT, firstDay: null } }, 9e14, null],
  [
    "not while an add-on is being paid for",
    { things: [{ state: "held" }, { state: "pending" }] },
    NOW,
    transferMessages.beingPaid,
  ],
  [
    "not while an add-on is on its way back",
    { things: [{ state: "held" }, { state: "ending" }] },
    NOW,
    transferMessages.onItsWayBack,
  ],
  ["not while money is on its way back", { isRefundUnderWay: true }, NOW, transferMessages.onItsWayBack],
  ["not what an award paid for", { isAwarded: true }, NOW, transferMessages.awarded],
  ["not of another edition", { isHere: false }, NOW, transferMessages.notHere],
])("a pass can be offered: %s", (_, more, now, reason) => {
  const ruling = mayTransfer({ ...HELD, ...more }, now);
  expect(ruling).toEqual(reason === null ? { allowed: true } : { allowed: false, reason });
});

type Taker = Parameters<typeof takeOverStage>[1];
const TAKER: Taker = {
  ...{ catalogue: { tickets }, submittedAt: 1, decision: "Accepted", waiverDate: 1, holdings: [] },
};
const [IN_PERSON, VIRTUAL] = ["Harvard Conference ticket", "Virtual Summit ticket"];

test.each<[string, PassType, Partial<Taker>, string]>([
  ["who has all that buying asks for", "goldPlus", {}, "accept"],
  ["whether or not it is sold now", "goldPlus", { catalogue: { tickets: offSale() } }, "accept"],
  ["with the terms to accept first", "goldPlus", { waiverDate: null }, "waiver"],
  ["deferred takes the virtual one", "gold", { decision: "Deferred to virtual" }, "accept"],
  [
    "deferred takes no other",
    "goldPlus",
    { decision: "Deferred to virtual" },
    standingMessages.onlyIfAccepted(IN_PERSON),
  ],
  ["rejected", "gold", { decision: "Rejected" }, standingMessages.onlyIfAcceptedOrDeferred(VIRTUAL)],
  ["no decision yet", "gold", { decision: null }, standingMessages.noDecisionYet],
  ["nothing submitted", "gold", { submittedAt: null }, standingMessages.notSubmitted],
  ["a pass of their own", "goldPlus", { holdings: [{}] }, transferMessages.haveOne],
])("taking a pass over: %s", (_, passType, more, expected) => {
  const found = takeOverStage(passType, { ...TAKER, ...more });
  expect(found.stage === "refused" ? found.reason : found.stage).toBe(expected);
});

function offSale() {
  return tickets.map((ticket) => ({ ...ticket, onSale: false }));
}

test.each<[TransferState, number, TransferState]>([
  ["open", 10, "open"],
  ["open", 11, "expired"],
  ["accepted", 11, "accepted"],
  ["taken back", 11, "taken back"],
])("an offer that is %s until 10 is at %s: %s", (state, now, shown) => {
  expect(transferState({ state, expiresAt: 10 }, now)).toBe(shown);
});

const holding = (item: string, passType: PassType, more: Partial<LiveHolding> = {}): LiveHolding => ({
  ...{ item, passType, paymentId: `p-${passType}`, title: item, variant: null, state: "held" },
  ...{ isAwarded: false, ...more },
});

test.each([
  ["nothing", [], null],
  ["a pass", [holding("gold", "gold")], "/payment/p-gold/transfer"],
  ["both", [holding("gold", "gold"), holding("goldPlus", "goldPlus")], "/payment/p-goldPlus/transfer"],
  ["a pass that is being paid for", [holding("gold", "gold", { state: "pending" })], null],
  ["an add-on alone", [holding("mug", "goldPlus")], null],
  ["a pass that an award paid for", [holding("gold", "gold", { isAwarded: true })], null],
  [
    "a pass that an award paid for, and another one",
    [holding("gold", "gold"), holding("goldPlus", "goldPlus", { isAwarded: true })],
    "/payment/p-gold/transfer",
  ],
  [
    "a pass with an add-on on its way back",
    [holding("gold", "gold"), holding("mug", "gold", { state: "ending" })],
    null,
  ],
])("who holds %s can offer it there", (_, holdings, path) => {
  const standing = { holdings, refunds: [], catalogue: { tickets }, events };
  expect(pathToTransfer(standing, NOW)).toBe(path);
});

test("a pass is not offered once its event has begun, or while money for it is on its way back", () => {
  const standing = {
    holdings: [holding("goldPlus", "goldPlus")],
    refunds: [],
    catalogue: { tickets },
    events,
  };
  const begin = beginOf(eventFor({ tickets, events }, "goldPlus")!)!;
  expect(pathToTransfer(standing, begin - 1)).not.toBeNull();
  expect(pathToTransfer(standing, begin)).toBeNull();
  const refunds = [{ paymentId: "p-goldPlus", state: "pending" as const }];
  expect(pathToTransfer({ ...standing, refunds }, NOW)).toBeNull();
  expect(pathToTransfer({ ...standing, refunds: [{ ...refunds[0]!, state: "done" }] }, NOW)).not.toBeNull();
});
