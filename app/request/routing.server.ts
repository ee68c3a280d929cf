import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import type { Refusal } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";
import { pageHandler } from "./page-handler.server.ts";

type Routes = ServerBuild["routes"];
type Tree = Parameters<typeof matchRoutes>[0];

/**
 * Remix serves the data of a page, without the page itself, at another address. That address is the page's address
 * followed by `DATA`; for the home page, it is `ROOT_DATA`.
 */
const DATA = ".data";
const ROOT_DATA = "/_root.data";

/**
 * Handles requests faster than Remix's own handler. For each page, Remix matches the address against all routes three
 * times and builds all routes anew. This handler matches each address only once in an isolate. It passes the request to
 * a handler that has only the route that was found and the layouts around that route. Requests for pages that hydrate,
 * and the requests of those pages' scripts, go to the handler of the whole build, because the browser needs all
 * routes.
 *
 * The data of a page that does not hydrate has no address of its own. So no program gets data that the page does not
 * show (docs/decisions/0068-nothing-travels-that-is-not-used.md).
 */
export function requestHandler(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, "production");
  const findLeaf = leafFinder(build.routes);
  const handlers = new Map<string, RequestHandler>();

  function handlerFor(pathname: string): RequestHandler {
    if (pathname.endsWith(DATA)) {
      const leaf = findLeaf(pathname === ROOT_DATA ? "/" : pathname.slice(0, -DATA.length));
      return leaf !== null && hydrates(build, leaf) ? whole : nowhere;
    }
    const leaf = findLeaf(pathname);
    if (leaf === null) return whole;
    const made = handlers.get(leaf) ?? handlerOf(build, leaf) ?? whole;
    handlers.set(leaf, made);
    return made;
  }

  return (request, context) => handlerFor(new URL(request.url).pathname)(request, context);
}

/** The refusal for a route that has no page. */
const nowhere: RequestHandler = async () => {
  const headers = { "X-Remix-Catch": "yes" };
  return Response.json({ message: messages.notFound } satisfies Refusal, { status: 404, headers });
};

/** Whether a page sends React to the browser. */
const hydrates = ({ routes }: ServerBuild, leaf: string) =>
  chainOf(routes, leaf).some(
    (id) => (routes[id]!.module.handle as { hydrate?: boolean } | undefined)?.hydrate === true,
  );

/** The handler for a route; null for a route that hydrates. */
function handlerOf(build: ServerBuild, leaf: string): RequestHandler | null {
  if (hydrates(build, leaf)) return null;
  const chain = chainOf(build.routes, leaf);
  const only = <Entry>(entries: Record<string, Entry | undefined>) =>
    Object.fromEntries(chain.map((id) => [id, entries[id]!]));
  const assets = { ...build.assets, routes: only(build.assets.routes) };
  const own = { ...build, routes: only(build.routes), assets };
  return hasPage(build, leaf) ? pageHandler(own, chain) : createRequestHandler(own, "production");
}

/** Whether a route answers with a page, and not with a file or with data. */
const hasPage = ({ routes }: ServerBuild, leaf: string) =>
  routes[leaf]!.module.default !== undefined || routes[leaf]!.module.ErrorBoundary !== undefined;

/** How many addresses an isolate keeps in memory. */
const MOST_REMEMBERED = 2_000;

/** Finds the id of the route that Remix chooses for an address; null if there is none. */
export function leafFinder(routes: Routes): (pathname: string) => string | null {
  const tree = treeUnder(routes);
  const known = new Map<string, string | null>();
  return (pathname) => {
    const found = known.get(pathname) ?? matchRoutes(tree, pathname)?.at(-1)?.route.id ?? null;
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(pathname, found);
    return found;
  };
}

/** A route and the layouts around it, outermost first. */
function chainOf(routes: Routes, id: string): string[] {
  const { parentId } = routes[id]!;
  return [...(parentId ? chainOf(routes, parentId) : []), id];
}

function treeUnder(routes: Routes, parentId?: string): Tree {
  return Object.values(routes).flatMap((route) => {
    if (route!.parentId !== parentId) return [];
    const { id, path, index } = route!;
    return index ? { id, path, index } : { id, path, children: treeUnder(routes, id) };
  });
}
