// Fills a database. `base` is what every installation needs: it adds missing rows and changes no existing ones. `demo`
// adds people for trying out the portal, but only to an empty local database.
//
//   node scripts/seed.mjs base [--remote] [--env production] [--persist-to DIR]
//   node scripts/seed.mjs demo [--applications N] [--persist-to DIR]
//   node scripts/seed.mjs scale N [--persist-to DIR]
//
// With --applications, `demo` also adds that many made-up applicants, and readers for them. It does this even if the
// database already has the demo accounts. The same number always gives the same people.
//
// `scale` adds applications to a database that has the demo accounts, until there are N of them; N may be hundreds of
// thousands. These applications have less detail, and are meant for measuring how the portal behaves as it grows. Most
// of their documents have no file.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { tsImport } from "tsx/esm/api";
import { explain, fail, openLocal, wrangler } from "./env.mjs";

const STATEMENTS_AT_ONCE = 500;
const MOST_APPLICATIONS = 1_000_000;
const usage = `Usage: node scripts/seed.mjs base|demo [--applications N] [--remote] [--env NAME] [--persist-to DIR]
       node scripts/seed.mjs scale N [--persist-to DIR]`;

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        remote: { type: "boolean" },
        env: { type: "string" },
        "persist-to": { type: "string" },
        applications: { type: "string", default: "0" },
      },
    });
    const [what, size, ...rest] = positionals;
    const takesSize = what === "scale";
    if (rest.length === 0 && ["base", "demo", "scale"].includes(what) && takesSize === (size !== undefined))
      return {
        size: takesSize ? sizeOf(size) : 0,
        what,
        remote: values.remote,
        environment: values.env,
        persistTo: values["persist-to"],
        applications: numberOf(values.applications),
      };
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  return fail(usage);
}

function numberOf(text) {
  if (!/^\d{1,5}$/.test(text)) throw new Error("--applications takes a number up to 99999.");
  return Number(text);
}

function sizeOf(text) {
  const size = /^\d+$/.test(text) ? Number(text) : 0;
  if (size >= 1 && size <= MOST_APPLICATIONS) return size;
  throw new Error(`scale takes a number from 1 to ${MOST_APPLICATIONS}.`);
}

const { what, size, remote, environment, persistTo, applications } = readArguments();
const { baseStatements, crowdStatements, demoStatements, ledgerStatements } = await tsImport(
  "../db/seed/seed.ts",
  import.meta.url,
);

try {
  if (what === "demo") await forTrying(seedDemo);
  else if (what === "scale") await forTrying(seedScale);
  else if (remote) seedBaseRemotely();
  else await locally((env) => run(env.DB, baseStatements(Date.now())));
  if (what === "base") console.log("The base data is in place.");
} catch (error) {
  fail(explain(error));
}

function seedBaseRemotely() {
  const folder = mkdtempSync(path.join(tmpdir(), "seed-"));
  const file = path.join(folder, "base.sql");
  try {
    writeFileSync(file, `${baseStatements(Date.now()).join(";\n")};\n`);
    const target = environment ? ["--env", environment] : [];
    wrangler(["d1", "execute", "DB", "--remote", "--yes", "--file", file, ...target]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Adds made-up people. In production and for a remote database, this is refused. */
async function forTrying(seed) {
  const production = (name) => name === "production";
  if (remote || production(environment) || production(process.env["ENVIRONMENT"]))
    fail("The demo data was not added: its passwords are public, so it is only for a local database.");
  await locally(async (env) => {
    if (production(env.ENVIRONMENT))
      throw new Error("The demo data was not added: ENVIRONMENT is production.");
    await seed(env);
  });
}

async function seedDemo(env) {
  await seedAccounts(env);
  if (applications > 0) await seedCrowd(env);
}

async function seedAccounts(env) {
  const realNow = Date.now();
  const now = Date.parse(process.env["DEMO_NOW"] ?? env.DEMO_NOW);
  if (Number.isNaN(now)) throw new Error("DEMO_NOW must be a date and time such as 2022-12-17T15:00:00Z.");
  if (await env.DB.prepare("SELECT 1 FROM users LIMIT 1").first()) {
    console.log("The demo accounts were not added, because the database has accounts already.");
    return;
  }
  const { demoRows, formerEdition } = await tsImport("../db/seed/demo.ts", import.meta.url);
  const demo = demoRows({ now, realNow });
  const former = formerEdition({ now, realNow });
  const { DEMO_VIDEO } = await tsImport("../db/seed/demo-library.ts", import.meta.url);
  const bytes = readFileSync(new URL(`../db/${DEMO_VIDEO.file}`, import.meta.url));
  // The accounts are added last and all together, so that a run that was interrupted can simply be repeated.
  await putAside(env, { ...demo, files: [...demo.files, { ...DEMO_VIDEO, bytes }] });
  await putAside(env, former);
  await run(env.DB, [...baseStatements(now), ...demoStatements(demo), ...demoStatements(former)]);
  console.log(`The demo data is in place. The portal's clock is set to ${new Date(now).toISOString()}.`);
}

async function seedCrowd(env) {
  const clock = await demoClock(env);
  const { demoRows } = await tsImport("../db/seed/demo.ts", import.meta.url);
  const { crowd, crowdReaders } = await tsImport("../db/seed/crowd.ts", import.meta.url);
  const cast = [...crowdReaders(), ...crowd(applications)];
  const demo = demoRows({ ...clock, cast });
  await putAside(env, demo);
  const statements = crowdStatements(demo);
  // Parents come before children, and existing rows are kept. So a run that was interrupted can be repeated.
  for (let start = 0; start < statements.length; start += STATEMENTS_AT_ONCE)
    await run(env.DB, statements.slice(start, start + STATEMENTS_AT_ONCE));
  console.log(`${applications} applications are in place, with people to read them.`);
}

/** Adds applications until there are `size` of them. */
async function seedScale(env) {
  const start = Date.now();
  const clock = await demoClock(env);
  const { scaleLedgerStatements, scalePaper, scaleStatements } = await tsImport(
    "../db/seed/scale.ts",
    import.meta.url,
  );
  const scale = { applications: size, ...clock };
  await run(env.SIMULATOR, scaleLedgerStatements(scale));
  await run(env.DB, scaleStatements(scale));
  // The staff's check of the data looks for the files of the newest documents.
  const { results } = await env.DB.prepare(
    "SELECT object_key AS key FROM documents ORDER BY uploaded_at DESC LIMIT 50",
  ).all();
  const { bytes, contentType } = scalePaper;
  for (const { key } of results)
    if (!(await env.FILES.head(key)))
      await env.FILES.put(key, new Uint8Array(bytes), { httpMetadata: { contentType } });
  console.log(`${size} applications are in place, after ${Math.round((Date.now() - start) / 1000)} seconds.`);
}

/** The time on the demo's clock and the real time. They are used for people who are added after the demo. */
async function demoClock(env) {
  const setting = await env.DB.prepare("SELECT value FROM settings WHERE key = 'clockOffset'").first();
  if (!setting)
    throw new Error(
      "Nothing was added, because this database does not have the demo data. Add it first: npm run seed:demo",
    );
  const realNow = Date.now();
  return { now: realNow + Number(setting.value), realNow };
}

/** Stores the data that lies outside the portal's database: files, and the card processor's ledger. */
async function putAside(env, { files, ...ledger }) {
  // The proxy to the local store refuses a Buffer, although a Buffer is a Uint8Array.
  for (const { key, bytes, contentType } of files)
    await env.FILES.put(key, new Uint8Array(bytes), { httpMetadata: { contentType } });
  await run(env.SIMULATOR, ledgerStatements(ledger));
}

async function locally(work) {
  const { env, dispose } = await openLocal({ persistTo, environment });
  try {
    await work(env);
  } finally {
    await dispose();
  }
}

/** Runs all statements, or none if one fails. */
function run(database, statements) {
  return database.batch(statements.map((statement) => database.prepare(statement)));
}
