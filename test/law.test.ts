// The law of the house refuses every file that it should refuse. One run of the command shows it: npm run check -- law
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/env.mjs";
import { ENDINGS, FORBIDDEN, lawTable, ROOMS, reachableFrom } from "../scripts/law.mjs";

const BUSINESS = "app/reviews";

test("CONTRIBUTING.md shows the table that is enforced", () => {
  expect(readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8")).toContain(lawTable());
});

/* ------------------------------------------------------------------ what a file may not do by itself */

const NO_ROOM = "not in a room: ";
const SHEET =
  "which is not a module: in a stylesheet of app/modules/, import the room's stylesheet with @import.";
const DATA = "which is not a module: write data as a constant in a rule (.ts), or store it in the database.";
const ADDRESS = "which is not a module: put files that browsers load into public/, and refer to them by URL.";
const CLOCK =
  "reads the clock. A file of this kind must be pure: the .server.ts file or route that calls it must pass in `now`";
const CHANCE = "is random. A file of this kind must be pure: draw the random value in the .server.ts file";
const OUTSIDE =
  "makes an outside call. A file of this kind must be pure: make the call in a .server.ts file, through a port";
const TIMER = "starts a timer. A file of this kind must be pure";
const HOST =
  "depends on where the code runs. A file of this kind must be pure: the .server.ts or .element.ts file or the route";
const DETOUR = "gives access to everything global. A file of this kind must be pure";

/** Files, the text of each, and the sentence with which it is refused. */
const ALONE: [file: string, text: string, sentence: string][] = [
  [
    "app/loose.ts",
    "export const loose = 1;",
    `${NO_ROOM}app/ itself may only contain files that the frameworks require there.`,
  ],
  [
    "app/money/loose.ts",
    "export const loose = 2;",
    `${NO_ROOM}app/money/ itself contains only rooms. Move the file into one of them`,
  ],
  ["app/money/loose.css", "", `${NO_ROOM}app/money/ itself contains only rooms.`],
  [
    "app/check-in/door.ts",
    "export const door = 1;",
    `${NO_ROOM}app/check-in/ is not in ROOMS (scripts/law.mjs).`,
  ],
  [`${BUSINESS}/inner/own.ts`, "export const inner = 1;", `${NO_ROOM}${BUSINESS}/inner/ is not in ROOMS`],
  ["db/inner/own.ts", "export const innermost = 1;", `${NO_ROOM}db/inner/ is not in ROOMS`],
  [`${BUSINESS}/notes.txt`, "", "a room may contain only .ts, .tsx and .css files."],
  [`${BUSINESS}/old.js`, "", "a room may contain only .ts, .tsx and .css files."],

  [`${BUSINESS}/styled.tsx`, 'import "./desk.css";', `imports ${BUSINESS}/desk.css, ${SHEET}`],
  [
    `${BUSINESS}/styled.server.ts`,
    'import sheet from "~/modules/staff.css?inline";\nsheet;',
    `imports app/modules/staff.css?inline, ${SHEET}`,
  ],
  [
    "app/routes/other.tsx",
    'import sheet from "~/modules/staff.css?url";\nsheet;',
    `imports app/modules/staff.css?url, ${SHEET}`,
  ],
  [
    "app/routes/own-sheet.tsx",
    'import sheet from "~/reviews/desk.css?inline";\nsheet;',
    `imports ${BUSINESS}/desk.css?inline, ${SHEET}`,
  ],
  [`${BUSINESS}/whole.css`, '@import "./desk.css";', `imports ${BUSINESS}/desk.css, ${SHEET}`],
  ["app/modules/two.css", '@import "./staff.css";', `imports app/modules/staff.css, ${SHEET}`],
  [
    `${BUSINESS}/with-data.ts`,
    'import data from "./data.json";\ndata;',
    `imports ${BUSINESS}/data.json, ${DATA}`,
  ],
  [
    `${BUSINESS}/passing-on.ts`,
    'export { one } from "./data.json";',
    `imports ${BUSINESS}/data.json, ${DATA}`,
  ],
  [`${BUSINESS}/later.server.ts`, 'void import("./data.json");', `imports ${BUSINESS}/data.json, ${DATA}`],
  [
    "app/routes/with-data.tsx",
    'import guide from "../../docs/design.md?raw";\nguide;',
    "imports docs/design.md?raw, which is",
  ],
  [`${BUSINESS}/scaled.server.ts`, 'import wasm from "@jsquash/webp/codec/dec/webp_dec.wasm";\nwasm;', DATA],
  [
    `${BUSINESS}/versioned.server.ts`,
    'import { version } from "../../package.json";\nversion;',
    "imports package.json, which is not a module: the whole file would go into the Worker.",
  ],
  [
    `${BUSINESS}/logo.tsx`,
    'import logo from "./logo.svg?url";\nlogo;',
    `imports ${BUSINESS}/logo.svg?url, ${ADDRESS}`,
  ],
  ["app/routes/logo.tsx", 'import logo from "~/ui/logo.svg";\nlogo;', `imports app/ui/logo.svg, ${DATA}`],
  [`${BUSINESS}/address.ts`, 'import address from "./target.ts?url";\naddress;', `target.ts?url, ${ADDRESS}`],

  [
    `${BUSINESS}/computed.server.ts`,
    "export const load = (name: string) => import(name);",
    "import() with a computed path",
  ],
  [
    "app/routes/computed.tsx",
    'export const loaded = (name: string) => import("../" + name);',
    "import() with a computed path",
  ],
  ["app/ui/required.ts", 'export const had = require("./target.ts");', "require(): write import instead"],
  [
    "app/modules/all.ts",
    'export const all = import.meta.glob("./*.ts");',
    "import.meta: it is for finding other files, but a running Worker has no folder of files.",
  ],

  ...[".ts", ".form.ts", ".tsx"].flatMap((ending): [string, string, string][] => [
    [`${BUSINESS}/now${ending}`, "const f = () => Date.now();", `Date.now ${CLOCK}`],
    [`${BUSINESS}/today${ending}`, "const f = () => new Date();", `new Date() ${CLOCK}`],
    [`${BUSINESS}/took${ending}`, "const f = () => performance.now();", `performance.now ${CLOCK}`],
    [`${BUSINESS}/dice${ending}`, "const f = () => Math.random();", `Math.random ${CHANCE}`],
    [`${BUSINESS}/id${ending}`, "const f = () => crypto.randomUUID();", `crypto.randomUUID ${CHANCE}`],
    [`${BUSINESS}/call${ending}`, 'const f = () => fetch("/");', `fetch ${OUTSIDE}`],
  ]),
  ["app/values/text.ts", "const t = Date();", `Date ${CLOCK}`],
  ["app/values/bare.ts", "const t = new Date;", `new Date() ${CLOCK}`],
  ["app/values/spread.ts", "const t = (given: [number]) => new Date(...given);", `new Date() ${CLOCK}`],
  ["app/values/taken.ts", "const { now } = Date;\nnow;", `Date ${CLOCK}`],
  ["app/values/by-text.ts", 'const t = Date["now"]();', `Date ${CLOCK}`],
  ["app/values/other-name.ts", "const D = Date;\nD;", `Date ${CLOCK}`],
  ["app/values/written.ts", 'const t = new Intl.DateTimeFormat("en").format();', `format() ${CLOCK}`],
  ["app/values/waits.ts", "const wait = (f: () => void) => setTimeout(f, 1);", `setTimeout ${TIMER}`],
  ["app/values/chance.ts", "const { random } = Math;\nrandom;", `Math ${CHANCE}`],
  [
    "app/values/bytes.ts",
    "const b = (a: Uint8Array) => crypto.getRandomValues(a);",
    `crypto.getRandomValues ${CHANCE}`,
  ],
  ["app/values/given.ts", "const ask = { fetch };\nask;", `fetch ${OUTSIDE}`],
  ["app/values/global.ts", 'const a = globalThis.fetch("/");', `globalThis.fetch ${DETOUR}`],
  ["app/values/handed-on.ts", "const all = Object.keys(globalThis);", `globalThis ${DETOUR}`],
  ["app/values/of-browser.ts", 'const a = window.fetch("/");', `window.fetch ${DETOUR}`],
  ["app/values/of-worker.ts", "const a = self.crypto.randomUUID();", `self.crypto ${DETOUR}`],
  ["app/values/host.ts", "const a = process.hrtime();", `process.hrtime ${HOST}`],
  ["app/values/language.ts", "const l = () => navigator.language;", `navigator.language ${HOST}`],

  ["app/values/homes.ts", "export const TWICE = 1;", "all of these modules export TWICE."],
  ["app/ui/homes.ts", "export const TWICE = 2;", "all of these modules export TWICE."],
];

/** Imports that are not allowed, besides the plain imports that the test below writes. */
const ARROWS: [file: string, text: string, target: string][] = [
  ["app/values/of-type.ts", 'export type T = import("~/site/target.ts").Thing;', "app/site/target.ts"],
  ["app/values/at-once.ts", 'export { thing } from "~/site/target.ts";', "app/site/target.ts"],
  [
    "app/values/afterwards.ts",
    'export const afterwards = () => import("~/site/target.ts");',
    "app/site/target.ts",
  ],
  ["app/values/aside.ts", 'import "~/site/target.ts";', "app/site/target.ts"],
  ["app/values/by-reference.ts", '/// <reference path="../site/target.ts" />', "app/site/target.ts"],
  ["app/values/secret.ts", 'export { randomUUID } from "node:crypto";', "crypto"],
  ["app/values/by-path.ts", 'export { jsx } from "../../node_modules/react/jsx-runtime.js";', "react"],
  ["app/values/made.ts", 'export { default } from "virtual:enhance";', "virtual:enhance"],
  ["app/values/worker.ts", 'export { connect } from "cloudflare:sockets";', "cloudflare:sockets"],
  ["app/values/shared.ts", 'export { tested } from "./own.test.ts";', "app/values/own.test.ts"],
  ["app/modules/heavy.ts", 'export { z } from "zod";', "zod"],
  ["app/routes/table.tsx", 'export { sql } from "drizzle-orm";', "drizzle-orm"],
  ["db/with-token.ts", 'export { jwtVerify } from "jose";', "jose"],
];

/** Files that look like the refused ones, and are allowed. */
const ALLOWED: [file: string, text: string][] = [
  [
    "app/root.tsx",
    'import { thing } from "~/routes/target.tsx";\nexport const load = (script: string) => [thing, import(script)];',
  ],
  ["app/entry.worker.ts", "export const start = Date.now();"],
  ["app/modules/tsconfig.json", "{}"],
  [`${BUSINESS}/README.md`, ""],
  [`${BUSINESS}/desk.css`, ""],
  ["app/modules/staff.css", '@import "../reviews/desk.css";'],
  [
    "app/routes/_admin.tsx",
    'import sheet from "~/modules/staff.css?url";\nexport const handle = [sheet, Date.now()];',
  ],
  ["app/routes/paying.tsx", 'import sheet from "~/modules/paying.css?inline";\nexport const handle = sheet;'],
  [
    "db/migrations.ts",
    'import journal from "../migrations/meta/_journal.json";\nexport const JOURNAL = journal;',
  ],
  ["db/schema/area.ts", "export const area = Date.now();"],
  [
    `${BUSINESS}/verb.server.ts`,
    'export const ask = async () => [await fetch("/"), Date.now(), Math.random()];',
  ],
  [`${BUSINESS}/late.server.ts`, 'export const late = () => import("./target.server.ts");'],
  [
    `${BUSINESS}/live.element.ts`,
    'export const alive = () => [fetch("/"), new Date(), globalThis.crypto.randomUUID()];',
  ],
  [
    "app/values/instants.ts",
    `export const day = (now: number, to: { self: Date; fetch(): void; now: () => number }) => [
  new Date(now), Date.UTC(2026, 0), Date.parse("2026-01-01"), to.self instanceof Date, to.fetch(), to.now(),
  Math.max(1, 2), crypto.subtle, new Intl.DateTimeFormat("en").format(now),
];
export const window = ({ self, process }: { self: number; process: number }) => self + process;`,
  ],
  ["app/values/own.test.ts", "export const tested = 1;"],
  [`${BUSINESS}/clock.test.ts`, "export const clock = () => [Date.now(), import.meta.dirname];"],
];

/* ------------------------------------------------------------------ one run of the command */

/** The scripts that the command needs to read the law. */
const COPIED = ["check", "env", "law", "law-by-file", "suites"].map((name) => `scripts/${name}.mjs`);

/** The refusals of `npm run check -- law` in this folder: what each of them is about, and its sentence. */
function refusedIn(folder: string): [about: string, sentence: string][] {
  const { stdout, status } = spawnSync(process.execPath, ["scripts/check.mjs", "law"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
    maxBuffer: 256 * 1024 * 1024,
  });
  expect(status).toBe(1);
  const said = stdout.split("\n── law, the last lines")[0]!;
  const arrows = said.matchAll(
    /^ {2}error ([^:]+): (\S+) → +\n?(?: +)?(\S+)[^\n]*\n([\s\S]*?)(?=^ {2}error |^x )/gm,
  );
  const alone = said.matchAll(/^ {2}((?:app|db)\/[^:]+(?:, [^:]+)?)(?::\d+)?: (.*)$/gm);
  return [
    ...[...arrows].map(([, name, from, to, comment]): [string, string] => [
      `${from} → ${to!.replace(/^.*node_modules\/((?:@[^/]+\/)?[^/]+)\/.*/, "$1")}`,
      `${name}: ${comment!
        .replace(/^( {6}.*\n)+/, "")
        .replaceAll(/\s+/g, " ")
        .trim()}`,
    ]),
    ...[...alone].map(([, about, sentence]): [string, string] => [about!, sentence!]),
  ];
}

test("every breach is refused with its sentence: of rooms, endings, types, packages, circles, places, pure files", {
  timeout: 120_000,
}, () => {
  const house = mkdtempSync(path.join(tmpdir(), "house-"));
  try {
    mkdirSync(path.join(house, "scripts"));
    for (const script of COPIED) cpSync(path.join(root, script), path.join(house, script));
    cpSync(path.join(root, "tsconfig.json"), path.join(house, "tsconfig.json"));
    cpSync(path.join(root, "package.json"), path.join(house, "package.json"));
    symlinkSync(path.join(root, "node_modules"), path.join(house, "node_modules"));
    const planted: string[] = [];
    const write = (file: string, text: string) => {
      mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(house, file), text);
    };
    const plant = (file: string, target: string, { type = false, breach = true } = {}) => {
      const toDb = path.relative(path.dirname(file), target);
      const source = target.startsWith("db/")
        ? toDb.replace(/^(?!\.)/, "./")
        : target.replace(/^app\//, "~/").replace(/^scripts\//, "../../scripts/");
      const what = type ? "import type { Thing }" : "import { thing }";
      write(
        file,
        `${what} from "${source}";\n\nexport default ${type ? "null as Thing | null" : "thing"};\n`,
      );
      if (breach) planted.push(`${file} → ${target}`);
    };
    const name = (text: string) => text.replaceAll(/\W+/g, "-");

    // Writes a file with each ending into each room. The files that are written below import these files.
    for (const { folder } of ROOMS) {
      for (const { ending } of ENDINGS) {
        write(
          `${folder}/target${ending}`,
          "const thing = 1;\ntype Thing = 1;\nexport { type Thing, thing };\n",
        );
      }
    }
    for (const room of ROOMS) {
      const reachable = reachableFrom(room);
      for (const other of ROOMS) {
        const from = `${room.folder}/to-${name(other.folder)}`;
        const target = `${other.folder}/target.ts`;
        const breach = !reachable.includes(other);
        plant(`${from}.server.ts`, target, { breach });
        plant(`${from}-type.server.ts`, target, { breach, type: true });
      }
    }
    for (const { ending, may, mayTypes = [] } of ENDINGS) {
      for (const other of ENDINGS) {
        const target = `${BUSINESS}/target${other.ending}`;
        const breach = !may.includes(other.ending);
        const file = (kind: string) => `${BUSINESS}/${kind}-of-${name(other.ending)}${ending}`;
        plant(file("value"), target, { breach });
        plant(file("type"), target, { breach: breach && !mayTypes.includes(other.ending), type: true });
      }
      plant(`${BUSINESS}/table${ending}`, "db/target.ts", { breach: ending !== ".server.ts" });
      plant(`${BUSINESS}/package${ending}`, "drizzle-orm", { breach: false });
      if (ending !== ".server.ts") planted.push(`${BUSINESS}/package${ending} → drizzle-orm`);
    }
    planted.push("app/root.tsx → app/routes/target.tsx");
    plant("app/values/egg.ts", "app/values/hen.ts");
    // A circle is reported only once, at the file from which it was found.
    plant("app/values/hen.ts", "app/values/egg.ts", { breach: false });
    plant("app/values/out.ts", "scripts/law.mjs");

    for (const [file, text, target] of ARROWS) {
      write(file, text);
      planted.push(`${file} → ${target}`);
    }
    for (const [file, text] of [...ALONE, ...ALLOWED]) write(file, text);

    const refused = refusedIn(house);
    const arrows = refused.filter(([about]) => about.includes(" → "));
    expect([...new Set(arrows.map(([about]) => about))].sort()).toEqual([...planted].sort());
    const sentences = new Set(FORBIDDEN.map(({ name, comment }) => `${name}: ${comment}`));
    expect(arrows.filter(([, sentence]) => !sentences.has(sentence))).toEqual([]);

    const alone = refused.filter(([about]) => !about.includes(" → "));
    const missed = ALONE.filter(
      ([file, , sentence]) =>
        !alone.some(([about, said]) => about.split(", ").includes(file) && said.includes(sentence)),
    );
    expect(missed).toEqual([]);
    const files = new Set(ALONE.map(([file]) => file));
    expect(alone.filter(([about]) => about.split(", ").some((file) => !files.has(file)))).toEqual([]);
  } finally {
    rmSync(house, { recursive: true });
  }
});
