import { writeSync } from "node:fs";
import { expect, test } from "vitest";
import { missing, SETTINGS, tableOf, trySetting } from "./support/calibration-trials.ts";

/**
 * The number of trials of each setting. `npm run check:calibration` sets it to a large number, and then the table is
 * printed.
 */
const TRIALS = Number(process.env["CALIBRATION_TRIALS"] ?? 0);
const STDOUT = 1;

test.skipIf(TRIALS > 0)("in a few trials of what decides, a correction gains and z-scores harm", () => {
  const deciding = SETTINGS.filter(({ shows, readers }) => shows && readers < 100);
  const cells = deciding.map((setting) => trySetting(setting, setting.applications > 100 ? 4 : 40));
  expect(cells.flatMap(missing)).toEqual([]);
});

test.skipIf(TRIALS === 0)(
  "in every setting, a correction harms nowhere, and gains where readers differ",
  () => {
    const cells = SETTINGS.map((setting) => trySetting(setting, TRIALS));
    writeSync(
      STDOUT,
      `\n${TRIALS} trials each: share of the truly best 30 % that is accepted / Kendall's tau\n\n`,
    );
    writeSync(STDOUT, `${tableOf(cells)}\n\n`);
    expect(cells.flatMap(missing)).toEqual([]);
    // The interval of 95 % contains the true value in about 95 % of the cases.
    for (const { name, covered } of cells) expect(covered, name).toBeGreaterThan(93);
  },
  1_800_000,
);
