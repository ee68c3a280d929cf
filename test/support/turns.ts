import { inject } from "vitest";
import { deep } from "./deep.ts";

declare module "vitest" {
  interface ProvidedContext {
    turn: number;
  }
}

/** The places where one fault is tried are divided among so many runs. */
export const TURNS = 3;

/** Which of these runs it is, from 0; or all of them at once. */
export type Turns = number | "all";

const chosen = inject("turn");
if (!Array.from({ length: TURNS }, (_, turn) => turn).includes(chosen))
  throw new Error(`FAULT_TURN is a number below ${TURNS}, and not ${chosen}: nothing would be tried`);

/** The run of the day, or the one in `FAULT_TURN`; all of them in `npm run test:deep`. */
export const turnOfThisRun: Turns = deep ? "all" : chosen;

/**
 * Whether one fault is tried at a place now. The fault depends on the number of the place too: each row of three
 * begins with a different run, or one run would meet the same fault at every write.
 */
export const isTheTurnOf = (at: number, turn: Turns) =>
  turn === "all" || (at + Math.floor(at / TURNS)) % TURNS === turn;

/** What a run left out, and how to try it. */
export const toldOfTurns = (leftOut: number) =>
  turnOfThisRun === "all"
    ? "no place for a fault left out"
    : `turn ${turnOfThisRun + 1} of ${TURNS}, ${leftOut} places for a fault left out: FAULT_TURN=0, 1 or 2 chooses, DEEP=1 tries all`;
