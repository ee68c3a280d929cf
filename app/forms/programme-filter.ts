import * as z from "zod";
import { zoneNamed } from "../domain/agenda.ts";
import { isDay } from "../domain/times.ts";

const Filter = z.object({
  day: z.string().refine(isDay).catch(""),
  search: z.string().trim().max(200).catch(""),
  track: z
    .string()
    .regex(/^[\w-]{1,80}$/)
    .catch(""),
  zone: z
    .string()
    .transform((zone) => zoneNamed(zone) ?? "")
    .catch(""),
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
});

/** The part of the programme that an address asks for; "" and the first page for anything it does not say. */
export type ProgrammeFilter = z.infer<typeof Filter>;

/** Reads the filter from an address; invalid values are ignored. */
export const programmeFilterOf = (params: URLSearchParams): ProgrammeFilter =>
  Filter.parse(
    Object.fromEntries(
      ["day", "search", "track", "zone", "page"].map((name) => [name, params.get(name) ?? ""]),
    ),
  );

/** The query of this filter: "" for the whole of the current day. */
export function programmeAddress({ page, ...filter }: ProgrammeFilter): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== "");
  if (page > 1) entries.push(["page", String(page)]);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}
