import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { pictureKey } from "~/domain/images.ts";
import { messages } from "~/domain/messages.ts";
import { pictureResponse } from "~/models/pictures.server.ts";
import { refuse } from "~/session.server.ts";

/** Pictures of speakers and videos, for everybody: programs and search engines may read them too. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const key = pictureKey(params["*"] ?? "");
  const picture = key && (await pictureResponse(context, key, request.headers.get("If-None-Match")));
  return picture || refuse(404, messages.notFound);
}
