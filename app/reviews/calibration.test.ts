import { expect, test } from "vitest";
import { invented, SETTINGS, shuffled } from "../../test/support/calibration-trials.ts";
import { seeded } from "../../test/support/images.ts";
import {
  ALIKE,
  byCorrected,
  byMean,
  type CorrectedScore,
  calibrate,
  closeToLine,
  disagreements,
  type GivenScore,
  LEAST_SHARED,
} from "./calibration.ts";

const gave = (staffUid: string, scores: Record<string, number>): GivenScore[] =>
  Object.entries(scores).map(([uid, score]) => ({ uid, staffUid, score }));

/** The scores of two readers who differ only in their level: the second always gives 100 less. */
const HARSH_AND_MILD = [
  ...gave("mild", { a: 450, b: 350, c: 300, d: 250, e: 400, f: 500 }),
  ...gave("harsh", { a: 350, b: 250, c: 200, d: 150, e: 300, f: 400 }),
];

test.each<[string, GivenScore[]]>([
  ["nobody", []],
  ["one score", gave("r", { a: 300 })],
  ["one reader", gave("r", { a: 300, b: 400, c: 500 })],
  ["equal scores", [...gave("r", { a: 300, b: 300 }), ...gave("s", { a: 300, b: 300 })]],
  ["readers who agree", [...gave("r", { a: 300, b: 450 }), ...gave("s", { a: 300, b: 450 })]],
])("of %s, nothing is corrected, and all numbers are finite", (_, rows) => {
  const { applications, readers, deviations, isNeeded } = calibrate(rows);
  expect(isNeeded).toBe(false);
  expect(applications.map(({ corrected }) => corrected)).toEqual(applications.map(({ mean }) => mean));
  const numbers = [...applications, ...readers, deviations].flatMap((one) => Object.values(one));
  expect(numbers.filter((one) => typeof one === "number" && !Number.isFinite(one))).toEqual([]);
});

test.each([
  [LEAST_SHARED - 1, false],
  [LEAST_SHARED, true],
])("with %i applications that both read, readers can be compared: %s", (shared, isComparable) => {
  const ids = Array.from({ length: 10 }, (_, index) => String(index));
  const level = (from: number, scored: string[], less: number) =>
    Object.fromEntries(scored.map((id, index) => [id, from + 20 * (index % 5) - less]));
  const rows = [
    ...gave("mild", level(400, ids, 0)),
    ...gave("harsh", { ...level(400, ids.slice(0, shared), 150), alone: 250 }),
  ];
  const { isNeeded, ...found } = calibrate(rows);
  expect([found.isComparable, isNeeded]).toEqual([isComparable, isComparable]);
  if (!isComparable) for (const { corrected, mean } of found.applications) expect(corrected).toBe(mean);
});

test("what a harsh reader gave is raised, and what a mild one gave is lowered", () => {
  const { readers, isNeeded } = calibrate(HARSH_AND_MILD);
  expect(isNeeded).toBe(true);
  expect(readers).toMatchObject([
    { staffUid: "harsh", number: 6, mean: 275 },
    { staffUid: "mild", number: 6, mean: 375 },
  ]);
  const [harsh, mild] = readers.map(({ offset }) => offset);
  expect(harsh).toBeCloseTo(-mild!);
  expect(mild! - harsh!).toBeGreaterThan(90);
  expect(mild! - harsh!).toBeLessThanOrEqual(100);
});

test("an application that only harsh readers read comes before an equal one that only mild ones read", () => {
  const rows = [...HARSH_AND_MILD, ...gave("harsh", { unlucky: 330 }), ...gave("mild", { lucky: 350 })];
  const { applications } = calibrate(rows);
  const order = (list: CorrectedScore[]) =>
    list.map(({ uid }) => uid).filter((uid) => uid === "lucky" || uid === "unlucky");
  expect(order(byMean(applications))).toEqual(["lucky", "unlucky"]);
  expect(order(byCorrected(applications))).toEqual(["unlucky", "lucky"]);
});

test("more readings make the interval narrower", () => {
  const { applications } = calibrate([...HARSH_AND_MILD, ...gave("harsh", { once: 300 })]);
  const marginOf = (asked: string) => applications.find(({ uid }) => uid === asked)!.margin;
  expect(marginOf("once")).toBeGreaterThan(marginOf("a"));
});

test("the offsets solve the equations of the model", () => {
  const { rows } = invented({ name: "", applications: 40, readers: 7, reads: 2, offset: 0.5 }, seeded(3));
  const found = calibrate(rows);
  const { quality, reader, noise } = found.deviations;
  const offsets = new Map(found.readers.map(({ staffUid }) => [staffUid, 0]));
  const qualities = new Map(found.applications.map(({ uid }) => [uid, 0]));
  let mean = 0;
  // Computes each unknown in turn from the present values of the others. After this many rounds, the values no longer
  // change.
  for (let round = 0; round < 3_000; round++) {
    const rest = ({ uid, staffUid, score }: GivenScore) =>
      score - offsets.get(staffUid)! - qualities.get(uid)!;
    mean = rows.reduce((sum, row) => sum + rest(row), 0) / rows.length;
    for (const [uid, value] of qualities) {
      const its = rows.filter((row) => row.uid === uid);
      const sum = its.reduce((total, row) => total + rest(row) - mean + value, 0);
      qualities.set(uid, sum / (its.length + noise ** 2 / quality ** 2));
    }
    for (const [staffUid, value] of offsets) {
      const its = rows.filter((row) => row.staffUid === staffUid);
      const sum = its.reduce((total, row) => total + rest(row) - mean + value, 0);
      offsets.set(staffUid, sum / (its.length + noise ** 2 / reader ** 2));
    }
  }
  for (const { staffUid, offset } of found.readers) expect(offset).toBeCloseTo(offsets.get(staffUid)!, 4);
});

test("the variances are near those of which the scores were made", () => {
  const { rows } = invented({ name: "", applications: 3_000, readers: 60, reads: 3, offset: 0.5 }, seeded(1));
  const { quality, reader, noise } = calibrate(rows).deviations;
  expect(Math.abs(quality - 76)).toBeLessThan(6);
  expect(Math.abs(reader - 50)).toBeLessThan(10);
  // The scores are rounded to half points, which adds a little to the noise of 60.
  expect(Math.abs(noise - 60)).toBeLessThan(5);
});

test("readers who differ by less than a tenth of a point need no correction", () => {
  const { rows } = invented(SETTINGS.find(({ offset }) => offset === 0)!, seeded(5));
  const { deviations, isNeeded, applications } = calibrate(rows);
  expect(deviations.reader).toBeLessThan(ALIKE);
  expect(isNeeded).toBe(false);
  expect(applications.every(({ corrected, mean }) => corrected === mean)).toBe(true);
});

test.each(
  SETTINGS.filter(({ readers }) => readers < 100),
)("$name: the order of the rows is all one", (setting) => {
  const { rows } = invented(setting, seeded(9));
  const other = shuffled(rows, seeded(10));
  expect(other).not.toEqual(rows);
  expect(JSON.stringify(calibrate(other))).toBe(JSON.stringify(calibrate(rows)));
  expect(JSON.stringify(disagreements(other, calibrate(other)))).toBe(
    JSON.stringify(disagreements(rows, calibrate(rows))),
  );
});

const scored = (uid: string, corrected: number, number = 2): CorrectedScore => ({
  ...{ uid, number, mean: corrected, corrected },
  margin: 196 / number,
});
const DEVIATIONS = { quality: 80, reader: 50, noise: 60 };

test("one more reading matters most beside the line, and more where fewer have read", () => {
  const applications = [
    scored("best", 480),
    scored("in", 360),
    scored("once", 330, 1),
    scored("out", 330, 3),
  ];
  const close = closeToLine({ applications, deviations: DEVIATIONS }, 2);
  expect(close.map(({ uid }) => uid)).toEqual(["once", "in", "out", "best"]);
  for (const { chance } of close) expect(chance).toBeLessThanOrEqual(0.5);
  expect(close.at(-1)!.chance).toBeLessThan(0.001);
});

test("on the line itself, one more reading decides like a coin", () => {
  const applications = [scored("a", 400), scored("b", 400)];
  const chances = closeToLine({ applications, deviations: DEVIATIONS }, 1).map(({ chance }) => chance);
  for (const chance of chances) expect(chance).toBeCloseTo(0.5, 6);
});

test.each([0, 2, 7, -1, Number.NaN])("of two applications, %s places draw no line", (places) => {
  const applications = [scored("a", 400), scored("b", 300)];
  expect(closeToLine({ applications, deviations: DEVIATIONS }, places)).toEqual([]);
});

test("readers disagree where they differ by more than their offsets", () => {
  const rows = [
    ...HARSH_AND_MILD,
    ...gave("mild", { only: 300, agreed: 400, contested: 200 }),
    ...gave("harsh", { agreed: 300, contested: 400 }),
  ];
  const found = disagreements(rows, calibrate(rows));
  expect(found[0]).toMatchObject({
    uid: "contested",
    higher: { staffUid: "harsh", score: 400 },
    lower: { staffUid: "mild", score: 200 },
  });
  expect(found[0]!.apart).toBeGreaterThan(200);
  expect(found.some(({ uid }) => uid === "only")).toBe(false);
  expect(found.find(({ uid }) => uid === "agreed")!.apart).toBeLessThan(100);
});
