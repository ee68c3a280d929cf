/**
 * The edition that came before this one: the newest edition of an earlier year, if possible of the same family. Null if
 * no edition is of an earlier year.
 */
export function formerOf(
  { id, year }: { id: string; year: number },
  others: { id: string; year: number }[],
): string | null {
  const family = familyIn(id);
  const earlier = others
    .filter((other) => other.year < year)
    .sort((one, other) => {
      const nearer = Number(familyIn(other.id) === family) - Number(familyIn(one.id) === family);
      return nearer || other.year - one.year || (one.id < other.id ? -1 : 1);
    });
  return earlier[0]?.id ?? null;
}

const familyIn = (id: string) => id.split("_")[0];
