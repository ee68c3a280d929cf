import type { Column } from "~/values/day-columns.ts";
import { inZone } from "~/values/times.ts";
import { grouped } from "~/values/words.ts";
import { PLOT_SIDE, Plot, PlotNumbers } from "./plot.tsx";

/** The gap between columns and before the first column, as a share of the width of a column with its gap. */
const GAP = 0.15;

/**
 * Numbers for each day or a longer span, drawn as columns, with a table of the numbers below the drawing. Columns of
 * negative numbers are drawn below the line for zero.
 *
 * @param daysOf the time zone to which the days belong.
 */
export function ColumnChart({
  columns,
  title,
  daysOf = "UTC",
  format = (value) => grouped(value),
}: {
  columns: Column[];
  title: string;
  daysOf?: string;
  format?: (value: number) => string;
}) {
  const values = columns.map(({ value }) => value);
  const step = PLOT_SIDE / (columns.length - GAP + 2 * GAP);
  const left = (PLOT_SIDE - step * (columns.length - GAP)) / 2;
  const labelled = [...new Set([columns[0], columns.at(-1)])].filter((column) => column !== undefined);
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <Plot values={values} format={format} ends={labelled.map(({ day }) => inZone(day, "UTC", "date"))}>
        {(y) =>
          columns.map(({ day, value }, index) => (
            <rect
              key={day}
              x={left + step * index}
              y={y(Math.max(0, value))}
              width={step * (1 - GAP)}
              height={Math.abs(y(value) - y(0))}
            />
          ))
        }
      </Plot>
      <PlotNumbers
        heads={[`${columns[0]?.days === 1 ? "Day" : `${columns[0]?.days} days from`} (${daysOf})`, title]}
        rows={columns
          .filter(({ value }) => value !== 0)
          .map(({ day, value }) => ({ key: day, cells: [inZone(day, "UTC", "date"), format(value)] }))}
      />
    </figure>
  );
}
