import { createHmac } from "node:crypto";
import type { Config } from "~/platform/config.server.ts";
import type { MailedLink } from "~/values/types.ts";

/** Stands in the text of a mail for the secret of its link until the mail leaves. */
export const SECRET_PLACEHOLDER = "{secret}";

/**
 * A link that works once, without the row that makes it valid. No table holds its secret: the row has the
 * fingerprint, and a mail in the outbox has `purpose` and `id`. The secret is made of these when the mail leaves.
 */
export type Link = MailedLink & {
  /** The key of the link's row. */
  hash: string;
  /** The working address: for the person who asked and nobody else, never to be stored or logged. */
  address: string;
  /** The same address with a placeholder for the secret. */
  storedAddress: string;
};

/**
 * The secret that a link carries: 43 characters that nobody can compute from its purpose and id without the
 * server's secret. The key is derived for this purpose alone, or other values signed with the secret could pass
 * for a link.
 */
export function secretOf({ sessionSecret }: Config, { purpose, id }: MailedLink): string {
  const key = createHmac("sha256", sessionSecret).update("links").digest();
  return createHmac("sha256", key).update(`${purpose} ${id}`).digest("base64url");
}
