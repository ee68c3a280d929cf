import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ServerBuild } from "@remix-run/cloudflare";
import type { Plugin } from "vite";

const MANIFEST = "\0virtual:remix/server-manifest";
const HYDRATES = /^export const handle\b[^;]*\bhydrate: true\b/m;

/**
 * Leaves the entries of most routes out of Remix's manifest for the server. The manifest gives the addresses of every
 * route's browser modules. It takes up a twentieth of the server's script, although only pages that hydrate use it. So
 * only the entries of routes on such pages are kept. `app/request/route-entries.server.ts` adds what Remix must know
 * about the other routes.
 *
 * @param app the folder with the routes.
 */
export const routeEntries = (app: string): Plugin => ({
  name: "route-entries",
  async transform(code, id) {
    if (id !== MANIFEST) return;
    const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const manifest: ServerBuild["assets"] = module.default;
    const branches = Object.keys(manifest.routes).map((route) => branchOf(manifest.routes, route));
    const needed = new Set(branches.filter((branch) => branch.some((route) => hydrates(app, route))).flat());
    const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([route]) => needed.has(route)));
    return { code: `export default ${JSON.stringify({ ...manifest, routes })};`, map: null };
  },
});

/** A route and the routes around it, innermost first. */
function branchOf(routes: ServerBuild["assets"]["routes"], id: string): string[] {
  const { parentId } = routes[id]!;
  return [id, ...(parentId ? branchOf(routes, parentId) : [])];
}

/**
 * Whether the route's source file says that it hydrates. `scripts/client-files.mjs` reads this from the built module,
 * and fails if a route that hydrates has no entry.
 */
function hydrates(app: string, route: string): boolean {
  const files = ["tsx", "ts", "jsx"].map((ending) => path.join(app, `${route}.${ending}`));
  return HYDRATES.test(readFileSync(files.find(existsSync)!, "utf8"));
}
