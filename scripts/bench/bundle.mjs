// What a deploy uploads.
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../env.mjs";
import { productionWorker } from "../production.mjs";

/** In bytes: the Worker's script and its WebAssembly, raw and as gzip; and the files for browsers. */
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
    client: { files: files.length, bytes: sum(files.map(({ size }) => size)) },
  };
}

const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);
