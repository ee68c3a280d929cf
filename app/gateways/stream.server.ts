import { importJWK, SignJWT } from "jose";
import type { StreamConfig } from "~/config.server.ts";

/** How long somebody may pause before the rest has to be opened anew. */
const PATIENCE_SECONDS = 3 * 3600;

/**
 * The address of a video that Cloudflare Stream holds, in its player's frame. It names a signed token instead
 * of the video, which plays for nobody without one, and is worth nothing some hours later.
 *
 * @param now real time.
 */
export async function streamPlayer(
  { origin, keyId, keyJwk }: StreamConfig,
  video: { sourceId: string; lengthSeconds: number },
  startSeconds: number,
  now: number,
): Promise<string> {
  const key = await importJWK(JSON.parse(atob(keyJwk)), "RS256");
  const issued = Math.floor(now / 1000);
  const token = await new SignJWT({ kid: keyId })
    .setProtectedHeader({ alg: "RS256", kid: keyId })
    .setSubject(video.sourceId)
    // Its clock may be behind ours.
    .setNotBefore(issued - 60)
    .setExpirationTime(issued + video.lengthSeconds + PATIENCE_SECONDS)
    .sign(key);
  return `${origin}/${token}/iframe${startSeconds > 0 ? `?startTime=${startSeconds}s` : ""}`;
}
