// Which of the files that Remix makes for browsers a page can load.

/** What `vite.config.ts` makes for pages that send no React. */
const ENHANCEMENT = /(^|\/)enhance-[\w-]+\.js$/;

/**
 * Everything that is no script, the enhancement modules, and for the routes that hydrate what Remix loads there: its
 * entry, the modules of the matched routes, and all that these name, whether they import it at once or later. What
 * the modules of other routes need stays out: a page that hydrates leads to other pages by links that load them anew.
 *
 * @param build the server build of Remix: its routes, and in `assets` its manifest for the client.
 * @param names the files' paths, relative to the folder that is served.
 * @param textOf the text of such a file.
 * @throws if the manifest says nothing of a route that hydrates.
 */
export function clientFiles({ routes, assets }, names, textOf) {
  const fileOf = (address) => names.find((name) => address === `/${name}`);
  const entries = Object.keys(routes)
    .map((id) => branchOf(routes, id))
    .filter(hydrates)
    .flatMap((branch) => [assets.entry, ...branch.map(({ id }) => entryOf(assets, id))]);
  const addresses = entries.flatMap(({ module, imports = [] }) => [module, ...imports]);
  const needed = new Set(addresses.map(fileOf));
  // The set grows while it is walked. Names hold a hash, so whoever holds a name means that file.
  for (const name of needed) {
    const text = textOf(name);
    for (const other of names) if (isScript(other) && text.includes(baseOf(other))) needed.add(other);
  }
  // It names every route's module, but the browser loads those of the matched routes alone.
  if (needed.size > 0) needed.add(fileOf(assets.url));
  return names.filter((name) => !isScript(name) || ENHANCEMENT.test(name) || needed.has(name));
}

function entryOf(assets, id) {
  const entry = assets.routes[id];
  if (!entry) throw new Error(`${id} is on a page that hydrates, and scripts/route-entries.ts left it out.`);
  return entry;
}

const isScript = (name) => name.endsWith(".js");
const baseOf = (name) => name.slice(name.lastIndexOf("/") + 1);

/** A route and those around it, the outermost first. */
function branchOf(routes, id) {
  const route = routes[id];
  return [...(route.parentId ? branchOf(routes, route.parentId) : []), route];
}

/** As a page decides it (`handleOf`): what the innermost route says counts. */
const hydrates = (branch) => branch.reduce((before, { module }) => module.handle?.hydrate ?? before, false);
