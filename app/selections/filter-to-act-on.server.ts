import { refuse } from "~/platform/refusal.server.ts";
import type { Ability } from "~/values/abilities.ts";
import { applicationFilterOf } from "./application-filter.form.ts";
import { type ApplicationFilter, allowedFilter, mayUseAll } from "./application-filter.ts";
import { selectionMessages } from "./messages.ts";

/**
 * The filter of a page that does something with the applications that the filter finds. A list leaves out a value that
 * cannot be read, and a condition that its viewer may not use. Here the first is refused with 400 and the second with
 * 403, because without them the filter would find more applications than somebody meant.
 */
export function filterToActOn(
  params: URLSearchParams,
  viewer: { abilities: readonly Ability[] },
): ApplicationFilter {
  const { filter, unread } = applicationFilterOf(params);
  if (Object.keys(unread).length > 0) refuse(400, selectionMessages.invalidFilter);
  if (!mayUseAll(filter, viewer)) refuse(403, selectionMessages.needsMoney);
  return allowedFilter(filter, viewer);
}
