// Wrangler's own reading of a command line: the command and its flags, or what is wrong with it.
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";
import { root } from "../../../scripts/env.mjs";

const FILE = path.join(root, "node_modules/wrangler/wrangler-dist/cli.js");

/** Added to wrangler's file: exports that it lacks, and a report of the command in place of running it. */
const ADDED = `
if (!createHandler.toString().includes("def.handler(")) throw new Error("Wrangler runs its commands elsewhere now.");
createHandler = (def) => (flags) => exports.read(def.command.replace(/^wrangler /, ""), flags);
exports.createCLIParser = createCLIParser;`;

let loaded;

/** Wrangler that does nothing. */
function ownWrangler() {
  if (loaded) return loaded;
  const module = new Module(FILE);
  Object.assign(module, { filename: FILE, paths: createRequire(FILE).resolve.paths("any") });
  module._compile(readFileSync(FILE, "utf8") + ADDED, FILE);
  loaded = module.exports;
  return loaded;
}

/**
 * Reads a command line as wrangler does, and does nothing.
 *
 * @param args what stands after `wrangler`.
 * @returns the command, such as `d1 migrations apply`, and its arguments as wrangler names them.
 * @throws Error in wrangler's words: an unknown command or flag, a missing argument, a value of another kind.
 */
export async function parseWrangler(args) {
  const own = ownWrangler();
  let read;
  own.read = (command, flags) => {
    read = { command, flags };
  };
  // It reads `.env` files into the environment.
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
