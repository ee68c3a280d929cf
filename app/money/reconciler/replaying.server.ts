import { type Act, idOfAct } from "~/money/payments/acts.server.ts";
import type { Booking } from "~/values/shapes.ts";

/** The outcome for an act that was missing from the database. */
export type ReplayOutcome =
  | "written"
  /** The rows that the act changes are not there yet, or are still being settled. */
  | "waits"
  /** Something else has happened since the database was restored, so a person has to look. */
  | "left";

/** Makes the booking for the money that an act moved; `at` is when it moved (UTC ms). */
export type BookingOf = (at: number) => Booking;

/** The audit entry for an act that was done again. */
export const rebuilt = (act: Act, object: string) => ({
  ...{ actorUid: null, action: "act rebuilt" as const, object },
  detail: { act: idOfAct(act) },
});
