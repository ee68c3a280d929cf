import { scaleBand, scaleLinear } from "d3-scale";
import type { Column } from "../domain/series.ts";
import { inZone } from "../domain/times.ts";

const WIDTH = 640;
const HEIGHT = 200;
const MARGIN = { top: 8, right: 0, bottom: 24, left: 52 };
const TICKS = 4;

/** A number of each day or week, drawn as columns, with the numbers in a table behind the drawing. */
export function ColumnChart({
  columns,
  title,
  format = String,
}: {
  columns: Column[];
  title: string;
  format?: (value: number) => string;
}) {
  const x = scaleBand<number>()
    .domain(columns.map(({ day }) => day))
    .range([MARGIN.left, WIDTH - MARGIN.right])
    .padding(0.15);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...columns.map(({ value }) => value))])
    .range([HEIGHT - MARGIN.bottom, MARGIN.top])
    .nice(TICKS);
  const ticks = y.ticks(TICKS).filter(Number.isInteger);
  const labelled = [...new Set([columns[0], columns.at(-1)])].filter((column) => column !== undefined);
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick} className="tick">
            <line x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={y(tick)} y2={y(tick)} />
            <text x={MARGIN.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {columns.map(({ day, value }) => (
          <rect
            key={day}
            x={x(day)}
            y={y(value)}
            width={x.bandwidth()}
            height={HEIGHT - MARGIN.bottom - y(value)}
          />
        ))}
        {labelled.map(({ day }, index) => (
          <text
            key={day}
            className="day"
            x={index === 0 ? MARGIN.left : WIDTH - MARGIN.right}
            y={HEIGHT - 4}
            textAnchor={index === 0 ? "start" : "end"}
          >
            {inZone(day, "UTC", "date")}
          </text>
        ))}
      </svg>
      <details>
        <summary>The numbers</summary>
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">
                  {columns[0]?.days === 1 ? "Day (UTC)" : `${columns[0]?.days} days from (UTC)`}
                </th>
                <th scope="col">{title}</th>
              </tr>
            </thead>
            <tbody>
              {columns
                .filter(({ value }) => value !== 0)
                .map(({ day, value }) => (
                  <tr key={day}>
                    <th scope="row">{inZone(day, "UTC", "date")}</th>
                    <td>{format(value)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
