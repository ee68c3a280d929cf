/** A gate level that a session may have, with the title under which people know it. */
export type Level = { value: string; label: string };

/**
 * The level of one edition that corresponds to a level of another: the one with the same id, the one whose id differs
 * only in the year, or the one with the same title apart from the year. Null if there is none.
 *
 * @param editions the ids of both editions, such as aconf_2023.
 */
export function levelIn(
  level: string,
  then: readonly Level[],
  now: readonly Level[],
  editions: { from: string; to: string },
): string | null {
  // A session without a level is for everybody who is signed in.
  if (level === "") return level;
  const [from, to] = [yearOf(editions.from), yearOf(editions.to)];
  const inYear = (text: string) => (from && to ? text.replaceAll(from, to) : text);
  const title = then.find(({ value }) => value === level)?.label;
  const found =
    now.find(({ value }) => value === level) ??
    now.find(({ value }) => value === inYear(level)) ??
    now.find(({ label }) => title !== undefined && label === inYear(title));
  return found?.value ?? null;
}

const yearOf = (edition: string): string | undefined => /\d{4}/.exec(edition)?.[0];
