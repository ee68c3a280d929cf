import { refuse } from "~/platform/refusal.server.ts";
import type { Ability } from "~/values/abilities.ts";
import { applicationFilterOf } from "./application-filter.form.ts";
import { type ApplicationFilter, allowedFilter } from "./application-filter.ts";
import { selectionMessages } from "./messages.ts";

/**
 * The filter of a page that does something with the applications that the filter finds. A list ignores an invalid
 * value. Here an invalid value is refused with 400, because without it the filter would find more applications than
 * somebody meant.
 */
export function filterToActOn(
  params: URLSearchParams,
  viewer: { abilities: readonly Ability[] },
): ApplicationFilter {
  const { filter, hasInvalid } = applicationFilterOf(params);
  if (hasInvalid) refuse(400, selectionMessages.invalidFilter);
  return allowedFilter(filter, viewer);
}
