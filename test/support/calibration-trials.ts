import { calibrate, type GivenScore } from "~/reviews/calibration.ts";
import { seeded } from "./images.ts";

/** How applications are given to readers. */
type Design = "even" | "teams" | "neighbours";

/**
 * A setting that is tried: how many readers read how much, and how differently they score. Deviations are in points.
 */
export type Setting = {
  name: string;
  applications: number;
  readers: number;
  /** How many readers each application has. */
  reads: number;
  /** The standard deviation of the readers' offsets. */
  offset: number;
  design?: Design;
  /** What the setting must show. In every setting, the correction must also do no harm. */
  shows?: "gain" | "z-score harms";
};

/** The settings that are tried. Each is a line of the table. */
export const SETTINGS: readonly Setting[] = [
  { name: "2 reads, offset .5", applications: 600, readers: 30, reads: 2, offset: 0.5, shows: "gain" },
  { name: "3 reads, offset .5", applications: 600, readers: 30, reads: 3, offset: 0.5 },
  { name: "2 reads, offset .25", applications: 600, readers: 30, reads: 2, offset: 0.25 },
  { name: "2 reads, no offset", applications: 600, readers: 30, reads: 2, offset: 0 },
  { name: "2 reads, offset 1.0", applications: 600, readers: 30, reads: 2, offset: 1, shows: "gain" },
  {
    ...{ name: "fixed teams of 2, offset .5", applications: 600, readers: 30, reads: 2, offset: 0.5 },
    ...{ design: "teams", shows: "gain" },
  },
  {
    ...{ name: "neighbours, offset .5", applications: 600, readers: 30, reads: 2, offset: 0.5 },
    ...{ design: "neighbours", shows: "gain" },
  },
  { name: "60 applications, 10 each", applications: 60, readers: 12, reads: 2, offset: 0.5 },
  {
    ...{ name: "60 applications, 4 each", applications: 60, readers: 30, reads: 2, offset: 0.5 },
    ...{ shows: "z-score harms" },
  },
  {
    ...{ name: "600 applications, 4 each", applications: 600, readers: 450, reads: 3, offset: 0.5 },
    ...{ shows: "z-score harms" },
  },
];

const MIDDLE = 3;
const QUALITY = 0.8;
const NOISE = 0.6;
/**
 * Readers differ in how strongly they tell good from bad: each has a slope. This is the standard deviation of the
 * logarithm of the slopes.
 */
const SLOPE = 0.15;
/** The share of the applications that is accepted. */
const ACCEPTED = 0.3;

/** How well one way of scoring does in one setting. */
type Reached = { right: number; tau: number };
export type Cell = Setting & {
  raw: Reached;
  z: Reached;
  corrected: Reached;
  /** How many of the intervals contain the true value, in per cent. */
  covered: number;
};

/** The invented scores of one trial, and the true worth of every application. */
export function invented(setting: Setting, random: () => number): { rows: GivenScore[]; worth: number[] } {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const worth = Array.from({ length: setting.applications }, () => QUALITY * normal());
  const readers = Array.from({ length: setting.readers }, () => ({
    offset: setting.offset * normal(),
    slope: Math.exp(SLOPE * normal()),
  }));
  const rows = given(setting, random).map(([application, place]) => {
    const { offset, slope } = readers[place]!;
    const felt = MIDDLE + slope * worth[application]! + offset + NOISE * normal();
    const halves = Math.min(Math.max(Math.round(2 * felt), 2), 10);
    return { uid: idOf("a", application), staffUid: idOf("r", place), score: 50 * halves };
  });
  return { rows, worth };
}

/** Who reads what: pairs of an application and a reader. */
function given({ applications, readers, reads, design = "even" }: Setting, random: () => number) {
  const order = shuffled(
    Array.from({ length: applications }, (_, index) => index),
    random,
  );
  const pairs: [number, number][] = [];
  for (const [turn, application] of order.entries()) {
    if (design === "teams")
      for (let place = 0; place < reads; place++) pairs.push([application, (reads * turn + place) % readers]);
    if (design === "neighbours")
      for (let place = 0; place < reads; place++) pairs.push([application, (turn + place) % readers]);
  }
  if (design !== "even") return pairs;
  let waiting: number[] = [];
  for (const application of order) {
    const mine: number[] = [];
    while (mine.length < reads) {
      if (waiting.length === 0)
        waiting = shuffled(
          Array.from({ length: readers }, (_, index) => index),
          random,
        );
      const next = waiting.findIndex((place) => !mine.includes(place));
      const place = next < 0 ? undefined : waiting.splice(next, 1)[0];
      if (place === undefined) waiting = [];
      else mine.push(place);
    }
    for (const place of mine) pairs.push([application, place]);
  }
  return pairs;
}

export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}

/**
 * How well three ways of scoring do in a setting: the plain mean, z-scores and the correction. The result is the
 * average of some trials.
 */
export function trySetting(setting: Setting, trials: number): Cell {
  const totals = { raw: zero(), z: zero(), corrected: zero() };
  let covered = 0;
  for (let trial = 0; trial < trials; trial++) {
    const random = seeded(1 + trial + 1_000 * (1 + SETTINGS.findIndex(({ name }) => name === setting.name)));
    const { rows, worth } = invented(setting, random);
    const { applications } = calibrate(rows);
    const ties = shuffled([...worth.keys()], random);
    const z = zScores(rows, setting);
    const given = {
      raw: applications.map(({ mean }) => mean),
      z,
      corrected: applications.map(({ corrected }) => corrected),
    };
    for (const way of ["raw", "z", "corrected"] as const) {
      totals[way].right += (100 * share(given[way], worth, ties)) / trials;
      totals[way].tau += kendall(given[way], worth) / trials;
    }
    const mean = worth.reduce((sum, one) => sum + one, 0) / worth.length;
    const overall = applications.reduce((sum, one) => sum + one.corrected, 0) / applications.length;
    const inside = applications.filter(
      ({ corrected, margin }, index) =>
        Math.abs(corrected - overall - 100 * (worth[index]! - mean)) <= margin,
    );
    covered += (100 * inside.length) / applications.length / trials;
  }
  return { ...setting, ...totals, covered };
}

const zero = (): Reached => ({ right: 0, tau: 0 });

/** The share of the truly best applications that are also among the best by `score`. `ties` breaks ties at random. */
function share(score: number[], worth: number[], ties: number[]): number {
  const places = Math.round(ACCEPTED * worth.length);
  const best = (by: number[]) =>
    [...by.keys()].sort((a, b) => by[b]! - by[a]! || ties[a]! - ties[b]!).slice(0, places);
  const truly = new Set(best(worth));
  return best(score).filter((index) => truly.has(index)).length / places;
}

/** Kendall's tau-b of the scores and the true worths. The true worths have no ties. */
function kendall(score: number[], worth: number[]): number {
  let [agree, tied] = [0, 0];
  const pairs = (score.length * (score.length - 1)) / 2;
  for (let one = 0; one < score.length; one++) {
    for (let other = 0; other < one; other++) {
      // Two sums of the same scores may differ in the last digit.
      const by = score[one]! - score[other]!;
      if (Math.abs(by) < 1e-9) tied += 1;
      else agree += by > 0 === worth[one]! > worth[other]! ? 1 : -1;
    }
  }
  return agree / Math.sqrt(pairs * (pairs - tied));
}

/**
 * The mean z-score of each application. A z-score says how far a score is from the mean of its reader, in standard
 * deviations of this reader's scores.
 */
function zScores(rows: GivenScore[], { applications }: Setting): number[] {
  const of = new Map<string, GivenScore[]>();
  for (const row of rows) of.set(row.staffUid, [...(of.get(row.staffUid) ?? []), row]);
  const scale = new Map(
    [...of].map(([staffUid, its]) => {
      const mean = its.reduce((sum, { score }) => sum + score, 0) / its.length;
      const squares = its.reduce((sum, { score }) => sum + (score - mean) ** 2, 0);
      return [staffUid, { mean, deviation: Math.sqrt(squares / its.length) || 1 }];
    }),
  );
  const sums = Array.from({ length: applications }, () => 0);
  const numbers = Array.from({ length: applications }, () => 0);
  for (const { uid, staffUid, score } of rows) {
    const { mean, deviation } = scale.get(staffUid)!;
    sums[Number(uid.slice(1))]! += (score - mean) / deviation;
    numbers[Number(uid.slice(1))]! += 1;
  }
  return sums.map((sum, index) => sum / numbers[index]!);
}

/** An id with so many digits that sorting the ids also sorts the numbers. */
const idOf = (letter: string, number: number) => `${letter}${String(number).padStart(5, "0")}`;

/** What a cell of the table must show but does not. */
export function missing({ name, shows, raw, z, corrected }: Cell): string[] {
  return [
    corrected.right < raw.right - 0.5 && `${name}: a correction harms`,
    shows === "gain" && corrected.right < raw.right + 3 && `${name}: a correction gains less than 3 points`,
    shows === "z-score harms" && z.right >= raw.right && `${name}: z-scores do not harm`,
  ].filter((sentence) => sentence !== false);
}

/** The table as text. */
export function tableOf(cells: readonly Cell[]): string {
  const reached = ({ right, tau }: Reached) => `${right.toFixed(1)} / ${tau.toFixed(3).slice(1)}`;
  return [
    "| Setting | raw mean | z-score | corrected | within the interval |",
    "| --- | --- | --- | --- | --- |",
    ...cells.map(
      ({ name, raw, z, corrected, covered }) =>
        `| ${name} | ${reached(raw)} | ${reached(z)} | ${reached(corrected)} | ${covered.toFixed(1)} % |`,
    ),
  ].join("\n");
}
