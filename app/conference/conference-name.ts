import { conferenceMessages } from "./messages.ts";

/**
 * The name made from the id's prefix and the year, such as "Asia Conference 2023". If the conference has a track, the
 * name ends with the track in brackets: "Academic" or "Business" (specification, sections 1, 3 and 5).
 *
 * @throws Error "Invalid conference ID" for an id that starts with neither aconf nor hconf.
 */
export function conferenceName({
  id,
  year,
  track,
}: {
  id: string;
  year: number;
  track?: string | null;
}): string {
  const family = familyOf(id);
  if (family === null) throw new Error(conferenceMessages.invalidConferenceId);
  const tag = track ? ` (${track.charAt(0).toUpperCase()}${track.slice(1)})` : "";
  return `${family} Conference ${year}${tag}`;
}

/** The values of the placeholders in an edition's texts. */
export const conferenceValues = (conference: {
  id: string;
  year: number;
  track?: string | null;
  title: string | null;
}): Record<string, string> => ({ conference: conferenceName(conference), theme: conference.title ?? "" });

/** Whether an id belongs to one of the two conference families. */
export const isConferenceId = (id: string): boolean => familyOf(id) !== null;

function familyOf(id: string): "Asia" | "Harvard" | null {
  if (id.startsWith("aconf")) return "Asia";
  return id.startsWith("hconf") ? "Harvard" : null;
}
