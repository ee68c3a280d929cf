import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import { handleOf, NonceContext } from "~/platform/hydration.tsx";
import { newSecret } from "~/platform/ids.server.ts";
import { logFault, whereOf } from "~/platform/log.server.ts";
import { contentSecurityPolicy, permissionsPolicy } from "~/request/content-security-policy.server.ts";
import { workerOf } from "~/request/worker.server.ts";
import { plainText } from "~/values/plain-text.ts";

/**
 * `app/entry.worker.ts` imports `workerOf` from here. So `workerOf` is built together with the code that it shares with
 * the routes.
 */
export { workerOf };

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { config }: AppLoadContext,
) {
  const { matches, loaderData, errors } = remixContext.staticHandlerContext;
  const handles = matches.map(({ route }) => ({ handle: remixContext.routeModules[route.id]?.handle }));
  const { hydrate, processor, enhance, library, frames, styles, stylesheet, camera } = handleOf(handles);
  // A page that was refused has nothing to edit, so it does not hydrate.
  const nonce = hydrate && !errors ? newSecret() : undefined;
  const page = (
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </NonceContext.Provider>
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy({
      nonce,
      styles: [styles, (loaderData["root"] as { accent?: string | null } | undefined)?.accent],
      stylesheet,
      media: library,
      // Staff view documents in frames, which come from our own origin.
      frames: enhance === "staff" ? ["'self'"] : frames?.(loaderData[matches.at(-1)!.route.id]),
      cardEntry: processor ? config.cardEntry : undefined,
    }),
  );
  if (camera && !errors) headers.set("Permissions-Policy", permissionsPolicy("self"));
  if (!nonce) {
    // Writing the page in one piece is faster than a stream, and a page that does not hydrate has nothing to stream.
    return new Response(plainText(`<!doctype html>${renderToString(page)}`), { status, headers });
  }
  const body = await renderToReadableStream(page, { nonce, signal: request.signal });
  await body.allReady;
  return new Response(plainText(await new Response(body).text()), { status, headers });
}

/** Refusals are thrown as Responses and are not faults. Any other error is a bug, and is logged only here. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  logFault(error, whereOf(request, context.requestId));
};
