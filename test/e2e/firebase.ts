import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { root } from "../../scripts/env.mjs";
import { ownPortal } from "./portals.ts";

/** The parts of Firebase's client that work with the portal. */
export type Firebase = {
  app: typeof import("firebase/app");
  auth: typeof import("firebase/auth");
  functions: typeof import("firebase/functions");
};

export type Client = { name: string; version: string; alias: string; suffix: boolean };

/**
 * The newest client, and two older ones that are in use. The newest adds the HTTP status to the message of an error.
 */
export const CLIENTS: Client[] = [
  { name: "firebase 12", version: "12.19.0", alias: "firebase", suffix: true },
  { name: "firebase 10", version: "10.14.1", alias: "firebase-10", suffix: false },
  { name: "firebase 9", version: "9.23.0", alias: "firebase-9", suffix: false },
];

export const NEWEST = CLIENTS[0]!;

/** Bundles one version of the client into one script. Also returns the versions of the packages in it. */
export async function bundleFirebase({ alias }: Client, platform: "node" | "browser") {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: ["app", "auth", "functions"]
        .map((part) => `export * as ${part} from "${alias}/${part}";`)
        .join("\n"),
      resolveDir: root,
    },
    bundle: true,
    platform,
    format: platform === "node" ? "cjs" : "iife",
    globalName: platform === "node" ? undefined : "firebase",
    absWorkingDir: root,
    write: false,
    metafile: true,
    plugins: [ownPackages(alias)],
  });
  const parts = Object.keys(metafile.inputs).flatMap((file) => {
    const folder = /^.*node_modules\/@firebase\/(?:app|auth|functions)(?=\/)/.exec(file)?.[0];
    return folder ? [packageOf(path.join(root, folder))] : [];
  });
  return {
    code: outputFiles[0]!.text,
    parts: Object.fromEntries(parts.map(({ name, version }) => [name, version])),
    wanted: packageOf(path.join(root, "node_modules", alias)).dependencies,
  };
}

/**
 * Makes each version of the client use the packages that belong to it. npm stores the packages of one version where the
 * other versions find them first. An `auth` that registers itself with another version's `app` does not work.
 */
const ownPackages = (alias: string): Plugin => ({
  name: "own-packages",
  setup(builder) {
    const resolveDir = path.join(root, "node_modules", alias);
    builder.onResolve({ filter: /^@firebase\// }, ({ path, kind, pluginData }) =>
      pluginData === "found" ? null : builder.resolve(path, { resolveDir, kind, pluginData: "found" }),
    );
  },
});

type Package = { name: string; version: string; dependencies: Record<string, string> };

const packageOf = (folder: string): Package =>
  JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));

const loaded = new Map<string, Promise<Firebase>>();

/** Loads the client as a program in Node would. */
export function loadFirebase(client: Client): Promise<Firebase> {
  const loading = loaded.get(client.alias) ?? load(client);
  loaded.set(client.alias, loading);
  return loading;
}

async function load(client: Client): Promise<Firebase> {
  const { code } = await bundleFirebase(client, "node");
  // The test runner rewrites every file that it loads, which takes seconds, unless the file lies in a folder of this
  // name.
  const folder = path.join(ownPortal().state, "node_modules");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${client.alias}.cjs`);
  writeFileSync(file, code);
  return createRequire(import.meta.url)(file);
}

let made = 0;

/** A client that is set up as docs/programs.md says: an app of its own, with nobody signed in yet. */
export async function connect(client: Client, origin: string) {
  const firebase = await loadFirebase(client);
  const app = firebase.app.initializeApp({ apiKey: "any", projectId: "conference-portal" }, `${++made}`);
  const auth = firebase.auth.getAuth(app);
  firebase.auth.connectAuthEmulator(auth, origin, { disableWarnings: true });
  const functions = firebase.functions.getFunctions(app, origin);
  return {
    ...firebase.auth,
    auth,
    /** Calls a function and returns the `data` of its answer. */
    async call(name: string, payload?: unknown, options?: { timeout: number }): Promise<unknown> {
      const { data } = await firebase.functions.httpsCallable(functions, name, options)(payload);
      return data;
    },
    callable: (name: string) => firebase.functions.httpsCallable(functions, name),
  };
}

export type Connection = Awaited<ReturnType<typeof connect>>;

/** The code and message of an error as the client reports it, with its details. */
export async function errorOf(
  work: Promise<unknown>,
): Promise<{ code: string; message: string; details?: unknown }> {
  try {
    await work;
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details?: unknown };
    return { code, message, details };
  }
  throw new Error("There was no error");
}
