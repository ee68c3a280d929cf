// Removes the guards of money, of passkeys and of mails one at a time: npm run guards [-- FILE …] [-- --again]
//
// Reports the guards that can be removed without any test failing. It continues where it last stopped
// (docs/decisions/0101-guards-that-are-missed.md).
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { quietEnv, root } from "./env.mjs";
import { plant, triggersIn } from "./guards/find.mjs";

/**
 * For each room, the files whose guards protect money. If one of these guards is removed, a test of that room should
 * fail.
 */
const FILES = {
  "money/payments": [
    "reservations.server.ts",
    "checked-payment.server.ts",
    "payments.server.ts",
    "unwanted-charges.server.ts",
  ],
  "money/prices": ["codes.server.ts", "grants.ts", "passes.ts"],
  "money/refunds": ["giving-back.server.ts", "refunds.server.ts", "refunds.ts"],
  "money/transfers": ["taking-over.server.ts"],
  "money/invoices": ["takings.server.ts", "taking-rows.server.ts", "confirming.server.ts"],
  "money/reconciler": ["reconciler.server.ts", "settlements.server.ts", "settlements.ts"],
  standing: ["credit.server.ts", "grants.server.ts"],
};

/**
 * Other files with guards that must not be missing. For each file, `tests` are the only tests that are run without one
 * of its guards.
 */
const OTHERS = [
  { file: "app/accounts/passkeys.server.ts", tests: ["test/accounts/passkeys.test.ts"] },
  { file: "app/accounts/passkeys.ts", tests: ["app/accounts/passkeys.test.ts"] },
  { file: "app/mail/mail-events.server.ts", tests: ["test/mail/mail-events.test.ts"] },
  { file: "app/applications/reminders.server.ts", tests: ["test/applications/reminders.test.ts"] },
];

/** All other tests of money. They are run if no test of the room fails without the guard. */
const ALL_OF_MONEY = [
  "app/money/",
  "app/standing/",
  "test/money/",
  "test/faults/",
  "test/histories/histories.test.ts",
];

/** The time limit of a test run. It is needed because code without its guard may make a test wait for ever. */
const LONGEST_MS = 900_000;

const results = path.join(root, "node_modules/.cache/guards.json");
const copy = path.join(tmpdir(), "portal-guards");

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const again = process.argv.includes("--again");

const sources = [
  ...Object.entries(FILES).flatMap(([room, names]) =>
    names.map((name) => ({ file: `app/${room}/${name}`, tests: [`app/${room}/`, `test/${room}/`] })),
  ),
  ...OTHERS,
];

/** Every guard, with the tests that are run first. */
function guardsToTry() {
  const inCode = sources.flatMap(({ file, tests }) =>
    plant(file, readFileSync(path.join(root, file), "utf8")).guards.map((guard) => ({ ...guard, tests })),
  );
  const migrations = readdirSync(path.join(root, "migrations")).filter((name) => name.endsWith(".sql"));
  const inTables = migrations.flatMap((name) => {
    const file = `migrations/${name}`;
    const triggers = triggersIn(file, readFileSync(path.join(root, file), "utf8"));
    return triggers.map((trigger) => ({ ...trigger, tests: ["test/money/"] }));
  });
  return [...inCode, ...inTables].filter(
    ({ file }) => chosen.length === 0 || chosen.some((part) => file.includes(part)),
  );
}

/**
 * Fills a folder with links to the files of another folder or, where the disk does not allow links, with copies. Hidden
 * folders of tools are left out.
 */
function linkAll(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (/^\.(cache|vite|build-lock)/.test(entry.name)) continue;
    if (entry.isDirectory()) linkAll(source, target);
    else if (!tryLink(source, target)) copyFileSync(source, target);
  }
}

function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === "EXDEV") return false;
    throw error;
  }
}

/**
 * Makes a copy of the project in which each guard of the code can be switched off by a variable. So one build is enough
 * for all guards.
 */
function copyPlanted() {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, maxBuffer: 2 ** 26 });
  for (const file of stdout.toString().split("\0").filter(Boolean)) {
    const to = path.join(copy, file);
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(path.join(root, file)));
  }
  linkAll(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  for (const { file } of sources) {
    const to = path.join(copy, file);
    writeFileSync(to, plant(file, readFileSync(to, "utf8")).written);
  }
}

/** @returns the first test file that failed; null if all passed. */
function failureOf(tests, id = "") {
  const { status, stdout, error } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...tests, "--bail=1", "--reporter=json"],
    {
      cwd: copy,
      env: { ...process.env, ...quietEnv, GUARD: id },
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 2 ** 28,
      timeout: LONGEST_MS,
    },
  );
  if (error) return "the tests did not end in time";
  if (status === 0) return null;
  const { testResults = [] } = JSON.parse(stdout.toString().slice(stdout.indexOf('{"num')) || "{}");
  const failed = testResults.find((one) => one.status === "failed");
  return failed ? path.relative(copy, failed.name) : "a test could not start";
}

/** The tests that are run if none of the guard's own `tests` fails without it. */
const otherTests = ({ file }) => (OTHERS.some((other) => other.file === file) ? [] : ALL_OF_MONEY);

/** @returns the test file that failed without the guard; null if none failed. */
function missedBy(guard) {
  const { id, file, without, tests } = guard;
  const migration = without === undefined ? null : path.join(copy, file);
  if (migration) writeFileSync(migration, without);
  try {
    const others = otherTests(guard);
    return failureOf(tests, id) ?? (others.length > 0 ? failureOf(others, id) : null);
  } finally {
    if (migration) writeFileSync(migration, readFileSync(path.join(root, file)));
  }
}

const known = !again && existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : {};
const guards = guardsToTry();
const left = guards.filter(({ id }) => known[id] === undefined);
console.log(`${guards.length} guards, ${left.length} of them not tried yet.`);
if (left.length > 0) {
  copyPlanted();
  const broken = failureOf([...new Set(left.flatMap((guard) => [...guard.tests, ...otherTests(guard)]))]);
  if (broken)
    throw new Error(`The guards cannot be tried: a test fails although no guard was removed (${broken}).`);
}
for (const guard of left) {
  const by = missedBy(guard);
  known[guard.id] = by ?? false;
  writeFileSync(results, JSON.stringify(known, null, 1));
  console.log(
    `${guard.file}:${guard.line} ${by ? `covered (${by})` : "NOT COVERED"}: ${guard.text.slice(0, 100)}`,
  );
}
const survivors = guards.filter(({ id }) => known[id] === false);
console.log(
  `\n${guards.length - survivors.length} guards are covered (a test fails without them), ${survivors.length} are not.`,
);
for (const { file, line, text } of survivors) console.log(`  ${file}:${line}  ${text}`);
process.exit(survivors.length === 0 ? 0 : 1);
