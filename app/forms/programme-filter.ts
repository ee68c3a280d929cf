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

/** Which part of the programme an address asks for; "" and the first page for what it does not say. */
export type ProgrammeFilter = z.infer<typeof Filter>;

/** The filter in an address; what is not one is left out. */
export const filterOf = (asked: URLSearchParams): ProgrammeFilter =>
  Filter.parse(
    Object.fromEntries(
      ["day", "search", "track", "zone", "page"].map((name) => [name, asked.get(name) ?? ""]),
    ),
  );

/** The other way round: "" for the day that is due, whole. */
export function inAddress({ page, ...filter }: ProgrammeFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== "");
  if (page > 1) given.push(["page", String(page)]);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
