/**
 * The score that one reader gave one application, in hundredths: 100 to 500. A reader has at most one row for an
 * application.
 */
export type GivenScore = { uid: string; staffUid: string; score: number };

/** The facts about one reader. `offset` and `margin` are in hundredths of a point. */
export type ReaderOffset = {
  staffUid: string;
  /** How many applications the reader scored. */
  number: number;
  mean: number;
  /** How much more the reader gives to the same application than the others do; negative for a harsh reader. */
  offset: number;
  /** With a probability of 95 %, the true offset differs from `offset` by at most this. */
  margin: number;
};

/** The facts about one application. All numbers except `number` are hundredths of a point. */
export type CorrectedScore = {
  uid: string;
  /** How many readers scored the application. */
  number: number;
  /** The mean of the scores as they were given. */
  mean: number;
  /**
   * The mean of the scores after each score was reduced by the offset of its reader. Equal to `mean` if no correction
   * is needed.
   */
  corrected: number;
  /** With a probability of about 95 %, the mean of all readers would differ from `corrected` by at most this. */
  margin: number;
};

export type Calibration = {
  /** Sorted by id. */
  readers: ReaderOffset[];
  /** Sorted by id. */
  applications: CorrectedScore[];
  /** How much each of the three causes makes scores differ: standard deviations, in hundredths of a point. */
  deviations: { quality: number; reader: number; noise: number };
  /** Whether the readers can be compared: at least `LEAST_SHARED` applications were read by two people or more. */
  isComparable: boolean;
  /** False if the readers cannot be compared, or are so alike that a correction would improve nothing. */
  isNeeded: boolean;
};

/**
 * If fewer applications than this have two reviews, readers are not compared, because one reader may have had better
 * applications than another.
 */
export const LEAST_SHARED = 5;

/**
 * If the standard deviation of the readers' offsets is less than this (hundredths of a point), the readers count as
 * equal.
 */
export const ALIKE = 10;

/** The middle 95 % of a normal distribution reach this many standard deviations to each side of the mean. */
const MIDDLE_95 = 1.96;
const MOST_STEPS = 200;
/** The estimate is finished when no variance changes by more than this share of the variance of all scores. */
const STILL = 1e-4;
/** The least variance that any cause can have, as a share of the variance of all scores. */
const LEAST = 1e-6;

/** The scores as arrays. There is one row for each score; the rows of one application are next to each other. */
type Design = {
  uids: string[];
  staffUids: string[];
  /** For each application, its first row. One more entry at the end holds the number of rows. */
  begins: number[];
  reader: Int32Array;
  /** Each score less the mean of all scores. */
  score: Float64Array;
  mean: number;
  variance: number;
};

type Variances = { quality: number; reader: number; noise: number };

type Estimate = {
  /** The offset of each reader. */
  offsets: Float64Array;
  /**
   * The covariance matrix of the errors of `offsets`, divided by the factor `noise`. The first row and column belong to
   * the mean.
   */
  errors: Float64Array;
  next: Variances;
};

/**
 * Estimates how much more or less each reader gives than the others, and the score that every application would get
 * from all of them. A score is taken as the sum of the quality of the application, the offset of the reader, and noise;
 * each of these is normally distributed. Their variances are estimated from the scores (restricted maximum likelihood,
 * by EM). The offsets are the best linear unbiased predictions. So readers with few reviews are corrected little.
 *
 * The order of the rows does not matter: the same rows give the same bytes.
 */
export function calibrate(rows: readonly GivenScore[]): Calibration {
  const design = designOf(rows);
  const variances = estimateVariances(design);
  const deviations = {
    quality: Math.sqrt(variances.quality),
    reader: Math.sqrt(variances.reader),
    noise: Math.sqrt(variances.noise),
  };
  const { offsets, errors } = solve(design, variances);
  const { begins } = design;
  const shared = begins.filter((begin, index) => begin - (begins[index - 1] ?? begin) > 1).length;
  const isComparable = shared >= LEAST_SHARED;
  const isNeeded = isComparable && deviations.reader >= ALIKE;
  return {
    readers: readersOf(design, variances, { offsets, errors }),
    applications: applicationsOf(design, variances, isNeeded ? { offsets, errors } : null),
    deviations,
    isComparable,
    isNeeded,
  };
}

function designOf(given: readonly GivenScore[]): Design {
  const rows = [...given].sort((a, b) => compare(a.uid, b.uid) || compare(a.staffUid, b.staffUid));
  const staffUids = [...new Set(rows.map(({ staffUid }) => staffUid))].sort(compare);
  const place = new Map(staffUids.map((staffUid, index) => [staffUid, index]));
  const uids: string[] = [];
  const begins: number[] = [];
  for (const [index, { uid }] of rows.entries()) {
    if (uid === uids.at(-1)) continue;
    uids.push(uid);
    begins.push(index);
  }
  const mean = rows.length === 0 ? 0 : rows.reduce((sum, { score }) => sum + score, 0) / rows.length;
  const score = Float64Array.from(rows, (row) => row.score - mean);
  const squares = score.reduce((sum, one) => sum + one * one, 0);
  return {
    uids,
    staffUids,
    begins: [...begins, rows.length],
    reader: Int32Array.from(rows, ({ staffUid }) => place.get(staffUid)!),
    score,
    mean,
    variance: rows.length < 2 ? 0 : squares / (rows.length - 1),
  };
}

/**
 * Repeats steps of EM until the variances hardly change. After every two steps, it jumps ahead to the variances that
 * many more steps would reach.
 */
function estimateVariances(design: Design): Variances {
  const { variance } = design;
  let now: Variances = { quality: variance / 2, reader: variance / 5, noise: (3 * variance) / 10 };
  if (variance === 0) return now;
  for (let steps = 0; steps < MOST_STEPS; steps += 3) {
    const one = solve(design, now).next;
    const two = solve(design, one).next;
    const far = lengthened(now, one, two, variance * LEAST);
    const next = far ? solve(design, far).next : two;
    const change = Math.max(...CAUSES.map((cause) => Math.abs(next[cause] - now[cause])));
    now = next;
    if (change <= STILL * variance) break;
  }
  return now;
}

const CAUSES = ["quality", "reader", "noise"] as const;

/**
 * The variances to which many more steps would lead: the extrapolation of Varadhan and Roland (SQUAREM), on the
 * logarithms. Null if the two steps were so even that there is nothing to extrapolate.
 */
function lengthened(now: Variances, one: Variances, two: Variances, least: number): Variances | null {
  const first = CAUSES.map((cause) => Math.log(one[cause] / now[cause]));
  const bend = CAUSES.map((cause, index) => Math.log(two[cause] / one[cause]) - first[index]!);
  const bent = Math.hypot(...bend);
  if (bent < 1e-12) return null;
  const length = Math.min(Math.max(Math.hypot(...first) / bent, 1), 16);
  const [quality, reader, noise] = CAUSES.map((cause, index) =>
    Math.max(now[cause] * Math.exp(2 * length * first[index]! + length * length * bend[index]!), least),
  );
  return { quality: quality!, reader: reader!, noise: noise! };
}

/**
 * Solves Henderson's mixed model equations for given variances. The applications are eliminated one by one, so that
 * only a matrix of readers × readers is left.
 */
function solve({ begins, reader, score, staffUids, variance }: Design, variances: Variances): Estimate {
  const size = staffUids.length + 1;
  const applications = begins.length - 1;
  if (variance === 0)
    return { offsets: new Float64Array(size - 1), errors: new Float64Array(size * size), next: variances };
  const ofQuality = variances.noise / variances.quality;
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  for (let place = 1; place < size; place++)
    matrix[place * size + place] = variances.noise / variances.reader;
  for (let application = 0; application < applications; application++) {
    const [from, to] = [begins[application]!, begins[application + 1]!];
    const weight = 1 / (to - from + ofQuality);
    let sum = 0;
    for (let row = from; row < to; row++) sum += score[row]!;
    // The first column belongs to the mean. The matrix is symmetrical, so only its lower half is filled.
    matrix[0]! += (to - from) * ofQuality * weight;
    right[0]! += sum * ofQuality * weight;
    for (let row = from; row < to; row++) {
      const place = reader[row]! + 1;
      matrix[place * size]! += ofQuality * weight;
      matrix[place * size + place]! += 1;
      right[place]! += score[row]! - sum * weight;
      // The rows of one application are sorted by reader, so this loop fills only the lower half.
      for (let other = from; other <= row; other++) matrix[place * size + reader[other]! + 1]! -= weight;
    }
  }
  const errors = inverse(matrix, size);
  const solution = new Float64Array(size);
  for (let place = 0; place < size; place++) {
    let value = 0;
    for (let other = 0; other < size; other++) value += errors[place * size + other]! * right[other]!;
    solution[place] = value;
  }
  return {
    offsets: solution.subarray(1),
    errors,
    next: improved({ begins, reader, score, variance }, variances, { solution, errors, size }),
  };
}

/**
 * One step of EM. From the estimated effects and their errors, it computes the variances that make the scores most
 * likely.
 */
function improved(
  { begins, reader, score, variance }: Pick<Design, "begins" | "reader" | "score" | "variance">,
  { quality, noise }: Variances,
  { solution, errors, size }: { solution: Float64Array; errors: Float64Array; size: number },
): Variances {
  const applications = begins.length - 1;
  const ofQuality = noise / quality;
  const mean = solution[0]!;
  let explained = 0;
  let qualities = 0;
  for (let application = 0; application < applications; application++) {
    const [from, to] = [begins[application]!, begins[application + 1]!];
    const number = to - from;
    const weight = 1 / (number + ofQuality);
    let sum = 0;
    let rest = -number * mean;
    let error = number * number * errors[0]!;
    for (let row = from; row < to; row++) {
      const place = reader[row]! + 1;
      sum += score[row]!;
      rest += score[row]! - solution[place]!;
      explained += score[row]! * (mean + solution[place]!);
      error += 2 * number * errors[place * size]!;
      for (let other = from; other < to; other++) error += errors[place * size + reader[other]! + 1]!;
    }
    explained += rest * weight * sum;
    qualities += rest * rest * weight * weight + noise * (weight + error * weight * weight);
  }
  let readers = 0;
  for (let place = 1; place < size; place++)
    readers += solution[place]! * solution[place]! + noise * errors[place * size + place]!;
  const squares = score.reduce((sum, one) => sum + one * one, 0);
  const least = variance * LEAST;
  return {
    quality: Math.max(qualities / applications, least),
    reader: Math.max(readers / (size - 1), least),
    noise: Math.max((squares - explained) / (score.length - 1), least),
  };
}

/** The inverse of a symmetrical positive definite matrix (sweep operator). Only its lower half has to be given. */
function inverse(matrix: Float64Array, size: number): Float64Array {
  const swept = matrix.slice();
  const column = new Float64Array(size);
  for (let pivot = 0; pivot < size; pivot++) {
    for (let row = 0; row < size; row++)
      column[row] = swept[row < pivot ? pivot * size + row : row * size + pivot]!;
    const divisor = column[pivot]!;
    for (let row = 0; row < size; row++) {
      if (row === pivot) continue;
      const line = row * size;
      const factor = column[row]! / divisor;
      for (let other = 0; other <= row; other++) swept[line + other]! -= factor * column[other]!;
      swept[row < pivot ? pivot * size + row : line + pivot] = factor;
    }
    swept[pivot * size + pivot] = -1 / divisor;
  }
  for (let row = 0; row < size; row++) {
    for (let other = 0; other <= row; other++) {
      swept[row * size + other]! *= -1;
      swept[other * size + row] = swept[row * size + other]!;
    }
  }
  return swept;
}

type Solved = Pick<Estimate, "offsets" | "errors">;

function readersOf(
  { staffUids, reader, score, mean }: Design,
  { noise }: Variances,
  { offsets, errors }: Solved,
): ReaderOffset[] {
  const size = staffUids.length + 1;
  const numbers = new Float64Array(size - 1);
  const sums = new Float64Array(size - 1);
  for (const [row, place] of reader.entries()) {
    numbers[place]! += 1;
    sums[place]! += score[row]!;
  }
  return staffUids.map((staffUid, place) => ({
    staffUid,
    number: numbers[place]!,
    mean: mean + sums[place]! / numbers[place]!,
    offset: offsets[place]!,
    margin: MIDDLE_95 * Math.sqrt(noise * errors[(place + 1) * (size + 1)]!),
  }));
}

/**
 * The facts about each application.
 *
 * @param solved null if the scores are not corrected. Then the readers' offsets count as errors of the scores.
 */
function applicationsOf(
  { uids, begins, staffUids, reader, score, mean }: Design,
  variances: Variances,
  solved: Solved | null,
): CorrectedScore[] {
  const size = staffUids.length + 1;
  return uids.map((uid, application) => {
    const [from, to] = [begins[application]!, begins[application + 1]!];
    const number = to - from;
    let sum = 0;
    let offsets = 0;
    let error = solved ? 0 : number * (variances.reader / variances.noise || 0);
    for (let row = from; row < to; row++) {
      sum += score[row]!;
      if (!solved) continue;
      offsets += solved.offsets[reader[row]!]!;
      for (let other = from; other < to; other++)
        error += solved.errors[(reader[row]! + 1) * size + reader[other]! + 1]!;
    }
    return {
      uid,
      number,
      mean: mean + sum / number,
      corrected: mean + (sum - offsets) / number,
      margin: (MIDDLE_95 * Math.sqrt(variances.noise * (number + error))) / number,
    };
  });
}

/** An application near the line that separates the accepted applications from the others. */
export type CloseToLine = {
  uid: string;
  /** How likely it is that one more reading moves the application to the other side of the line: 0 to 0.5. */
  chance: number;
};

/**
 * All applications, each with the chance that one more reading moves the application across the line; the highest
 * chance first. The line separates the first `places` applications from the others. It is the mean of two scores: the
 * lowest corrected score of the first `places` applications, and the highest corrected score of the others.
 *
 * @param places how many applications are accepted. The result is empty unless there are applications on both sides of
 *   the line.
 */
export function closeToLine(
  { applications, deviations }: Pick<Calibration, "applications" | "deviations">,
  places: number,
): CloseToLine[] {
  const best = byCorrected(applications);
  const [inside, outside] = [best[places - 1], best[places]];
  if (!inside || !outside) return [];
  const line = (inside.corrected + outside.corrected) / 2;
  return applications
    .map(({ uid, number, corrected, margin }) => {
      const unknown = Math.hypot(margin / MIDDLE_95, deviations.noise);
      const far =
        unknown === 0 ? Number.POSITIVE_INFINITY : (Math.abs(corrected - line) * (number + 1)) / unknown;
      return { uid, chance: tailOf(far) };
    })
    .sort((a, b) => b.chance - a.chance || compare(a.uid, b.uid));
}

/** The applications sorted by corrected score, the best first. Applications with equal scores are sorted by id. */
export const byCorrected = (applications: readonly CorrectedScore[]): CorrectedScore[] =>
  [...applications].sort((a, b) => b.corrected - a.corrected || compare(a.uid, b.uid));

/** Like `byCorrected`, but sorted by the mean of the scores as they were given. */
export const byMean = (applications: readonly CorrectedScore[]): CorrectedScore[] =>
  [...applications].sort((a, b) => b.mean - a.mean || compare(a.uid, b.uid));

/** The probability that a normally distributed number lies more than `far` standard deviations above its mean. */
function tailOf(far: number): number {
  if (far === Number.POSITIVE_INFINITY) return 0;
  // Formula 26.2.17 of Abramowitz and Stegun. It is right to seven digits.
  const t = 1 / (1 + 0.2316419 * far);
  const sum =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-far * far) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

/** An application about which two readers disagree. All numbers are hundredths of a point. */
export type Disagreement = {
  uid: string;
  higher: GivenScore;
  lower: GivenScore;
  /**
   * How far apart the two scores are, in hundredths. If a correction is needed, the offset of each reader is taken off
   * first.
   */
  apart: number;
};

/**
 * For each application with several readers, the two readers who disagree most. The largest disagreements come first.
 */
export function disagreements(
  rows: readonly GivenScore[],
  { readers, isNeeded }: Pick<Calibration, "readers" | "isNeeded">,
): Disagreement[] {
  const offsets = new Map(readers.map(({ staffUid, offset }) => [staffUid, isNeeded ? offset : 0]));
  const felt = ({ staffUid, score }: GivenScore) => score - (offsets.get(staffUid) ?? 0);
  const found = new Map<string, { higher: GivenScore; lower: GivenScore }>();
  for (const row of [...rows].sort((a, b) => compare(a.uid, b.uid) || compare(a.staffUid, b.staffUid))) {
    const pair = found.get(row.uid) ?? { higher: row, lower: row };
    found.set(row.uid, {
      higher: felt(row) > felt(pair.higher) ? row : pair.higher,
      lower: felt(row) < felt(pair.lower) ? row : pair.lower,
    });
  }
  return [...found]
    .map(([uid, { higher, lower }]) => ({ uid, higher, lower, apart: felt(higher) - felt(lower) }))
    .filter(({ apart }) => apart > 0)
    .sort((a, b) => b.apart - a.apart || compare(a.uid, b.uid));
}

/** Compares by code unit, so that the result does not depend on the locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
