/** The posted fields, or null where the body is not a well-formed form of either kind. */
export async function readableForm(request: Pick<Request, "headers" | "formData">): Promise<FormData | null> {
  const type = mediaType(request);
  if (type !== "application/x-www-form-urlencoded" && type !== "multipart/form-data") return null;
  try {
    return await request.formData();
  } catch {
    return null;
  }
}

/**
 * What the body says in JSON, or undefined where it is not well-formed JSON in UTF-8 or does not say that it
 * is JSON: pages of other origins have to ask before they send that, and may send anything else unasked.
 */
export async function readableJson(request: Pick<Request, "headers" | "arrayBuffer">): Promise<unknown> {
  if (mediaType(request) !== "application/json") return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await request.arrayBuffer());
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** "application/json", without parameters. */
export function mediaType({ headers }: Pick<Request, "headers">): string {
  return (headers.get("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase();
}
