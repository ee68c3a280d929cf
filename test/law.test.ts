import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ENDINGS, lawTable, ROOMS, reachableFrom } from "../scripts/law.mjs";

const root = path.resolve(import.meta.dirname, "..");
const BUSINESS = "app/reviews";

type Violation = { from: string; to: string; rule: { name: string } };

/** What the law says against the tree in this folder. */
function violations(folder: string): Violation[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
      ...["--config", "scripts/law.mjs", "--output-type", "json", "app", "db"],
    ],
    { cwd: folder, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
  );
  if (!stdout) throw new Error(stderr);
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

test("nothing lies loose in app/ but what the frameworks name", () => {
  const files = readdirSync(path.join(root, "app"), { withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.map(({ name }) => name).sort()).toEqual([
    "entry.client.tsx",
    "entry.server.tsx",
    "entry.worker.ts",
    "root.tsx",
    "virtual.d.ts",
  ]);
});

test("every folder of app/ and db/ is a room", () => {
  const folders = [...files("app"), ...files("db")]
    .map((file) => path.dirname(file))
    .filter((folder) => folder !== "app");
  const strays = folders.filter(
    (folder) =>
      !ROOMS.some(
        (room) => `${room.folder}/`.startsWith(`${folder}/`) || folder.startsWith(`${room.folder}/`),
      ),
  );
  expect(strays).toEqual([]);
});

test("no two modules export one name", () => {
  const homes = new Map<string, string[]>();
  for (const file of [...files("app"), ...files("db")]) {
    if (/\.(test|deep)\.ts$|\.d\.ts$|^app\/(routes\/|[^/]+$)/.test(file) || !/\.tsx?$/.test(file)) continue;
    const text = readFileSync(path.join(root, file), "utf8");
    for (const [, name] of text.matchAll(
      /^export (?:async )?(?:abstract )?(?:const|type|function\*?|class|interface) (\w+)/gm,
    )) {
      homes.set(name!, [...new Set([...(homes.get(name!) ?? []), file])]);
    }
  }
  expect([...homes].filter(([, places]) => places.length > 1)).toEqual([]);
});

test("CONTRIBUTING.md shows the table that is enforced", () => {
  expect(readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8")).toContain(lawTable());
});

test("every breach is refused: each forbidden pair of rooms and of endings, of types too, packages and circles", {
  timeout: 120_000,
}, () => {
  const house = mkdtempSync(path.join(tmpdir(), "house-"));
  try {
    mkdirSync(path.join(house, "scripts"));
    cpSync(path.join(root, "scripts/law.mjs"), path.join(house, "scripts/law.mjs"));
    cpSync(path.join(root, "tsconfig.json"), path.join(house, "tsconfig.json"));
    cpSync(path.join(root, "package.json"), path.join(house, "package.json"));
    symlinkSync(path.join(root, "node_modules"), path.join(house, "node_modules"));
    const planted: string[] = [];
    const plant = (file: string, target: string, { type = false, breach = true } = {}) => {
      mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
      const toDb = path.relative(path.dirname(file), target);
      const source = target.startsWith("db/")
        ? toDb.replace(/^(?!\.)/, "./")
        : target.replace(/^app\//, "~/").replace(/^scripts\//, "../../scripts/");
      const what = type ? "import type { Thing }" : "import { thing }";
      writeFileSync(
        path.join(house, file),
        `${what} from "${source}";\n\nexport const own = ${type ? "null as Thing | null" : "thing"};\n`,
      );
      if (breach) planted.push(`${file} → ${target}`);
    };
    const name = (text: string) => text.replaceAll(/\W+/g, "-");

    // A target of each ending in each room.
    for (const { folder } of ROOMS) {
      for (const { ending } of ENDINGS) {
        mkdirSync(path.join(house, folder), { recursive: true });
        writeFileSync(
          path.join(house, folder, `target${ending}`),
          "export const thing = 1;\nexport type Thing = 1;\n",
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
    plant("app/root.tsx", "app/routes/target.tsx");
    plant("app/values/egg.ts", "app/values/hen.ts");
    // A circle is reported once, at the file it was found from.
    plant("app/values/hen.ts", "app/values/egg.ts", { breach: false });
    plant("app/values/out.ts", "scripts/law.mjs");

    const refused = violations(house).map(({ from, to }) =>
      to.includes("node_modules/drizzle-orm") ? `${from} → drizzle-orm` : `${from} → ${to}`,
    );
    expect([...new Set(refused)].sort()).toEqual([...planted].sort());
  } finally {
    rmSync(house, { recursive: true });
  }
});

function files(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}
