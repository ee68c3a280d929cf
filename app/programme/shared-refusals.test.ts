import { expect, test } from "vitest";
import { sharedRefusals } from "./programme.tsx";

const refusal = (needs: string) => ({ reason: `Only for ${needs}`, wayIn: `/${needs}`, needs });
const needing = (...all: (string | null)[]) =>
  all.map((needs) => ({ refusal: needs === null ? null : refusal(needs) }));

const notForSale = ({ refusal }: ReturnType<typeof needing>[number]) => ({
  refusal: refusal && { ...refusal, wayIn: null },
});

test.each([
  ["nothing is refused", needing(null, null), []],
  ["each reason has one session", needing("gold", null, "goldPlus"), []],
  ["two share a reason", needing("gold", null, "gold", "goldPlus"), ["gold"]],
  ["what they need is not for sale", needing("gold", "gold").map(notForSale), []],
  ["two reasons are shared", needing("gold", "goldPlus", "goldPlus", "gold"), ["gold", "goldPlus"]],
])("what is said once above the sessions: %s", (_name, sessions, shared) => {
  expect(sharedRefusals(sessions)).toEqual(shared.map(refusal));
});
