// Runs the commands that are mentioned in the documents but are not covered by a test:
//
//   node scripts/rehearse/commands.mjs [WORD]
//
// It runs them one after the other, in a copy of the repository, which leaves the original unchanged. With WORD, it
// runs only the commands that contain it.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { quietEnv, root } from "../env.mjs";
import { answers, host, originAt } from "../portal.mjs";

/** A check that throws unless the command printed text that matches the pattern. */
const says = (pattern) => (printed) => {
  if (!pattern.test(printed)) throw new Error(`The command's output does not match ${pattern}.`);
};

/** A check that throws if the command changed a file. */
function changesNothing(_, folder) {
  const changes = git(folder, "status", "--porcelain");
  if (changes) throw new Error(`The command changed files that it should not have changed:\n${changes}`);
}

/**
 * The commands in the order in which they are run. `type` is the command, and `expects` checks its effect. With
 * `portal`, `npm run dev` runs at the address `$PORTAL` at the same time. With `here`, the command runs in the
 * repository itself, because tests of the Worker do not find their packages through a link. If a document uses a number
 * in the thousands, a smaller number is used here.
 */
const COMMANDS = [
  { type: "npm run types" },
  { type: "npm run check", expects: says(/\n5 passed, 0 failed/) },
  {
    type: "npm run test:room -- money/refunds",
    here: true,
    expects: says(/and 3 that run inside the Worker\n/),
  },
  { type: "npm run fix", expects: changesNothing },
  { type: "npm run db:generate -- --name what-it-is-for", expects: changesNothing },
  { type: "npm run db:schema", expects: changesNothing },
  { type: "npm run histories -- --seed 1234" },
  { type: "npm run histories -- --count 20" },
  // Trying all guards would take hours. With a file name, the command tries only the guards of that file.
  { type: "npm run guards -- prices/passes", here: true },
  { type: "npm run bench -- cpu --only '^/$' --runs 1", expects: says(/\| `\/` \|/) },
  { type: "npm run screens -- --since HEAD --only 'help$'", expects: says(/\n0 of \d+ pictures changed/) },
  { type: "npm run spec", here: true, expects: says(/264 statements: .* 0 uncovered/) },
  { type: "npm run licences", expects: changesNothing },
  { type: "node scripts/bench/near.mjs", expects: says(/Worker near the database/) },
  { type: "npm run --silent id-token-keys", expects: says(/^{"keys":\[{/) },
  { type: "npm run seed:base", portal: true, expects: says(/base data is in place/) },
  {
    type: "npm run seed:demo -- --applications 300",
    portal: true,
    expects: says(/300 applications are in place/),
  },
  { type: "npm run seed:scale -- 1000", portal: true, expects: says(/1000 applications are in place/) },
  { type: "npm run --silent id-token-keys -- $PORTAL", portal: true, expects: says(/^{"keys":\[{.*},{/) },
  {
    type: `npx wrangler d1 execute DB --env development --local --command "UPDATE prices SET cents = 60000
      WHERE conference_id = 'aconf_2023' AND ticket_id = 'goldPlus' AND round_id = 'regular'"`,
    portal: true,
    expects: says(/1 command executed successfully/),
  },
  {
    type: "npm run grant-director -- accepted@hpair.example",
    portal: true,
    expects: says(/accepted@hpair.example is now a director/),
  },
  {
    type: "npm run backup -- --env development",
    portal: true,
    expects: says(/\d\d tables with \d+ rows, and can be restored/),
  },
];

function git(folder, ...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout.trim();
}

/**
 * Copies the present files of the repository, committed or not, into a new repository. The new repository uses the
 * packages of this one.
 *
 * @returns the folder of the copy.
 */
function copyOfRepository() {
  const folder = mkdtempSync(path.join(tmpdir(), "portal-copy-"));
  const names = git(root, "ls-files", "--cached", "--others", "--exclude-standard").split("\n");
  for (const name of names.filter((name) => existsSync(path.join(root, name))))
    cpSync(path.join(root, name), path.join(folder, name));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  git(folder, "init", "--quiet");
  // `.gitignore` ignores a folder with this name, but not a link with this name.
  writeFileSync(path.join(folder, ".git/info/exclude"), "/node_modules\n");
  commitAll(folder, "What is rehearsed");
  return folder;
}

/** Commits all changes in a copy. */
function commitAll(folder, message) {
  git(folder, "add", "--all");
  const nobody = ["-c", "user.name=rehearsal", "-c", "user.email=rehearsal@portal.invalid"];
  git(folder, ...nobody, "commit", "--quiet", "--message", message);
}

/**
 * Runs a command in the folder, in a shell.
 *
 * @returns the shell's process; `printed()`, its output so far; and `ended`, which resolves with its exit code.
 */
function typed(command, folder, env) {
  // The season runs at the same time, and its bundle is gone when the season ends. So the bundle is not passed on.
  const { PRODUCTION_BUNDLE: _, ...inherited } = process.env;
  const child = spawn("sh", ["-c", command], {
    cwd: folder,
    env: { ...inherited, ...quietEnv, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part) => (printed += part));
  return { child, printed: () => printed, ended: new Promise((resolve) => child.on("close", resolve)) };
}

/** Finds a port that is not in use. */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, host, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/**
 * Runs `work` while a portal runs from the folder. The bundle of the season, which runs at the same time, must not be
 * used here, because it is gone when the season ends.
 */
async function withPortal(folder, work) {
  const port = await freePort();
  const portal = typed("exec npm run dev", folder, { PORT: String(port) });
  const died = portal.ended.then(() => {
    throw new Error(`npm run dev ended:\n${portal.printed()}`);
  });
  await Promise.race([answers(port), died]);
  died.catch(() => undefined);
  await work({ PORTAL: originAt(port) });
  portal.child.kill("SIGTERM");
  await portal.ended;
  for (const start = Date.now(); await isTaken(port); await wait(500))
    if (Date.now() - start > 10_000)
      throw new Error("npm run dev has ended, but its server is still running.");
}

/** Whether the port is in use. */
const isTaken = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(true));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });

/** Runs one command and prints the outcome. @returns whether the command had the expected effect. */
async function rehearse({ type, expects = () => undefined }, folder, env) {
  const start = Date.now();
  const { ended, printed } = typed(type, folder, env);
  let wrong;
  try {
    const status = await ended;
    if (status !== 0) throw new Error(`The command ended with exit code ${status}.`);
    expects(printed(), folder);
  } catch (error) {
    wrong = error;
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(1).padStart(6);
  console.log(`${wrong ? "FAILED" : "passed"}  ${seconds} s  ${type}`);
  if (wrong) console.log(`${printed()}\n${wrong.message}`);
  return !wrong;
}

/**
 * @param word only commands that contain this word are run.
 * @returns {Promise<boolean[]>} for each command, whether it had the expected effect.
 */
export async function rehearseCommands(word = "") {
  const chosen = COMMANDS.filter(({ type }) => type.includes(word));
  const folder = copyOfRepository();
  const passed = [];
  try {
    for (const command of chosen.filter(({ portal }) => !portal))
      passed.push(await rehearse(command, command.here ? root : folder));
    const others = chosen.filter(({ portal }) => portal);
    if (others.length > 0)
      await withPortal(folder, async (env) => {
        for (const command of others) passed.push(await rehearse(command, folder, env));
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return passed;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.exitCode = (await rehearseCommands(process.argv[2])).every(Boolean) ? 0 : 1;
