import { nice, ticks } from "d3-array";
import type { ReactNode } from "react";

const TICKS = 4;

/** The side of the square in which a plot is drawn. The square is stretched to the available width. */
export const PLOT_SIDE = 100;

/** The numbers of a drawing as a table that opens below it. */
export function PlotNumbers({ heads, rows }: { heads: string[]; rows: { key: number; cells: string[] }[] }) {
  return (
    <details>
      <summary>The numbers</summary>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [first, ...others] }) => (
              <tr key={key}>
                <th scope="row">{first}</th>
                {others.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column never moves.
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/**
 * The frame of a drawing of numbers: lines across it with their numbers, and words below its left and right end. The
 * numbers and words are outside the drawing, so that they are not stretched.
 *
 * @param values all numbers that are drawn; the frame reaches from the lowest to the highest, and includes zero.
 * @param children draws the numbers; `y` gives the height of a number.
 */
export function Plot({
  values,
  format,
  ends,
  children,
}: {
  values: number[];
  format: (value: number) => string;
  ends: string[];
  children: (y: (value: number) => number) => ReactNode;
}) {
  const [low, high] = nice(Math.min(0, ...values), Math.max(1, ...values), TICKS);
  const y = (value: number) => PLOT_SIDE * (1 - (value - low) / (high - low));
  const labels = ticks(low, high, TICKS).filter(Number.isInteger);
  return (
    <div className="plot">
      <ol aria-hidden="true">
        {labels.map((tick) => (
          <li key={tick}>{format(tick)}</li>
        ))}
      </ol>
      <svg viewBox={`0 0 ${PLOT_SIDE} ${PLOT_SIDE}`} preserveAspectRatio="none" aria-hidden="true">
        {labels.map((tick) => (
          <line key={tick} x2={PLOT_SIDE} y1={y(tick)} y2={y(tick)} />
        ))}
        {children(y)}
      </svg>
      <p aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end} </span>
        ))}
      </p>
    </div>
  );
}
