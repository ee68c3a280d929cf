import type { AppLoadContext, EntryContext, HandleDocumentRequestFunction } from "@remix-run/cloudflare";

import type { Handle } from "../../app/platform/hydration.tsx";

// Data travel with a hydrating page to everybody who gets the page. This module records which of these data the page
// uses. The data may contain nothing that the page does not show
// (docs/decisions/0068-nothing-travels-that-is-not-used.md).

/**
 * The leaves of a page's data that the page used, and those that it did not use. Each is named by its path, such as
 * `routes/_delegate.help › questions[].title`.
 */
export type Reads = { used: string[]; unused: string[] };

type Leaf = { path: string; value: unknown; isRead: boolean; isCopied: boolean };

/**
 * Records which leaves of an object are read. All entries of a list share one path: a field of the list counts as used
 * if the page used it in one entry.
 */
class Recording {
  readonly #leaves = new Map<string, Leaf>();

  /** The same data, but wrapped so that every read is recorded. */
  of<Value>(value: Value, path: string): Value {
    this.#leavesIn(value, path);
    return this.#watched(value, path);
  }

  /** One leaf for each path that has a value. Nulls and empty texts are left out, because they reveal nothing. */
  get leaves(): Leaf[] {
    return [...this.#leaves.values()];
  }

  #leavesIn(value: unknown, path: string): void {
    if (isBranch(value)) {
      for (const [key, inner] of Object.entries(value)) this.#leavesIn(inner, pathOf(value, key, path));
    } else if (value !== null && value !== undefined && value !== "" && !this.#leaves.has(path)) {
      this.#leaves.set(path, { path, value, isRead: false, isCopied: false });
    }
  }

  #watched<Value>(value: Value, path: string): Value {
    if (!isBranch(value)) return value;
    // When JavaScript copies an object or serialises it, it asks for the description of each property before it reads
    // the value.
    const described = new Set<string | symbol>();
    return new Proxy(value, {
      getOwnPropertyDescriptor: (target, key) => {
        described.add(key);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      get: (target, key) => {
        const isCopying = described.delete(key);
        const inner: unknown = Reflect.get(target, key);
        if (typeof key === "symbol" || !Object.hasOwn(target, key)) return inner;
        const innerPath = pathOf(target, key, path);
        const leaf = this.#leaves.get(innerPath);
        if (leaf && !isBranch(inner)) leaf[isCopying ? "isCopied" : "isRead"] = true;
        return this.#watched(inner, innerPath);
      },
    }) as Value;
  }
}

const isBranch = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) ||
  (typeof value === "object" &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null));

const pathOf = (around: object, key: string, path: string) =>
  Array.isArray(around) ? `${path}[]` : `${path}${path.endsWith(" › ") ? "" : "."}${key}`;

/** The data with another value in every leaf of the path `wanted`. */
function changed<Value>(
  data: Value,
  wanted: string,
  path: string,
  change: (value: unknown) => unknown,
): Value {
  if (isBranch(data)) {
    const entries = Object.entries(data).map(([key, inner]) => [
      key,
      changed(inner, wanted, pathOf(data, key, path), change),
    ]);
    return (Array.isArray(data) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)) as Value;
  }
  return path === wanted ? (change(data) as Value) : data;
}

const hydrates = ({ staticHandlerContext, routeModules }: EntryContext) =>
  staticHandlerContext.matches.some(
    ({ route }) => (routeModules[route.id]?.handle as Handle | undefined)?.hydrate === true,
  );

/** Functions that change a leaf's value into other values. */
const others = (value: unknown): ((value: unknown) => unknown)[] => {
  if (typeof value === "boolean") return [(one) => !one];
  if (typeof value === "number") return [(one) => Number(one) + 1, () => 0, (one) => -Number(one)];
  return [(one) => `${one}~`, () => ""];
};

type Render = HandleDocumentRequestFunction;

/** A request with this header asks what its page reads. The answer names the reads in a header of the same name. */
export const READS = "X-Reads";

/**
 * Renders as `render` does, and says in a header of the answer which of its data the page used. Some values are only
 * copied (for example by spreading). Such a value counts as used if the page looks different with another value.
 *
 * @param who names the kind of person who gets the page. People of the same kind get pages that use the same data.
 */
export function recorded(render: Render, who: (context: AppLoadContext) => Promise<string>): Render {
  /**
   * For each kind of person and each path, whether a page used it, as reported last. A path that is known to be used is
   * neither tried nor reported again. An unused path is reported again only once a page uses it.
   */
  const told = new Map<string, "used" | "unused">();
  return async (request, status, headers, page, context) => {
    // The data of a page that does not hydrate stay on the server.
    if (!request.headers.has(READS) || !hydrates(page))
      return render(request, status, headers, page, context);
    const recording = new Recording();
    const { staticHandlerContext: state } = page;
    const withData = (data: typeof state.loaderData): EntryContext => ({
      ...page,
      staticHandlerContext: { ...state, loaderData: data },
    });
    const watched = Object.fromEntries(
      Object.entries(state.loaderData).map(([route, data]) => [
        route,
        recording.of(data as unknown, `${route} › `),
      ]),
    );
    const answer = await render(request, status, headers, withData(watched), context);

    const drawn = async (data: typeof state.loaderData) => {
      // The stream beside the page can be read only once.
      const alone = { ...withData(data), serverHandoffStream: undefined };
      try {
        const response = await render(request, status, new Headers(headers), alone, context);
        return (await response.text()).replaceAll(/ nonce="[^"]*"/g, "");
      } catch {
        return "nothing";
      }
    };
    const isDrawn = async ({ path, value }: Leaf) => {
      const [route] = path.split(" › ");
      const usual = await drawn(state.loaderData);
      for (const change of others(value)) {
        const data = { ...state.loaderData };
        data[route!] = changed(data[route!] as unknown, path, `${route} › `, change);
        if ((await drawn(data)) !== usual) return true;
      }
      return false;
    };
    const reads: Reads = { used: [], unused: [] };
    const whose = await who(context);
    for (const leaf of recording.leaves) {
      const known = told.get(`${whose} ${leaf.path}`);
      if (known === "used") continue;
      const verdict = leaf.isRead || (leaf.isCopied && (await isDrawn(leaf))) ? "used" : "unused";
      if (known === verdict) continue;
      told.set(`${whose} ${leaf.path}`, verdict);
      reads[verdict].push(`${whose}: ${leaf.path}`);
    }
    answer.headers.set(READS, encodeURIComponent(JSON.stringify(reads)));
    return answer;
  };
}
