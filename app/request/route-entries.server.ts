import type { ServerBuild } from "@remix-run/cloudflare";

type Entries = ServerBuild["assets"]["routes"];
type Routes = ServerBuild["routes"];

/**
 * Completes the manifest of browser modules in a build, so that it has an entry for every route. Remix needs this,
 * because it uses the same manifest to make the tree of routes that it renders. The build itself has entries only for
 * pages that hydrate (`scripts/route-entries.ts`). The entries added here name no module for the browser.
 */
export function withRouteEntries(build: ServerBuild): ServerBuild {
  const ids = Object.keys(build.routes);
  const routes = Object.fromEntries(
    ids.map((id) => [id, build.assets.routes[id] ?? entryOf(build.routes[id]!)]),
  );
  return { ...build, assets: { ...build.assets, routes } };
}

function entryOf({
  id,
  parentId,
  path,
  index,
  caseSensitive,
  module,
}: NonNullable<Routes[string]>): Entries[string] {
  return {
    ...{ id, parentId, path, index, caseSensitive },
    hasLoader: "loader" in module,
    hasAction: "action" in module,
    hasErrorBoundary: "ErrorBoundary" in module,
    hasClientLoader: false,
    hasClientAction: false,
    module: "",
  };
}
