import type { PasskeyRequest } from "~/values/types.ts";
import type { Args } from "./context.server.ts";
import { logFault, whereOf } from "./log.server.ts";

/**
 * The data that a refusal page needs in addition to its status. `resume` holds the fields of an interrupted form: its
 * sender was no longer signed in, or has to type a code of the second factor for an act that hurts. `passkey` is there
 * if a passkey can be used instead of the code.
 */
export type Refusal = {
  message: string;
  signIn?: {
    redirectTo: string;
    resume: [name: string, value: string][];
    asks?: "code";
    passkey?: PasskeyRequest | null;
  };
};

/**
 * Throws the page that says why the request is refused. The thrown value is a Response: if a route without a page threw
 * anything else, the answer would not contain the sentence `message`.
 */
export function refuse(status: number, message: string, signIn?: Refusal["signIn"]): never {
  throw Response.json({ message, signIn } satisfies Refusal, { status });
}

/**
 * Returns the result of the work. If the work fails, this function throws a 503 page. The page has the sentence that
 * the specification gives for this failure.
 */
export async function orUnavailable<Result>(
  { request, context }: Args,
  work: Promise<Result>,
  sentence: string,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    // A rule refused the request; nothing failed.
    if (error instanceof Response) throw error;
    logFault(error, whereOf(request, context.requestId));
    refuse(503, sentence);
  }
}
