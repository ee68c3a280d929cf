import { listQuery } from "~/ui/paging.ts";

/** The part of the programme that an address asks for; "" and the first page for anything it does not say. */
export type ProgrammeFilter = { day: string; search: string; track: string; zone: string; page: number };

/** The query of this filter: "" for the whole of the current day. */
export const programmeAddress = ({ page, ...filter }: ProgrammeFilter): string =>
  listQuery({ ...filter, page: page > 1 ? page : null });
