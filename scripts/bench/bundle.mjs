// Measures what a deploy uploads.
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../env.mjs";
import { bundledFiles, productionWorker } from "../production.mjs";

/**
 * Sizes in bytes: the Worker's script and its WebAssembly, each raw and as gzip, and the files for browsers. Also lists
 * what is in the script twice, as found by `doublesIn`.
 */
export function measureBundle() {
  const { modules } = productionWorker();
  const ofType = (type) => {
    const contents = modules
      .filter((module) => module.type === type)
      .map((module) => readFileSync(module.path));
    return {
      bytes: sum(contents.map(({ length }) => length)),
      gzip: sum(contents.map((content) => gzipSync(content).length)),
    };
  };
  const client = path.join(root, "build/client");
  const files = readdirSync(client, { recursive: true })
    .map((name) => statSync(path.join(client, name)))
    .filter((stats) => stats.isFile());
  return {
    script: ofType("ESModule"),
    wasm: ofType("CompiledWasm"),
    doubles: doublesIn(bundledFiles(), builtFiles()),
    client: { files: files.length, bytes: sum(files.map(({ size }) => size)) },
  };
}

/** The files from which Vite built the server, by path from the root. */
function builtFiles() {
  const folder = path.join(root, "build/made/server");
  const { sources } = JSON.parse(readFileSync(path.join(folder, "index.js.map"), "utf8"));
  return sources.map((source) => path.relative(root, path.resolve(folder, source)));
}

const PACKAGE = /^(.*\bnode_modules\/((?:@[^/]+\/)?[^/]+))\//;

/**
 * Lists what is in the script twice, one sentence each: files that Vite built and wrangler bundled again, and packages
 * that come from two folders or in two formats.
 *
 * @param {Record<string, { format: string, bytes: number }>} bundled what wrangler bundled, by path.
 * @param {string[]} built the paths of the files that Vite built.
 */
export function doublesIn(bundled, built) {
  const left = Object.entries(bundled).filter(([, { bytes }]) => bytes > 0);
  const again = left
    .filter(([file]) => built.includes(file))
    .map(([file]) => `${file} is in the script twice: Vite built it in, and wrangler bundled it again`);
  const packages = new Map();
  for (const file of [
    ...left.map(([name, { format }]) => `${name} ${format}`),
    ...built.map((name) => `${name} esm`),
  ]) {
    const [, folder, name] = PACKAGE.exec(file) ?? [];
    if (!name) continue;
    const ways = packages.get(name) ?? new Set();
    packages.set(name, ways.add(`${folder} as ${file.slice(file.lastIndexOf(" ") + 1)}`));
  }
  const several = [...packages].filter(([, ways]) => ways.size > 1);
  return [
    ...again,
    ...several.map(
      ([name, ways]) => `${name} is in the script more than once: ${[...ways].sort().join(" and ")}`,
    ),
  ];
}

const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);
