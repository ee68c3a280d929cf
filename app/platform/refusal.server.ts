import type { Args } from "./context.server.ts";
import { logFault, whereOf } from "./log.server.ts";

/**
 * What a refusal page needs beside its status; `resume` holds the fields of a form whose session had ended, or for whose
 * act a code of the second factor is needed first.
 */
export type Refusal = {
  message: string;
  signIn?: { redirectTo: string; resume: [name: string, value: string][]; asks?: "code" };
};

/**
 * Throws the page that says why the request is refused. It must be a Response: for anything else a route
 * without a page hides the sentence.
 */
export function refuse(status: number, message: string, signIn?: Refusal["signIn"]): never {
  throw Response.json({ message, signIn } satisfies Refusal, { status });
}

/** The result, or a thrown 503 page with the sentence that the specification has for this failure. */
export async function orUnavailable<Result>(
  { request, context }: Args,
  work: Promise<Result>,
  sentence: string,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    // A rule refused it; nothing failed.
    if (error instanceof Response) throw error;
    logFault(error, whereOf(request, context.requestId));
    refuse(503, sentence);
  }
}
