import { expect, test } from "vitest";
import { baseRows } from "#db/seed/first-edition.ts";
import type { Standing } from "~/standing/standing.ts";
import { passHeld, passOnOffer, passSoldOut, progress } from "./progress.ts";

const { rounds, tickets, prices, addOns } = baseRows(0);

function standing(differences: Partial<Standing> = {}): Standing {
  return {
    catalogue: { rounds, tickets, prices, addOns, left: {} },
    submittedAt: null,
    decision: null,
    agreementVersion: 1,
    waiverDate: null,
    passes: [],
    ...differences,
  };
}

test.each<[string, Partial<Standing>, string]>([
  ["a newcomer applies", {}, "active todo todo todo"],
  ["then waits for the decision", { submittedAt: 1 }, "done active todo todo"],
  ["then signs", { submittedAt: 1, decision: "Accepted" }, "done done active todo"],
  ["then pays", { submittedAt: 1, decision: "Accepted", waiverDate: 1 }, "done done done active"],
  [
    "and is done",
    {
      submittedAt: 1,
      decision: "Accepted",
      waiverDate: 1,
      passes: [{ passType: "goldPlus", state: "held" }],
    },
    "done done done done",
  ],
  ["no way on after a rejection", { submittedAt: 1, decision: "Rejected" }, "done done blocked blocked"],
])("%s", (_who, differences, tones) => {
  expect(
    progress(standing(differences))
      .map(({ tone }) => tone)
      .join(" "),
  ).toBe(tones);
});

test("in person is offered before virtual", () => {
  expect(passOnOffer(standing({ submittedAt: 1, decision: "Accepted" }))).toBe("goldPlus");
  expect(passOnOffer(standing({ submittedAt: 1, decision: "Deferred to virtual" }))).toBe("gold");
  expect(passOnOffer(standing({ submittedAt: 1, decision: "Waitlisted" }))).toBeNull();
  expect(passOnOffer(standing())).toBeNull();
});

test("what is sold out is not offered, and is said of the best pass", () => {
  const accepted = { submittedAt: 1, decision: "Accepted" } as const;
  const with_ = (left: Record<string, number>, decision: "Accepted" | "Deferred to virtual" = "Accepted") =>
    standing({ ...accepted, decision, catalogue: { rounds, tickets, prices, addOns, left } });
  expect(passSoldOut(with_({ goldPlus: 1, gold: 1 }))).toBeNull();
  expect(passOnOffer(with_({ goldPlus: 0 }))).toBe("gold");
  expect(passSoldOut(with_({ goldPlus: 0 }))).toContain("Harvard Conference ticket is sold out");
  expect(passOnOffer(with_({ goldPlus: 0, gold: 0 }))).toBeNull();
  expect(passSoldOut(with_({ goldPlus: 0, gold: 0 }))).toContain("Harvard Conference ticket");
  expect(passSoldOut(with_({ goldPlus: 0 }, "Deferred to virtual"))).toBeNull();
});

test("only what is held counts", () => {
  expect(passHeld(standing({ passes: [{ passType: "gold", state: "pending" }] }))).toBeNull();
  expect(passHeld(standing({ passes: [{ passType: "gold", state: "held" }] }))).toBe("gold");
});
