// Makes an existing account a director: this is how the first director comes in. Safe to repeat.
//
//   node scripts/grant-director.mjs EMAIL [--remote] [--env NAME] [--persist-to DIR]
import { parseArgs } from "node:util";
import { tsImport } from "tsx/esm/api";
import { explain, fail, openLocal, wrangler } from "./env.mjs";

const usage = "Usage: node scripts/grant-director.mjs EMAIL [--remote] [--env NAME] [--persist-to DIR]";

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { remote: { type: "boolean" }, env: { type: "string" }, "persist-to": { type: "string" } },
    });
    const [email, ...rest] = positionals;
    if (email?.includes("@") && rest.length === 0)
      return { email, remote: values.remote, environment: values.env, persistTo: values["persist-to"] };
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  return fail(usage);
}

const { email, remote, environment, persistTo } = readArguments();
const { directorStatements } = await tsImport("../db/seed/seed.ts", import.meta.url);
const { newId } = await tsImport("../app/platform/ids.server.ts", import.meta.url);

try {
  const statements = directorStatements({ email, auditId: newId(), now: Date.now() });
  const [{ results }] = remote ? runRemotely(statements) : await runLocally(statements);
  if (results.length === 0)
    fail(`There is no account for ${email}. Create the account on the site first, then run this again.`);
  console.log(`${email} is now a director.`);
} catch (error) {
  fail(explain(error));
}

function runRemotely(statements) {
  const target = environment ? ["--env", environment] : [];
  const command = ["--command", statements.join(";\n")];
  return JSON.parse(wrangler(["d1", "execute", "DB", "--remote", "--yes", "--json", ...command, ...target]));
}

async function runLocally(statements) {
  const { env, dispose } = await openLocal({ persistTo, environment });
  try {
    return await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  } finally {
    await dispose();
  }
}
