import { createHmac } from "node:crypto";
import type { Config } from "~/platform/config.server.ts";
import type { MailedLink } from "~/values/types.ts";

/** The placeholder for a link's secret in the stored text of a mail. */
export const SECRET_PLACEHOLDER = "{secret}";

/**
 * A link that works once. The row that makes the link valid is not part of this object. The secret of the link is not
 * stored in any table. The row contains a fingerprint of the secret, and the queued mail contains `purpose` and `id`.
 * The secret is computed from `purpose` and `id` when the mail is sent.
 */
export type Link = MailedLink & {
  /** The key of the link's row. */
  hash: string;
  /** The working URL. Only the person who asked for it may see it; it must never be stored or logged. */
  address: string;
  /** The same URL with a placeholder for the secret. */
  storedAddress: string;
};

/**
 * The secret in a link: 43 characters. Nobody can compute them from the purpose and id without the server's secret. The
 * key is derived for links only; otherwise other values signed with the server's secret could be passed off as a link.
 */
export function secretOf({ sessionSecret }: Config, { purpose, id }: MailedLink): string {
  const key = createHmac("sha256", sessionSecret).update("links").digest();
  return createHmac("sha256", key).update(`${purpose} ${id}`).digest("base64url");
}
