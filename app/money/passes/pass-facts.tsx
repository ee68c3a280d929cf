import type { Edition } from "~/values/catalogue.ts";
import { daysInWords } from "~/values/days.ts";

/** What the in-person pass is for (specification, section 1). */
export function InPersonFacts({ edition }: { edition: Edition }) {
  const { ordinal, venue, firstDay, lastDay, minimumAge } = edition;
  return (
    <>
      <p className="lead">
        The {ordinal} edition, on the {venue}, {daysInWords(firstDay, lastDay)}.
      </p>
      <p className="hint">
        You must be {minimumAge} or older to take part in person. The virtual summit is included.
      </p>
    </>
  );
}

/** What the virtual pass includes (specification, section 1). */
export function VirtualSummitFacts({ edition }: { edition: Edition }) {
  return (
    <>
      <p className="lead">
        Take part from wherever you are, {daysInWords(edition.firstDay, edition.lastDay)}. Your ticket
        includes:
      </p>
      <ul>
        <li>24 hours of content</li>
        <li>unlimited speaker events</li>
        <li>events for all timezones</li>
        <li>networking</li>
        <li>socials</li>
        <li>alumni access</li>
      </ul>
    </>
  );
}
