import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { grouped, quantity } from "~/values/words.ts";
import { staffMessages } from "./messages.ts";
import { allOf, type FoldedTable, type Reached } from "./sponsors.ts";

const WIDTH = 100;

type Row = Reached & { name: string };

/** The numbers of a row as bars, one inside the other, on the scale of the table. */
const Bars = ({ row, most }: { row: Row; most: number }) => (
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
  const { others } = table;
  const rows: Row[] = [
    ...table.rows,
    ...(others ? [{ ...others, name: `${quantity(others.folded, "other")} together` }] : []),
  ];
  const most = Math.max(1, ...table.rows.map(({ applied }) => applied), others?.applied ?? 0);
  return (
    <Card title={title}>
      <p className="legend" aria-hidden="true">
        <i className="given" /> applied <i className="before" /> accepted <i /> has a pass
      </p>
      <ListTable<Row>
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
