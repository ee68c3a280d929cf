import { FirstTrip, type GivenUp } from "#db/first-trip.ts";
import { mediaType } from "~/platform/bodies.server.ts";
import type { Context } from "~/platform/context.server.ts";

/**
 * Answers with as few round trips to D1 as can be. The answer is made on the assumption that its visitor is who the
 * cookies say, and that the settings and the versions of contents are the last ones, which the first round trip checks
 * beside what it reads. If that fails, nothing has been written, what was made is thrown away, and the answer is made
 * again: of what the check found, and of what D1 says if that fails too. Design, section 10.11.
 *
 * @param again makes the same request once more.
 * @param contextWith called once for each time that the answer is made; `isSecond` if the first time was outdated.
 */
export async function answer(
  request: Request,
  again: () => Request,
  contextWith: (firstTrip: FirstTrip | null, isSecond: boolean) => Context,
  handle: (request: Request, context: Context) => Promise<Response>,
): Promise<Response> {
  // A file is too large to be held for a second time.
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
