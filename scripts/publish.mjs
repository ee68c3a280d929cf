// Remix builds into the folder MADE, and wrangler looks in the folder SERVED. This script copies the whole server, and
// the browser files that pages load, from MADE to SERVED, and tells the service worker of the door its version.
//
//   node --conditions=workerd --conditions=worker scripts/publish.mjs MADE SERVED [--exactly]
//
// This script loads the server's build, which says which routes hydrate. With the conditions in this command, the
// imports of the build resolve as in a Worker. A server may be running from SERVED. So the files to which this server
// refers are not removed: the files of the previous build are kept until the next build, unless `--exactly` is given.
import { createHash } from "node:crypto";
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
import { clientFiles, DOOR_WORKER, VERSION } from "./client-files.mjs";

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
const server = path.join(made, "server");
const built = (name) => readFileSync(path.join(from, name));
const build = await import(pathToFileURL(path.join(server, "index.js")).href);
// Vite's own manifest is for the next build of the server.
const forBrowsers = filesIn(from).filter((name) => !name.startsWith(".vite/"));
const files = clientFiles(build, forBrowsers, (name) => built(name).toString());

const hash = createHash("sha256").update(readFileSync(path.join(server, "index.js")));
for (const name of files) hash.update(built(name));
const version = hash.digest("hex").slice(0, 10);

const there = filesIn(to);
const before = exactly ? [] : existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : there;
for (const name of files) {
  const target = path.join(to, name);
  const content =
    name === DOOR_WORKER ? Buffer.from(built(name).toString().replace(VERSION, version)) : built(name);
  const same = existsSync(target) && readFileSync(target).equals(content);
  if (same) continue;
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}
cpSync(server, path.join(served, "server"), {
  recursive: true,
  filter: (source) => !source.endsWith(".vite"),
});
const kept = new Set([...files, ...before]);
for (const name of there) if (!kept.has(name)) rmSync(path.join(to, name));
writeFileSync(list, JSON.stringify(files));
