// Remix builds into the folder MADE, and wrangler looks in the folder SERVED. This script copies the whole server, and
// the browser files that pages load, from MADE to SERVED.
//
//   node --conditions=workerd --conditions=worker scripts/publish.mjs MADE SERVED [--exactly]
//
// This script loads the server's build, which says which routes hydrate. With the conditions in this command, the
// imports of the build resolve as in a Worker. A server may be running from SERVED. So the files to which this server
// refers are not removed: the files of the previous build are kept until the next build, unless `--exactly` is given.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { clientFiles } from "./client-files.mjs";

const [made, served, exactly] = process.argv.slice(2);
const list = path.join(served, ".published.json");

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => statSync(path.join(folder, name)).isFile())
        .map((name) => name.replaceAll(path.sep, "/"))
    : [];

const from = path.join(made, "client");
const to = path.join(served, "client");
const build = await import(pathToFileURL(path.join(made, "server/index.js")).href);
const files = clientFiles(build, filesIn(from), (name) => readFileSync(path.join(from, name), "utf8"));

const there = filesIn(to);
const before = exactly ? [] : existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : there;
for (const name of files) {
  const [source, target] = [path.join(from, name), path.join(to, name)];
  const same = existsSync(target) && readFileSync(target).equals(readFileSync(source));
  if (!same) cpSync(source, target);
}
mkdirSync(path.join(served, "server"), { recursive: true });
cpSync(path.join(made, "server"), path.join(served, "server"), { recursive: true });
const kept = new Set([...files, ...before]);
for (const name of there) if (!kept.has(name)) rmSync(path.join(to, name));
writeFileSync(list, JSON.stringify(files));
