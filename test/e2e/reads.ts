import type { AppLoadContext, EntryContext, HandleDocumentRequestFunction } from "@remix-run/cloudflare";

import type { Handle } from "../../app/platform/hydration.tsx";

// What a page that hydrates uses of the data that travel with it. Whoever gets the page has them, so that what it does
// not show must not be in them (docs/decisions/0068-nothing-travels-that-is-not-used.md).

/**
 * Leaves of a page's data by their path, such as `routes/_delegate.help › questions[].title`: what the page used, and
 * what it did not.
 */
export type Reads = { used: string[]; unused: string[] };

type Leaf = { path: string; value: unknown; isRead: boolean; isCopied: boolean };

/** The lists of an object's leaves are one: a field of a list is used if it is used of one entry. */
class Recording {
  readonly #leaves = new Map<string, Leaf>();

  /** The same data, of which it is known afterwards what was read. */
  of<Value>(value: Value, path: string): Value {
    this.#leavesIn(value, path);
    return this.#watched(value, path);
  }

  /** By path, for what says something: nothing and no words tell nobody anything. */
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
    // To copy an object or to write it down, JavaScript asks for the description of its properties, and then for them.
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

/** The data in which every leaf of a path says something else. */
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

/** Other things that a leaf could say. */
const others = (value: unknown): ((value: unknown) => unknown)[] => {
  if (typeof value === "boolean") return [(one) => !one];
  if (typeof value === "number") return [(one) => Number(one) + 1, () => 0, (one) => -Number(one)];
  return [(one) => `${one}~`, () => ""];
};

type Render = HandleDocumentRequestFunction;

/** The header of a request for a page whose reads are wanted, and of its answer, which names them. */
export const READS = "X-Reads";

/**
 * Renders as `render` does, and says in a header of the answer what the page used of its data. What was only handed on
 * in a copy (by spreading it, say) is used if the page looks otherwise when it says something else.
 *
 * @param who for whom the page is: those whose page may use other data than those of others.
 */
export function recorded(render: Render, who: (context: AppLoadContext) => Promise<string>): Render {
  /** What is known of a path for these people does not have to be tried or told again. */
  const told = new Map<string, "used" | "unused">();
  return async (request, status, headers, page, context) => {
    // The data of other pages stay on the server.
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
      // What is streamed beside the page can be read once only.
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
