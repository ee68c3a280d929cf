import { expect, test } from "vitest";
import { baseRows } from "#db/seed/first-edition.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { standingMessages } from "~/standing/messages.ts";
import { mayAcceptWaiver, type Standing } from "~/standing/standing.ts";
import type { Decision, LiveHoldingState, PassType } from "~/values/types.ts";
import { paymentMessages } from "./messages.ts";
import { addOnStage, heldBeside, pathToAddOns, registrationStage, statesInTheWay } from "./registration.ts";

const { rounds, tickets, prices, addOns, events } = baseRows(0);
const IN_PERSON = "Harvard Conference ticket";
const VIRTUAL = "Virtual Summit ticket";

/** A delegate who may pay for either pass. */
function ready(differences: Partial<Standing> = {}): Standing {
  return {
    catalogue: { rounds, tickets, prices, addOns, left: {} },
    submittedAt: Date.parse("2022-12-01T00:00:00Z"),
    decision: "Accepted",
    agreementVersion: 1,
    waiverDate: 1,
    passes: [],
    ...differences,
  };
}

test.each(["gold", "goldPlus"] as PassType[])("with everything in place %s can be paid for", (passType) => {
  expect(registrationStage(passType, ready())).toEqual({ stage: "pay" });
});

test.each<[string, PassType, Partial<Standing>, string]>([
  ["an application is needed first", "goldPlus", { submittedAt: null }, standingMessages.notSubmitted],
  ["no decision, no pass", "goldPlus", { decision: null }, standingMessages.noDecisionYet],
  ["nor the virtual one", "gold", { decision: null }, standingMessages.noDecisionYet],
  [
    "deferred is not in person",
    "goldPlus",
    { decision: "Deferred to virtual" },
    standingMessages.onlyIfAccepted(IN_PERSON),
  ],
  [
    "rejected is neither",
    "gold",
    { decision: "Rejected" },
    standingMessages.onlyIfAcceptedOrDeferred(VIRTUAL),
  ],
  [
    "waitlisted is neither",
    "goldPlus",
    { decision: "Waitlisted" },
    standingMessages.onlyIfAccepted(IN_PERSON),
  ],
])("refused: %s", (_rule, passType, differences, reason) => {
  expect(registrationStage(passType, ready(differences))).toEqual({ stage: "refused", reason });
});

test("a pass that is not on sale is refused", () => {
  const closed = tickets.map((ticket) => ({ ...ticket, onSale: false }));
  const standing = ready({ catalogue: { rounds, tickets: closed, prices, addOns, left: {} } });
  expect(registrationStage("gold", standing)).toEqual({
    stage: "refused",
    reason: passMessages.notOnSale(VIRTUAL),
  });
});

test.each<[string, Partial<Standing>, number, string]>([
  ["has one place left", {}, 1, "pay"],
  ["has none left", {}, 0, "sold out"],
  ["has none left, before the terms are accepted", { waiverDate: null }, 0, "sold out"],
  ["has none left, for those who may not have it", { decision: "Rejected" }, 0, "refused"],
  ["has none left, for those who hold it", { passes: [{ passType: "gold", state: "held" }] }, 0, "held"],
  [
    "has none left, for those who pay",
    { passes: [{ passType: "gold", state: "pending" }] },
    0,
    "in progress",
  ],
])("a pass that %s", (_, differences, gold, stage) => {
  const catalogue = { rounds, tickets, prices, addOns, left: { gold } };
  const found = registrationStage("gold", ready({ catalogue, ...differences }));
  expect(found.stage).toBe(stage);
  if (found.stage === "sold out") expect(found.reason).toBe(passMessages.passSoldOut(VIRTUAL));
});

test.each<Decision>(["Accepted", "Deferred to virtual"])("%s opens the virtual pass", (decision) => {
  expect(registrationStage("gold", ready({ decision }))).toEqual({ stage: "pay" });
});

test("the waiver comes before paying, and after everything that can refuse", () => {
  expect(registrationStage("goldPlus", ready({ waiverDate: null }))).toEqual({ stage: "waiver" });
  expect(registrationStage("goldPlus", ready({ waiverDate: null, decision: null })).stage).toBe("refused");
});

test.each<[LiveHoldingState, string]>([
  ["pending", "in progress"],
  ["ending", "in progress"],
  ["held", "held"],
])("a pass that is %s means %s", (state, stage) => {
  expect(registrationStage("goldPlus", ready({ passes: [{ passType: "goldPlus", state }] })).stage).toBe(
    stage,
  );
});

test.each<[LiveHoldingState, string, string]>([
  ["pending", "in progress", "in progress"],
  // The virtual pass is not sold while the in-person pass, which includes it, is still held. The in-person pass is sold
  // while the virtual one is held.
  ["ending", "in progress", "pay"],
  ["held", "held", "pay"],
])("beside the other pass %s, gold is %s and goldPlus %s", (state, gold, goldPlus) => {
  const stageOf = (passType: PassType, other: PassType) =>
    registrationStage(passType, ready({ passes: [{ passType: other, state }] })).stage;
  expect([stageOf("gold", "goldPlus"), stageOf("goldPlus", "gold")]).toEqual([gold, goldPlus]);
  // The statement that reserves a payment uses these states. It allows the same payments as the page, if the delegate
  // was told that they hold the other pass.
  expect(statesInTheWay("gold", null).includes(state)).toBe(gold !== "pay");
  expect(statesInTheWay("goldPlus", "gold").includes(state)).toBe(goldPlus !== "pay");
  expect(statesInTheWay("goldPlus", null).includes(state)).toBe(goldPlus !== "pay" || state === "held");
});

test("what is held beside the in-person pass has to be told before paying", () => {
  const passes = [{ passType: "gold" as const, state: "held" as const }];
  expect(heldBeside("goldPlus", passes)).toBe("gold");
  expect(heldBeside("gold", passes)).toBeNull();
  expect(heldBeside("goldPlus", [{ passType: "gold", state: "ending" }])).toBeNull();
  expect(heldBeside("goldPlus", [{ passType: "goldPlus", state: "held" }])).toBeNull();
});

test("the virtual pass comes with the in-person one, and not the other way round", () => {
  const held = (passType: PassType) => ready({ passes: [{ passType, state: "held" }] });
  expect(registrationStage("gold", held("goldPlus"))).toEqual({
    stage: "held",
    reason: passMessages.includedInPass(VIRTUAL, IN_PERSON),
  });
  expect(registrationStage("goldPlus", held("gold"))).toEqual({ stage: "pay" });
});

test.each<[string, Partial<Standing>, string | null]>([
  ["not submitted", { submittedAt: null, decision: "Accepted" }, standingMessages.notSubmitted],
  ["no decision that may be seen", { decision: null }, standingMessages.noDecisionYet],
  ["rejected", { decision: "Rejected" }, standingMessages.onlyIfAcceptedOrDeferred(VIRTUAL)],
  ["waitlisted", { decision: "Waitlisted" }, standingMessages.onlyIfAcceptedOrDeferred(VIRTUAL)],
  ["deferred to virtual", { decision: "Deferred to virtual" }, null],
  ["accepted", { decision: "Accepted" }, null],
  [
    "rejected, but holds a pass",
    { decision: "Rejected", passes: [{ passType: "gold", state: "held" }] },
    null,
  ],
  [
    "open again, but holds a pass",
    { submittedAt: null, passes: [{ passType: "gold", state: "held" }] },
    null,
  ],
  [
    "no decision that may be seen, and a pass that is being paid for",
    { decision: null, passes: [{ passType: "gold", state: "pending" }] },
    standingMessages.noDecisionYet,
  ],
])("may accept the agreement: %s", (_rule, change, reason) => {
  const ruling = mayAcceptWaiver(ready(change));
  expect(ruling).toEqual(reason === null ? { allowed: true } : { allowed: false, reason });
});

const BEFORE = Date.parse("2023-02-20T04:59:59Z");
/** Somebody who holds the in-person pass and these add-ons. */
const holding = (differences: Partial<Standing> = {}, ...items: string[]) => ({
  ...ready({ passes: [{ passType: "goldPlus", state: "held" }], ...differences }),
  events,
  holdings: items.map((item) => ({ item })),
  isSelling: true,
});

test("who holds the pass is offered its add-ons, without what is there already and what comes with it", () => {
  const stage = addOnStage("goldPlus", holding({}, "h2023mug"), BEFORE);
  expect(stage.stage === "pay" && stage.offered.map(({ id }) => id)).toEqual([
    ...["h2023execsem", "h2023hatwhite", "h2023hatblack", "h2023shirtblack"],
  ]);
  expect(pathToAddOns(holding(), BEFORE)).toBe("/register/add-ons");
});

const disabled = addOns.map((addOn) => ({ ...addOn, disabled: true }));
test.each<[string, ReturnType<typeof holding>, number, string]>([
  ["nobody without the pass", holding({ passes: [] }), BEFORE, passMessages.passFirst(IN_PERSON)],
  [
    "nor with the other one",
    holding({ passes: [{ passType: "gold", state: "held" }] }),
    BEFORE,
    passMessages.passFirst(IN_PERSON),
  ],
  [
    "nor while it is paid for",
    holding({ passes: [{ passType: "goldPlus", state: "pending" }] }),
    BEFORE,
    paymentMessages.paymentBeingChecked,
  ],
  [
    "nor while it goes back",
    holding({ passes: [{ passType: "goldPlus", state: "ending" }] }),
    BEFORE,
    paymentMessages.refundOnItsWay,
  ],
  ["nor without a card processor", { ...holding(), isSelling: false }, BEFORE, passMessages.nothingToAdd],
  [
    "nor where nothing is sold",
    holding({ catalogue: { rounds, tickets, prices, addOns: disabled, left: {} } }),
    BEFORE,
    passMessages.nothingToAdd,
  ],
  [
    "nor where everything is there",
    holding({}, ...addOns.map(({ id }) => id)),
    BEFORE,
    passMessages.nothingToAdd,
  ],
  ["nor when the event is over", holding(), BEFORE + 1000, passMessages.addOnsOver],
])("add-ons later: %s", (_, standing, now, reason) => {
  expect(addOnStage("goldPlus", standing, now)).toEqual({ stage: "refused", reason });
  expect(pathToAddOns(standing, now)).toBeNull();
});

test("add-ons later ask for the terms, and for no application, decision or sale of the pass", () => {
  const over = { submittedAt: null, decision: null } as const;
  const closed = tickets.map((ticket) => ({ ...ticket, onSale: false }));
  const catalogue = { rounds, tickets: closed, prices, addOns, left: { goldPlus: 0 } };
  expect(addOnStage("goldPlus", holding({ ...over, catalogue }), BEFORE).stage).toBe("pay");
  expect(addOnStage("goldPlus", holding({ waiverDate: null }), BEFORE)).toEqual({ stage: "waiver" });
});
