import { conferenceName } from "./conference-name.ts";
import { placeOnMap } from "./world-map.ts";

/** A conference as it is in the table. */
export type PastConference = {
  id: string;
  location: string;
  year: number;
  title: string | null;
  track: string | null;
  lat: number;
  lng: number;
};

/** A city with its conferences, newest first. */
export type City = { id: string; name: string; conferences: { id: string; year: number }[] };

/** A dot on the map, in the units of the picture. */
export type Dot = { x: number; y: number; cityId: string; label: string };

/** Two places that are closer together than this (degrees) cannot be told apart on the map. */
const ONE_DOT = 0.5;

/**
 * All conferences by year, newest first; the cities by name; and a dot for each place. A city whose conferences had
 * slightly different places has one dot, at the place of the newest. Cities in the same place share one dot, which
 * links to the first of them.
 */
export function historyOf(conferences: PastConference[]) {
  const newestFirst = conferences.toSorted(
    (one, other) => other.year - one.year || (one.id < other.id ? -1 : 1),
  );
  const years = distinct(newestFirst.map(({ year }) => year)).map((year) => ({
    year,
    conferences: newestFirst
      .filter((conference) => conference.year === year)
      .map((conference) => ({
        id: conference.id,
        name: conferenceName(conference),
        city: cityName(conference.location),
        title: conference.title,
      })),
  }));
  const names = distinct(newestFirst.map(({ location }) => cityName(location)));
  const cities: City[] = names
    .sort((one, other) => one.localeCompare(other, "en"))
    .map((name) => ({
      id: idOf(name),
      name,
      conferences: newestFirst
        .filter(({ location }) => cityName(location) === name)
        .map(({ id, year }) => ({ id, year })),
    }));
  const places: { lat: number; lng: number; cities: City[] }[] = [];
  for (const city of cities) {
    const { lat, lng } = newestFirst.find(({ id }) => id === city.conferences[0]!.id)!;
    const near = places.find(
      (place) => Math.abs(place.lat - lat) < ONE_DOT && Math.abs(place.lng - lng) < ONE_DOT,
    );
    if (near) near.cities.push(city);
    else places.push({ lat, lng, cities: [city] });
  }
  const dots: Dot[] = places.map(({ cities, ...place }) => {
    const { x, y } = placeOnMap(place);
    const label = cities.map((city) => `${city.name}: ${yearsIn(city)}`).join("; ");
    return { x: Math.round(x), y: Math.round(y), cityId: cities[0]!.id, label };
  });
  return { years, cities, dots };
}

const distinct = <Value>(values: Value[]): Value[] => [...new Set(values)];

const yearsIn = ({ conferences }: City) => distinct(conferences.map(({ year }) => year)).join(", ");

/**
 * The name of a city as it is written in a sentence: "Nur-Sultan" for "NUR-SULTAN". A name that contains lower-case
 * letters stays as it is.
 */
export function cityName(location: string): string {
  if (location !== location.toUpperCase()) return location;
  return location
    .toLowerCase()
    .replaceAll(/(^|[^\p{L}'’])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
}

/** The id of a city's entry on the page; letters of any script are kept. */
const idOf = (name: string) => `in-${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")}`;
