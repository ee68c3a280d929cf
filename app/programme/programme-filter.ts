/** The part of the programme that an address asks for; "" and the first page for anything it does not say. */
export type ProgrammeFilter = { day: string; search: string; track: string; zone: string; page: number };

/** The query of this filter: "" for the whole of the current day. */
export function programmeAddress({ page, ...filter }: ProgrammeFilter): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== "");
  if (page > 1) entries.push(["page", String(page)]);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}
