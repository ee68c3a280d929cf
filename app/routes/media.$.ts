import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { pictureAt } from "~/library/images.ts";
import { pictureResponse } from "~/library/pictures.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

/** Pictures of speakers, videos and editions. Everybody may see them, including programs and search engines. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const found = pictureAt(params["*"] ?? "");
  const picture = found && (await pictureResponse(context, found, request));
  return picture || refuse(404, messages.notFound);
}
