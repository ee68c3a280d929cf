import { pictureAt } from "~/library/images.ts";
import { completePictures, putPicture } from "~/library/pictures.server.ts";
import { pictureAddress } from "~/library/playback.ts";
import type { Context } from "~/platform/context.server.ts";
import { NO_PICTURE, typedItems, UPLOAD } from "./part-form.ts";
import type { PartShape } from "./part-shape.ts";

/**
 * Stores the pictures that a form of a part uploads, and puts their addresses into the form's fields. So the form can
 * be shown again without another upload. If a picture stays but some of its widths are missing, makes the missing ones.
 * Files are never deleted, because earlier revisions still show them.
 *
 * @returns for each field ("0.logo"), what is wrong with its picture.
 */
export async function takePictures(
  context: Context,
  editionId: string,
  shape: PartShape,
  form: FormData,
): Promise<Record<string, string>> {
  const problems: Record<string, string> = {};
  const staying: string[] = [];
  for (const { name, picture } of shape.fields) {
    if (!picture) continue;
    for (const index of typedItems(shape, form).keys()) {
      const field = `${index}.${name}`;
      if (form.has(field + NO_PICTURE)) form.set(field, "");
      const chosen = form.getAll(field + UPLOAD).filter((file) => file instanceof File && file.name !== "");
      if (chosen.length === 0) {
        const stored = pictureAt(String(form.get(field) ?? "").replace(/^\/media\//, ""));
        if (stored) staying.push(stored.key);
        continue;
      }
      const place = { folder: `editions/${editionId}`, name: picture };
      const put = await putPicture(context, place, chosen);
      if ("refused" in put) problems[field] = put.refused;
      else form.set(field, pictureAddress(put.key)!);
    }
  }
  completePictures(context, staying);
  return problems;
}
