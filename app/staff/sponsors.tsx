import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { grouped } from "~/values/words.ts";
import { staffMessages } from "./messages.ts";
import { allOf, type FoldedTable, type Reached, shownRows } from "./sponsors.ts";

const WIDTH = 100;

/** The numbers of a row as bars, one inside the other, on the scale of the table. */
const Bars = ({ row, most }: { row: Reached; most: number }) => (
  <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" className="load two" aria-hidden="true">
    <rect className="given" width={WIDTH * (row.applied / most)} height={10} />
    <rect className="before" width={WIDTH * (row.accepted / most)} height={10} />
    <rect y={3} width={WIDTH * (row.paid / most)} height={4} />
  </svg>
);

/** One table for sponsors: who applied, was accepted and has a pass, with bars. */
export function TableForSponsors({ title, table }: { title: string; table: FoldedTable | null }) {
  if (!table) {
    return (
      <Card title={title}>
        <p>{staffMessages.sponsors.tooFew}</p>
      </Card>
    );
  }
  const rows = shownRows(table);
  const most = Math.max(1, ...rows.map(({ applied }) => applied));
  return (
    <Card title={title}>
      <p className="legend" aria-hidden="true">
        <i className="given" /> applied <i className="before" /> accepted <i /> has a pass
      </p>
      <ListTable
        className="loads"
        caption={`${title}: who applied, was accepted and has a pass`}
        rows={rows}
        total={{ ...allOf(rows), name: "All" }}
        keyOf={({ name }) => name}
        isBare
        columns={[
          {
            title,
            cell: (row) => (
              <>
                <bdi>{row.name}</bdi>
                {row.name !== "All" && <Bars row={row} most={most} />}
              </>
            ),
          },
          { title: "Applied", kind: "number", cell: ({ applied }) => grouped(applied) },
          { title: "Accepted", kind: "number", cell: ({ accepted }) => grouped(accepted) },
          { title: "Has a pass", kind: "number", cell: ({ paid }) => grouped(paid) },
        ]}
      />
    </Card>
  );
}

/** The file with the same numbers. */
export const SponsorFile = () => (
  <p className="no-print">
    <LinkButton href="/admin/sponsors.csv" variant="secondary">
      Download as CSV
    </LinkButton>
  </p>
);
