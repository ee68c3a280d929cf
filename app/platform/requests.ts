import { MINUTE } from "~/values/durations.ts";

/** No request takes longer (ms, real time): nobody is working any more on what one has left unfinished then. */
export const LONGEST_REQUEST = 2 * MINUTE;
