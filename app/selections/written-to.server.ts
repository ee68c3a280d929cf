import type { Context, SignedIn } from "~/platform/context.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { type Ability, can } from "~/values/abilities.ts";
import { type ApplicationFilter, applicationAddress, mayBeWrittenTo } from "./application-filter.ts";
import { selectionWords } from "./filter-in-words.ts";
import { readFilterNames } from "./filter-names.server.ts";
import { filterToActOn } from "./filter-to-act-on.server.ts";
import { selectionMessages } from "./messages.ts";

/** A selection whose people get a mail or a notification: its filter, and the filter in words. */
export type WrittenTo = { filter: ApplicationFilter; words: string };

/**
 * The words of a stored selection, as a viewer with these abilities may read them. The words can name labels and
 * filters that are only for people who decide.
 */
export const selectionInWords = (words: string, { abilities }: { abilities: readonly Ability[] }): string =>
  can(abilities, "decide") ? words : selectionMessages.someSelection;

/**
 * The selection in the address of a page that writes to people. Null if the address has none, or if the viewer does not
 * have the ability "decide". A filter by scores is refused (`mayBeWrittenTo`). One round trip.
 */
export async function writtenToIn(
  { request, context }: { request: Request; context: Context },
  { viewer, settings }: SignedIn,
): Promise<WrittenTo | null> {
  if (!can(viewer.abilities, "decide")) return null;
  const filter = filterToActOn(new URL(request.url).searchParams, viewer);
  if (applicationAddress(filter) === "") return null;
  if (!mayBeWrittenTo(filter)) refuse(400, selectionMessages.notForMail);
  return { filter, words: selectionWords(filter, await readFilterNames(context, settings.conferenceId)) };
}
