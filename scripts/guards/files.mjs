// The guards that `npm run guards` tries, and the tests that may notice that one of them is off.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../env.mjs";
import { plant, triggersIn } from "./find.mjs";

/**
 * For each room, the files whose guards protect money. If one of these guards is removed, a test of money should fail.
 */
const OF_MONEY = {
  "money/payments": [
    "reservations.server.ts",
    "checked-payment.server.ts",
    "payments.server.ts",
    "unwanted-charges.server.ts",
  ],
  "money/prices": ["codes.server.ts", "grants.ts", "passes.ts"],
  "money/refunds": ["giving-back.server.ts", "refunds.server.ts", "refund-outcomes.server.ts", "refunds.ts"],
  "money/transfers": ["taking-over.server.ts"],
  "money/invoices": ["takings.server.ts", "taking-rows.server.ts", "confirming.server.ts"],
  "money/reconciler": [
    "reconciler.server.ts",
    "settlements.server.ts",
    "settled-rows.server.ts",
    "settlements.ts",
  ],
  standing: ["credit.server.ts", "grants.server.ts"],
};

const TESTS_OF_MONEY = ["app/money/", "app/standing/", "test/money/", "test/faults/", "test/histories/"];

/** The rooms whose guards are meant for acts that happen at the same time. */
const RACED = new Set(["money/payments", "money/refunds", "money/reconciler"]);

/** Other files with guards that must not be missing. `tests` are the only tests that should notice. */
const OTHERS = [
  { file: "app/accounts/passkeys.server.ts", tests: ["test/accounts/passkeys.test.ts"] },
  { file: "app/accounts/passkeys.ts", tests: ["app/accounts/passkeys.test.ts"] },
  { file: "app/mail/mail-events.server.ts", tests: ["test/mail/mail-events.test.ts"] },
  {
    file: "app/applications/reminders.server.ts",
    tests: ["test/applications/reminders.test.ts", "test/applications/reminder-scope.test.ts"],
  },
];

const ofMoney = Object.entries(OF_MONEY).flatMap(([room, names]) =>
  names.map((name) => ({
    file: `app/${room}/${name}`,
    first: [`app/${room}/`, `test/${room}/`, ...(RACED.has(room) ? ["test/faults/"] : [])],
    tests: TESTS_OF_MONEY,
  })),
);
const sources = [...ofMoney, ...OTHERS.map((other) => ({ ...other, first: other.tests }))];

/** The files that the copy changes, as paths from the root. */
export const FILES = sources.map(({ file }) => file);

const read = (file) => readFileSync(path.join(root, file), "utf8");

/** @returns {string[]} the paths of the test files in `app/` and `test/`, except those in `test/e2e/`. */
const testFiles = ["app", "test"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/")))
    .filter((name) => name.endsWith(".test.ts") && !name.startsWith("test/e2e/")),
);

const filesIn = (folders) => testFiles.filter((name) => folders.some((folder) => name.startsWith(folder)));

/**
 * Every guard. `tests` are the test files that may notice that the guard is off, and `first` are the test files among
 * these that probably notice.
 *
 * @returns {(import("./find.mjs").Guard & { tests: string[], first: string[], isTrigger: boolean })[]}
 */
export function allGuards() {
  const inCode = sources.flatMap(({ file, first, tests }) => {
    const among = { tests: filesIn(tests), first: filesIn(first), isTrigger: false };
    return plant(file, read(file)).guards.map((guard) => ({ ...guard, ...among }));
  });
  return [...inCode, ...rulesOfTables()];
}

/**
 * The triggers that refuse something. The app never tries what the triggers refuse, so only tests that write SQL can
 * notice that a trigger is off.
 */
function rulesOfTables() {
  const migrations = readdirSync(path.join(root, "migrations"))
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ file: `migrations/${name}`, source: read(`migrations/${name}`) }));
  const inWorker = testFiles.filter((name) => /^test\/(?!histories)\w+\//.test(name));
  const texts = new Map(inWorker.map((name) => [name, read(name)]));
  return triggersIn(migrations).map((trigger) => {
    const writes = new RegExp(`(UPDATE|INTO|DELETE FROM|OR REPLACE) ${trigger.table}\\b`);
    const tests = inWorker.filter((name) => writes.test(texts.get(name)));
    const first = tests.filter((name) => texts.get(name).includes("rejects.toThrow"));
    return { ...trigger, tests, first, isTrigger: true };
  });
}
