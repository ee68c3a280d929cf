import { expect, test } from "vitest";
import type { Call } from "../support/faults.ts";
import { exploreBy, oneFaultOf } from "../support/schedules.ts";
import { TURNS, type Turns } from "../support/turns.ts";

/** Calls of every kind, and enough of each kind that one run tries every fault of that kind. */
const KINDS: Call["kind"][] = ["read", "write", "charge", "ask", "give back", "subscribe", "change card"];
const trace = KINDS.flatMap((kind) =>
  Array.from({ length: 90 }, (_, index): Call => ({ step: "pay", kind, name: `${kind} ${index}` })),
);

const turns = Array.from({ length: TURNS }, (_, turn) => turn);

async function triedIn(turn: Turns) {
  const tried: string[] = [];
  const { schedules, leftOut, broken } = await exploreBy(
    async (faults) => {
      tried.push(...faults.map(({ at, what }) => `${at} ${what}`));
      return { trace, broken: [] };
    },
    1,
    oneFaultOf(turn),
  );
  expect(broken).toEqual([]);
  // One more schedule runs without a fault.
  expect(schedules).toBe(tried.length + 1);
  expect(leftOut).toBe(trace.length - tried.length);
  return tried.sort();
}

const kindsOf = (tried: string[]) =>
  [
    ...new Set(
      tried.map((one) => {
        const [at, ...what] = one.split(" ");
        return `${trace[Number(at)]!.kind}: ${what.join(" ")}`;
      }),
    ),
  ].sort();

test("all turns together try what is tried at once, and nothing twice", async () => {
  const all = await triedIn("all");
  expect(all).toHaveLength(trace.length);
  expect((await Promise.all(turns.map(triedIn))).flat().sort()).toEqual(all);
});

test("each turn takes a third of the places, and meets everything that can happen to a call", async () => {
  const everything = kindsOf(await triedIn("all"));
  expect(everything.length).toBeGreaterThan(20);
  for (const turn of turns) {
    const tried = await triedIn(turn);
    expect(tried).toHaveLength(trace.length / TURNS);
    expect(kindsOf(tried)).toEqual(everything);
  }
});
