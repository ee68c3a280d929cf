import { applicationMessages } from "./messages.ts";

/** Says that a search found too many people; renders nothing if `at` is null. */
export function SearchStopped({ at }: { at: number | null }) {
  return at === null ? null : <p>{applicationMessages.searchStopped(at)}</p>;
}
