import { createHmac } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { users } from "#db/schema/accounts.ts";
import type { Config } from "~/platform/config.server.ts";
import type { Args } from "~/platform/context.server.ts";
import { isSameSecret } from "~/platform/ids.server.ts";
import { cookiesFor } from "./cookies.server.ts";
import { type Account, accountOf } from "./users.server.ts";

// Between the password and the code, the server stores nothing. The browser keeps "uid.until.proof" which, like a
// device's entry, becomes worthless when the password changes.

type Owner = { uid: string; passwordHash: string };

/** The entry that a browser keeps after the right password was typed; `until` is real time, UTC ms. */
export const halfwayEntry = (config: Config, owner: Owner, until: number): string =>
  `${owner.uid}.${until}.${proofOf(config, owner, until)}`;

/** The account whose password was typed in this browser a short while ago; null if there is none. */
export async function readHalfway({
  request,
  context,
}: Args): Promise<{ account: Account; owner: Owner } | null> {
  const { config, db } = context;
  const value: unknown = await cookiesFor(config, request).halfway.parse(request.headers.get("Cookie"));
  const [uid = "", until = "", proof = ""] = typeof value === "string" ? value.split(".") : [];
  if (Number(until) <= Date.now()) return null;
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.uid, uid), isNull(users.disabledAt)));
  if (!user || !isSameSecret(proof, proofOf(config, user, Number(until)))) return null;
  return { account: accountOf(user), owner: { uid, passwordHash: user.passwordHash } };
}

function proofOf({ sessionSecret }: Config, { uid, passwordHash }: Owner, until: number): string {
  const key = createHmac("sha256", sessionSecret).update("halfway").digest();
  return createHmac("sha256", key).update(`${uid} ${until} ${passwordHash}`).digest("base64url");
}
