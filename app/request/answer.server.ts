import { FirstTrip } from "#db/first-trip.ts";
import type { Context } from "~/platform/context.server.ts";

/**
 * A page in one round trip to D1. It is made on the assumption that its visitor is who the cookies say and that the
 * settings are the last ones, which the page's own round trip checks; if that fails, what was made is thrown away and
 * the page is made again, of what D1 says. Only what changes nothing is made so. Design, section 10.11.
 *
 * @param contextWith called once for each time that the page is made.
 */
export async function answerPage(
  request: Request,
  contextWith: (firstTrip: FirstTrip | null) => Context,
  handle: (request: Request, context: Context) => Promise<Response>,
): Promise<Response> {
  if (request.method === "GET" || request.method === "HEAD") {
    const firstTrip = new FirstTrip();
    const context = contextWith(firstTrip);
    const response = await Promise.race([handle(request, context), firstTrip.givenUp]);
    if (response !== "given up" && (await firstTrip.allows())) return response;
  }
  return handle(request, contextWith(null));
}
