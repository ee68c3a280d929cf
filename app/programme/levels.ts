/** A gate level that a session may have, with the title under which people know it. */
export type Level = { value: string; label: string };

/**
 * The level of one edition that corresponds to a level of another: the one with the same id, the one whose id differs
 * only in the year, or the one with the same title apart from the year. If there is none, the level itself, which the
 * edition does not have.
 *
 * @param editions the ids of both editions, such as aconf_2023.
 */
export function levelIn(
  level: string,
  then: readonly Level[],
  now: readonly Level[],
  editions: { from: string; to: string },
): string {
  const [from, to] = [yearOf(editions.from), yearOf(editions.to)];
  const inYear = (text: string) => (from && to ? text.replaceAll(from, to) : text);
  const title = then.find(({ value }) => value === level)?.label;
  const found =
    now.find(({ value }) => value === level) ??
    now.find(({ value }) => value === inYear(level)) ??
    now.find(({ label }) => title !== undefined && label === inYear(title));
  return found?.value ?? level;
}

const yearOf = (edition: string): string | undefined => /\d{4}/.exec(edition)?.[0];
