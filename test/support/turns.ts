import { inject } from "vitest";
import { deep } from "./deep.ts";

declare module "vitest" {
  interface ProvidedContext {
    turn: number;
  }
}

/** The places at which a single fault is tried are divided among this many runs. */
export const TURNS = 3;

/** Which of the runs is meant: its number, from 0 to `TURNS` - 1, or "all" for all of them. */
export type Turns = number | "all";

const chosen = inject("turn");
if (!Array.from({ length: TURNS }, (_, turn) => turn).includes(chosen))
  throw new Error(`FAULT_TURN is a number below ${TURNS}, and not ${chosen}: nothing would be tried`);

/** The run to which `FAULT_TURN` refers, by default the run of the day. In `npm run test:deep`, all runs. */
export const turnOfThisRun: Turns = deep ? "all" : chosen;

/**
 * Whether a fault is tried at this place in this run. The number of the place also determines which kind of fault is
 * tried there. If a run simply tried every third place, it would try the same fault at every write. So the first place
 * of each group of three belongs to a different run than the first place of the group before.
 */
export const isTheTurnOf = (at: number, turn: Turns) =>
  turn === "all" || (at + Math.floor(at / TURNS)) % TURNS === turn;

/** A sentence that says how much a run left out, and how to try the rest. */
export const toldOfTurns = (leftOut: number) =>
  turnOfThisRun === "all"
    ? "no place for a fault left out"
    : `turn ${turnOfThisRun + 1} of ${TURNS}, ${leftOut} places for a fault left out: FAULT_TURN=0, 1 or 2 chooses, DEEP=1 tries all`;
