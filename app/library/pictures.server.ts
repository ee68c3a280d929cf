import type { Context } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import type { LightForm } from "~/platform/ports/pictures.server.ts";
import { messages } from "~/values/messages.ts";
import { PICTURES, type PictureName, type PictureShape, widthAsked } from "~/values/pictures.ts";
import type { Refused } from "~/values/types.ts";
import { checkImage, lightKey, onlyImage, pictureAt, takesWebp } from "./images.ts";
import { libraryMessages } from "./messages.ts";

export type PictureAnswer = { stored: true } | Refused<400>;

/**
 * Stores the single uploaded picture (specification, section 5) as PNG, under a key that contains a hash of its
 * content. The light forms (WebP) that browsers get are stored beside it.
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
  const made = await pictures.convert(bytes, PICTURES[name]);
  if (!made) return { refused: libraryMessages.unexpectedFileType, status: 400 };
  const { png, light } = made;
  const sha256 = fingerprint(png);
  const key = `assets/${folder}/${name}-${sha256.slice(0, 16)}.png`;
  await putLight(files, key, light);
  await files.put(key, png, "image/png", sha256);
  return { key };
}

const putLight = (files: Context["files"], key: string, light: readonly LightForm[]) =>
  Promise.all(
    light.map(({ width, webp }) => files.put(lightKey(key, width), webp, "image/webp", fingerprint(webp))),
  );

/**
 * Makes the light forms that a picture lacks because it was stored before the portal made these forms. This runs after
 * the response. A PNG that no longer exists or cannot be read is skipped.
 */
export function completePictures(
  { files, pictures, waitUntil }: Pick<Context, "files" | "pictures" | "waitUntil">,
  keys: readonly (string | null)[],
): void {
  const complete = async (key: string) => {
    const picture = pictureAt(key.replace(/^assets\//, ""));
    if (!picture) return;
    const shape: PictureShape = PICTURES[picture.name];
    const there = await Promise.all(
      [null, ...shape.narrower].map((width) => files.has(lightKey(key, width))),
    );
    const png = there.every(Boolean) ? null : await files.get(key);
    if (!png) return;
    const made = await pictures.convert(new Uint8Array(await new Response(png).arrayBuffer()), shape);
    if (!made) return;
    await putLight(files, key, made.light);
    // The picture may have been removed in the meantime.
    if (!(await files.has(key))) await removeForms(files, key);
  };
  const completeAll = async () => {
    // The pictures are converted one after another, because each decoded picture takes up a part of the Worker's
    // memory.
    for (const key of keys) if (key !== null) await complete(key);
  };
  waitUntil(completeAll());
}

/**
 * Deletes a stored picture in all its forms. When this is called, no row may refer to the picture. The response does
 * not wait until the files are deleted.
 */
export function removePicture({ files, waitUntil }: Pick<Context, "files" | "waitUntil">, key: string): void {
  waitUntil(removeForms(files, key));
}

async function removeForms(files: Context["files"], key: string): Promise<void> {
  const forms = await files.list(key.replace(/\.png$/, ""));
  await Promise.all(forms.map((form) => files.remove(form)));
}

/**
 * Stores an upload before a row refers to it. Once the row has changed, deletes the file of the previous key. If the
 * row was not changed, deletes the new file.
 *
 * @param point makes the row refer to the new key; returns the previous key (null for none), or undefined if there is
 *   no such row.
 */
export async function storePicture(
  context: Context,
  place: { folder: string; name: PictureName },
  chosen: readonly unknown[],
  point: (key: string) => Promise<string | null | undefined>,
): Promise<PictureAnswer> {
  const put = await putPicture(context, place, chosen);
  if ("refused" in put) return put;
  const { key } = put;
  const previous = await point(key);
  if (previous === undefined) {
    removePicture(context, key);
    return { refused: messages.notFound, status: 400 };
  }
  if (previous !== null && previous !== key) removePicture(context, previous);
  return { stored: true };
}

/**
 * The response with a stored picture; null if there is none. Browsers may cache it for ever, because another picture
 * has another URL. The picture is sent in the light form of the width that the URL asks for. If there is no such form,
 * it is sent in the light form of its own width or, if that is missing too, as PNG. A browser whose header lists PNG
 * but not WebP gets the PNG.
 */
export async function pictureResponse(
  { files }: Context,
  { key, name }: { key: string; name: PictureName },
  request: Request,
): Promise<Response | null> {
  const width = widthAsked(request.url, name);
  const light = takesWebp(request.headers.get("Accept"))
    ? ((width && (await files.describe(lightKey(key, width)))) ?? (await files.describe(lightKey(key))))
    : null;
  const file = light ?? (await files.describe(key));
  if (!file) return null;
  const headers = {
    "Content-Type": file.contentType ?? "image/png",
    "Cache-Control": "public, max-age=31536000, immutable",
    ETag: file.etag,
    // The response depends only on the types that the browser accepts, and not on the person.
    Vary: "Accept",
  };
  const known = request.headers.get("If-None-Match")?.split(",");
  if (known?.some((tag) => tag.trim().replace(/^W\//, "") === file.etag))
    return new Response(null, { status: 304, headers });
  const body = await files.get(file.key);
  return body && new Response(body, { headers });
}
