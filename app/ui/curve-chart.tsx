import { asBeginning, distanceInWords, grouped } from "~/values/words.ts";
import { PLOT_SIDE, Plot, PlotNumbers } from "./plot.tsx";

type Row = { distance: number; own: number | null; last: number };

const at = (distance: number) => asBeginning(distanceInWords(distance));

/**
 * Two growing sums, drawn as lines that end at the same deadline, with a table of the numbers below the drawing.
 *
 * @param names `own` and `last` are the labels of the two lines. `deadline` is the label of day 0, and of the column of
 *   distances. Distances are counted in days from day 0.
 * @param summary the comparison as a sentence, for people who do not look at the drawing.
 */
export function CurveChart({
  rows,
  title,
  names,
  summary,
  format = grouped,
}: {
  rows: Row[];
  title: string;
  names: { own: string; last: string; deadline: string };
  summary: string;
  format?: (value: number) => string;
}) {
  const [from, to] = [rows[0]!.distance, rows.at(-1)!.distance];
  const x = (distance: number) => (to === from ? PLOT_SIDE : (PLOT_SIDE * (distance - from)) / (to - from));
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <p>{summary}</p>
      <ul className="legend" aria-hidden="true">
        <li>
          <Sample className="own" /> {names.own}
        </li>
        <li>
          <Sample className="last" /> {names.last}
        </li>
      </ul>
      <Plot
        values={rows.flatMap(({ own, last }) => [own ?? 0, last])}
        format={format}
        ends={[at(from), to === 0 ? names.deadline : at(to)]}
      >
        {(y) => {
          const line = (name: "own" | "last") => (
            <polyline
              className={name}
              points={rows
                .filter((row) => row[name] !== null)
                .map((row) => `${x(row.distance).toFixed(2)},${y(row[name]!).toFixed(2)}`)
                .join(" ")}
            />
          );
          return (
            <>
              {to > 0 && <line x1={x(0)} x2={x(0)} y2={PLOT_SIDE} className="deadline" />}
              {line("last")}
              {line("own")}
            </>
          );
        }}
      </Plot>
      <PlotNumbers
        heads={[names.deadline, names.own, names.last]}
        rows={rows.map(({ distance, own, last }) => ({
          key: distance,
          cells: [at(distance), own === null ? "–" : format(own), format(last)],
        }))}
      />
    </figure>
  );
}

const Sample = ({ className }: { className: string }) => (
  <svg viewBox="0 0 24 8" className="sample" aria-hidden="true">
    <polyline className={className} points="0,4 24,4" />
  </svg>
);
