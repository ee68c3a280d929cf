import { matchRoutes } from "@remix-run/react";
import { expect, test, vi } from "vitest";
import * as build from "#server-build";
import type { Handle } from "~/platform/hydration.tsx";
import { withRouteEntries } from "~/request/route-entries.server.ts";
import { leafFinder } from "~/request/routing.server.ts";

type Tree = Parameters<typeof matchRoutes>[0];

const treeUnder = (parentId?: string): Tree =>
  Object.values(build.routes).flatMap((route) => {
    if (route!.parentId !== parentId) return [];
    const { id, path, index } = route!;
    return index ? { id, path, index } : { id, path, children: treeUnder(id) };
  });

/** All routes, as Remix matches them. */
const whole = treeUnder();

const patterns = Object.keys(build.routes).map((id) => {
  const path: string[] = [];
  for (let at: string | undefined = id; at; at = build.routes[at]!.parentId)
    path.unshift(build.routes[at]!.path ?? "");
  return `/${path.filter(Boolean).join("/")}`;
});

/** Addresses that might lead to this route, and some that it must not answer. */
const addressesOf = (pattern: string) =>
  ["one", "a.b", "new", "%2F", "%61dmin"].flatMap((value) => {
    const address = pattern.replace(/:\w+|\*/g, value);
    return [
      address,
      `${address}/`,
      `/${address}`,
      address.toUpperCase(),
      `${address}/more`,
      address.replace("/", "/x"),
      address.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      address.slice(0, -1),
      address.split("/").slice(0, -1).join("/") || "/",
    ];
  });

test("the route found for an address is the one that Remix chooses", () => {
  // Addresses that cannot be decoded cause warnings.
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const find = leafFinder(build.routes);
  const addresses = new Set(patterns.flatMap(addressesOf));
  expect(addresses.size).toBeGreaterThan(1_500);
  const wrong: string[] = [];
  const found = new Set<string>();
  for (const address of addresses) {
    const chosen = matchRoutes(whole, address)?.at(-1)?.route.id ?? null;
    if (find(address) !== chosen) wrong.push(`${address}: ${find(address)} and not ${chosen}`);
    if (chosen) found.add(chosen);
  }
  expect(wrong).toEqual([]);
  const layouts = new Set(Object.values(build.routes).map((route) => route!.parentId));
  expect([...found].sort()).toEqual(
    Object.keys(build.routes)
      .filter((id) => !layouts.has(id))
      .sort(),
  );
});

test("the build knows the browser's modules of pages that hydrate, and the Worker something of every route", () => {
  const branchOf = (id: string): string[] => {
    const { parentId } = build.routes[id]!;
    return [id, ...(parentId ? branchOf(parentId) : [])];
  };
  const ids = Object.keys(build.routes);
  const hydrating = ids.filter((id) => (build.routes[id]!.module.handle as Handle | undefined)?.hydrate);
  expect(hydrating.length).toBeGreaterThan(0);
  const branches = new Set(hydrating.flatMap(branchOf));
  expect(Object.keys(build.assets.routes).sort()).toEqual([...branches].sort());

  const { routes } = withRouteEntries(build).assets;
  expect(Object.keys(routes)).toEqual(ids);
  for (const id of branches) {
    const { imports, css, ...told } = build.assets.routes[id]!;
    expect(routes[id]).toEqual({ ...told, imports, css });
    // Remix made these entries from the files. The entries that we make must be the same.
    const { [id]: _, ...others } = build.assets.routes;
    const own = withRouteEntries({ ...build, assets: { ...build.assets, routes: others } }).assets.routes[id];
    expect(own).toEqual({ ...told, module: "" });
  }
});
