import type {
  ActionFunction,
  AppLoadContext,
  EntryContext,
  LoaderFunction,
  ServerBuild,
} from "@remix-run/cloudflare";
import {
  type AgnosticDataRouteObject,
  createStaticHandler,
  getStaticContextFromError,
  isRouteErrorResponse,
  type Params,
  type StaticHandlerContext,
} from "@remix-run/router";

type PageHandler = (request: Request, context?: AppLoadContext) => Promise<Response>;

/**
 * Answers requests for a page that does not hydrate, in the same way as Remix's own handler and with the same router.
 * It leaves out what only hydration needs: the page's data as a stream, and a copy of the request for every loader
 * (docs/decisions/0096-pages-without-a-stream.md).
 *
 * @param build the build with only the routes of the chain.
 * @param chain the ids of the page's route and of the layouts around it, outermost first.
 */
export function pageHandler(build: ServerBuild, chain: string[]): PageHandler {
  const { default: render, handleError } = build.entry.module;
  const handler = createStaticHandler([dataRoute(build, chain)], {
    future: { v7_relativeSplatPath: true, v7_throwAbortReason: true },
  });
  const routeModules = Object.fromEntries(chain.map((id) => [id, build.routes[id]!.module]));

  return async (request, context = {} as AppLoadContext) => {
    const tell = (error: unknown) => handleError?.(error, { request, context, params: {} });
    const rendered = (found: StaticHandlerContext) => {
      const entry = {
        ...{ manifest: build.assets, routeModules, future: build.future, isSpaMode: false },
        staticHandlerContext: { ...found, errors: sanitized(found.errors) },
        serializeError: sanitizedError,
      };
      return render(request, found.statusCode, new Headers(), entry as unknown as EntryContext, context);
    };
    /**
     * If an action refuses a request, the page shows the refusal inside a layout. This function loads the data of that
     * layout. The router does not do this: after an action throws, it runs only the loaders of the routes above the
     * layout. If the data cannot be loaded, the refusal is shown without the layout.
     */
    const addLayoutOfRefusal = async ({ errors, loaderData }: StaticHandlerContext) => {
      const [[routeId, error] = []] = Object.entries(errors ?? {});
      if (!routeId || loaderData[routeId] || !isRouteErrorResponse(error) || error.status >= 500) return;
      const asked = new Request(request.url, { headers: request.headers, signal: request.signal });
      loaderData[routeId] = await handler
        .queryRoute(asked, { routeId, requestContext: context })
        .catch(() => undefined);
    };

    const found = await handler.query(request, { requestContext: context });
    if (found instanceof Response) return found;
    await addLayoutOfRefusal(found);
    for (const error of Object.values(found.errors ?? {})) tell(error);
    try {
      return forMethod(request, await rendered(found));
    } catch (error) {
      tell(error);
      return forMethod(request, await rendered(getStaticContextFromError(handler.dataRoutes, found, error)));
    }
  };
}

/** A route with its child routes, in the form that the router takes. */
function dataRoute(build: ServerBuild, [id, ...inner]: string[]): AgnosticDataRouteObject {
  const { path, index, caseSensitive, module } = build.routes[id!]!;
  const { loader, action } = module as { loader?: LoaderFunction; action?: ActionFunction };
  const common = {
    ...{ id: id!, path, caseSensitive, handle: module.handle as unknown },
    hasErrorBoundary: id === "root" || module.ErrorBoundary !== undefined,
    loader: loader && called(loader),
    action: action && called(action),
  };
  if (index) return { ...common, index };
  return { ...common, children: inner.length > 0 ? [dataRoute(build, inner)] : [] };
}

const called =
  (work: LoaderFunction | ActionFunction) =>
  ({ request, params, context }: { request: Request; params: Params; context?: AppLoadContext }) =>
    work({ request: withoutIndex(request), params, context: context! });

/** The request without the parameter by which the router distinguishes an index route from its layout. */
function withoutIndex(request: Request): Request {
  if (!request.url.includes("index")) return request;
  const url = new URL(request.url);
  if (url.searchParams.get("index") !== "") return request;
  url.searchParams.delete("index");
  return new Request(url, request);
}

/** The errors that a page may show. A refusal is shown as it is, but the details of a bug are hidden. */
const sanitized = (errors: StaticHandlerContext["errors"]) =>
  errors &&
  Object.fromEntries(
    Object.entries(errors).map(([id, error]) => [id, error instanceof Error ? sanitizedError() : error]),
  );

const sanitizedError = () => Object.assign(new Error("Unexpected Server Error"), { stack: undefined });

/** An answer to HEAD has no body. */
const forMethod = ({ method }: Request, response: Response) =>
  method === "HEAD" ? new Response(null, response) : response;
