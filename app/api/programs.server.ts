import { mediaType, readableJson } from "~/platform/bodies.server.ts";
import type { Config } from "~/platform/config.server.ts";
import { callableError, statusOf } from "./callable.server.ts";
import { FUNCTIONS } from "./functions.form.ts";

const FUNCTION_PATHS = new Set(Object.keys(FUNCTIONS).map((name) => `/${name}`));
const ACCOUNT_PATHS =
  /^\/(identitytoolkit\.googleapis\.com\/v1\/accounts:\w+|securetoken\.googleapis\.com\/v1\/token)$/;
/**
 * The addresses of webhooks, which the card processor and the mail provider call. Each call is signed over the exact
 * bytes that were sent.
 */
const WEBHOOK_PATHS = new Set(["/webhooks/authorize-net", "/webhooks/resend"]);
/** The form of a function's address (specification, section 7), whether or not the function exists. */
const CALL_PATH = /^\/\w+\/?$/;

/** The headers that versions of the Firebase client and its add-ons send. */
const HEADERS = [
  "authorization",
  "content-type",
  "firebase-instance-id-token",
  "x-client-version",
  "x-firebase-appcheck",
  "x-firebase-client",
  "x-firebase-gmpid",
  "x-firebase-locale",
].join(", ");

const A_DAY = "86400";

/**
 * Whether an address is for programs: the functions, the operations with which programs sign in, and the webhooks.
 * Cookies are ignored at these addresses, so that a web page cannot act in the name of its visitor. CORS decides which
 * pages may call and read.
 */
export function isForPrograms(pathname: string): boolean {
  const path = plain(pathname);
  return FUNCTION_PATHS.has(path) || ACCOUNT_PATHS.test(path) || WEBHOOK_PATHS.has(path);
}

/**
 * Whether a program will read the answer. A request with JSON or a bearer token comes from a program, at any address,
 * because our own pages never send these.
 */
export function speaksAsProgram(request: Request): boolean {
  return (
    isForPrograms(new URL(request.url).pathname) ||
    mediaType(request) === "application/json" ||
    /^Bearer /i.test(request.headers.get("Authorization") ?? "")
  );
}

/** Whether a program posts to an address that looks like a function's address, whether or not the function exists. */
export function isCall(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return request.method === "POST" && CALL_PATH.test(pathname) && speaksAsProgram(request);
}

/** Whether the body of a request is a call: JSON with `data`. */
export async function carriesCall(request: Request): Promise<boolean> {
  const body = await readableJson(request.clone());
  return typeof body === "object" && body !== null && "data" in body;
}

/**
 * The address without a slash at its end. Clients join the parts of an address with slashes, and some add one at the
 * end.
 */
const plain = (pathname: string) => pathname.replace(/(?<=.)\/$/, "");

/**
 * The headers that allow pages of an allowed origin (ALLOWED_ORIGINS) to read an answer, and to ask for permission
 * before they send. Empty for other origins, and for addresses that are not for programs.
 */
export function crossOriginHeaders(config: Config, request: Request): Record<string, string> {
  if (!isForPrograms(new URL(request.url).pathname)) return {};
  const origin = request.headers.get("Origin") ?? "";
  if (!config.allowedOrigins.includes(origin)) return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    ...(request.method === "OPTIONS" && {
      "Access-Control-Allow-Methods": "POST",
      "Access-Control-Allow-Headers": HEADERS,
      "Access-Control-Max-Age": A_DAY,
    }),
  };
}

/**
 * A refusal before the app runs, or when the app cannot run. It has the format that clients of this address understand.
 */
export function refuseProgram(request: Request, status: number, sentence: string): Response {
  const path = plain(new URL(request.url).pathname);
  if (ACCOUNT_PATHS.test(path) || WEBHOOK_PATHS.has(path)) {
    // The auth client would sign its user out after any answer that it can read as JSON.
    return new Response(sentence, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
  const named = statusOf(status);
  return callableError(request, named === "UNKNOWN" ? "INVALID_ARGUMENT" : named, sentence);
}
