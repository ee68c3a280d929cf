// Each file that a document, a comment or a string names exists. Each script that a comment or a string names is in
// package.json.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/env.mjs";
import { filesOfProject } from "./support/files.ts";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const files = filesOfProject();
const documents = files.filter((name) => name.endsWith(".md"));
const sources = files.filter((name) => /\.(mjs|ts|tsx|css|toml|sh|sql)$/.test(name));
const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;

/** A path from the root of the repository. It may be anywhere in a text, even within a string. */
const PATH = /(?<![\w@./-])(?:app|db|docs|migrations|public|scripts|test)\/[\w./$*{},<>-]*[\w*}>]/g;
/** A file that a document names without saying where it is. */
const NAME = /`([\w$][\w./$*{},-]*\.(?:css|md|mjs|json|sql|svg|toml|tsx?|\*))`/g;
/** A path relative to the file that imports or reads it. */
const BESIDE = /(?:tsImport\(\s*|new URL\()"(\.{1,2}\/[^"]+)"/g;

/** These tests make the files that they name, so the files exist only while the tests run. */
const MAKE_THEIR_OWN = ["test/build.test.ts", "test/law.test.ts", "test/named-files.test.ts"];

/**
 * Whether the path of some file or folder ends with this name. `*` and `<word>` stand for any part of a name, `**` for
 * any folders, and `{a,b}` for either of the two. Names that are put together at run time are not looked for.
 */
function isThere(name: string, fromRoot: boolean) {
  if (name.includes("${")) return true;
  const pattern = name
    .replaceAll(/[.+^$()|[\]\\]/g, "\\$&")
    .replaceAll("**/", "(.+/)?")
    .replaceAll(/\*|<\w+>/g, "[^/]*")
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(",", "|")})`);
  const found = new RegExp(`${fromRoot ? "^" : "(^|/)"}${pattern}(/|$)`);
  return files.some((file) => found.test(file));
}

const missingIn = (file: string) => {
  const text = read(file);
  const paths = [...text.matchAll(PATH)].map(([found]) => found).filter((found) => !isThere(found, true));
  const names = file.endsWith(".md")
    ? [...text.matchAll(NAME)].map(([, found]) => found!).filter((found) => !isThere(found, false))
    : [];
  const beside = [...text.matchAll(BESIDE)]
    .map(([, found]) => path.join(path.dirname(file), found!))
    .filter((found) => !isThere(found, true));
  return [...paths, ...names, ...beside].map((missing) => `${file}: ${missing}`);
};

test("every file that a document, a comment or a string names is there", () => {
  const looked = [...documents, ...sources].filter((file) => !MAKE_THEIR_OWN.includes(file));
  expect(looked.flatMap(missingIn)).toEqual([]);
});

test("every script that a comment or a sentence names is in package.json", () => {
  const unknown = sources.flatMap((file) =>
    [...read(file).matchAll(/npm run (?:--silent )?([a-z][\w:-]+)/g)]
      .filter(([, name]) => !(name! in scripts))
      .map(([found]) => `${file}: ${found}`),
  );
  expect(unknown).toEqual([]);
});
