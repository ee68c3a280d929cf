// Reads a command line with wrangler's own parser: returns the command and its flags, or says what is wrong.
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";
import { root } from "../../../scripts/env.mjs";

const FILE = path.join(root, "node_modules/wrangler/wrangler-dist/cli.js");

/**
 * Code that is added to wrangler's file: exports that it lacks, and a handler that reports the command instead of
 * running it.
 */
const ADDED = `
if (!createHandler.toString().includes("def.handler(")) throw new Error("Wrangler runs its commands elsewhere now.");
createHandler = (def) => (flags) => exports.read(def.command.replace(/^wrangler /, ""), flags);
exports.createCLIParser = createCLIParser;`;

let loaded;

/** Wrangler, changed so that it runs no command. */
function ownWrangler() {
  if (loaded) return loaded;
  const module = new Module(FILE);
  Object.assign(module, { filename: FILE, paths: createRequire(FILE).resolve.paths("any") });
  module._compile(readFileSync(FILE, "utf8") + ADDED, FILE);
  loaded = module.exports;
  return loaded;
}

/**
 * Reads a command line as wrangler does, without running the command.
 *
 * @param args the arguments after `wrangler`.
 * @returns the command, such as `d1 migrations apply`, and its arguments under the names that wrangler uses.
 * @throws Error in wrangler's words, for an unknown command or flag, a missing argument, or a value of the wrong kind.
 */
export async function parseWrangler(args) {
  const own = ownWrangler();
  let read;
  own.read = (command, flags) => {
    read = { command, flags };
  };
  // Wrangler reads `.env` files into the environment, which is restored afterwards.
  const environment = process.env;
  try {
    await own.createCLIParser(args).wrangler.parse();
  } finally {
    process.env = environment;
  }
  if (!read) throw new Error(`wrangler ${args.join(" ")} names several commands, and none of them.`);
  return read;
}

/** The settings of an environment in this folder's `wrangler.toml`. */
export const configIn = (folder, environment) =>
  ownWrangler().unstable_readConfig(
    { config: path.join(folder, "wrangler.toml"), env: environment },
    { hideWarnings: true },
  );
