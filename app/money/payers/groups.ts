import type { Line } from "~/values/shapes.ts";
import type { PassType } from "~/values/types.ts";

/** What somebody asks the viewer to pay for; without lines it cannot be paid for now. */
export type AskedOf = { id: string; name: string; passType: PassType; lines: Line[] | null; cents: number };

/**
 * The most people that somebody pays for at once. Each of them is looked up and checked as if they paid themselves,
 * and a request may ask the database only so many questions.
 */
export const MOST_PEOPLE = 20;
