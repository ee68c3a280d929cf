// Makes an existing account a director; this is how the first director is appointed. With --reset-factor, the script
// removes the second factor of an account instead. This is for a director who has lost both their phone and their
// recovery codes, and cannot ask two other directors. The script can be run again without harm.
//
//   node scripts/grant-director.mjs [--reset-factor] EMAIL [--remote] [--env NAME] [--persist-to DIR]
import { parseArgs } from "node:util";
import { tsImport } from "tsx/esm/api";
import { explain, fail, openLocal, wrangler } from "./env.mjs";

const usage =
  "Usage: node scripts/grant-director.mjs [--reset-factor] EMAIL [--remote] [--env NAME] [--persist-to DIR]";

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        "reset-factor": { type: "boolean" },
        remote: { type: "boolean" },
        env: { type: "string" },
        "persist-to": { type: "string" },
      },
    });
    const [email, ...rest] = positionals;
    if (email?.includes("@") && rest.length === 0)
      return {
        email,
        resets: values["reset-factor"] === true,
        remote: values.remote,
        environment: values.env,
        persistTo: values["persist-to"],
      };
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  return fail(usage);
}

const { email, resets, remote, environment, persistTo } = readArguments();
const { directorStatements, factorResetStatements } = await tsImport("../db/seed/seed.ts", import.meta.url);
const { newId } = await tsImport("../app/platform/ids.server.ts", import.meta.url);
const { staffMails } = await tsImport("../app/staff/mails.ts", import.meta.url);

const act = { email, auditId: newId(), now: Date.now() };

/**
 * The statements to run, the sentence that reports success, and the sentence that is printed if there is no such
 * account.
 */
const { statements, done, nobody } = resets
  ? {
      statements: factorResetStatements({
        ...act,
        mail: staffMails.factorReset("from the command line", email),
      }),
      done: `${email} has no second factor now. All directors are told by mail.`,
      nobody: `${email} has no account, or the account has no second factor.`,
    }
  : {
      statements: directorStatements(act),
      done: `${email} is now a director. They have to log in again, with a password of at least 12 characters.`,
      nobody: `There is no account for ${email}. Create the account on the site first, then run this again.`,
    };

try {
  const [{ results }] = remote ? runRemotely(statements) : await runLocally(statements);
  if (results.length === 0) fail(nobody);
  console.log(done);
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
