import * as z from "zod";
import type { DoorAct } from "~/values/types.ts";

export const DOOR_INTENTS = ["admit", "hand", "undo"] as const;
export type DoorIntent = (typeof DOOR_INTENTS)[number];

/** The entry that a button writes. */
export const actOfIntent = (intent: DoorIntent): DoorAct =>
  intent === "admit" ? "in" : intent === "hand" ? "handed" : "undone";

/** The fields that a button at the door posts, in addition to its intent and the id of the entry. */
export const DoorForm = z.object({
  /** The holding of the pass. */
  pass: z.string().max(60),
  /** The holding that the button is about. */
  thing: z.string().max(60),
  /** The number of the last entry about the thing when the page was shown; 0 if there was none. */
  seen: z.coerce.number().int().min(0).max(10_000),
});
