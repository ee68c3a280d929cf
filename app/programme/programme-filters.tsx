import { Fragment } from "react";
import { Button } from "~/ui/button.tsx";
import { type Option, SelectField, TextField } from "~/ui/field.tsx";
import { placeOf } from "~/values/times.ts";
import { shortDayInWords, ZONES } from "./agenda.ts";
import { type ProgrammeFilter, programmeAddress } from "./programme-filter.ts";

/** The days of the programme. A link to another day leads to the first page of that day. */
export function Days({
  days,
  filter,
}: {
  days: { day: string; sessions: number }[];
  filter: ProgrammeFilter;
}) {
  return (
    <nav aria-label="Days" className="days">
      {days.map(({ day, sessions }) => (
        <Fragment key={day}>
          <a
            href={`/scheduling${programmeAddress({ ...filter, day, page: 1 })}`}
            aria-current={day === filter.day ? "page" : undefined}
          >
            {shortDayInWords(day)} <small>{sessions}</small>
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

/**
 * The form that filters by words and track, and chooses a second zone for the times. It is collapsed until somebody
 * uses it. It is sent with GET.
 */
export function ProgrammeFilters({
  filter,
  tracks,
  timeZone,
}: {
  filter: ProgrammeFilter;
  tracks: Option[];
  timeZone: string;
}) {
  const isFiltered = filter.search !== "" || filter.track !== "";
  return (
    <details className="no-print" open={isFiltered || filter.zone !== ""}>
      <summary>Search, tracks and time zones</summary>
      <form className="filters" action="/scheduling">
        <input type="hidden" name="day" value={filter.day} />
        <TextField
          label="Search this day"
          name="search"
          type="search"
          defaultValue={filter.search}
          maxLength={200}
        />
        <SelectField
          label="Track"
          name="track"
          defaultValue={filter.track}
          emptyOption="All"
          options={tracks}
        />
        <ZoneField zone={filter.zone} timeZone={timeZone} />
        <div className="cluster">
          <Button variant="secondary">Show</Button>
          {isFiltered && (
            <a href={`/scheduling${programmeAddress({ ...filter, search: "", track: "", page: 1 })}`}>
              Show all
            </a>
          )}
        </div>
      </form>
    </details>
  );
}

/**
 * Chooses a second zone. Its times are shown beside the times in the conference's zone. With JavaScript, the visitor's
 * own zone is shown even if nothing is chosen.
 */
export function ZoneField({ zone, timeZone }: { zone: string; timeZone: string }) {
  const named = [...new Set([...ZONES, ...(zone === "" ? [] : [zone])])].filter((one) => one !== timeZone);
  return (
    <SelectField
      label="Also in the time of"
      name="zone"
      defaultValue={zone}
      emptyOption="–"
      options={named.map((value) => ({ value, label: placeOf(value) }))}
    />
  );
}

/** Links to the pages of a day that has very many sessions. */
export function ProgrammePages({ filter, pages }: { filter: ProgrammeFilter; pages: number }) {
  if (pages < 2) return null;
  const to = (page: number) => `/scheduling${programmeAddress({ ...filter, page })}`;
  return (
    <nav aria-label="Pages" className="cluster">
      {filter.page > 1 && (
        <a href={to(filter.page - 1)} rel="prev">
          Earlier
        </a>
      )}
      <span className="muted">
        Page {filter.page} of {pages}
      </span>
      {filter.page < pages && (
        <a href={to(filter.page + 1)} rel="next">
          Later
        </a>
      )}
    </nav>
  );
}
