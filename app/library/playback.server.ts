import type { Context } from "~/platform/context.server.ts";
import { streamPlayer } from "~/platform/ports/stream.server.ts";
import { isUnchanged, rangeAnswer } from "~/values/byte-range.ts";
import type { VideoSource } from "~/values/types.ts";
import { type EmbeddedVideo, embedded } from "./playback.ts";

/**
 * The facts that a page needs to play a video. Only videos of the kinds `frame` and `service` contact another server,
 * and only the server at `origin`.
 */
export type Playback =
  | { kind: "file"; src: string }
  | { kind: "frame"; src: string; origin: string }
  | ({ kind: "service" } & EmbeddedVideo)
  | { kind: "none" };

type Playable = { id: string; source: VideoSource; sourceId: string; lengthSeconds: number };

/**
 * The player of a video, set to start at a given second. The caller must have checked that the person may watch the
 * video.
 */
export async function playerOf(
  { config }: Context,
  video: Playable,
  startSeconds: number,
): Promise<Playback> {
  if (video.source === "file") {
    return {
      kind: "file",
      src: `/plus/video/${video.id}/file${startSeconds > 0 ? `#t=${startSeconds}` : ""}`,
    };
  }
  if (video.source === "stream") {
    if (!config.stream) return { kind: "none" };
    const src = await streamPlayer(config.stream, video, startSeconds, Date.now());
    return { kind: "frame", src, origin: config.stream.origin };
  }
  const service = embedded(video.source, video.sourceId, startSeconds);
  return service ? { kind: "service", ...service } : { kind: "none" };
}

/** The types of files that a browser may play. A file of another type can only be downloaded. */
const PLAYED = new Set(["video/mp4", "video/webm"]);

/**
 * The response to a player's request for a video file: the whole file, a part of it (RFC 9110, section 14), or only the
 * headers. The file is streamed from the file store to the browser. Null if there is no such file.
 */
export async function videoResponse(
  { files }: Context,
  key: string,
  { method, headers: requestHeaders }: Pick<Request, "method" | "headers">,
): Promise<Response | null> {
  const file = await files.describe(key);
  if (!file) return null;
  const { size, etag, contentType } = file;
  const headers = new Headers({
    "Accept-Ranges": "bytes",
    "Content-Type": contentType && PLAYED.has(contentType) ? contentType : "application/octet-stream",
    "Content-Disposition": "inline",
    ETag: etag,
  });
  if (isUnchanged(requestHeaders.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  // A range applies to GET only.
  const wanted = method === "HEAD" ? null : requestHeaders.get("Range");
  const range = rangeAnswer(wanted, size, etag, requestHeaders.get("If-Range"));
  if (range.answer === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, length } = range.answer === "part" ? range : { from: 0, length: size };
  headers.set("Content-Length", String(length));
  if (method === "HEAD") return new Response(null, { headers });
  const body = await files.getPart(file, from, length);
  if (!body) return null;
  if (range.answer === "whole") return new Response(body, { headers });
  headers.set("Content-Range", `bytes ${from}-${from + length - 1}/${size}`);
  return new Response(body, { status: 206, headers });
}
