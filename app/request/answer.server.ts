import { FirstTrip, type GivenUp } from "#db/first-trip.ts";
import { mediaType } from "~/platform/bodies.server.ts";
import type { Context } from "~/platform/context.server.ts";

/**
 * Answers with as few round trips to D1 as possible. The answer is first made on an assumption: the visitor is the one
 * in the cookies, and the settings and the versions of contents are the last ones known. The first round trip checks
 * this assumption, in addition to its other reads. If the check fails, nothing has been written yet. The answer is
 * discarded, and made a second time from what the check found. If the check fails a second time, the answer is made
 * without an assumption, from D1. Design, section 10.11.
 *
 * @param again makes the same request a second time.
 * @param contextWith called each time the answer is made; `isSecond` is true if the first answer was discarded.
 */
export async function answer(
  request: Request,
  again: () => Request,
  contextWith: (firstTrip: FirstTrip | null, isSecond: boolean) => Context,
  handle: (request: Request, context: Context) => Promise<Response>,
): Promise<Response> {
  // An uploaded file is too large to be kept for a second attempt.
  if (mediaType(request) === "multipart/form-data") return handle(request, contextWith(null, false));

  async function attempt(asked: Request, isSecond: boolean): Promise<Response | GivenUp> {
    const firstTrip = new FirstTrip();
    const made = await Promise.race([handle(asked, contextWith(firstTrip, isSecond)), firstTrip.givenUp]);
    return typeof made === "string" || (await firstTrip.allows()) ? made : firstTrip.givenUp;
  }

  const first = await attempt(request, false);
  if (typeof first !== "string") return first;
  const second = first === "outdated" ? await attempt(again(), true) : first;
  return typeof second === "string" ? handle(again(), contextWith(null, false)) : second;
}
