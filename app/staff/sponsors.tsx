import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { grouped } from "~/values/words.ts";
import { staffMessages } from "./messages.ts";
import { allOf, type ReachedColumn, type ReachedRow, type SponsorTable, shownRows } from "./sponsors.ts";

const WIDTH = 100;
const ALL = "All";

const TITLES: Record<ReachedColumn, string> = {
  applied: "Applied",
  accepted: "Accepted",
  paid: "Has a pass",
};
/** The y position and the height of the bar of each column. The bars lie inside one another. */
const BARS: Record<ReachedColumn, { className?: string; y: number; height: number }> = {
  applied: { className: "given", y: 0, height: 10 },
  accepted: { className: "before", y: 1, height: 8 },
  paid: { y: 3, height: 4 },
};

/** A table for sponsors: how many people applied, were accepted and have a pass, with bars on one scale. */
export function TableForSponsors({ title, table }: SponsorTable) {
  const { columns } = table;
  const rows = shownRows(table);
  const most = Math.max(1, ...rows.map(({ applied }) => applied));
  return (
    <Card title={title}>
      <p className="legend" aria-hidden="true">
        {columns.map((column) => (
          <span key={column}>
            <i className={BARS[column].className} /> {TITLES[column].toLowerCase()}{" "}
          </span>
        ))}
      </p>
      <ListTable
        className="loads"
        caption={`${title}: who applied, was accepted and has a pass`}
        rows={rows}
        {...(rows.length > 1 && { total: { ...allOf(rows), name: ALL } })}
        keyOf={({ name }) => name}
        isBare
        columns={[
          {
            title,
            cell: (row) => (
              <>
                <bdi>{row.name}</bdi>
                {row.name !== ALL && (
                  <svg
                    viewBox={`0 0 ${WIDTH} 10`}
                    preserveAspectRatio="none"
                    className="load two"
                    aria-hidden="true"
                  >
                    {columns.map((column) => (
                      <rect key={column} width={WIDTH * (row[column] / most)} {...BARS[column]} />
                    ))}
                  </svg>
                )}
              </>
            ),
          },
          ...columns.map((column) => ({
            title: TITLES[column],
            kind: "number" as const,
            cell: (row: ReachedRow) => grouped(row[column]),
          })),
        ]}
      />
      {table.rows.length === 0 && <p className="hint">{staffMessages.sponsors.allSmall}</p>}
    </Card>
  );
}

/** The link that downloads the tables as a file. */
export const SponsorFile = () => (
  <p className="no-print">
    <LinkButton href="/admin/sponsors.csv" variant="secondary">
      Download as CSV
    </LinkButton>
  </p>
);
