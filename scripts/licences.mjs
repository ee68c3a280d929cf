// Writes public/licences.txt: the licences of all packages by other authors that are part of a deployed portal, in the
// Worker or in the files for browsers. test/production-licences.test.ts compares the file with the contents of the
// build.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./env.mjs";
import { runScript } from "./portal.mjs";
import { bundledFiles } from "./production.mjs";

export const NOTICE = path.join(root, "public/licences.txt");

/**
 * Packages that do not come with the text of their licence. Before adding a package here, look for the text at the
 * package's origin.
 */
const WITHOUT_TEXT = ["@web3-storage/multipart-parser", "drizzle-orm"];

/** Packages that contain a complete copy of another package in their own files, which no bundler can notice. */
const CONTAINED = { otpauth: ["@noble/hashes"] };

/** Remarks that are added to the text of a licence. */
const SAID = {
  "card-validator": "Its checksum (luhn-10) is Copyright (c) 2009 Nicholas C. Zakas, under the same licence.",
  "@jsquash/jpeg": "This software is based in part on the work of the Independent JPEG Group.",
};

/** The folder of the package that a module belongs to. */
const PACKAGE = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE = /^(licen[cs]e|copying|notice)(?!.*\.([cm]?[jt]s|json|map)$)/i;

/** The folders of the packages that are in the Worker or in a file for browsers. The app must have been built. */
export function shippedPackages() {
  const bundled = Object.entries(bundledFiles()).filter(([, { bytes }]) => bytes > 0);
  const served = Object.entries(modulesOfFiles("client")).filter(([file]) =>
    existsSync(path.join(root, "build/client", file)),
  );
  const modules = [
    ...bundled.map(([file]) => file),
    ...Object.values(modulesOfFiles("ssr")).flat(),
    ...served.flatMap(([, found]) => found),
  ];
  // If Rollup has changed a module, it puts a zero byte before the module's name.
  const files = modules.map((module) => path.resolve(root, module.replace("\0", "")));
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const beside = Object.entries(CONTAINED).flatMap(([name, others]) =>
    [...folders]
      .filter((folder) => folder.endsWith(`/node_modules/${name}`))
      .flatMap((folder) => others.map((other) => folder.slice(0, -name.length) + other)),
  );
  return [...new Set([...folders, ...beside])];
}

/** The modules in each file that the build made. vite.config.ts has noted them. */
const modulesOfFiles = (part) =>
  JSON.parse(readFileSync(path.join(root, `build/made/${part}-modules.json`), "utf8"));

/**
 * The packages in these folders, sorted by name and each listed only once, with their licences. Packages whose licences
 * have the same text are listed together.
 *
 * @throws Error if a package comes without a text and is not in the list of such packages.
 */
export function licenceNotice(folders) {
  const groups = new Map();
  for (const folder of folders) {
    const described = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const { name, license } = described;
    const text = [license, SAID[name], textIn(folder) ?? sourceOf(described)].filter(Boolean).join("\n\n");
    groups.set(text, (groups.get(text) ?? new Set()).add(name));
  }
  const parts = [...groups].map(([text, names]) => `${[...names].sort().join("\n")}\n\n${text}\n`);
  return [
    "The portal contains the packages that are named here, under the licences below their names.\n",
    ...parts.sort(),
  ].join(`\n${"=".repeat(80)}\n\n`);
}

/**
 * The texts of the package's licence, and of the licences of code that it contains. Undefined if the package comes
 * without a text.
 */
function textIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => !file.split(path.sep).includes("node_modules") && LICENCE.test(path.basename(file)))
    .sort();
  const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n"));
  return texts.length > 0 ? texts.map((text) => text.replaceAll(/^\n+|\s+$/g, "")).join("\n\n") : undefined;
}

/** The author and the origin of a package that has no licence text. */
function sourceOf({ name, author, repository }) {
  if (!WITHOUT_TEXT.includes(name))
    throw new Error(
      `${name} comes without the text of its licence. Look for the text at the package's origin, then add the package to WITHOUT_TEXT in scripts/licences.mjs.`,
    );
  return `This package comes without the text of its licence. The text of this licence is elsewhere in this file, with other packages.\nThe package is by ${author}: ${repository.url}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  runScript("scripts/build.mjs");
  writeFileSync(NOTICE, licenceNotice(shippedPackages()));
}
