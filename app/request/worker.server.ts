import type { ServerBuild } from "@remix-run/cloudflare";
import { newMeter } from "#db/client.ts";
import type { FirstTrip } from "#db/first-trip.ts";
import { crossOriginHeaders, refuseProgram, speaksAsProgram } from "~/api/programs.server.ts";
import { type PictureModules, picturesBy } from "~/library/picture-converter.server.ts";
import { type Config, readConfig } from "~/platform/config.server.ts";
import type { Context, Env } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { logFault, whereOf } from "~/platform/log.server.ts";
import { messages } from "~/values/messages.ts";
import { answer } from "./answer.server.ts";
import { createContext } from "./build-context.server.ts";
import { permissionsPolicy } from "./content-security-policy.server.ts";
import { keepHouse } from "./cron.server.ts";
import { guard, plainPage } from "./guard.server.ts";
import { howToPrepare, type UnpreparedPart, unpreparedPart } from "./health.server.ts";
import { requestMessages } from "./messages.ts";
import { withRouteEntries } from "./route-entries.server.ts";
import { requestHandler } from "./routing.server.ts";
import { beginTrip, turnedAway } from "./shedding.server.ts";

/**
 * The Worker: how it answers requests, and what it does by itself every minute. `app/entry.worker.ts` passes in the
 * build and the modules for pictures.
 */
export function workerOf(build: ServerBuild, modules: PictureModules) {
  const handle = requestHandler(withRouteEntries(build));
  const pictures = picturesBy(modules);
  return {
    async fetch(incoming, env, execution) {
      const requestId = newId();
      const config = configuration(env);
      if (!config) {
        const response = unavailable(incoming, "configuration", requestMessages.notSetUp);
        return secured(response, incoming, requestId);
      }
      const meter = newMeter(beginTrip);
      let context: Context | undefined;
      try {
        const away = await turnedAway(incoming, config);
        if (away) return secured(away, incoming, requestId, config);
        const guarded = await guard(incoming, config);
        if ("refusal" in guarded) return secured(guarded.refusal, incoming, requestId, config);
        const missing = await unprepared(env, config);
        if (missing) {
          const response = unavailable(incoming, missing, requestMessages.unprepared[missing]);
          return secured(response, incoming, requestId, config);
        }
        const { request, again, oversized } = guarded;
        const made = { env, config, request, execution, pictures, handle, oversized, requestId, meter };
        const contextWith = (firstTrip: FirstTrip | null, isSecond: boolean) => {
          context = createContext({ ...made, firstTrip, isSecond });
          return context;
        };
        const response = await legible(await answer(request, again, contextWith, handle), request);
        return secured(response, incoming, requestId, config, context);
      } catch (error) {
        logFault(error, whereOf(incoming, requestId));
        const response = failure(incoming, 500, messages.serverFault);
        return secured(response, incoming, requestId, config, context);
      }
    },

    async scheduled({ scheduledTime }, env, execution) {
      const config = configuration(env);
      if (!config) return;
      const request = new Request(config.origin ?? "http://scheduled.invalid/");
      const context = createContext({ env, config, request, execution, pictures, handle });
      try {
        if (await unprepared(env, config)) return;
        await keepHouse(context, scheduledTime);
      } catch (error) {
        logFault(error, { requestId: context.requestId, method: "cron", path: "" });
      }
    },
  } satisfies ExportedHandler<Env>;
}

/** The configuration of each set of variables. It is checked only once, because an isolate's variables never change. */
const configurations = new WeakMap<Env, Config>();

/**
 * The configuration; null for a Worker that must not answer. In that case one sentence in the log says what is wrong
 * with its variables.
 */
function configuration(env: Env): Config | null {
  try {
    const config = configurations.get(env) ?? readConfig(env);
    configurations.set(env, config);
    return config;
  } catch (error) {
    console.error((error as Error).message);
    return null;
  }
}

/**
 * The part that the database lacks; without it, this Worker cannot answer. Null if nothing is missing. A sentence in
 * the log says how to add the missing part.
 */
async function unprepared(env: Env, config: Config): Promise<UnpreparedPart | null> {
  const missing = await unpreparedPart(env.DB);
  if (missing) console.error(howToPrepare(missing, config));
  return missing;
}

/**
 * A route that has no page may refuse a request. Then a person gets the refusal as a page, and a program gets the
 * refusal's sentence as JSON.
 */
async function legible(response: Response, request: Request): Promise<Response> {
  const refused = response.headers.has("X-Remix-Catch") && request.method !== "HEAD";
  if (!refused || !request.headers.get("Accept")?.includes("text/html")) return response;
  const { message } = await response.json<{ message: string }>();
  return plainPage(response.status, message);
}

/** The answer of a portal that is not set up; `/health` names the missing part. */
function unavailable(
  request: Request,
  missing: UnpreparedPart | "configuration",
  sentence: string,
): Response {
  if (new URL(request.url).pathname !== "/health") return failure(request, 503, sentence);
  return Response.json({ ok: false, missing }, { status: 503 });
}

function failure(request: Request, status: 500 | 503, sentence: string): Response {
  return speaksAsProgram(request) ? refuseProgram(request, status, sentence) : plainPage(status, sentence);
}

/**
 * Adds the headers that every answer has. Headers for caching and content policy that a route has set are kept.
 *
 * @param config left out if there is no valid one.
 */
function secured(
  response: Response,
  incoming: Request,
  requestId: string,
  config?: Config,
  context?: Context,
): Response {
  const headers = new Headers(response.headers);
  const crossOrigin = config ? crossOriginHeaders(config, incoming) : {};
  for (const [name, value] of Object.entries(crossOrigin)) headers.set(name, value);
  const setDefault = (name: string, value: string) => headers.has(name) || headers.set(name, value);
  setDefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  setDefault("Cache-Control", "private, no-store");
  setDefault("Vary", "Cookie");
  // A route that refuses POST accepts GET and HEAD. A route that refuses another method accepts POST.
  if (response.status === 405) setDefault("Allow", incoming.method === "POST" ? "GET, HEAD" : "POST");
  // Either the portal is busy, or it has a fault that may soon be over.
  if (response.status === 503) setDefault("Retry-After", "2");
  if (response.status === 429) setDefault("Retry-After", String(60 * (context?.wait.minutes || 1)));
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  setDefault("Permissions-Policy", permissionsPolicy());
  if (config?.production) headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  headers.set("X-Request-Id", requestId);
  for (const cookie of context?.cookies ?? []) headers.append("Set-Cookie", cookie);
  if (context && !config?.production) {
    const { trips, milliseconds, statements, hashes, hashing } = context.meter;
    const together = hashing === undefined ? "" : `, hashing;desc="${hashing}"`;
    headers.set(
      "Server-Timing",
      `db;desc="${trips}";dur=${milliseconds}, statements;desc="${statements}", scrypt;desc="${hashes}"${together}`,
    );
  }
  return new Response(response.body, { status: response.status, headers });
}
