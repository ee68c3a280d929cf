import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "#server-build";
import { type Config, readConfig } from "./config.server.ts";
import { type Context, createContext, type Env } from "./context.server.ts";
import { messages } from "./domain/messages.ts";
// Here and nowhere else: Remix's build cannot take in the decoders' modules, wrangler's can.
import { pictures } from "./gateways/pictures.server.ts";
import { guard, plainPage } from "./guard.server.ts";
import { logFault, whereOf } from "./log.server.ts";
import { keepHouse } from "./models/housekeeping.server.ts";
import { crossOriginHeaders, isForPrograms, refuseProgram } from "./programs.server.ts";

const handle = createRequestHandler(build, "production");

export default {
  async fetch(incoming, env, execution) {
    const config = readConfig(env);
    const guarded = await guard(incoming, config);
    if ("refusal" in guarded) return secured(guarded.refusal, incoming, config);
    const { request, oversized } = guarded;
    const context = createContext(env, config, request, execution, oversized, pictures);
    try {
      return secured(await legible(await handle(request, context), request), incoming, config, context);
    } catch (error) {
      logFault(error, whereOf(request, context.requestId));
      return secured(failure(request), incoming, config, context);
    }
  },

  async scheduled({ scheduledTime }, env, execution) {
    const config = readConfig(env);
    const request = new Request(config.origin ?? "http://scheduled.invalid/");
    const context = createContext(env, config, request, execution, false, pictures);
    try {
      await keepHouse(context, scheduledTime);
    } catch (error) {
      logFault(error, { requestId: context.requestId, method: "cron", path: "" });
    }
  },
} satisfies ExportedHandler<Env>;

/** A refusal by a route that has no page: a person gets one all the same, a program the sentence as JSON. */
async function legible(response: Response, request: Request): Promise<Response> {
  const refused = response.headers.has("X-Remix-Catch") && request.method !== "HEAD";
  if (!refused || !request.headers.get("Accept")?.includes("text/html")) return response;
  const { message } = await response.json<{ message: string }>();
  return plainPage(response.status, message);
}

function failure(request: Request): Response {
  return isForPrograms(new URL(request.url).pathname)
    ? refuseProgram(request, 500, messages.serverFault)
    : plainPage(500, messages.serverFault);
}

/** The headers every answer carries; a route's own word on caching and content policy stands. */
function secured(response: Response, incoming: Request, config: Config, context?: Context): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(crossOriginHeaders(config, incoming))) headers.set(name, value);
  const setDefault = (name: string, value: string) => headers.has(name) || headers.set(name, value);
  setDefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  setDefault("Cache-Control", "private, no-store");
  setDefault("Vary", "Cookie");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
  if (config.production) headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  if (context) {
    headers.set("X-Request-Id", context.requestId);
    for (const cookie of context.cookies) headers.append("Set-Cookie", cookie);
    if (!config.production) {
      const { trips, milliseconds, hashes } = context.meter;
      headers.set("Server-Timing", `db;desc="${trips}";dur=${milliseconds}, scrypt;desc="${hashes}"`);
    }
  }
  return new Response(response.body, { status: response.status, headers });
}
