// Takes pictures of every screen before and after a change, and puts those that differ side by side on one page:
//
//   npm run screens -- --since REF [--only PATTERN] [--out FOLDER]
//
// REF is checked out beside the working tree, and both are pictured at the same time. Each has one browser and not
// two, so that its states are opened in the same order: some show data left by earlier ones.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.mjs";
import { fail, root } from "./env.mjs";
import { difference } from "./screens/compare.mjs";
import { sheetOf, summaryOf } from "./screens/sheet.mjs";

const USAGE = "Usage: npm run screens -- --since REF [--only PATTERN] [--out FOLDER]";
/** The settings of a picture. They are the same in both trees, or everything would differ. */
const TAKES_PICTURES = "test/e2e/screens.test.ts";
/** Other ports than those of the tests, which may run meanwhile. */
const FIRST_PORT = Number(process.env["E2E_PORT"] ?? 8890);

const { since, only, out } = options();
const commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${since}^{commit}`);
if (!commit) fail(`Git does not know ${since}: name a commit, a branch or a tag.`);
const sheet = path.resolve(out);
const temporary = mkdtempSync(path.join(tmpdir(), "before-and-after-"));
const before = path.join(temporary, "tree");
const folderOf = (name) => path.join(temporary, name);
const runs = new Set();
const warnings = [];

process.on("exit", cleanUp);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);

process.env["CHROMIUM"] = findChromium();
checkOut();
const passed = await Promise.all([
  picture("before", before, FIRST_PORT),
  picture("after", root, FIRST_PORT + 10),
]);
if (passed.includes(false)) warnings.push("Not all pictures could be made: see what was printed.");
const found = await compare();
if (found.all + found.added.length + found.gone.length === 0)
  fail("No picture was made, because no state matches --only.");
writeFileSync(
  path.join(sheet, "index.html"),
  sheetOf(found, { since: git("log", "-1", "--format=%h (%s)", commit), warnings }),
);
console.log(`\n${[...warnings, `${summaryOf(found)}: ${path.join(sheet, "index.html")}`].join("\n")}`);
process.exit(passed.includes(false) ? 1 : 0);

function options() {
  try {
    const { values } = parseArgs({
      options: {
        since: { type: "string" },
        only: { type: "string" },
        out: { type: "string", default: path.join(root, "screens") },
      },
    });
    return values.since ? values : fail(`Name what to compare with: a commit, a branch or a tag.\n${USAGE}`);
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`);
  }
}

/** The output of git; empty if it fails. */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

/** Its packages are those of the working tree. */
function checkOut() {
  const { status } = spawnSync("git", ["worktree", "add", "--detach", "--quiet", before, commit], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) fail(`${since} could not be checked out.`);
  symlinkSync(path.join(root, "node_modules"), path.join(before, "node_modules"));
  copyFileSync(path.join(root, TAKES_PICTURES), path.join(before, TAKES_PICTURES));
  const lock = (tree) => readFileSync(path.join(tree, "package-lock.json"), "utf8");
  if (lock(before) !== lock(root))
    warnings.push(
      "package-lock.json differs, so the pictures of before were made with the present packages.",
    );
}

/**
 * Takes the pictures of a tree. Returns whether all could be taken. The output of its portals is printed only if not.
 */
function picture(name, tree, port) {
  mkdirSync(folderOf(name));
  const child = spawn(
    process.execPath,
    [
      path.join(root, "node_modules/@playwright/test/cli.js"),
      ...["test", TAKES_PICTURES, "--project=js", "--workers=1", "--retries=1", "--reporter=list"],
      // A new state does not exist in the other tree.
      ...["--pass-with-no-tests", ...(only ? ["-g", only] : [])],
    ],
    {
      cwd: tree,
      stdio: ["ignore", "pipe", "pipe"],
      // In a terminal, Ctrl+C would reach it as well, and a second signal would end it before it has ended its
      // portals.
      detached: true,
      env: {
        ...process.env,
        SCREENS: folderOf(name),
        E2E_PORT: String(port),
        PORTAL_STATE: folderOf(`state-${name}`),
      },
    },
  );
  runs.add(child);
  const byPortals = [];
  const hear = (line) => {
    if (line.startsWith("[WebServer]")) byPortals.push(line);
    else if (line) console.log(`${name.padEnd(6)} ${line}`);
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", hear);
  return new Promise((resolve) => {
    child.on("close", (status) => {
      runs.delete(child);
      if (status !== 0) console.error(byPortals.join("\n"));
      resolve(status === 0);
    });
  });
}

/** Puts the pictures that differ into the folder of the page, and removes those of an earlier one. */
async function compare() {
  for (const part of ["before", "after", "differs"]) {
    rmSync(path.join(sheet, part), { recursive: true, force: true });
    mkdirSync(path.join(sheet, part), { recursive: true });
  }
  const [old, now] = ["before", "after"].map((name) => readdirSync(folderOf(name)).sort());
  const found = {
    changed: [],
    added: now.filter((name) => !old.includes(name)),
    gone: old.filter((name) => !now.includes(name)),
    all: 0,
  };
  const keep = (folder, name) =>
    copyFileSync(path.join(folderOf(folder), name), path.join(sheet, folder, name));
  for (const name of found.added) keep("after", name);
  for (const name of found.gone) keep("before", name);

  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"], args: ["--no-sandbox"] });
  const page = await browser.newPage();
  for (const name of now.filter((name) => old.includes(name))) {
    found.all += 1;
    const [one, other] = ["before", "after"].map((folder) => readFileSync(path.join(folderOf(folder), name)));
    const differs = one.equals(other) ? null : await difference(page, one, other);
    if (!differs) continue;
    found.changed.push({ name, pixels: differs.pixels });
    keep("before", name);
    keep("after", name);
    writeFileSync(path.join(sheet, "differs", name), differs.picture);
  }
  await browser.close();
  return found;
}

/** Its portals end with each run. */
async function stop() {
  const ended = [...runs].map((child) => once(child, "close"));
  for (const child of runs) child.kill("SIGINT");
  await Promise.all(ended);
  process.exit(1);
}

/** Also after a failure or an interruption: git would remember a tree that nobody needs. */
function cleanUp() {
  for (const child of runs) child.kill("SIGINT");
  // The link goes first, so that nothing it leads to is removed.
  rmSync(path.join(before, "node_modules"), { force: true });
  if (existsSync(before)) spawnSync("git", ["worktree", "remove", "--force", before], { cwd: root });
  rmSync(temporary, { recursive: true, force: true });
}
