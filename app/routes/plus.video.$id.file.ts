import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { messages } from "~/domain/messages.ts";
import { readVideoFile } from "~/models/library.server.ts";
import { videoResponse } from "~/models/playback.server.ts";
import { refuse, requireAccess } from "~/session.server.ts";

/**
 * The only address of a video file. Open videos are for everybody; any other id, whether it exists or not, is
 * behind the gate.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params, request } = args;
  const video = await readVideoFile(context.db, params["id"]!);
  if (video?.access !== "open") await requireAccess(args, "hpairPlus");
  const response = video && (await videoResponse(context, video.key, request));
  return response ?? refuse(404, messages.notFound);
}
