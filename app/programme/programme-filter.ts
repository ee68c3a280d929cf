import { listQuery } from "~/ui/paging.ts";

/**
 * The part of the programme that a URL asks for. A part that the URL leaves out is ""; a page that it leaves out is 1.
 */
export type ProgrammeFilter = { day: string; search: string; track: string; zone: string; page: number };

/** The query string of this filter: "" for the whole of the current day. */
export const programmeAddress = ({ page, ...filter }: ProgrammeFilter): string =>
  listQuery({ ...filter, page: page > 1 ? page : null });
