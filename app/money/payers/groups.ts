import type { Line } from "~/values/shapes.ts";
import type { PassType } from "~/values/types.ts";

/** A request to the viewer to pay for somebody. `lines` is null if the pass cannot be paid for now. */
export type AskedOf = { id: string; name: string; passType: PassType; lines: Line[] | null; cents: number };

/**
 * The most people that somebody can pay for in one order. Each of them is checked as if they paid for themselves, and
 * one request to the server may make only a limited number of database queries.
 */
export const MOST_PEOPLE = 20;
