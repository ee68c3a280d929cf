import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { build as bundle } from "esbuild";
import { parse } from "postcss";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";
import { DOOR_WORKER, VERSION } from "./scripts/client-files.mjs";
import { drawingPictures } from "./scripts/drawing-pictures.ts";
import { layersInOrder, plainValues } from "./scripts/old-browsers.ts";
import { routeEntries } from "./scripts/route-entries.ts";
import { worldMap } from "./scripts/world-map.ts";

const root = import.meta.dirname;
export const alias = { "~": path.join(root, "app"), "#db": path.join(root, "db") };

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 10);

/** For each file that a plugin adds to the build, the modules in it. Rollup knows only the modules of its own files. */
const madeOf = new Map<string, string[]>();

/**
 * Writes a list beside the build: for each file of the build, the modules in it. scripts/licences.mjs reads this list.
 * A source map would not be enough, because data such as JSON leave no trace in a source map.
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

/** The service worker of the page at the door. Its address limits it to the pages below `/door/`. */
const WORKER = { entry: "door-worker.ts", fileName: DOOR_WORKER };

/**
 * Makes one self-contained script, beside Remix's own chunks, from each file of `app/modules/`. So a page that sends no
 * React loads a single module. `virtual:enhance` gives the addresses by entry name.
 */
function enhanceModules(): Plugin {
  const id = "\0virtual:enhance";
  const folder = path.join(root, "app/modules");
  /** Bundles one entry. Returns the script, and the modules in it. */
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
  /**
   * The service worker contains the names of the page's scripts. scripts/publish.mjs adds the version of the build, so
   * each version of the build has a different service worker.
   */
  const worker = async (scripts: Awaited<ReturnType<typeof bundles>>) => {
    const own = scripts.filter(({ name }) => name === "door" || name === "door-signatures");
    const files = ["/door/scan", "/favicon.svg", ...own.map(({ fileName }) => `/${fileName}`)];
    const { code, left } = await bundled(WORKER.entry, {
      DOOR_FILES: JSON.stringify({ version: VERSION, files }),
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

/**
 * Draws the land of the world once for each build, as a file that browsers keep. `virtual:world-map` gives its address.
 */
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

/**
 * Warnings that do no harm: about zod's annotations, and about routes that only answer programs and so send no script.
 */
const EXPECTED_WARNINGS = new Set(["INVALID_ANNOTATION", "EMPTY_BUNDLE"]);

/** The browsers for which pages are built. They are Vite's default. */
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
    // The Worker itself is not an old browser, but the style sheets that it sends are for old browsers too.
    target: isSsrBuild ? "es2023" : BROWSERS,
    cssTarget: BROWSERS,
    // Wrangler makes its own source map from this one. With it, the log of production is legible.
    sourcemap: isSsrBuild === true,
    rollupOptions: {
      // By default, Rollup would freeze the exports of each route and add a name to them.
      ...(isSsrBuild && { output: { freeze: false, generatedCode: { symbols: false } } }),
      onwarn(warning, warn) {
        if (!EXPECTED_WARNINGS.has(warning.code ?? "")) warn(warning);
      },
    },
  },
}));
