// Prints how each numbered statement of the specification (test/specification/statements.csv) is covered: npm run spec
//
// A statement is covered if it is shown in a browser, if a test has its number in the title, or if a record decides
// against the statement. Exits with 1 if a statement is not covered, or if its test failed.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { findChromium } from "./chromium.mjs";
import { quietEnv, root } from "./env.mjs";

/**
 * The end of a test's title, if it lists the numbers of the statements that the test covers: "… [57]" or "… [57, 58]".
 */
const NUMBERS = /\[(\d+(?:, \d+)*)\]$/;
const ANYWHERE = String.raw`\[\d+(, \d+)*\]`;

const folder = mkdtempSync(path.join(tmpdir(), "spec-"));
try {
  const found = new Map();
  const find = (number, place) => {
    if (!found.has(number)) found.set(number, { shown: [], answered: [], failed: [], decided: null });
    const kind = place.ok ? place.kind : "failed";
    found.get(number)[kind].push(place.where);
  };
  for (const [number, record] of Object.entries(await decided())) {
    find(number, { kind: "answered", ok: true, where: "" });
    Object.assign(found.get(number), { answered: [], decided: record });
  }
  for (const place of await answered()) find(place.number, place);
  for (const place of await shown()) find(place.number, place);

  const verdicts = statements().map(({ number, kind, statement }) => {
    const { shown = [], answered = [], failed = [], decided } = found.get(number) ?? {};
    const all = [...new Set([...shown, ...answered])];
    const verdict =
      failed.length > 0
        ? "UNCOVERED"
        : shown.length > 0
          ? "shown"
          : answered.length > 0
            ? "answered"
            : decided
              ? `decided ${decided.slice(0, 4)}`
              : "UNCOVERED";
    const places =
      failed.length > 0 ? failed : decided && all.length === 0 ? [`docs/decisions/${decided}`] : all;
    console.log(`${number.padStart(3)}  ${verdict.padEnd(12)}  ${kind.padEnd(6)}  ${statement}`);
    for (const where of new Set(places)) console.log(`                             ${where}`);
    return verdict.split(" ")[0];
  });
  const count = (verdict) => verdicts.filter((one) => one === verdict).length;
  console.log(
    `\n${verdicts.length} statements: ${count("shown")} shown, ${count("answered")} answered, ${count("decided")} decided, ${count("UNCOVERED")} uncovered`,
  );
  process.exitCode = count("UNCOVERED") === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function statements() {
  const text = readFileSync(path.join(root, "test/specification/statements.csv"), "utf8");
  return [...text.matchAll(/^(\d+),[^,]*,(page|answer),(.*)$/gm)].map(([, number, kind, statement]) => ({
    number,
    kind,
    statement: statement.replace(/^"(.*)"$/, "$1").replaceAll('""', '"'),
  }));
}

/** The numbers of the statements against which a record decides, each with that record. */
async function decided() {
  const outfile = path.join(folder, "decided.mjs");
  const entry = path.join(root, "test/specification/decided.ts");
  await build({ entryPoints: [entry], outfile, bundle: true, format: "esm", logLevel: "error" });
  return (await import(outfile)).DECIDED;
}

/** The tests of rules and of the Worker whose titles have numbers of statements. */
async function answered() {
  const file = path.join(folder, "vitest.json");
  const reporters = ["--reporter=json", `--outputFile=${file}`];
  await run("vitest/vitest.mjs", ["run", "-t", ANYWHERE, ...reporters]);
  const { testResults } = JSON.parse(readFileSync(file, "utf8"));
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .flatMap(({ title, ancestorTitles, status }) =>
        [...ancestorTitles, title].flatMap(numbersIn).map((number) => ({
          number,
          kind: "answered",
          ok: status === "passed",
          where: `${path.relative(root, name)}: ${title}`,
        })),
      ),
  );
}

/**
 * The statements that were found in browsers, with the state of the portal in which each was found. Also the statements
 * whose numbers are in the titles of browser tests.
 */
async function shown() {
  const file = path.join(folder, "playwright.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM: findChromium(), SPECIFICATION: "1" };
  const asked = ["--grep", `can be seen and used by all|${ANYWHERE}`];
  await run("@playwright/test/cli.js", ["test", ...asked, "--reporter=json", "--retries=1"], env);
  const all = [];
  const walk = ({ suites = [], specs = [] }) => {
    for (const suite of suites) walk(suite);
    for (const { title, file: name, tests } of specs) {
      for (const { results, projectName } of tests) {
        const last = results.at(-1);
        const ok = last?.status === "passed";
        const where = `test/e2e/${name}: ${title}`;
        for (const number of numbersIn(title)) all.push({ number, kind: "shown", ok, where });
        const sights = (last?.annotations ?? []).filter(({ type }) => type === "statement");
        for (const { description } of sights) {
          const [number, verdict, ...state] = description.split(" ");
          all.push({
            number,
            kind: "shown",
            ok: verdict === "shown",
            where: `${state.join(" ")} (${projectName})`,
          });
        }
      }
    }
  };
  walk(JSON.parse(readFileSync(file, "utf8")));
  return all;
}

function numbersIn(title) {
  return NUMBERS.exec(title.trim())?.[1].split(", ") ?? [];
}

function run(file, args, env = {}) {
  const child = spawn(process.execPath, [path.join(root, "node_modules", file), ...args], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...quietEnv, ...env },
  });
  return new Promise((resolve) => child.on("close", resolve));
}
