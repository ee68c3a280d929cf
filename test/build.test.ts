import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { InlineConfig } from "vitest/node";
import { browserFingerprint, fingerprint, INPUTS } from "../scripts/build-inputs.mjs";
import { clientFiles, DOOR_WORKER, VERSION } from "../scripts/client-files.mjs";
import { root } from "../scripts/env.mjs";

/* ------------------------------------------------------------------ the rule */

const assets = {
  url: "/assets/manifest-1.js",
  entry: { module: "/assets/entry-1.js", imports: ["/assets/react-1.js"] },
  routes: {
    root: { module: "/assets/root-1.js" },
    frame: { module: "/assets/frame-1.js", imports: ["/assets/react-1.js"] },
    page: { module: "/assets/page-1.js", imports: ["/assets/react-1.js", "/assets/chart-1.js"] },
    other: { module: "/assets/other-1.js" },
  },
};
const TEXTS: Record<string, string> = {
  "favicon.svg": "",
  "assets/staff-1.css": "",
  "assets/enhance-delegate-1.js": "",
  "assets/manifest-1.js": "root-1.js frame-1.js page-1.js other-1.js",
  "assets/entry-1.js": "",
  "assets/react-1.js": "",
  "assets/root-1.js": "",
  "assets/frame-1.js": "",
  "assets/page-1.js": 'import("./later-1.js")',
  "assets/chart-1.js": "",
  "assets/later-1.js": 'import "./latest-1.js"',
  "assets/latest-1.js": "",
  "assets/other-1.js": "",
};
const ALWAYS = ["favicon.svg", "assets/staff-1.css", "assets/enhance-delegate-1.js"];
const ENTRY = ["manifest", "entry", "react", "root"].map((name) => `assets/${name}-1.js`);
const PAGE = ["frame", "page", "chart", "later", "latest"].map((name) => `assets/${name}-1.js`);

/** @param handles by route; routes that are not named have no handle. */
const routesWith = (handles: Record<string, { hydrate?: boolean }>) => {
  const parents: Record<string, string> = { frame: "root", page: "frame", other: "frame" };
  const ids = Object.keys(assets.routes);
  return Object.fromEntries(
    ids.map((id) => [id, { id, parentId: parents[id], module: { handle: handles[id] } }]),
  );
};

test.each([
  ["no route", {}, ALWAYS],
  ["a route that says it does not", { page: { hydrate: false } }, ALWAYS],
  ["a page", { page: { hydrate: true } }, [...ALWAYS, ...ENTRY, ...PAGE]],
  ["all pages in a frame", { frame: { hydrate: true } }, [...ALWAYS, ...ENTRY, ...PAGE, "assets/other-1.js"]],
  [
    "a frame, but one of its pages",
    { frame: { hydrate: true }, page: { hydrate: false } },
    [...ALWAYS, ...ENTRY, "assets/frame-1.js", "assets/other-1.js"],
  ],
])("what is served if what hydrates is %s", (_, handles, expected) => {
  const names = Object.keys(TEXTS);
  const kept = clientFiles({ routes: routesWith(handles), assets }, names, (name: string) => TEXTS[name]!);
  expect(kept).toEqual(names.filter((name) => expected.includes(name)));
});

test("a route that hydrates and that the manifest leaves out", () => {
  const { other: _, ...routes } = assets.routes;
  const named = { routes: routesWith({ other: { hydrate: true } }), assets: { ...assets, routes } };
  expect(() => clientFiles(named, Object.keys(TEXTS), (name: string) => TEXTS[name]!)).toThrow("other");
});

/* ------------------------------------------------------------------ a build */

const PAGES: Record<string, string> = {
  "app/entry.client.js": 'import { RemixBrowser } from "@remix-run/react"; console.log(RemixBrowser);',
  "app/entry.server.js": "export default () => new Response();",
  "app/root.jsx": "export default function Root() { return null; }",
  "app/shared.js": 'export const shared = "what both pages import";',
  "app/late.js": 'export const late = "what a page imports later";',
  "app/routes/still.jsx":
    'import { shared } from "../shared.js"; export default function Still() { return shared; }',
  "app/routes/lively.jsx": `import { shared } from "../shared.js";
    export const handle = { hydrate: true };
    export default function Lively() { import("../late.js").then(({ late }) => alert(late)); return shared; }`,
  [`public/${DOOR_WORKER}`]: `keep("${VERSION}");`,
  "package.json": '{ "type": "module" }',
  "vite.config.js": `import { vitePlugin as remix } from "@remix-run/dev";
    export default { logLevel: "error", plugins: [remix({ buildDirectory: "made" })] };`,
};
let folder: string;
const served = () => path.join(folder, "served/client");

function run(...args: string[]) {
  const env = { ...process.env, NODE_ENV: "production" };
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

const build = (...flags: string[]) =>
  run(path.join(root, "node_modules/vite/bin/vite.js"), "build", ...flags);

const publish = (...flags: string[]) =>
  run(
    ...["--conditions=workerd", "--conditions=worker", path.join(root, "scripts/publish.mjs")],
    ...["made", "served", ...flags],
  );

const isServed = (word: string) =>
  readdirSync(path.join(served(), "assets")).filter((name) => name.startsWith(word)).length > 0;

beforeAll(() => {
  mkdirSync(path.join(root, "build"), { recursive: true });
  folder = mkdtempSync(path.join(root, "build/fixture-"));
  for (const [name, text] of Object.entries(PAGES)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  mkdirSync(path.join(served(), "assets"), { recursive: true });
  writeFileSync(path.join(served(), "assets/former-1.js"), "");
  build();
  build("--ssr");
  publish();
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a page that hydrates finds all that its modules import", () => {
  const found = ["manifest-", "entry.client-", "root-", "lively-", "shared-", "late-", "still-"].filter(
    isServed,
  );
  expect(found).toEqual(["manifest-", "entry.client-", "root-", "lively-", "shared-", "late-"]);
  const assets = path.join(served(), "assets");
  const scripts = readdirSync(assets).filter((name) => !/^(manifest|former)-/.test(name));
  const imports = scripts.flatMap((name) =>
    [...readFileSync(path.join(assets, name), "utf8").matchAll(/"\.\/([\w.-]+\.js)"/g)].map(([, at]) => at!),
  );
  expect(imports).toContainEqual(expect.stringMatching(/^late-/));
  expect(imports.filter((name) => !existsSync(path.join(assets, name)))).toEqual([]);
});

test("what a server may still name goes with the next build, and at once before a deploy", {
  timeout: 60_000,
}, () => {
  expect(isServed("former-")).toBe(true);
  publish();
  expect(isServed("former-")).toBe(false);
  writeFileSync(path.join(served(), "assets/former-2.js"), "");
  publish("--exactly");
  expect(isServed("former-")).toBe(false);
  expect(isServed("lively-")).toBe(true);
});

test("the server is built again without the files for browsers, and the door's service worker knows its version", {
  timeout: 60_000,
}, () => {
  const version = () =>
    /keep\("([0-9a-f]{10})"\)/.exec(readFileSync(path.join(served(), DOOR_WORKER), "utf8"))?.[1];
  const files = () => readdirSync(served(), { recursive: true, encoding: "utf8" }).sort();
  const [first, before] = [version(), files()];
  expect(first).toBeDefined();
  expect(before.filter((name) => name.includes(".vite"))).toEqual([]);
  expect(existsSync(path.join(folder, "served/server/.vite"))).toBe(false);

  const entry = path.join(folder, "app/entry.server.js");
  writeFileSync(entry, PAGES["app/entry.server.js"]!.replace("Response()", 'Response("changed")'));
  build("--ssr");
  publish();
  expect(readFileSync(path.join(folder, "served/server/index.js"), "utf8")).toContain("changed");
  expect(files()).toEqual(before);
  expect(version()).not.toBe(first);
  writeFileSync(entry, PAGES["app/entry.server.js"]!);
  build("--ssr");
  publish();
  expect(version()).toBe(first);
});

/* ------------------------------------------------------------------ whether a build is needed */

/** A folder in which every input of a build is empty. */
function emptyInputs() {
  const tree = mkdtempSync(path.join(root, "build/tree-"));
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(tree, name)), { recursive: true });
    writeFileSync(path.join(tree, name), text);
  };
  for (const name of INPUTS) {
    if (path.extname(name) === "") mkdirSync(path.join(tree, name));
    else write(name, "");
  }
  return { tree, write };
}

test("a build is needed once what it is made of has changed, and neither for a test nor for a date", () => {
  const { tree, write } = emptyInputs();
  const rule = "app/money/refunds/refunds.ts";
  try {
    write(rule, "one");
    const built = fingerprint(tree);

    write("app/money/refunds/refunds.test.ts", "a test");
    write("app/money/refunds/README.md", "what it is for");
    write(rule, "one");
    utimesSync(path.join(tree, rule), 1, 1);
    expect(fingerprint(tree)).toBe(built);

    write(rule, "two");
    expect(fingerprint(tree)).not.toBe(built);
    write(rule, "one");
    write("app/money/refunds/messages.ts", "");
    expect(fingerprint(tree)).not.toBe(built);
    rmSync(path.join(tree, "app/money/refunds/messages.ts"));
    write("docs/programs.md", "a guide");
    expect(fingerprint(tree)).not.toBe(built);
  } finally {
    rmSync(tree, { recursive: true });
  }
});

test.each([
  ["app/money/refunds/refunds.server.ts", false],
  ["db/schema/money.ts", false],
  ["docs/programs.md", false],
  ["app/money/refunds/refunds.test.ts", false],
  ["app/money/refunds/refunds.ts", true],
  ["app/money/refunds/refunds.form.ts", true],
  ["app/routes/_admin.admin.payments.$id.tsx", true],
  ["app/modules/staff.css", true],
  ["public/favicon.svg", true],
  ["package-lock.json", true],
  ["scripts/publish.mjs", true],
])("whether the files for browsers are built again after a change of %s: %s", (name, isBuilt) => {
  const { tree, write } = emptyInputs();
  try {
    write(name, "one");
    const before = browserFingerprint(tree);
    write(name, "two");
    expect(browserFingerprint(tree) !== before).toBe(isBuilt);
  } finally {
    rmSync(tree, { recursive: true });
  }
});

/* ------------------------------------------------------------------ before tests */

test("no test of what was built runs an old build, whichever of them is run alone", async () => {
  const { default: config } = await import("../vitest.config.ts");
  const projects = config.test!.projects as { test: InlineConfig }[];
  const first = ["production", "workerd"].map((asked) => {
    const { test: project } = projects.find(({ test: { name } }) => name === asked)!;
    return [project.globalSetup].flat()[0];
  });
  expect(first).toEqual(["./test/support/built.ts", "./test/support/built.ts"]);

  const scripts: string[] = [];
  vi.doMock("../scripts/portal.mjs", () => ({ runScript: (script: string) => scripts.push(script) }));
  const { default: setup } = await import("./support/built.ts");
  vi.doUnmock("../scripts/portal.mjs");
  setup();
  expect(scripts).toEqual(["scripts/build.mjs"]);
});
