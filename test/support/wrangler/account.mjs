// A Cloudflare account that exists only here: the commands that wrangler would send to it, and its answers.
import { writeFileSync } from "node:fs";
import { configIn, parseWrangler } from "./parser.mjs";

const json = (value) => JSON.stringify(value, null, 2);
const newVersion = (account) =>
  `00000000-0000-4000-8000-${String(account.versions.length).padStart(12, "0")}`;
const bookmarkOf = (account) => `00000000-0000000${account.calls.length}-00000000-${"0".repeat(32)}`;

/** Names in a command that must also occur in `wrangler.toml`. */
const NAMED = {
  worker: () => undefined,
  database: ({ database, name }) => database ?? name,
  bucket: ({ objectPath, name }) => objectPath?.split("/")[0] ?? name,
};

/**
 * The output of `d1 export`: it has statistics, an index, a trigger, a view, and a table that refers to a later table.
 */
export const EXPORT = `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE counts (name TEXT, count INTEGER);
INSERT INTO "counts" VALUES('applications',1);
CREATE TABLE applications (uid TEXT REFERENCES users(uid), round INTEGER);
INSERT INTO "applications" VALUES('mei', 1);
CREATE TABLE users (uid TEXT PRIMARY KEY, said TEXT);
INSERT INTO "users" VALUES('mei','One; two');
INSERT INTO "users" VALUES('jun','CREATE TRIGGER');
ANALYZE sqlite_schema;
INSERT INTO "sqlite_stat1" VALUES('users',NULL,'2');
CREATE INDEX applications_uid ON applications (uid);
CREATE TRIGGER applications_counted AFTER INSERT ON applications BEGIN
  UPDATE counts SET count = count + 1;
END;
CREATE VIEW applicants AS SELECT uid FROM applications;
`;

/**
 * The commands that need the real account, each with its effect on this one; the effect returns wrangler's output. `of`
 * is the kind of thing that the command is about; it is left out if the command creates that thing.
 */
const STOOD_IN = {
  login: { does: () => "Successfully logged in." },
  "d1 create": {
    does: ({ name }) => `✅ Successfully created DB '${name}'\n${json({ database_id: crypto.randomUUID() })}`,
  },
  "r2 bucket create": { of: "bucket", does: ({ name }) => `✅ Created bucket '${name}'` },
  "d1 export": {
    of: "database",
    does({ output }) {
      writeFileSync(output, EXPORT);
      return `Done! Exported to ${output}`;
    },
  },
  "d1 time-travel info": {
    of: "database",
    does: (_, account) => json({ bookmark: bookmarkOf(account) }),
  },
  "d1 time-travel restore": {
    of: "database",
    does({ bookmark, timestamp }, account) {
      if (Boolean(bookmark) === Boolean(timestamp))
        throw new Error("Provide either a timestamp or a bookmark");
      account.restored = bookmark ?? timestamp;
      return `✅ Database restored back to bookmark ${account.restored}`;
    },
  },
  "secret put": {
    of: "worker",
    does({ key }, account, input) {
      if (!input.trim()) throw new Error(`No value was given for the secret ${key}.`);
      account.secrets[key] = input.trim();
      return `✨ Success! Uploaded secret ${key}`;
    },
  },
  "secret list": {
    of: "worker",
    does: (_, { secrets }) => json(Object.keys(secrets).map((name) => ({ name, type: "secret_text" }))),
  },
  deploy: {
    of: "worker",
    does({ dryRun, message }, account) {
      if (dryRun) return "--dry-run: exiting now.";
      const id = newVersion(account);
      account.versions.push({ id, message });
      return `Uploaded conference-portal (1.00 sec)\nCurrent Version ID: ${id}`;
    },
  },
  "deployments status": {
    of: "worker",
    does(_, { versions }) {
      if (versions.length === 0) throw new Error("The Worker has no deployments.");
      return json({ versions: [{ version_id: versions.at(-1).id, percentage: 100 }] });
    },
  },
  rollback: {
    of: "worker",
    does({ versionId }, account) {
      const version = account.versions.find(({ id }) => id === versionId);
      if (!version) throw new Error(`There is no version ${versionId}.`);
      account.versions.push(version);
      return `Current Version ID: ${versionId}`;
    },
  },
  tail: { of: "worker", does: () => "Connected to conference-portal, waiting for logs..." },
};

/** Commands about a database or bucket. These are really run, on a database or bucket in a folder on this machine. */
export const RUN_LOCALLY = {
  "d1 migrations apply": { of: "database" },
  "d1 migrations list": { of: "database" },
  "d1 execute": { of: "database" },
  "r2 object put": { of: "bucket" },
  "r2 object get": { of: "bucket" },
};

/**
 * @typedef {object} Account
 * @property {number | null} failing How many further calls succeed before one fails; null if none fails.
 * @property {string[][]} calls The calls in order, each as the arguments of wrangler.
 * @property {Record<string, string>} secrets The secrets by name.
 * @property {{ id: string }[]} versions The deployed versions; the last one is the newest, and answers the portal's
 *   visitors.
 * @property {string | null} restored The bookmark to which the database was restored.
 */

/**
 * @param {{ failing?: number | null }} [options] how many calls succeed before a single one fails; if this is left out,
 *   none fails.
 * @returns {Account} an account in which nothing has been created, set or deployed.
 */
export const newAccount = ({ failing = null } = {}) => ({
  failing,
  calls: [],
  secrets: {},
  versions: [],
  restored: null,
});

/**
 * Sends a command to the account. Wrangler's own parser reads the arguments.
 *
 * @param args the arguments after `wrangler`.
 * @param folder the folder that contains `wrangler.toml`.
 * @param input what is typed or piped in.
 * @returns what wrangler would print; or `locally`, the arguments with which wrangler itself runs the command on this
 *   machine.
 * @throws Error if wrangler does not know the command or a flag, if `wrangler.toml` lacks a name, or if the stand-in
 *   lacks the command. If the account was told to fail at this call, the call throws too, but only once.
 */
export async function ask(account, args, { folder, input = "" }) {
  const { command, flags } = await parseWrangler(args);
  const stoodIn = STOOD_IN[command];
  const run = RUN_LOCALLY[command];
  if (!stoodIn && !run) throw new Error(`Nothing stands in for \`wrangler ${command}\`.`);
  refuseUnknown(folder, flags, stoodIn ?? run);
  account.calls.push(args);
  if (account.failing === account.calls.length - 1)
    throw new Error(`The account was told to fail at \`wrangler ${args.join(" ")}\`.`);
  if (stoodIn) return { printed: `${stoodIn.does(flags, account, input)}\n` };
  return { locally: args.filter((arg) => arg !== "--remote") };
}

/** Refuses an environment, a database or a bucket that `wrangler.toml` does not have. */
function refuseUnknown(folder, flags, { of }) {
  if (!of) return;
  if (!flags.env && of !== "bucket") throw new Error("Every command names an environment: --env production.");
  const { d1_databases, r2_buckets } = configIn(folder, flags.env ?? "production");
  const there = {
    worker: [undefined],
    database: d1_databases.flatMap(({ binding, database_name }) => [binding, database_name]),
    bucket: r2_buckets.map(({ bucket_name }) => bucket_name),
  };
  const named = NAMED[of](flags);
  if (!there[of].includes(named)) throw new Error(`wrangler.toml has no ${of} ${named}.`);
}
