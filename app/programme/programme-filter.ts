/** The part of the programme that a URL asks for. Whatever the URL leaves out is "", and the page is the first. */
export type ProgrammeFilter = { day: string; search: string; track: string; zone: string; page: number };

/** The query string of this filter: "" for the whole of the current day. */
export function programmeAddress({ page, ...filter }: ProgrammeFilter): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== "");
  if (page > 1) entries.push(["page", String(page)]);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}
