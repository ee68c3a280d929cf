// Each command that the documents tell a reader to type is run somewhere.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/env.mjs";
import { filesOfProject } from "./support/files.ts";
import { commandsNamedIn, type NamedCommand } from "./support/named-commands.ts";
import { ask, newAccount, RUN_LOCALLY } from "./support/wrangler/account.mjs";
import { parseWrangler } from "./support/wrangler/parser.mjs";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const files = filesOfProject();
const documents = files.filter((name) => name.endsWith(".md"));
const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;

/* ------------------------------------------------------------------ how each command is run */

/**
 * A command, with a file that runs it or with the reason why nothing runs it. The file is named so that it can be
 * looked up.
 */
type Row = [command: RegExp, how: { runBy: string } | { notRun: string }];

const REHEARSED = { runBy: "scripts/rehearse/commands.mjs" };
const WRANGLER_READS = { runBy: "test/commands.test.ts" };
const EVERYWHERE = { notRun: "everything else begins with it" };

const ROWS: Row[] = [
  [/^npm (ci|test|run test(:deep)?)$/, EVERYWHERE],
  [/^npm run check -- law$/, { runBy: "test/law.test.ts" }],
  [/^npm run test:room( -- money\/refunds)?$/, REHEARSED],
  [/^npm run build$/, { runBy: "scripts/suites.mjs" }],
  [/^npm run dev$/, REHEARSED],
  [/^npm run (check|types|fix)$/, REHEARSED],
  [/^npm run db:generate( -- --name what-it-is-for)?$/, REHEARSED],
  [/^npm run db:schema$/, REHEARSED],
  [/^npm run spec$/, REHEARSED],
  [/^npm run rehearse( -- (season|commands))?$/, { notRun: "it is what runs the others" }],
  [/^npm run seed:base$/, REHEARSED],
  [/^npm run seed:base -- --env production --remote$/, { runBy: "test/rehearsal/installing.ts" }],
  [/^npm run seed:demo( -- --applications 3000)?$/, REHEARSED],
  [/^npm run seed:scale( -- 100000)?$/, REHEARSED],
  [/^npm run (--silent )?id-token-keys( -- https:\/\/ORIGIN)?$/, REHEARSED],
  [/^npm run histories( -- --(seed 1234|count 500))?$/, REHEARSED],
  [
    /^npm run check:offers( -- --histories 5000)?$/,
    { notRun: "test/offers.test.ts tries a part of its histories" },
  ],
  [
    /^npm run check:door( -- --scans 600)?$/,
    { notRun: "it takes long; test/e2e/door-offline.test.ts makes 60 of its scans" },
  ],
  [
    /^npm run check:calibration( -- --trials 20)?$/,
    { notRun: "it takes long; test/calibration.test.ts makes a few of its trials" },
  ],
  [/^npm run guards( -- [\w./-]+)?$/, REHEARSED],
  [/^npm run bench -- cpu .*$/, REHEARSED],
  [
    /^npm run bench( -- (trips .*|all .*|events|night|door))?$/,
    { notRun: "it takes an hour; one address of it is rehearsed" },
  ],
  [
    /^npm run grant-director( -- (--reset-factor )?you@example.org --env production --remote)?$/,
    { runBy: "test/first-director.test.ts" },
  ],
  [/^node scripts\/bench\/near.mjs$/, REHEARSED],
  [/^(npx )?wrangler /, WRANGLER_READS],
  [/^curl https:\/\/portal.example.org\/health$/, { runBy: "test/production.test.ts" }],
  [/^(curl -s https:\/\/portal.example.org\/|sed s)/, { runBy: "test/e2e/guide.test.ts" }],
  [/^npm run screens( -- --since main( --only waiver\|home)?)?$/, REHEARSED],
  [/^npm (install --prefix \/tmp\/checkers|run bench -- lighthouse)/, { notRun: "a tool from outside" }],
  [/^npm run release( -- --env production( --dry-run)?)?$/, { runBy: "test/release.test.ts" }],
  [/^npm run backup( -- --env production --remote)?$/, { runBy: "test/backup.test.ts" }],
  [/^npm run licences$/, REHEARSED],
  [/^npm run (--silent )?sbom$/, { runBy: "test/sbom.test.ts" }],
  [/^npx (vitest|playwright) /, { notRun: "npm test runs it with every file" }],
  [/^(rclone|git commit) /, { notRun: "a tool from outside" }],
];

const named: NamedCommand[] = [
  ...documents.flatMap(commandsNamedIn),
  ...Object.keys(scripts).map((name) => ({ document: "package.json", words: ["npm", "run", name] })),
];
const lineOf = ({ words }: NamedCommand) => words.join(" ");

const rowsOf = (command: NamedCommand) => ROWS.filter(([pattern]) => pattern.test(lineOf(command)));

test("every command that a document names is in the table once, and nothing else is", () => {
  const unclear = named.filter((command) => rowsOf(command).length !== 1);
  expect(unclear.map((command) => `${command.document}: ${lineOf(command)}`)).toEqual([]);
  const unused = ROWS.filter(([pattern]) => !named.some((command) => pattern.test(lineOf(command))));
  expect(unused.map(([pattern]) => String(pattern))).toEqual([]);
});

test.each([
  ...new Set(ROWS.flatMap(([, how]) => ("runBy" in how ? how.runBy : []))),
])("%s is there", (file) => {
  expect(files).toContain(file);
});

test.each(
  named
    .filter((command) => command.words[1] === "run" && rowsOf(command).some(([, how]) => how === REHEARSED))
    .map((command) => [lineOf(command), command.words.slice(2).find((word) => !word.startsWith("-"))]),
)("%s is among what is rehearsed", (_, script) => {
  expect(read(REHEARSED.runBy)).toMatch(new RegExp(`npm run (--silent )?${script}\\b`));
});

/* ------------------------------------------------------------------ wrangler */

const ofWrangler = named
  .map(({ document, words }) => ({ document, words: words[0] === "npx" ? words.slice(1) : words }))
  .filter(({ words: [program] }) => program === "wrangler")
  .map(({ document, words: [, ...args] }) => [document, args.join(" "), args] as const);

test.each(ofWrangler)("%s: wrangler knows `%s`, and there is what it names", async (_, __, args) => {
  const { command } = await parseWrangler(args);
  if (command === "dev" || args.includes("--local")) return;
  // The documents say VERSION where a release prints an id.
  const account = Object.assign(newAccount(), { versions: [{ id: "VERSION" }] });
  const answer = await ask(account, args, { folder: root, input: "a value" });
  expect(answer).toHaveProperty(command in RUN_LOCALLY ? "locally" : "printed");
});

test("wrangler reads the configuration of each environment without a warning", { timeout: 60_000 }, () => {
  const reading = `import("wrangler").then(({ unstable_readConfig }) => {
    for (const env of ["production", "development"]) unstable_readConfig({ config: "wrangler.toml", env });
  })`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--eval", reading], {
    cwd: root,
    encoding: "utf8",
  });
  expect([status, stdout + stderr]).toEqual([0, ""]);
});

test.each([
  ["a command that is misspelt", "d1 migration apply DB --env production", "Unknown arguments: migration"],
  ["a flag that does not exist", "deploy --env production --dryrun", "Unknown argument: dryrun"],
  ["a flag without its value", "deploy --env", "Not enough arguments following: env"],
  ["a value that is none of those", "d1 create conference-portal --location boston", "Invalid values"],
  ["an argument left out", "secret put --env production", "Not enough non-option arguments"],
  ["one too many", "tail one two --env production", "Unknown argument: two"],
  ["an environment that is not there", "deploy --env prod", 'configuration with name "prod"'],
  ["no environment", "deploy", "names an environment"],
  ["a database that is not there", "d1 execute PORTAL --env production --remote", "no database PORTAL"],
  ["a bucket that is not there", "r2 object put files/a.mp4 --remote --file a.mp4", "no bucket files"],
  ["what nothing stands in for", "d1 delete DB --env production", "Nothing stands in for"],
])("the stand-in refuses %s", async (_, line, sentence) => {
  const account = newAccount();
  await expect(ask(account, line.split(" "), { folder: root })).rejects.toThrow(sentence);
  expect(account.calls).toEqual([]);
});

test("it keeps what was asked and put, and fails where it was told to, once", async () => {
  const account = newAccount({ failing: 1 });
  const put = ["secret", "put", "SESSION_SECRET", "--env", "production"];
  const list = ["secret", "list", "--env", "production"];
  await ask(account, put, { folder: root, input: "one\n" });
  await expect(ask(account, put, { folder: root, input: "two\n" })).rejects.toThrow("told to fail");
  const { printed } = await ask(account, list, { folder: root });
  expect(JSON.parse(printed!)).toEqual([{ name: "SESSION_SECRET", type: "secret_text" }]);
  expect(account.secrets).toEqual({ SESSION_SECRET: "one" });
  expect(account.calls).toEqual([put, put, list]);
});
