// Everything that is shipped and was made by others is named with its licence in one file. The portal serves this file
// as /licences.txt.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { root } from "../scripts/env.mjs";
import { licenceNotice, NOTICE, shippedPackages } from "../scripts/licences.mjs";

let shipped: string[];
beforeAll(() => {
  shipped = shippedPackages();
});

test("public/licences.txt is what the build asks for, and is served", () => {
  const notice = readFileSync(NOTICE, "utf8");
  expect(notice, "It is written anew by: npm run licences").toBe(licenceNotice(shipped));
  expect(readFileSync(path.join(root, "build/client/licences.txt"), "utf8")).toBe(notice);
});

test.each([
  ["the Worker's script", "drizzle-orm"],
  ["its WebAssembly", "@jsquash/webp"],
  ["data that Vite put into it", "i18n-iso-countries"],
  ["a page that hydrates", "scheduler"],
  ["a script of pages without React", "tinykeys"],
  ["a picture", "world-atlas"],
  ["a package that holds another one", "@noble/hashes"],
])("what %s is made of is found: %s", (_, name) => {
  expect(shipped).toContain(path.join(root, "node_modules", name));
});

test.each(["esbuild", "firebase", "vite", "wrangler"])("%s stays with the developers", (name) => {
  expect(shipped).not.toContain(path.join(root, "node_modules", name));
});

/* ------------------------------------------------------------------ the text */

const MIT = { license: "MIT" };

/** Folders of packages with these files. */
function packages(described: Record<string, Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), "packages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return Object.entries(described).map(([name, files]) => {
    const own = path.join(folder, name);
    const all = { "package.json": JSON.stringify({ name, ...MIT }), ...files };
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(own, file)), { recursive: true });
      writeFileSync(path.join(own, file), text);
    }
    return own;
  });
}

test("packages with one text stand together, and the texts of code within a package are there too", () => {
  const notice = licenceNotice(
    packages({
      zebra: { LICENSE: "By Ada.\r\nFree.\n", "licenses.js": "no text" },
      ape: { "license.md": "By Ada.\nFree." },
      yak: {
        LICENCE: "By Ben.",
        "codec/NOTICE.txt": "And Cem.",
        "node_modules/gnu/LICENSE": "Another package.",
      },
    }),
  );
  expect(notice.split(/\n=+\n\n/).slice(1)).toEqual([
    "ape\nzebra\n\nMIT\n\nBy Ada.\nFree.\n",
    "yak\n\nMIT\n\nBy Ben.\n\nAnd Cem.\n",
  ]);
});

test("a package without a text is refused until somebody has looked for it", () => {
  expect(() => licenceNotice(packages({ gnu: {} }))).toThrow("gnu comes without the text of its licence.");
});

test("who made a package stands for a text that it does not bring", () => {
  const orm = shipped.filter((folder) => folder.endsWith("/drizzle-orm"));
  expect(licenceNotice(orm)).toMatch(
    /drizzle-orm\n\nApache-2\.0\n\n.*\nThe package is by Drizzle Team: \S+drizzle-orm\.git\n$/s,
  );
});
