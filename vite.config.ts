import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { build as bundle } from "esbuild";
import { parse } from "postcss";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";
import { fingerprint } from "./scripts/build-inputs.mjs";
import { drawingPictures } from "./scripts/drawing-pictures.ts";
import { layersInOrder, plainValues } from "./scripts/old-browsers.ts";
import { routeEntries } from "./scripts/route-entries.ts";
import { worldMap } from "./scripts/world-map.ts";

const root = import.meta.dirname;
export const alias = { "~": path.join(root, "app"), "#db": path.join(root, "db") };

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 10);

/** The modules of each file that a plugin adds to the build: Rollup knows only those of its own. */
const madeOf = new Map<string, string[]>();

/**
 * Writes down beside the build which modules each of its files is made of; scripts/licences.mjs reads that. A map of the
 * sources would not do, because data such as JSON leave no trace in it.
 */
const modulesOfFiles = (): Plugin => ({
  name: "modules-of-files",
  writeBundle(_, files) {
    const modulesOf = (file: (typeof files)[string]) =>
      file.type === "chunk"
        ? Object.keys(file.modules).filter((module) => file.modules[module]!.renderedLength > 0)
        : (madeOf.get(file.fileName) ?? []);
    const list = Object.fromEntries(Object.values(files).map((file) => [file.fileName, modulesOf(file)]));
    writeFileSync(path.join(root, `build/made/${this.environment.name}-modules.json`), JSON.stringify(list));
  },
});

/** The service worker of the page at the door: its address says that it has `/door/` and nothing else. */
const WORKER = { entry: "door-worker.ts", fileName: "door/worker.js" };

/**
 * Each file of `app/modules/` becomes one self-contained script beside Remix's own chunks, so that a
 * page that sends no React loads a single module. `virtual:enhance` gives the addresses by entry name.
 */
function enhanceModules(): Plugin {
  const id = "\0virtual:enhance";
  const folder = path.join(root, "app/modules");
  /** One entry as a script, with the modules in it. */
  const bundled = async (entry: string, define: Record<string, string> = {}) => {
    const { outputFiles, metafile } = await bundle({
      entryPoints: [path.join(folder, entry)],
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      write: false,
      metafile: true,
      alias,
      absWorkingDir: root,
      define,
    });
    const modules = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
    const left = modules.flatMap(([module, { bytesInOutput }]) => (bytesInOutput > 0 ? [module] : []));
    return { code: outputFiles[0]!.text, left };
  };
  const bundles = async () => {
    const entries = readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== WORKER.entry);
    return Promise.all(
      entries.map(async (entry) => {
        const { code, left } = await bundled(entry);
        const name = entry.replace(/\.ts$/, "");
        const fileName = `assets/enhance-${name}-${hashOf(code)}.js`;
        madeOf.set(fileName, left);
        return { name, code, fileName };
      }),
    );
  };
  /** The worker knows the page's scripts by their names, and is another one with every version. */
  const worker = async (scripts: Awaited<ReturnType<typeof bundles>>) => {
    const own = scripts.filter(({ name }) => name === "door" || name === "door-signatures");
    const files = ["/door/scan", "/favicon.svg", ...own.map(({ fileName }) => `/${fileName}`)];
    const { code, left } = await bundled(WORKER.entry, {
      DOOR_FILES: JSON.stringify({ version: fingerprint(root).slice(0, 10), files }),
    });
    madeOf.set(WORKER.fileName, left);
    return { code, fileName: WORKER.fileName };
  };
  return {
    name: "enhance-modules",
    resolveId: (source) => (source === "virtual:enhance" ? id : undefined),
    async load(source) {
      if (source !== id) return;
      const addresses = (await bundles()).map(({ name, fileName }) => [name, `/${fileName}`]);
      return `export default ${JSON.stringify(Object.fromEntries(addresses))}`;
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      const scripts = await bundles();
      for (const { code, fileName } of [...scripts, await worker(scripts)])
        this.emitFile({ type: "asset", fileName, source: code });
    },
  };
}

/** The land of the world, drawn once a build and kept by browsers; `virtual:world-map` gives the address. */
function worldMapFile(): Plugin {
  const id = "\0virtual:world-map";
  const picture = worldMap();
  const fileName = `assets/world-${hashOf(picture)}.svg`;
  madeOf.set(fileName, ["node_modules/world-atlas/land-110m.json"]);
  return {
    name: "world-map-file",
    resolveId: (source) => (source === "virtual:world-map" ? id : undefined),
    load: (source) => (source === id ? `export default "/${fileName}"` : undefined),
    generateBundle() {
      if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source: picture });
    },
  };
}

/** The drawings of events as pictures for mails. */
const mailPictures = (): Plugin => ({
  name: "mail-pictures",
  generateBundle() {
    if (this.environment.name !== "client") return;
    for (const { fileName, source } of drawingPictures()) this.emitFile({ type: "asset", fileName, source });
  },
});

const palette = parse(readFileSync(path.join(root, "app/ui/colours.css"), "utf8"));

/** zod's annotations, and the client's share of routes that only answer programs. */
const EXPECTED_WARNINGS = new Set(["INVALID_ANNOTATION", "EMPTY_BUNDLE"]);

/** For whom pages are written: what Vite assumes unless it is told. */
const BROWSERS = ["es2020", "edge88", "firefox78", "chrome87", "safari14"];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    ...[enhanceModules(), worldMapFile(), mailPictures(), remix(remixConfig)],
    ...[routeEntries(path.join(root, "app")), modulesOfFiles()],
  ],
  css: { postcss: { plugins: [layersInOrder(), plainValues(palette)] } },
  resolve: { alias, mainFields: ["browser", "module", "main"] },
  ssr: {
    resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
  },
  build: {
    minify: true,
    // The Worker is no old browser, but the style sheets that it sends are for them.
    target: isSsrBuild ? "es2023" : BROWSERS,
    cssTarget: BROWSERS,
    // Wrangler takes it further, and what is logged in production is legible by it.
    sourcemap: isSsrBuild === true,
    rollupOptions: {
      // Rollup would freeze what each route exports, and name it.
      ...(isSsrBuild && { output: { freeze: false, generatedCode: { symbols: false } } }),
      onwarn(warning, warn) {
        if (!EXPECTED_WARNINGS.has(warning.code ?? "")) warn(warning);
      },
    },
  },
}));
