import { scaleLinear } from "d3-scale";
import { StaffLink } from "~/access/staff-link.tsx";
import { grouped } from "~/values/words.ts";

type Load = { staffUid: string; reader: string; capacity: number; before: number; after: number };

const WIDTH = 100;

/** What each reader has to read before and after a plan, as bars on one scale in a table with the numbers. */
export function LoadBars({ loads, isApplied }: { loads: Load[]; isApplied: boolean }) {
  const x = scaleLinear()
    .domain([0, Math.max(1, ...loads.flatMap(({ before, after }) => [before, after]))])
    .range([0, WIDTH]);
  return (
    <div className="scroll">
      <table className="loads">
        <caption className="visually-hidden">Applications to read, by reader</caption>
        <thead>
          <tr>
            <th scope="col">
              Reader
              <small className="legend" aria-hidden="true">
                <i className="before" /> before <i /> {isApplied ? "after" : "then"}
              </small>
            </th>
            <th scope="col" className="number">
              Before
            </th>
            <th scope="col" className="number">
              {isApplied ? "After" : "Then"}
            </th>
          </tr>
        </thead>
        <tbody>
          {loads.map(({ staffUid, reader, capacity, before, after }) => (
            <tr key={staffUid}>
              <th scope="row">
                <StaffLink href={`/admin/manage-staff/${staffUid}`}>{reader}</StaffLink>{" "}
                <small>{capacity === 0 ? "no longer reads" : `capacity ${capacity}`}</small>
                <svg
                  viewBox={`0 0 ${WIDTH} 10`}
                  preserveAspectRatio="none"
                  className="load two"
                  aria-hidden="true"
                >
                  <rect className="before" width={x(before)} height={4} />
                  <rect y={5} width={x(after)} height={5} />
                </svg>
              </th>
              <td className="number">{grouped(before)}</td>
              <td className="number">{grouped(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
