import english from "i18n-iso-countries/langs/en.json";

export type Country = { code: string; name: string };

/**
 * Countries that have several names in i18n-iso-countries, with the formal name first. The number is the index of the
 * name that people look for.
 */
const FAMILIAR: Record<string, number> = {
  CI: 1,
  CN: 1,
  GM: 2,
  IR: 1,
  MK: 1,
  PS: 1,
  RU: 1,
  TW: 1,
  TZ: 1,
};

let sorted: Country[] | undefined;
const names = new Map<string, string>(
  Object.entries(english.countries).map(([code, name]) => [
    code,
    typeof name === "string" ? name : name[FAMILIAR[code] ?? 0]!,
  ]),
);

/** Two-letter codes with English names, including territories and Kosovo, sorted by name (section 2). */
export function countries(): Country[] {
  sorted ??= Array.from(names, ([code, name]) => ({ code, name })).sort(byName(new Intl.Collator("en")));
  return sorted;
}

/** Whether this code is in the list; codes are upper case. */
export function isCountry(code: string): boolean {
  return names.has(code);
}

/** The English name of a country; null if the code is not in the list. */
export function countryName(code: string): string | null {
  return names.get(code) ?? null;
}

function byName(collator: Intl.Collator) {
  return (one: Country, other: Country) => collator.compare(one.name, other.name);
}
