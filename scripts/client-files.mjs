// Remix makes many files for browsers. This module finds out which of these files a page can load.

/** The service worker of the door. When it is published, the version of the build replaces `VERSION` in its text. */
export const DOOR_WORKER = "door/worker.js";
export const VERSION = "version-of-the-build";

/** The modules that `vite.config.ts` makes for pages that send no React. */
const ENHANCEMENT = /(^|\/)enhance-[\w-]+\.js$/;

/**
 * The files to serve: everything that is not a script, the door's service worker, the enhancement modules, and Remix's
 * scripts for the routes that hydrate. Remix's scripts are its entry, the modules of the matched routes, and all
 * modules that these import, statically or dynamically. Modules that only other routes need are left out, because links
 * on a page that hydrates load the next page as a new document.
 *
 * @param build the server build of Remix: its routes, and in `assets` its manifest for the client.
 * @param names the paths of the files, relative to the folder that is served.
 * @param textOf returns the text of such a file.
 * @throws if the manifest has no entry for a route that hydrates.
 */
export function clientFiles({ routes, assets }, names, textOf) {
  const fileOf = (address) => names.find((name) => address === `/${name}`);
  const entries = Object.keys(routes)
    .map((id) => branchOf(routes, id))
    .filter(hydrates)
    .flatMap((branch) => [assets.entry, ...branch.map(({ id }) => entryOf(assets, id))]);
  const addresses = entries.flatMap(({ module, imports = [] }) => [module, ...imports]);
  const needed = new Set(addresses.map(fileOf));
  // The set grows during the loop. File names contain a hash. So if the text of a module contains such a name, the
  // module refers to that file.
  for (const name of needed) {
    const text = textOf(name);
    for (const other of names) if (isScript(other) && text.includes(baseOf(other))) needed.add(other);
  }
  // The manifest is added after the loop. It names the modules of all routes, but the browser loads only the modules of
  // the matched routes.
  if (needed.size > 0) needed.add(fileOf(assets.url));
  return names.filter((name) => !isScript(name) || isOurs(name) || needed.has(name));
}

function entryOf(assets, id) {
  const entry = assets.routes[id];
  if (!entry)
    throw new Error(
      `${id} is on a page that hydrates, but scripts/route-entries.ts left its entry out of Remix's manifest. The route that sets \`hydrate\` must contain \`hydrate: true\` word for word in its \`export const handle\`.`,
    );
  return entry;
}

const isOurs = (name) => name === DOOR_WORKER || ENHANCEMENT.test(name);
const isScript = (name) => name.endsWith(".js");
const baseOf = (name) => name.slice(name.lastIndexOf("/") + 1);

/** A route and the routes around it, outermost first. */
function branchOf(routes, id) {
  const route = routes[id];
  return [...(route.parentId ? branchOf(routes, route.parentId) : []), route];
}

/**
 * Whether the page at the end of this branch hydrates. The innermost route that sets `hydrate` decides. `handleOf` in
 * app/platform/hydration.tsx does the same when the page is rendered.
 */
const hydrates = (branch) => branch.reduce((before, { module }) => module.handle?.hydrate ?? before, false);
