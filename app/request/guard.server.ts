import { claimsIn, cookiesFor } from "~/accounts/cookies.server.ts";
import { apiMessages } from "~/api/messages.ts";
import { carriesCall, isCall, isForPrograms, refuseProgram, speaksAsProgram } from "~/api/programs.server.ts";
import { isOneClick, isUnsubscribing } from "~/mail/unsubscribing.ts";
import { mediaType, readableForm } from "~/platform/bodies.server.ts";
import type { Config } from "~/platform/config.server.ts";
import { messages } from "~/values/messages.ts";
import { requestMessages } from "./messages.ts";

const KILOBYTE = 1024;

/** The size limit of a form: enough for three essays of 3,000 characters in any script, percent-encoded. */
export const FORM_CAP = 256 * KILOBYTE;
export const JSON_CAP = 64 * KILOBYTE;
/** The size limit of an upload: enough for a document of 5,000,000 bytes with its envelope. */
export const UPLOAD_CAP = 5_300_000;
/** The size limit of a table: enough for 50,000 applicants with every column of the export. */
export const TABLE_CAP = 12_000_000;
/**
 * The only path that accepts a table. Only people with the admin claim may post one; for everybody else, the usual
 * limit applies to this path.
 */
const TABLE_PATH = "/admin/upload-decisions";
/**
 * A body larger than its limit is read and discarded up to this size. Stopping in the middle would break the connection
 * under `wrangler dev`, which then answers 503 by itself. If a body declares a greater length than this, it is not read
 * at all.
 */
const DRAIN_LIMIT = 64 * KILOBYTE * KILOBYTE;

const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS"]);
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** `again` makes the same request a second time, for a page that has to be made twice. */
type Guarded = { request: Request; again: () => Request; oversized: boolean };

export type GuardAnswer = Guarded | { refusal: Response };

/**
 * The checks that every request must pass before Remix sees it: host, method, size, origin. The request that is passed
 * on has no X-Forwarded-Host, and no Origin that would make Remix fail. Its body is in memory and within its limit. If
 * the body was over the limit, it is replaced with an empty one, and the request is marked `oversized`.
 */
export async function guard(incoming: Request, config: Config): Promise<GuardAnswer> {
  const url = new URL(incoming.url);
  const forPrograms = isForPrograms(url.pathname);
  const byProgram = speaksAsProgram(incoming);
  const isSafe = SAFE_METHODS.has(incoming.method);
  const refuse = (status: number, sentence: string, headers?: Record<string, string>) => ({
    refusal: byProgram ? refuseProgram(incoming, status, sentence) : plainPage(status, sentence, headers),
  });
  if (config.origin && url.origin !== config.origin) {
    if (config.origin !== `https://${url.host}`)
      return refuse(421, requestMessages.otherAddress(config.origin));
    if (!isSafe || byProgram) return refuse(421, requestMessages.httpsOnly(config.origin));
    return { refusal: moved(config.origin + url.pathname + url.search) };
  }
  if (!METHODS.has(incoming.method))
    return refuse(405, messages.methodNotAllowed, { Allow: "GET, HEAD, POST" });
  if (!isDecodable(url.pathname))
    return refuse(400, byProgram ? apiMessages.unreadableCall : messages.badRequest);
  // This also answers the preflight request, with which a browser asks whether a page of another origin may make a
  // call. Every answer has the headers for which the preflight asks.
  if (incoming.method === "OPTIONS") {
    const Allow = forPrograms ? "POST, OPTIONS" : "GET, HEAD, POST, OPTIONS";
    return { refusal: new Response(null, { status: 204, headers: { Allow } }) };
  }

  // The parameter is removed because Remix still answers this older way of requesting data, and logs a fault each time.
  url.searchParams.delete("_data");

  const headers = new Headers(incoming.headers);
  headers.delete("X-Forwarded-Host");
  headers.delete("Origin");
  const { method } = incoming;
  if (isSafe) {
    const again = () => new Request(url, { method, headers });
    return { request: again(), again, oversized: false };
  }

  const body = await readCapped(incoming, await capFor(incoming, config));
  if (body === "broken") return refuse(400, byProgram ? apiMessages.unreadableCall : messages.badRequest);
  const oversized = body === "oversized";
  const sent = oversized ? new Uint8Array() : body;
  const again = () => new Request(url, { method, headers, body: sent });
  const request = again();
  if (forPrograms) return { request, again, oversized };
  const mayAct =
    (await isByMailProgram(request)) ||
    (fromOwnOrigin(incoming, config.origin ?? url.origin) ?? (await hasFormToken(request, config)));
  if (isCall(incoming) && (!mayAct || (await carriesCall(request))))
    return refuse(404, requestMessages.noFunction);
  if (!mayAct)
    return refuse(403, byProgram ? requestMessages.notForPrograms : requestMessages.foreignRequest);
  return { request, again, oversized };
}

/**
 * Whether the request comes from a mail program whose reader wants no more mails of a kind. Such a request has no
 * cookie, and it may come from any origin or from none.
 */
const isByMailProgram = async (request: Request): Promise<boolean> =>
  isUnsubscribing(new URL(request.url).pathname) && isOneClick(await readableForm(request.clone()));

/** Whether the request comes from our own origin; undefined if the browser does not say. */
function fromOwnOrigin(request: Request, origin: string): boolean | undefined {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site) return site === "same-origin";
  const claimed = request.headers.get("Origin");
  if (claimed) return claimed === origin;
  return undefined;
}

async function hasFormToken(request: Request, config: Config): Promise<boolean> {
  const cookie = await cookiesFor(config, request).form.parse(request.headers.get("Cookie"));
  const form = await readableForm(request.clone());
  return typeof cookie === "string" && cookie !== "" && form?.get("formToken") === cookie;
}

async function capFor(request: Request, config: Config): Promise<number> {
  const type = mediaType(request);
  if (type === "multipart/form-data") {
    // The admin claim is read from the signed role cookie here, without a query. The route itself checks the claim in
    // the database.
    const isTable =
      new URL(request.url).pathname.toLowerCase() === TABLE_PATH &&
      (await claimsIn(config, request))?.admin === true;
    return isTable ? TABLE_CAP : UPLOAD_CAP;
  }
  return type === "application/json" ? JSON_CAP : FORM_CAP;
}

/**
 * Reads the bytes of the body. The result is `oversized` if there are more than `cap`; there are never more than `cap`
 * bytes in memory. It is `broken` if the body ended too early or the sender disconnected.
 */
async function readCapped(
  { body, headers }: Request,
  cap: number,
): Promise<Uint8Array<ArrayBuffer> | "oversized" | "broken"> {
  if (!body) return new Uint8Array();
  if (Number(headers.get("Content-Length")) > DRAIN_LIMIT) return "oversized";
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const part = await reader.read().catch(() => null);
    if (!part) return "broken";
    if (part.done) break;
    size += part.value.byteLength;
    if (size <= cap) chunks.push(part.value);
    else chunks.length = 0;
    if (size > DRAIN_LIMIT) {
      await reader.cancel();
      break;
    }
  }
  return size > cap ? "oversized" : joined(chunks, size);
}

function joined(chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** A permanent redirect to the address that serves the same page safely. */
function moved(location: string): Response {
  return new Response(null, { status: 301, headers: { Location: location } });
}

function isDecodable(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes("\0");
  } catch {
    return false;
  }
}

/** A page without a layout, for a request that is refused before the app runs, or when the app cannot run. */
export function plainPage(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  const text = sentence.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><body><main><h1>${status}</h1><p>${text}</p><p><a href="/">Home</a></p></main></body></html>`;
  return new Response(page, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
}
