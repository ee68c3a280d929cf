import { inject } from "vitest";
import { deep } from "./deep.ts";

declare module "vitest" {
  interface ProvidedContext {
    turn: number;
  }
}

/** The places where one fault is tried are divided among this many runs. */
export const TURNS = 3;

/** The number of such a run, starting at 0; or all runs together. */
export type Turns = number | "all";

const chosen = inject("turn");
if (!Array.from({ length: TURNS }, (_, turn) => turn).includes(chosen))
  throw new Error(`FAULT_TURN is a number below ${TURNS}, and not ${chosen}: nothing would be tried`);

/** The run in `FAULT_TURN`, by default that of the day; in `npm run test:deep`, all runs. */
export const turnOfThisRun: Turns = deep ? "all" : chosen;

/**
 * Whether a fault is tried at this place in this run. The kind of fault also depends on the number of the place. So
 * each row of three places starts with a different run; otherwise one run would try the same fault at every write.
 */
export const isTheTurnOf = (at: number, turn: Turns) =>
  turn === "all" || (at + Math.floor(at / TURNS)) % TURNS === turn;

/** How much a run left out, and how to try it. */
export const toldOfTurns = (leftOut: number) =>
  turnOfThisRun === "all"
    ? "no place for a fault left out"
    : `turn ${turnOfThisRun + 1} of ${TURNS}, ${leftOut} places for a fault left out: FAULT_TURN=0, 1 or 2 chooses, DEEP=1 tries all`;
