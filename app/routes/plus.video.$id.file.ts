import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccess } from "~/access/gate.server.ts";
import { readVideoFile } from "~/library/library.server.ts";
import { videoResponse } from "~/library/playback.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

/**
 * The only address of a video file. Open videos are for everybody. For any other id, a subscription is required, even
 * if there is no video with that id.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params, request } = args;
  const video = await readVideoFile(context.db, params["id"]!);
  if (video?.access !== "open") await requireAccess(args, "hpairPlus");
  const response = video && (await videoResponse(context, video.key, request));
  return response ?? refuse(404, messages.notFound);
}
