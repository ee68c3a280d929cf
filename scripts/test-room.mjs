// Runs only the tests of the named rooms:
//
//   npm run test:room -- money/refunds [ROOM…]
//
// There are two kinds: the tests of rules are beside the tested files, and the tests that run inside the Worker are in
// test/<room>/. For the second kind, this script builds the app first, if anything that is built has changed.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fail, root } from "./env.mjs";
import { ROOMS } from "./law.mjs";
import { runScript } from "./portal.mjs";
import { scratchFolder } from "./scratch.mjs";

/** A room is named after its folder in app/; `db` lies outside app/ and is called `db`. */
const nameOf = ({ folder }) => folder.replace(/^app\//, "");
const isIn = (name, room) => name === room || name.startsWith(`${room}/`);

/** The test files in a folder and its subfolders, as paths from the root. */
function testsIn(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(test|deep)\.ts$/.test(name))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/")))
    .sort();
}

/** The tests of a room and of the rooms inside it. `money` is not a room: it stands for all rooms in app/money/. */
function testsOf(asked) {
  const rooms = ROOMS.filter((room) => isIn(nameOf(room), asked));
  if (rooms.length === 0) {
    fail(`There is no room “${asked}”. The rooms are: ${ROOMS.map(nameOf).join(", ")}.`);
  }
  const rules = [...new Set(rooms.flatMap(({ folder }) => testsIn(folder)))];
  return { rules: quick(rules), worker: quick(testsIn(`test/${asked}`)) };
}

/** The files without the exhaustive tests, which `npm run test:deep` runs. */
const quick = (files) => files.filter((file) => file.endsWith(".test.ts"));

const textOf = (file) => readFileSync(path.join(root, file), "utf8");
const importsFrom = (room) => {
  const line = new RegExp(`^(?:import\\b.*|\\} )from "(?:~|(?:\\.\\./)+app|#(?=db))/?${room}/`, "m");
  return (file) => line.test(textOf(file));
};

/** The address at which a route answers, up to the first part that varies: "/register/add-ons". */
const addressOf = (route) =>
  route
    .replace(/^app\/routes\/|\.tsx?$/g, "")
    .split(".")
    .filter((part) => !part.startsWith("_"))
    .map((part) => `/${part.replace(/_$/, "")}`)
    .join("")
    .replace(/\/\$.*/, "");

/**
 * Tests that cover a room although they lie outside it: they import from the room, or request pages that do. The tests
 * that cover most of the room come first.
 */
function testsElsewhere(room) {
  const routes = readdirSync(path.join(root, "app/routes")).map((name) => `app/routes/${name}`);
  const addresses = routes
    .filter(importsFrom(room))
    .map(addressOf)
    .filter((address) => address !== "");
  const asks = new RegExp(`["\`](?:${addresses.join("|")})(?=["\`?/])`, "g");
  const asked = (file) => (addresses.length > 0 ? (textOf(file).match(asks)?.length ?? 0) : 0);
  return [...testsIn("test"), ...testsIn("app"), ...testsIn("db")]
    .map((file) => ({ file, times: asked(file) + (importsFrom(room)(file) ? 100 : 0) }))
    .filter(({ times }) => times > 0)
    .sort((one, other) => other.times - one.times)
    .map(({ file }) => file);
}

/** How many tests outside a room are listed. */
const NAMED = 8;

function sayThatThereAreNone(room) {
  const elsewhere = testsElsewhere(room).slice(0, NAMED);
  console.log(
    elsewhere.length > 0
      ? `${room} has no tests of its own. These tests, which are elsewhere, cover it best:\n${elsewhere.map((file) => `  ${file}`).join("\n")}`
      : `${room} has no tests of its own, and no other test imports from it or requests its pages.`,
  );
}

const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const since = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`;

const asked = process.argv.slice(2).map((name) => name.replace(/^app\/(?=.)|\/$/g, ""));
if (asked.length === 0) {
  fail(
    `Name a room, as in npm run test:room -- money/refunds. The rooms are: ${ROOMS.map(nameOf).join(", ")}.`,
  );
}

const files = { rules: new Set(), worker: new Set() };
for (const room of asked) {
  const { rules, worker } = testsOf(room);
  for (const file of rules) files.rules.add(file);
  for (const file of worker) files.worker.add(file);
  if (rules.length + worker.length === 0) sayThatThereAreNone(room);
  else
    console.log(
      `${room}: ${counted(rules.length, "test file")} for rules, and ${worker.length} that run inside the Worker`,
    );
}

if (files.worker.size > 0) {
  const start = Date.now();
  runScript("scripts/build.mjs");
  console.log(`The build took ${since(start)}.`);
}
if (files.rules.size + files.worker.size > 0) {
  const { status } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...files.rules, ...files.worker],
    { cwd: root, stdio: "inherit", env: { ...process.env, TMPDIR: scratchFolder() } },
  );
  process.exitCode = status ?? 1;
}
