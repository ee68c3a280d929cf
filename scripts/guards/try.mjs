// Does the work of `npm run guards`. The arguments are parts of the names of files with guards, and `--again`.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "../build-inputs.mjs";
import { root } from "../env.mjs";
import { tryLock } from "../lock.mjs";
import { ACCEPTED } from "./accepted.mjs";
import { copyPlanted } from "./copy.mjs";
import { allGuards, FILES } from "./files.mjs";
import { Knowledge } from "./knowledge.mjs";
import { run } from "./trials.mjs";
import { tryGuards } from "./trying.mjs";

const folder = path.join(root, ".cache");
const file = path.join(folder, "guards.json");

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const again = process.argv.includes("--again");

/**
 * The tests' helpers and the setup of the database. If one of them changes, a test that passed while a guard was off
 * may fail now.
 */
const HELPERS = ["test/support", "migrations", "vitest.config.ts"];

mkdirSync(folder, { recursive: true });
if (!tryLock(path.join(folder, "guards.lock"))) {
  console.error(
    "Another run of this command is trying the guards. Wait until it has ended, and start the command again. If no other run exists, remove .cache/guards.lock.",
  );
  process.exit(1);
}

const guards = allGuards().filter(
  (guard) => chosen.length === 0 || chosen.some((part) => guard.file.includes(part)),
);

const texts = new Map();
/** The hash of a file's text, as it was when the run began; null if there is no such file. */
function textOf(name) {
  const full = path.join(root, name);
  if (!texts.has(name))
    texts.set(name, existsSync(full) ? createHash("sha256").update(readFileSync(full)).digest("hex") : null);
  return texts.get(name);
}
for (const { tests } of guards) tests.forEach(textOf);

const known = new Knowledge(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}, {
  code: fingerprint(root, HELPERS),
  textOf,
  keep(stored) {
    writeFileSync(`${file}.new`, JSON.stringify(stored, null, 1));
    renameSync(`${file}.new`, file);
  },
});
if (again) known.forget(guards);

const uncaught = guards.filter(({ id }) => !known.isCaught(id));
console.log(
  `${guards.length} guards. ${uncaught.length} of them are not covered yet: no known test fails while the guard is off.`,
);
if (uncaught.length > 0) {
  copyPlanted(FILES);
  await tryGuards(guards, known, run, console.log);
}
report();

function report() {
  const reasonOf = ({ file, text }) => ACCEPTED[file]?.[text];
  const open = guards.filter(({ id }) => !known.isCaught(id));
  const missed = open.filter((guard) => !reasonOf(guard));
  for (const name of new Set(guards.map((guard) => guard.file))) {
    const [all, found, left] = [guards, open, missed].map(
      (list) => list.filter((guard) => guard.file === name).length,
    );
    console.log(
      `${name}: ${all} guards, ${all - found} covered, ${found - left} accepted, ${left} not covered`,
    );
  }
  for (const guard of open) {
    const reason = reasonOf(guard);
    console.log(
      `  ${guard.file}:${guard.line}  ${guard.text}${reason ? `\n      ${reason}` : "  NOT COVERED"}`,
    );
  }
  for (const name of known.broken)
    console.log(`${name} failed although no guard was off, so it was not tried.`);
  console.log(
    `\n${guards.length} guards: ${guards.length - open.length} are covered (a test fails without them), ${open.length - missed.length} are accepted, ${missed.length} are not covered.`,
  );
  process.exitCode = missed.length === 0 ? 0 : 1;
}
