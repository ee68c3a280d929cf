import { expect, test } from "vitest";
import type { Decision, PassType } from "~/values/types.ts";
import { mayRegister } from "./eligibility.ts";

const onlyAccepted = "Unfortunately, you may only register for the T if your application was accepted.";
const alsoDeferred =
  "Unfortunately, you may only register for the T if your application was accepted or deferred to virtual.";
const none = "You have not yet received a decision. Please try again later.";

test.each<[PassType, Decision | null, string | null]>([
  ["goldPlus", "Accepted", null],
  ["goldPlus", "Deferred to virtual", onlyAccepted],
  ["goldPlus", "Waitlisted", onlyAccepted],
  ["goldPlus", "Rejected", onlyAccepted],
  ["goldPlus", null, none],
  ["gold", "Accepted", null],
  ["gold", "Deferred to virtual", null],
  ["gold", "Waitlisted", alsoDeferred],
  ["gold", "Rejected", alsoDeferred],
  ["gold", null, none],
])("%s with decision %s: %s", (passType, decision, reason) => {
  const ruling = mayRegister(passType, "T", decision);
  expect(ruling).toEqual(reason === null ? { allowed: true } : { allowed: false, reason });
});
