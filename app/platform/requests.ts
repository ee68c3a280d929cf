import { MINUTE } from "~/values/durations.ts";

/**
 * No request takes longer than this (ms, real time). So after this time, nobody is still working on what a request left
 * unfinished.
 */
export const LONGEST_REQUEST = 2 * MINUTE;
