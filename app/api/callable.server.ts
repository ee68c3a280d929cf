import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { accountMessages } from "~/accounts/messages.ts";
import { readableJson } from "~/platform/bodies.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { logFault, whereOf } from "~/platform/log.server.ts";
import type { Refusal } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";
import {
  FUNCTIONS,
  type FunctionAnswer,
  type FunctionName,
  type Payload,
  payloadProblems,
  sentenceOf,
} from "./functions.form.ts";
import { readIdToken } from "./id-tokens.server.ts";
import { apiMessages } from "./messages.ts";

// The whole callable protocol, as a Firebase client's httpsCallable() sends and understands it. Specification, sections
// 7 and 8.

/** The error names of the protocol, each with its HTTP status. */
export const STATUS = {
  OK: 200,
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ABORTED: 409,
  ALREADY_EXISTS: 409,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  INTERNAL: 500,
  UNKNOWN: 500,
  DATA_LOSS: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const;

export type Status = keyof typeof STATUS;

/** The protocol's name for an HTTP status. If several names have this status, it is the first of them (section 8). */
export function statusOf(http: number): Status {
  const named = Object.entries(STATUS).find(([, status]) => status === http);
  return (named?.[0] as Status | undefined) ?? "UNKNOWN";
}

/**
 * An expected refusal, returned as a value. If a page would refuse in the same way, `status` is the HTTP status of that
 * page. Otherwise it is one of the protocol's names.
 */
export type CallRefusal = { refused: string; status: Status | number; details?: unknown };

export type CallAnswer<Data> = { data: Data } | CallRefusal;

/**
 * The time limit of a call in milliseconds. It is below the client's 70 s (specification, section 9), so that the
 * client gets our answer and not its own timeout.
 */
const BUDGET = 60_000;

/**
 * The deepest nesting that is accepted. It is deeper than any of our payloads, and far below the 5,000 levels at which
 * the stack overflows.
 */
const DEEPEST = 20;

/** Runs a call. `visit` is the visit of the owner of the bearer token; the cookie is ignored. */
type Call<Name extends FunctionName> = (
  context: Context,
  visit: SignedIn,
  payload: Payload<Name>,
) => Promise<CallAnswer<FunctionAnswer<Name>>>;

/**
 * The action of a function's route. Envelope, bearer and payload are checked before `call` runs. The caller always gets
 * an answer within 60 s. The answer has the form of the protocol and is never a thrown error.
 */
export function callable<Name extends FunctionName>(name: Name, call: Call<Name>) {
  return async ({ request, context }: ActionFunctionArgs): Promise<Response> => {
    const work = run(name, call, request, context).catch(async (error: unknown): Promise<CallRefusal> => {
      // A refusal that pages use too is thrown as a Response. Here it becomes an answer of the protocol.
      if (error instanceof Response) {
        const { message } = await error.json<Refusal>();
        return { refused: message, status: error.status };
      }
      logFault(error, whereOf(request, context.requestId));
      return { refused: "INTERNAL", status: "INTERNAL" };
    });
    // The work continues to its end, because a payment must be recorded even if its answer comes late.
    context.waitUntil(work);
    const answer = await inTime(work);
    if ("data" in answer) return callableResponse(request, 200, { data: answer.data, result: answer.data });
    const status = typeof answer.status === "number" ? statusOf(answer.status) : answer.status;
    return callableError(request, status, answer.refused, answer.details);
  };
}

/** The loader of a function's route. It refuses every request, because a function can be called only by POST. */
export const refuseGet = ({ request }: LoaderFunctionArgs): Response =>
  callableError(request, "INVALID_ARGUMENT", messages.methodNotAllowed);

/** An error in the form that clients read. If the client waits for a stream, the error is the stream's only event. */
export function callableError(
  request: Request,
  status: Status,
  message: string,
  details?: unknown,
): Response {
  return callableResponse(request, STATUS[status], { error: { status, message, details } });
}

function callableResponse(request: Request, http: number, body: unknown): Response {
  const json = JSON.stringify(body);
  // If a client waits for a stream, its promise stays pending for ever after an answer that is not a stream.
  if (request.headers.get("Accept")?.includes("text/event-stream")) {
    return new Response(`data: ${json}\n\n`, { headers: { "Content-Type": "text/event-stream" } });
  }
  return new Response(json, { status: http, headers: { "Content-Type": "application/json; charset=utf-8" } });
}

async function run<Name extends FunctionName>(
  name: Name,
  call: Call<Name>,
  request: Request,
  context: Context,
): Promise<CallAnswer<FunctionAnswer<Name>>> {
  const envelope = await readEnvelope(request, context.oversized);
  if ("refused" in envelope) return envelope;

  const visit = await bearerVisit(request, context).catch((error: unknown) => {
    logFault(error, whereOf(request, context.requestId));
    return "unavailable" as const;
  });
  if (visit === "unavailable") return { refused: accountMessages.authCheckFailed, status: "UNAVAILABLE" };
  if (!visit) return { refused: accountMessages.notLoggedIn, status: "UNAUTHENTICATED" };

  const payload = FUNCTIONS[name].payload(Date.now()).safeParse(envelope.data);
  if (!payload.success) {
    const problems = payloadProblems(payload.error);
    return { refused: sentenceOf(problems), status: "INVALID_ARGUMENT", details: { problems } };
  }
  return call({ ...context, visit: async () => visit }, visit, payload.data as Payload<Name>);
}

/**
 * The visit of the person whose bearer token the request has. Null if the request has no valid token, or if the token's
 * session has ended. Cookies are ignored.
 */
async function bearerVisit(request: Request, context: Context): Promise<SignedIn | null> {
  const [, token] = /^Bearer (.*)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  const session = token ? await readIdToken(context.config, token) : null;
  if (!session) return null;
  const { viewer, ...visit } = await context.visitOf(session);
  return viewer && { ...visit, viewer };
}

const badRequest: CallRefusal = { refused: apiMessages.unreadableCall, status: "INVALID_ARGUMENT" };

/** The `data` of `{"data": …}`; a body with any other key is refused. */
async function readEnvelope(request: Request, oversized: boolean): Promise<{ data: unknown } | CallRefusal> {
  if (oversized) return { refused: messages.tooLarge, status: "INVALID_ARGUMENT" };
  const body = await readableJson(request);
  if (!isRecord(body) || Object.keys(body).join() !== "data") return badRequest;
  try {
    return { data: decode(body["data"], 0) };
  } catch {
    return badRequest;
  }
}

const INT64 = new Set([
  "type.googleapis.com/google.protobuf.Int64Value",
  "type.googleapis.com/google.protobuf.UInt64Value",
]);

/**
 * The payload, with the 64-bit wrappers that native clients send turned into numbers.
 *
 * @throws Error for other wrappers, and if the nesting is deeper than in any of our payloads.
 */
function decode(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) throw new Error("Too deep");
  if (Array.isArray(value)) return value.map((item) => decode(item, depth + 1));
  if (!isRecord(value)) return value;
  if (value["@type"]) {
    const { "@type": type, value: digits } = value;
    const wraps = typeof type === "string" && INT64.has(type) && /^-?\d{1,20}$/.test(String(digits));
    if (!wraps) throw new Error("Unknown wrapper");
    return Number(digits);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item, depth + 1)]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The answer, or a refusal if there is no answer within the time limit. */
async function inTime<Answer>(work: Promise<Answer>): Promise<Answer | CallRefusal> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<CallRefusal>((resolve) => {
    timer = setTimeout(
      () => resolve({ refused: apiMessages.tookTooLong, status: "DEADLINE_EXCEEDED" }),
      BUDGET,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
