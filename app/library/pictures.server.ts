import type { Context } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { messages } from "~/values/messages.ts";
import type { Refused } from "~/values/types.ts";
import { checkImage, onlyImage, PICTURES, type PictureName } from "./images.ts";
import { libraryMessages } from "./messages.ts";

const CONTENT_TYPE = "image/png";

export type PictureAnswer = { stored: true } | Refused<400>;

/**
 * Stores the one uploaded picture (specification, section 5) as PNG, under a key that its content decides.
 *
 * @param folder `speakers/{id}`, `videos/{id}` or `editions/{id}`.
 */
export async function putPicture(
  { files, pictures }: Pick<Context, "files" | "pictures">,
  { folder, name }: { folder: string; name: PictureName },
  chosen: readonly unknown[],
): Promise<{ key: string } | Refused<400>> {
  const only = onlyImage(chosen);
  if (!only.allowed) return { refused: only.reason, status: 400 };
  const bytes = new Uint8Array(await only.file.arrayBuffer());
  const check = checkImage(bytes);
  if (!check.allowed) return { refused: check.reason, status: 400 };
  const png = await pictures.convert(bytes, PICTURES[name]);
  if (!png) return { refused: libraryMessages.unexpectedFileType, status: 400 };
  const sha256 = fingerprint(png);
  const key = `assets/${folder}/${name}-${sha256.slice(0, 16)}.png`;
  await files.put(key, png, CONTENT_TYPE, sha256);
  return { key };
}

/**
 * Stores an upload before a row points to it. Afterwards the file that the row pointed to is deleted, or the new one if
 * the row does not want it.
 *
 * @param point makes the row point to the new key; returns the key it had before (null for none), or undefined
 *   if there is no such row.
 */
export async function storePicture(
  context: Context,
  place: { folder: string; name: PictureName },
  chosen: readonly unknown[],
  point: (key: string) => Promise<string | null | undefined>,
): Promise<PictureAnswer> {
  const put = await putPicture(context, place, chosen);
  if ("refused" in put) return put;
  const { files, waitUntil } = context;
  const { key } = put;
  const previous = await point(key);
  if (previous === undefined) {
    waitUntil(files.remove(key));
    return { refused: messages.notFound, status: 400 };
  }
  if (previous !== null && previous !== key) waitUntil(files.remove(previous));
  return { stored: true };
}

/**
 * A stored picture, which browsers may keep for ever, as another picture has another address; null if there is
 * none.
 */
export async function pictureResponse(
  { files }: Context,
  key: string,
  ifNoneMatch: string | null,
): Promise<Response | null> {
  const file = await files.describe(key);
  if (!file) return null;
  const headers = {
    "Content-Type": CONTENT_TYPE,
    "Cache-Control": "public, max-age=31536000, immutable",
    ETag: file.etag,
    // The answer is the same for everybody.
    Vary: "Accept-Encoding",
  };
  if (ifNoneMatch?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === file.etag))
    return new Response(null, { status: 304, headers });
  const body = await files.get(key);
  return body && new Response(body, { headers });
}
