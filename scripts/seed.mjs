// Fills a database. `base` is what every installation needs: it adds what is missing and changes nothing
// that is there. `demo` is people to try the portal with, for an empty local database only.
//
//   node scripts/seed.mjs base [--remote] [--env production] [--persist-to DIR]
//   node scripts/seed.mjs demo [--persist-to DIR]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { tsImport } from "tsx/esm/api";
import { explain, fail, openLocal, wrangler } from "./env.mjs";

const usage = "Usage: node scripts/seed.mjs base|demo [--remote] [--env NAME] [--persist-to DIR]";

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { remote: { type: "boolean" }, env: { type: "string" }, "persist-to": { type: "string" } },
    });
    const [what, ...rest] = positionals;
    if (rest.length === 0 && (what === "base" || what === "demo"))
      return { what, remote: values.remote, environment: values.env, persistTo: values["persist-to"] };
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  return fail(usage);
}

const { what, remote, environment, persistTo } = readArguments();
const { baseStatements, demoStatements, ledgerStatements } = await tsImport("../db/seed.ts", import.meta.url);

try {
  if (what === "demo") await seedDemo();
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

async function seedDemo() {
  const production = (name) => name === "production";
  if (remote || production(environment) || production(process.env["ENVIRONMENT"]))
    fail("The demo data is for a local database: it has public passwords and was not added.");
  await locally(async (env) => {
    if (production(env.ENVIRONMENT))
      throw new Error("The demo data was not added: ENVIRONMENT is production.");
    const realNow = Date.now();
    const now = Date.parse(process.env["DEMO_NOW"] ?? env.DEMO_NOW);
    if (Number.isNaN(now)) throw new Error("DEMO_NOW must be an instant such as 2022-12-17T15:00:00Z.");
    if (await env.DB.prepare("SELECT 1 FROM users LIMIT 1").first()) {
      console.log("There are accounts already: the demo data was not added.");
      return;
    }
    const { demoRows } = await tsImport("../db/demo.ts", import.meta.url);
    const demo = demoRows({ now, realNow });
    // The accounts last and at once: a run that was cut short can simply be repeated.
    for (const { key, bytes, contentType } of demo.files)
      await env.FILES.put(key, bytes, { httpMetadata: { contentType } });
    await run(env.SIMULATOR, ledgerStatements(demo.charges));
    await run(env.DB, [...baseStatements(now), ...demoStatements(demo)]);
    console.log(`The demo data is in place. The portal's clock stands at ${new Date(now).toISOString()}.`);
  });
}

async function locally(work) {
  const { env, dispose } = await openLocal({ persistTo, environment });
  try {
    await work(env);
  } finally {
    await dispose();
  }
}

/** All statements or none. */
function run(database, statements) {
  return database.batch(statements.map((statement) => database.prepare(statement)));
}
