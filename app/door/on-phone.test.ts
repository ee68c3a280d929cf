import { expect, test } from "vitest";
import { codeIn, type PhoneAct, thingOnPhone } from "./on-phone.ts";

const act = (number: number, more: Partial<PhoneAct> = {}): PhoneAct => ({
  ...{ id: `act${number}`, number, conference: "c", act: "in", pass: "p", thing: "p", proof: "" },
  ...{ at: number * 100, again: "no", undoes: "", reason: "", state: "waiting", ...more },
});
const NEVER = { times: 0, at: null };

test.each<[string, { times: number; at: number | null }, PhoneAct[], ReturnType<typeof thingOnPhone>]>([
  ["nothing happened", NEVER, [], { times: 0, at: null, last: null }],
  ["it is in the list", { times: 1, at: 7 }, [], { times: 1, at: 7, last: null }],
  ["it was done here", NEVER, [act(1)], { times: 1, at: 100, last: "act1" }],
  [
    "it was sent, and is not in the list yet",
    NEVER,
    [act(1, { state: "sent" })],
    { times: 1, at: 100, last: "act1" },
  ],
  ["it was done there and here", { times: 1, at: 7 }, [act(2)], { times: 2, at: 200, last: "act2" }],
  [
    "it was taken back",
    NEVER,
    [act(1), act(2, { act: "undone", undoes: "act1" })],
    { times: 0, at: null, last: null },
  ],
  ["it was refused", NEVER, [act(1, { reason: "givenBack" })], { times: 0, at: null, last: null }],
  ["something else was done", NEVER, [act(1, { thing: "mug" })], { times: 0, at: null, last: null }],
])("what a phone knows if %s", (_, listed, acts, known) => {
  expect(thingOnPhone(listed, "p", acts)).toEqual(known);
});

test.each([
  ["https://portal.example.org/door/Abc_-9", "Abc_-9"],
  ["/door/Abc_-9?x=1#y", "Abc_-9"],
  [" Abc_-9 ", "Abc_-9"],
  ["", ""],
])("the code in %j is %j", (scanned, code) => {
  expect(codeIn(scanned)).toBe(code);
});
