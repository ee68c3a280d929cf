import { plainText } from "~/values/plain-text.ts";

/** The value of a password field is kept exactly as it was typed. */
const isSecret = (name: string) => /password/i.test(name);

/**
 * The posted fields; null if the body is not a well-formed form, either URL-encoded or multipart. A request without a
 * body has no fields. The text of every field is plain (`plainText`), except the text of a password field.
 */
export async function readableForm(
  request: Pick<Request, "headers" | "formData" | "arrayBuffer">,
): Promise<FormData | null> {
  const type = mediaType(request);
  if (type === "") return (await request.arrayBuffer()).byteLength === 0 ? new FormData() : null;
  if (type !== "application/x-www-form-urlencoded" && type !== "multipart/form-data") return null;
  try {
    const plain = new FormData();
    for (const [name, value] of await request.formData()) {
      if (typeof value !== "string") plain.append(name, value, value.name);
      else plain.append(name, isSecret(name) ? value : plainText(value));
    }
    return plain;
  } catch {
    return null;
  }
}

/**
 * The value of a JSON body. Its texts are plain, like the fields of a form (`plainText`). Undefined if the body is not
 * well-formed JSON in UTF-8, or is not declared as JSON. The declaration matters: a page of another origin needs
 * permission to send JSON, but may send some other types without permission.
 */
export async function readableJson(request: Pick<Request, "headers" | "arrayBuffer">): Promise<unknown> {
  if (mediaType(request) !== "application/json") return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await request.arrayBuffer());
    return JSON.parse(text, (name, value) =>
      typeof value === "string" && !isSecret(name) ? plainText(value) : value,
    );
  } catch {
    return undefined;
  }
}

/** "application/json", without parameters. */
export function mediaType({ headers }: Pick<Request, "headers">): string {
  return (headers.get("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase();
}
