/**
 * The edition that came before this one: the newest of an earlier year, of the same family if possible; null if there
 * is none.
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
