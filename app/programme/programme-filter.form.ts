import * as z from "zod";
import { isDay, zoneNamed } from "~/values/times.ts";
import { ZONES } from "./agenda.ts";
import type { ProgrammeFilter } from "./programme-filter.ts";

const Filter = z.object({
  day: z.string().refine(isDay).catch(""),
  search: z.string().trim().max(200).catch(""),
  track: z
    .string()
    .regex(/^[\w-]{1,80}$/)
    .catch(""),
  zone: z
    .string()
    // A zone in `ZONES` keeps the name that it has there. `zoneNamed` could return another name for the same zone: some
    // engines return Asia/Calcutta for Asia/Kolkata.
    .transform((zone) => (ZONES.includes(zone) ? zone : (zoneNamed(zone) ?? "")))
    .catch(""),
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
});

/** Reads the filter from a URL; invalid values are ignored. */
export const programmeFilterOf = (params: URLSearchParams): ProgrammeFilter =>
  Filter.parse(
    Object.fromEntries(
      ["day", "search", "track", "zone", "page"].map((name) => [name, params.get(name) ?? ""]),
    ),
  );
