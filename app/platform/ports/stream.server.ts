import { importJWK, SignJWT } from "jose";
import type { StreamConfig } from "~/platform/config.server.ts";

/** For how long somebody may pause a video before they have to open the page again. */
const PATIENCE_SECONDS = 3 * 3600;

/**
 * The address of Cloudflare Stream's player for a video, to be shown in a frame. The address contains a signed token in
 * place of the video's id. Without a token nobody can play the video, and the token expires after some hours.
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
    // Stream's clock may be behind ours.
    .setNotBefore(issued - 60)
    .setExpirationTime(issued + video.lengthSeconds + PATIENCE_SECONDS)
    .sign(key);
  return `${origin}/${token}/iframe${startSeconds > 0 ? `?startTime=${startSeconds}s` : ""}`;
}
