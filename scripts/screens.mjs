// Takes pictures of every screen before and after a change, and shows the pictures that differ side by side on one
// page:
//
//   npm run screens -- --since REF [--only PATTERN] [--out FOLDER]
//
// REF is checked out beside the working tree, and pictures of both trees are taken at the same time. Each tree has only
// one browser, so that its states are opened in the same order. This is needed because some states show data that
// earlier states left.
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
/**
 * The file with the settings for taking pictures. Both trees use the same file; otherwise every picture would differ.
 */
const TAKES_PICTURES = "test/e2e/screens.test.ts";
/** These ports differ from those of the tests, because the tests may be running at the same time. */
const FIRST_PORT = Number(process.env["E2E_PORT"] ?? 8890);

const { since, only, out } = options();
const commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${since}^{commit}`);
if (!commit) fail(`Git does not know ${since}: give a commit, a branch or a tag.`);
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
if (passed.includes(false)) warnings.push("Not all pictures could be made: see the output above.");
const found = await compare();
if (found.all + found.added.length + found.gone.length === 0)
  fail(
    passed.includes(false)
      ? "No pictures could be made: see the output above."
      : "No pictures were made, because no state matches --only.",
  );
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
    return values.since ? values : fail(`Say with which commit, branch or tag to compare.\n${USAGE}`);
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`);
  }
}

/** The output of git; empty if it fails. */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

/** Checks out the earlier commit. It uses the packages of the working tree. */
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
    warnings.push('package-lock.json differs, so the "before" pictures were made with the present packages.');
}

/**
 * Takes the pictures of a tree. Returns whether all pictures could be taken. The output of the tree's portals is
 * printed only if some pictures could not be taken.
 */
function picture(name, tree, port) {
  mkdirSync(folderOf(name));
  const child = spawn(
    process.execPath,
    [
      path.join(root, "node_modules/@playwright/test/cli.js"),
      ...["test", TAKES_PICTURES, "--project=js", "--workers=1", "--retries=1", "--reporter=list"],
      // A new state does not exist in the earlier tree, so that tree may have no test for it.
      ...["--pass-with-no-tests", ...(only ? ["-g", only] : [])],
    ],
    {
      cwd: tree,
      stdio: ["ignore", "pipe", "pipe"],
      // Without this, Ctrl+C in a terminal would reach the child as well. A second signal would then end the child
      // before it has ended its portals.
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

/** Copies the pictures that differ into the folder of the page. Removes the pictures of an earlier comparison. */
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

/** Ends the runs, which end their portals. Then ends this script. */
async function stop() {
  const ended = [...runs].map((child) => once(child, "close"));
  for (const child of runs) child.kill("SIGINT");
  await Promise.all(ended);
  process.exit(1);
}

/**
 * Cleans up, even after a failure or an interruption. Without this, git would remember a worktree that nobody needs.
 */
function cleanUp() {
  for (const child of runs) child.kill("SIGINT");
  // The link is removed first, so that nothing in the folder to which it leads is removed.
  rmSync(path.join(before, "node_modules"), { force: true });
  if (existsSync(before)) spawnSync("git", ["worktree", "remove", "--force", before], { cwd: root });
  rmSync(temporary, { recursive: true, force: true });
}
