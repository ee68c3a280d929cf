import * as z from "zod";
import { DOOR_ACTS, SCAN_REASONS } from "~/values/types.ts";

/** The id of a holding. It is empty for an empty field, because `parseForm` leaves out empty fields. */
const id = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/)
  .default("");
const clock = z.coerce.number().int().min(0).max(8_640_000_000_000_000);

/** The fields by which a phone at the door reports a scan, in addition to the id of the entry. */
export const ScanForm = z.object({
  /** The edition of the list that the phone had when the act was done. */
  conference: z.string().max(60),
  act: z.enum(DOOR_ACTS),
  /**
   * The holding of the pass, and the holding of the thing that the act is about. Both are empty if the code was not a
   * ticket.
   */
  pass: id,
  thing: id,
  /** Proves that the ticket was there: see `TicketKeys`. */
  proof: z.string().max(60).default(""),
  device: z.string().regex(/^[A-Z0-9]{4}$/),
  /** When the act happened, and when its report is sent, both by the clock of the phone. */
  at: clock,
  sentAt: clock,
  /** Whether the phone had shown that the pass or add-on was already used, and the helper let it count once more. */
  again: z.enum(["yes", "no"]),
  /** The entry that the act takes back; empty if it takes none back. */
  undoes: z.string().max(60).default(""),
  /** Why the phone refused the ticket; null if it did not refuse. */
  reason: z.enum(SCAN_REASONS).nullable().default(null),
});

/** The report of a scan by a phone. */
export type ScanReport = z.infer<typeof ScanForm> & { id: string };
