import { StaffLink } from "~/access/staff-link.tsx";
import { ListTable } from "~/ui/list.tsx";
import { grouped } from "~/values/words.ts";

type Load = { staffUid: string; reader: string; capacity: number; before: number; after: number };

const WIDTH = 100;

/** The load of each reader before and after a plan: a table of the numbers, with bars on a common scale. */
export function LoadBars({
  loads,
  isApplied,
  linesOf,
}: {
  loads: Load[];
  isApplied: boolean;
  /** The address of a page with the plan's lines about the reader with this uid. */
  linesOf: (staffUid: string) => string;
}) {
  const most = Math.max(1, ...loads.flatMap(({ before, after }) => [before, after]));
  const then = isApplied ? "After" : "Then";
  return (
    <div className="stack tight">
      <p className="legend" aria-hidden="true">
        <i className="before" /> before <i /> {then.toLowerCase()}
      </p>
      <ListTable
        className="loads"
        caption="Applications to read, by reader"
        rows={loads}
        keyOf={({ staffUid }) => staffUid}
        columns={[
          {
            title: "Reader",
            cell: ({ staffUid, reader, capacity, before, after }) => (
              <>
                <StaffLink href={`/admin/manage-staff/${staffUid}`}>{reader}</StaffLink>{" "}
                <small>{capacity === 0 ? "no longer reads" : `capacity ${capacity}`}</small>
                <svg
                  viewBox={`0 0 ${WIDTH} 10`}
                  preserveAspectRatio="none"
                  className="load two"
                  aria-hidden="true"
                >
                  <rect className="before" width={WIDTH * (before / most)} height={4} />
                  <rect y={5} width={WIDTH * (after / most)} height={5} />
                </svg>
              </>
            ),
          },
          { title: "Before", kind: "number", cell: ({ before }) => grouped(before) },
          {
            title: then,
            kind: "number",
            cell: ({ staffUid, reader, after }) => (
              <a href={linesOf(staffUid)} aria-label={`${grouped(after)}: what ${reader} reads, and why`}>
                {grouped(after)}
              </a>
            ),
          },
        ]}
      />
    </div>
  );
}
