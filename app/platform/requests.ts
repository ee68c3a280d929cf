import { MINUTE } from "~/values/durations.ts";

/**
 * No request takes longer than this (ms, real time). So after this time, a request that has left something unfinished
 * is certainly over.
 */
export const LONGEST_REQUEST = 2 * MINUTE;
