// Calculates figures from measured numbers.

/** The median: the value in the middle, or the mean of the two values in the middle. NaN if there are no values. */
export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * A percentile: the smallest value for which at least this share (0 to 1) of all values is equal or smaller. NaN if
 * there are no values.
 */
export function percentile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The list, rotated by this many places, so that no member is always first. */
export function turned(list, turns) {
  const from = turns % list.length;
  return [...list.slice(from), ...list.slice(0, from)];
}

/**
 * The number of trips that wait for one another: trips that overlap count as one.
 *
 * @param {{ start: number, end: number }[]} trips
 */
export function depthOf(trips) {
  let depth = 0;
  let free = Number.NEGATIVE_INFINITY;
  for (const { start, end } of trips.toSorted((one, other) => one.end - other.end)) {
    if (start < free) continue;
    depth += 1;
    free = end;
  }
  return depth;
}

/** The slices of one run, added up as if they were one slice. */
export function together(slices) {
  const sum = (figure) => slices.reduce((total, slice) => total + figure(slice), 0);
  return {
    requests: sum(({ requests }) => requests),
    seconds: sum(({ seconds }) => seconds),
    cpu: sum(({ cpu }) => cpu),
    latencies: slices.flatMap(({ latencies }) => latencies),
  };
}

/**
 * The figures of one address under load, computed from its runs. Each ratio is computed within a run; the figure is the
 * median of these ratios.
 *
 * @param {{ requests: number, seconds: number, cpu: number, latencies: number[] }[]} ours one entry for each run;
 *   `bare` and `still` (the page served from memory) have the same form. `cpu` and latencies are in ms.
 */
export function loadFigures(name, { ours, bare, still }) {
  const rate = ({ requests, seconds }) => requests / seconds;
  const cpu = ({ requests, cpu }) => cpu / requests;
  const all = (runs, figure) => median(runs.map(figure));
  const ratio = (figure, above, below) =>
    median(above.map((run, index) => figure(run) / figure(below[index])));
  const latencies = ours.flatMap(({ latencies }) => latencies);
  return {
    name,
    perSecond: all(ours, rate),
    barePerSecond: all(bare, rate),
    stillPerSecond: all(still, rate),
    ofBare: ratio(rate, ours, bare),
    cpu: all(ours, cpu),
    bareCpu: all(bare, cpu),
    stillCpu: all(still, cpu),
    bareCpuOfOurs: ratio(cpu, bare, ours),
    latencies: [0.5, 0.95, 0.99].map((share) => percentile(latencies, share)),
  };
}
