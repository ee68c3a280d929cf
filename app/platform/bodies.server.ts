/** The posted fields, or null if the body is not a well-formed form of either kind. */
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
 * The value of a JSON body, or undefined if it is not well-formed JSON in UTF-8 or is not declared as JSON. The
 * declaration matters: a page of another origin needs permission to send JSON, but may send any other type
 * without.
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
