import { Fragment } from "react";
import type { City, Dot, historyOf } from "~/conference/history.ts";
import { WORLD_MAP } from "~/conference/world-map.ts";

type Years = ReturnType<typeof historyOf>["years"];

/**
 * A map of the places of the conferences. Each dot is a link to its city in the list below. The map is hidden from
 * screen readers and keyboards, because the list contains everything that the map shows.
 *
 * @param land the URL of the picture of the land.
 */
export function ConferenceMap({ land, dots }: { land: string; dots: Dot[] }) {
  const { width, height } = WORLD_MAP;
  return (
    <svg className="world" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <image href={land} width={width} height={height} />
      {dots.map(({ x, y, cityId, label }) => (
        <a key={cityId} href={`#${cityId}`} tabIndex={-1}>
          <title>{label}</title>
          {/* A line of length 0. Its round ends form a dot that has the same size on every screen. */}
          <path d={`M${x} ${y}h0`} />
        </a>
      ))}
    </svg>
  );
}

/** Every city with the years of its conferences. Each year is a link to the conference in the list of all years. */
export function CityList({ cities }: { cities: City[] }) {
  return (
    <ul className="cities">
      {cities.map(({ id, name, conferences }) => (
        <li key={id} id={id}>
          <b>{name}</b>{" "}
          {conferences.map((conference) => (
            <Fragment key={conference.id}>
              <a href={`#${conference.id}`}>{conference.year}</a>{" "}
            </Fragment>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Every conference, by year. */
export function YearList({ years }: { years: Years }) {
  return (
    <dl className="rows summary years">
      {years.map(({ year, conferences }) => (
        <div key={year}>
          <dt>{year}</dt>
          {conferences.map(({ id, name, city, title }) => (
            <dd key={id} id={id}>
              <b>{name}</b>, {city} {title && <cite>{title}</cite>}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
