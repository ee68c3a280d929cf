import { FirstTrip } from "#db/first-trip.ts";
import { mediaType } from "~/platform/bodies.server.ts";
import type { Context } from "~/platform/context.server.ts";

/**
 * Answers with as few round trips to D1 as can be. The answer is made on the assumption that its visitor is who the
 * cookies say and that the settings are the last ones, which the first round trip checks beside what it reads. If that
 * fails, nothing has been written, what was made is thrown away, and the answer is made again, of what D1 says.
 * Design, section 10.11.
 *
 * @param again makes the same request once more.
 * @param contextWith called once for each time that the answer is made.
 */
export async function answer(
  request: Request,
  again: () => Request,
  contextWith: (firstTrip: FirstTrip | null) => Context,
  handle: (request: Request, context: Context) => Promise<Response>,
): Promise<Response> {
  // A file is too large to be held for a second time.
  if (mediaType(request) === "multipart/form-data") return handle(request, contextWith(null));
  const firstTrip = new FirstTrip();
  const response = await Promise.race([handle(request, contextWith(firstTrip)), firstTrip.givenUp]);
  if (response !== "given up" && (await firstTrip.allows())) return response;
  return handle(again(), contextWith(null));
}
